"""Schemas of the spec as plain JSON Schema, the way a client sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from pydantic import JsonValue

from faultwise.spec import TYPE_REFERENCE, Detail, Parameter, Property, Schema, schema_keywords

JsonSchema: TypeAlias = dict[str, JsonValue]
Types: TypeAlias = Mapping[str, Property]

_WIRE_REFERENCE: Final = "#/$defs/"


def wire(schema: Schema) -> JsonSchema:
    """Return a schema without the format's own keys; references point into `$defs`."""
    return {key: _value(key, value) for key, value in schema_keywords(schema).items()}


def _value(key: str, value: object) -> JsonValue:
    if isinstance(value, Schema):
        return wire(value)
    if key == "properties" and isinstance(value, Mapping):
        return {name: wire(child) for name, child in value.items()}
    if key in {"anyOf", "oneOf"} and isinstance(value, tuple):
        return [wire(child) for child in value]
    if key == "type" and isinstance(value, tuple):
        return value[0] if len(value) == 1 else list(value)
    if key == "$ref" and isinstance(value, str):
        return _WIRE_REFERENCE + value.removeprefix(TYPE_REFERENCE)
    if isinstance(value, tuple):
        return list(value)
    return value  # type: ignore[return-value]


def document(schema: Schema, types: Types) -> JsonSchema:
    """Return a schema that stands on its own: the types that it uses are under `$defs`."""
    return with_definitions(wire(schema), [schema], types)


def parameters(declared: Mapping[str, Parameter], types: Types) -> JsonSchema:
    """Return the input schema of an operation."""
    schema: JsonSchema = {
        "type": "object",
        "properties": {name: wire(parameter) for name, parameter in declared.items()},
        "required": [name for name, one in declared.items() if one.required_in_call],
        "additionalProperties": False,
    }
    return with_definitions(schema, declared.values(), types)


def details(declared: Mapping[str, Detail], types: Types) -> JsonSchema:
    """Return the schema of a failure's details."""
    schema: JsonSchema = {
        "type": "object",
        "properties": {name: wire(detail) for name, detail in declared.items()},
    }
    return with_definitions(schema, declared.values(), types)


def with_definitions(
    schema: JsonSchema, sources: Iterable[Schema], types: Types
) -> JsonSchema:
    """Add the types that `sources` reach, in the order of the spec, under `$defs`."""
    reached = _reached(sources, types)
    if not reached:
        return schema
    return schema | {"$defs": {name: wire(types[name]) for name in types if name in reached}}


def _reached(sources: Iterable[Schema], types: Types) -> set[str]:
    reached: set[str] = set()
    waiting = list(sources)
    while waiting:
        schema = waiting.pop()
        if schema.ref is not None:
            name = schema.ref.removeprefix(TYPE_REFERENCE)
            if name not in reached:
                reached.add(name)
                waiting.append(types[name])
        waiting.extend(children(schema))
    return reached


def children(schema: Schema) -> Iterator[Schema]:
    """Yield the schemas that stand directly inside another."""
    yield from (schema.properties or {}).values()
    if isinstance(schema.additional_properties, Schema):
        yield schema.additional_properties
    if schema.items is not None:
        yield schema.items
    yield from schema.any_of
    yield from schema.one_of
