"""Type hints of schemas, and the definitions in types.py that they need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pydantic import JsonValue

from faultwise import ir, names
from faultwise.code import Code, docstring, literal, string
from faultwise.spec import TYPE_REFERENCE, Property, Schema, SchemaType

JSON: Final = Code("Json")


class Hint(NamedTuple):
    """A type expression and what its module has to import for it."""

    code: Code
    typing: frozenset[str] = frozenset()
    """Names of the typing module."""
    values: frozenset[str] = frozenset()
    """Names of the generated module `values`."""
    types: frozenset[str] = frozenset()
    """Names of the generated module `types`."""
    is_optional: bool = False
    """Whether None is one of its branches."""


_SIMPLE: Final[dict[SchemaType, str]] = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
}
ANY: Final = Hint(JSON, values=frozenset({JSON}))
NONE: Final = Hint(Code("None"), is_optional=True)


def _combine(code: Code, parts: Iterable[Hint], typing: Iterable[str] = ()) -> Hint:
    parts = tuple(parts)
    return Hint(
        code,
        typing=frozenset(typing).union(*(part.typing for part in parts)),
        values=frozenset[str]().union(*(part.values for part in parts)),
        types=frozenset[str]().union(*(part.types for part in parts)),
    )


def union(parts: Iterable[Hint]) -> Hint:
    """Return the union of hints, each once, None last."""
    unique = list({part.code: part for part in parts}.values())
    if any(part.code == JSON for part in unique):
        return ANY
    unique.sort(key=lambda part: part.code == "None")
    combined = _combine(Code(" | ".join(part.code for part in unique)), unique)
    return combined._replace(is_optional=unique[-1].code == "None")


def optional(hint: Hint) -> Hint:
    """Return the hint with None added."""
    return hint if hint.is_optional or hint.code == JSON else union([hint, NONE])


@dataclass
class TypeTable:
    """Makes hints; collects a definition for every named type and inline object on the way."""

    types: dict[str, Property]
    taken: set[str]
    """Class names that the project uses already."""
    definitions: list[tuple[ir.Definition, Hint]] = field(
        default_factory=list[tuple[ir.Definition, Hint]]
    )

    def define_all(self) -> None:
        """Define the named types of the spec, in the order of the file."""
        for name, schema in self.types.items():
            self.define(name, schema, schema.description)

    def define(self, name: str, schema: Schema, doc: str | None) -> Hint:
        """Define `name` as the type of a schema."""
        if _is_record(schema):
            self._record(name, schema, doc)
        else:
            self.alias(name, self.hint(schema, owner=name, part="value"), doc)
        return _named(name)

    def alias(self, name: str, hint: Hint, doc: str | None) -> Hint:
        """Define `name` as another name of a hint."""
        # Quoted, because it may name what stands further down, itself included.
        value = string(hint.code) if hint.types else hint.code
        definition = ir.Definition(name=Code(name), doc=_doc(doc, indent=0), alias=value)
        self.definitions.append((definition, hint))
        return _named(name)

    def hint(self, schema: Schema, *, owner: str, part: str) -> Hint:
        """Return the hint of a schema that stands at `part` of the thing called `owner`."""
        if schema.ref is not None:
            return _named(schema.ref.removeprefix(TYPE_REFERENCE))
        if schema.given("const"):
            return _constants([schema.const])
        if schema.enum:
            return _constants([value for value in schema.enum if _has_type(value, schema.type)])
        if schema.type:
            return union(self._of_type(kind, schema, owner, part) for kind in schema.type)
        branches = schema.any_of or schema.one_of
        if branches:
            return union(
                self.hint(branch, owner=owner, part=part if index == 0 else f"{part}{index + 1}")
                for index, branch in enumerate(branches)
            )
        return ANY

    def _of_type(self, kind: SchemaType, schema: Schema, owner: str, part: str) -> Hint:
        if kind == "array":
            item = self._item(schema.items, owner, f"{part}_item")
            return _combine(Code(f"list[{item.code}]"), [item])
        if kind != "object":
            return Hint(Code(_SIMPLE[kind]))
        if schema.properties:
            name = names.unique(names.inline_class(owner, part), self.taken)
            self.taken.add(name)
            self._record(name, schema, schema.description or f"What {part} of {owner} holds.")
            return _named(name)
        extra = schema.additional_properties
        value = self._item(extra if isinstance(extra, Schema) else None, owner, f"{part}_value")
        return _combine(Code(f"dict[str, {value.code}]"), [value])

    def _item(self, schema: Schema | None, owner: str, part: str) -> Hint:
        return ANY if schema is None else self.hint(schema, owner=owner, part=part)

    def _record(self, name: str, schema: Schema, doc: str | None) -> None:
        properties = schema.properties or {}
        is_functional = not all(names.is_class_syntax_key(key) for key in properties)
        position = len(self.definitions)
        entries: list[ir.Entry] = []
        hints: list[Hint] = []
        for key, child in properties.items():
            hint = self.hint(child, owner=name, part=key)
            if key not in schema.required:
                hint = _combine(Code(f"NotRequired[{hint.code}]"), [hint], ["NotRequired"])
            hints.append(hint)
            entries.append(
                ir.Entry(
                    name=string(key) if is_functional else Code(key),
                    value=string(hint.code) if is_functional else hint.code,
                    doc=_doc(child.description, indent=4),
                )
            )
        definition = ir.Definition(
            name=Code(name),
            doc=docstring(doc or f"The type {name} of the spec.", indent=0 if is_functional else 4),
            is_functional=is_functional,
            entries=tuple(entries),
        )
        self.definitions.insert(position, (definition, _combine(Code(""), hints, ["TypedDict"])))


def is_array(schema: Schema | None, types: dict[str, Property]) -> bool:
    """Whether every value of a schema is a list, references followed."""
    return schema is not None and target(schema, types).type == ("array",)


def target(schema: Schema, types: dict[str, Property]) -> Schema:
    """Return the schema at the end of a chain of references."""
    while schema.ref is not None:
        schema = types[schema.ref.removeprefix(TYPE_REFERENCE)]
    return schema


def _named(name: str) -> Hint:
    return Hint(Code(name), types=frozenset({name}))


def _is_record(schema: Schema) -> bool:
    return (
        schema.ref is None
        and schema.type == ("object",)
        and bool(schema.properties)
        and not schema.enum
        and not schema.given("const")
    )


def _doc(text: str | None, *, indent: int) -> Code:
    return docstring(text, indent=indent) if text else Code("")


def _constants(values: Iterable[JsonValue]) -> Hint:
    values = list(values)
    if values and all(map(_may_be_literal, values)):
        plain = [value for value in values if value is not None]
        parts: list[Hint] = []
        if plain:
            inner = ", ".join(string(v) if isinstance(v, str) else literal(v) for v in plain)
            parts.append(Hint(Code(f"Literal[{inner}]"), typing=frozenset({"Literal"})))
        if len(plain) < len(values):
            parts.append(NONE)
        return union(parts)
    return union(_of_value(value) for value in values) if values else ANY


def _may_be_literal(value: object) -> bool:
    """Whether Python's Literal takes a value: it takes no number with a fraction, and no list."""
    return value is None or isinstance(value, str | int)


def _of_value(value: JsonValue) -> Hint:
    if value is None:
        return NONE
    if isinstance(value, bool | str | int | float):
        return Hint(Code(type(value).__name__))
    if isinstance(value, list):
        return _combine(Code(f"list[{JSON}]"), [ANY])
    return _combine(Code(f"dict[str, {JSON}]"), [ANY])


def _has_type(value: JsonValue, allowed: tuple[SchemaType, ...]) -> bool:
    """Whether an item of an enum can ever be valid beside `type`."""
    if not allowed:
        return True
    if isinstance(value, bool):
        return "boolean" in allowed
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return "integer" in allowed or "number" in allowed
    kinds: dict[type, SchemaType] = {
        type(None): "null",
        float: "number",
        str: "string",
        list: "array",
        dict: "object",
    }
    return kinds[type(value)] in allowed
