"""Redaction plans: where in the arguments of a tool something sensitive can stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from faultwise.code import Code, string
from faultwise.imports import Imports
from faultwise.resolve import EffectiveOperation
from faultwise.schemas import Types, children
from faultwise.spec import TYPE_REFERENCE, Property, Schema


def redaction(operation: EffectiveOperation, types: Types, imports: Imports) -> Code | None:
    """Return the `Redaction` of an operation as an expression; None where nothing is sensitive."""
    plans = _Plans(types, hidden_types(types))
    parameters = {
        name: plans.of(parameter)
        for name, parameter in operation.declared.parameters.items()
        if plans.hides(parameter)
    }
    if not parameters:
        return None
    named = plans.of_types()
    imports.name("..redaction", "Redaction", *plans.words)
    arguments = [f"parameters={_mapping(parameters)}"]
    if named:
        arguments.append(f"types={_mapping(named)}")
    return Code(f"Redaction({', '.join(arguments)})")


def hidden_types(types: Types) -> frozenset[str]:
    """Return the types whose values can hold something sensitive, recursion included."""
    hidden: set[str] = set()
    grown = True
    while grown:
        found = {name for name, schema in types.items() if hides(schema, hidden)}
        grown = found != hidden
        hidden = found
    return frozenset(hidden)


def hides(schema: Schema, hidden: set[str] | frozenset[str]) -> bool:
    """Whether a value of a schema can hold something sensitive; `hidden` names such types."""
    if isinstance(schema, Property) and schema.sensitive:
        return True
    if schema.ref is not None and schema.ref.removeprefix(TYPE_REFERENCE) in hidden:
        return True
    return any(hides(child, hidden) for child in children(schema))


def sensitive_texts(value: JsonValue, schema: Schema, types: Types) -> Iterator[str]:
    """Yield the texts in a value that its schema marks as sensitive."""
    if isinstance(schema, Property) and schema.sensitive:
        yield from _texts(value)
        return
    if schema.ref is not None:
        target = types[schema.ref.removeprefix(TYPE_REFERENCE)]
        yield from sensitive_texts(value, target, types)
    for branch in (*schema.any_of, *schema.one_of):
        yield from sensitive_texts(value, branch, types)
    if isinstance(value, list) and schema.items is not None:
        for item in value:
            yield from sensitive_texts(item, schema.items, types)
    if isinstance(value, dict):
        for name, item in value.items():
            child = (schema.properties or {}).get(name, schema.additional_properties)
            if isinstance(child, Schema):
                yield from sensitive_texts(item, child, types)


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


@dataclass
class _Plans:
    types: Types
    hidden: frozenset[str]
    words: set[str] = field(default_factory=set[str])
    """Names of the generated module `redaction` that the plans use."""
    _reached: dict[str, None] = field(default_factory=dict[str, None])

    def hides(self, schema: Schema) -> bool:
        return hides(schema, self.hidden)

    def of(self, schema: Schema) -> Code:
        """Return the plan of a schema."""
        if not self.hides(schema):
            return self._word("CLEAR")
        if isinstance(schema, Property) and schema.sensitive:
            return self._word("SENSITIVE")
        plans: list[Code] = []
        if schema.ref is not None and schema.ref.removeprefix(TYPE_REFERENCE) in self.hidden:
            name = schema.ref.removeprefix(TYPE_REFERENCE)
            self._reached.setdefault(name)
            plans.append(Code(f"{self._word('Named')}({string(name)})"))
        within = self._within(schema)
        if within is not None:
            plans.append(within)
        plans += [
            self.of(branch) for branch in (*schema.any_of, *schema.one_of) if self.hides(branch)
        ]
        if len(plans) == 1:
            return plans[0]
        return Code(f"{self._word('Either')}(({', '.join(plans)}))")

    def _within(self, schema: Schema) -> Code | None:
        properties = schema.properties or {}
        additional = schema.additional_properties
        inside = [*properties.values(), schema.items, additional]
        if not any(isinstance(child, Schema) and self.hides(child) for child in inside):
            return None
        arguments: list[str] = []
        if properties:
            plans = {name: self.of(child) for name, child in properties.items()}
            arguments.append(f"properties={_mapping(plans)}")
        if isinstance(additional, Schema):
            arguments.append(f"additional={self.of(additional)}")
        if schema.items is not None:
            arguments.append(f"items={self.of(schema.items)}")
        return Code(f"{self._word('Within')}({', '.join(arguments)})")

    def of_types(self) -> dict[str, Code]:
        """Return the plans of all types that plans made so far name, and of those they name."""
        plans: dict[str, Code] = {}
        while len(plans) < len(self._reached):
            for name in list(self._reached):
                if name not in plans:
                    plans[name] = self.of(self.types[name])
        return {name: plans[name] for name in self.types if name in plans}

    def _word(self, word: str) -> Code:
        self.words.add(word)
        return Code(word)


def _mapping(plans: Mapping[str, Code]) -> Code:
    return Code("{" + ", ".join(f"{string(name)}: {plan}" for name, plan in plans.items()) + "}")
