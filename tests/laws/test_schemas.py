"""Law 7: validation, the request classes and the generated types agree with JSON Schema.

`FAULTWISE_EXAMPLES=5000` makes the run a long one.
"""

from __future__ import annotations

import os
import sys
import types
import typing
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, TypeAlias, cast

import jsonschema
import pytest
from faultwise import bundle, runtime
from faultwise.diagnostics import SpecError
from faultwise.files import Files
from faultwise.lower import lower
from faultwise.render import render
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import validators
from regress import Regex

from . import specs

COUNT = int(os.environ.get("FAULTWISE_EXAMPLES", "300"))
THOROUGH = settings(
    max_examples=COUNT,
    deadline=None,
    database=None,
    suppress_health_check=(
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ),
)
Json: TypeAlias = Any


# The reference: jsonschema, with the differences that the format documents.


def _pattern(_: object, pattern: str, value: object, schema: object) -> Any:
    if isinstance(value, str) and Regex(pattern, "u").find(value) is None:
        yield jsonschema.ValidationError("pattern")


def _multiple_of(_: object, step: float, value: object, schema: object) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        quotient = Decimal(repr(value)) / Decimal(repr(step))
        if quotient != quotient.to_integral_value():
            yield jsonschema.ValidationError("multipleOf")


REFERENCE: Any = cast(Any, validators).extend(
    jsonschema.Draft202012Validator, {"pattern": _pattern, "multipleOf": _multiple_of}
)
FORMATS = jsonschema.FormatChecker(["date", "uuid"])

TEXTS = st.sampled_from(
    ["", "a", "b", "ab", "abc", "b1", "1", "\u0661", "a\n", "\U0001f600", "e\u0301", "2026-11-30",
     "2026-02-30", "3b59d1fd-7a9f-4605-88ab-5a075da5ce44", "3b59d1fd7a9f", "x" * 8]
)  # fmt: skip
NUMBERS = st.one_of(
    st.integers(-6, 6),
    st.integers(-60, 60).map(lambda number: number / 10),
    st.sampled_from([5.0, -0.0, 10**20, 1e20, 0.3, 0.1, 1e-7, 3.0]),
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
KEYS = st.sampled_from(["a", "b", "c-d", "from"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=6,
)
SMALL = st.integers(0, 3)
OF_TYPE: dict[str, dict[str, st.SearchStrategy[Json]]] = {
    "string": {
        "minLength": SMALL,
        "maxLength": st.integers(1, 4),
        "pattern": st.sampled_from(["^a", r"\d$", "b|1", r"^\w+$", r"^\p{L}*$", "^.$"]),
        "format": st.sampled_from(["date", "uuid"]),
    },
    "number": {
        "minimum": st.integers(-5, 0),
        "maximum": st.integers(0, 5),
        "exclusiveMinimum": st.sampled_from([-5, -0.5]),
        "exclusiveMaximum": st.sampled_from([5, 0.5]),
        "multipleOf": st.sampled_from([1, 2, 0.1, 0.25]),
    },
    "array": {"minItems": st.integers(0, 1), "maxItems": st.integers(1, 3),
              "uniqueItems": st.booleans()},
    "object": {"minProperties": st.integers(0, 1), "maxProperties": st.integers(1, 3)},
    "boolean": {},
    "null": {},
}  # fmt: skip
OF_TYPE["integer"] = OF_TYPE["number"]
TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"]

KINDS_OF_SCHEMAS = ["types", "enum", "const", "anyOf", "oneOf", "$ref", "any"]


@st.composite
def schemas(draw: st.DrawFn, depth: int = 2) -> Json:
    """Draw a schema of the subset that the format has."""
    kind = draw(st.sampled_from(["type"] * 6 + KINDS_OF_SCHEMAS))
    inner: st.SearchStrategy[Json] = st.sampled_from([{"type": kind} for kind in TYPES[:4]])
    if depth:
        inner = schemas(depth=depth - 1)
    if kind == "any":
        return {}
    if kind == "$ref":
        return {"$ref": f"#/types/{draw(st.sampled_from(['Tree', 'Short']))}"}
    if kind == "enum":
        return {"enum": draw(st.lists(VALUES, min_size=1, max_size=3))}
    if kind == "const":
        return {"const": draw(VALUES)}
    if kind in {"anyOf", "oneOf"}:
        return {kind: draw(st.lists(inner, min_size=1, max_size=3))}
    count = 1 if kind == "type" else 2
    chosen = draw(st.lists(st.sampled_from(TYPES), min_size=count, max_size=count, unique=True))
    schema: Json = {"type": chosen[0] if kind == "type" else chosen}
    for each in chosen:
        for keyword, values in OF_TYPE[each].items():
            if draw(st.integers(0, 4)) == 0:
                schema[keyword] = draw(values)
    if "array" in chosen and draw(st.booleans()):
        schema["items"] = draw(inner)
    if "object" in chosen and draw(st.booleans()):
        schema["properties"] = draw(st.dictionaries(KEYS, inner, min_size=1, max_size=3))
        schema["required"] = draw(
            st.lists(st.sampled_from(sorted(schema["properties"])), unique=True)
        )
    if "object" in chosen and draw(st.booleans()):
        schema["additionalProperties"] = draw(st.one_of(st.booleans(), inner))
    return schema


OWN_TYPES: Json = {
    "Tree": {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/types/Tree"},
            "b": {"type": "array", "items": {"$ref": "#/types/Tree"}},
        },
        "additionalProperties": False,
    },
    "Short": {"type": "string", "maxLength": 2},
}


def on_the_wire(schema: Json) -> Json:
    """Return a schema of the format as plain JSON Schema."""
    if isinstance(schema, list):
        return [on_the_wire(item) for item in cast("list[object]", schema)]
    if isinstance(schema, dict):
        members = cast("dict[str, Json]", schema).items()
        return {key: on_the_wire(value) for key, value in members}
    return schema.replace("#/types/", "#/$defs/") if isinstance(schema, str) else schema


def standing_alone(schema: Json) -> Json:
    return {**on_the_wire(schema), "$defs": on_the_wire(OWN_TYPES)}


def near(schema: Json, depth: int = 4) -> st.SearchStrategy[Json]:
    """Return values that a schema may accept, or nearly."""
    if depth == 0:
        return VALUES
    if "$ref" in schema:
        return near(OWN_TYPES[schema["$ref"].rpartition("/")[2]], depth - 1)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return st.one_of([near(branch, depth - 1) for branch in schema[keyword]])
    written = schema.get("type", TYPES)
    kinds = cast("list[str]", written if isinstance(written, list) else [written])
    return st.one_of([_of_type(kind, schema, depth) for kind in kinds])


def _of_type(kind: str, schema: Json, depth: int) -> st.SearchStrategy[Json]:
    if kind == "array":
        return st.lists(near(schema.get("items", {}), depth - 1), max_size=3)
    if kind == "object":
        properties = schema.get("properties", {})
        required = {key: near(properties[key], depth - 1) for key in schema.get("required", [])}
        others = {
            key: near(one, depth - 1) for key, one in properties.items() if key not in required
        }
        fixed = st.fixed_dictionaries(required, optional=others)
        extra = schema.get("additionalProperties", True)
        more = st.dictionaries(
            KEYS.filter(lambda key: key not in properties),
            near(extra if isinstance(extra, dict) else {}, depth - 1),
            max_size=1,
        )
        return st.tuples(fixed, more).map(lambda pair: {**pair[0], **pair[1]})
    simple = {"string": TEXTS, "number": NUMBERS, "boolean": st.booleans(), "null": st.none()}
    whole = NUMBERS.filter(lambda number: float(number).is_integer())
    return whole if kind == "integer" else simple[kind]


@THOROUGH
@given(st.data())
def test_validation_agrees_with_the_reference(data: st.DataObject) -> None:
    """The runtime accepts exactly what jsonschema accepts, valid values and others alike."""
    schema = data.draw(schemas())
    document = standing_alone(schema)
    reference = REFERENCE(document, format_checker=FORMATS)
    problems = runtime.validator(document)
    for value in [data.draw(near(schema)), data.draw(near(schema)), data.draw(VALUES)]:
        assert (not problems(value)) is reference.is_valid(value), (document, value)


PACKAGE = "laws_of_schemas"


@pytest.fixture(scope="module", autouse=True)
def runtime_package() -> Iterator[None]:
    """Let generated modules import the runtime from a package in which they are placed."""
    package = types.ModuleType(PACKAGE)
    package.__path__ = [str(bundle.template() / "generated")]
    sys.modules[PACKAGE] = package
    yield
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


def module(files: Files, name: str) -> types.ModuleType:
    """Return a rendered module, imported in the place of any earlier one of its name."""
    dotted = f"{PACKAGE}.{name.replace('/', '.')}"
    made = types.ModuleType(dotted)
    made.__package__ = dotted.rpartition(".")[0]
    sys.modules[dotted] = made
    source = files[f"src/schema_server/generated/{name}.py"].text
    exec(compile(source, name, "exec"), made.__dict__)
    return made


def asked(schema: Json) -> Files:
    """Return what is rendered for an operation that takes and returns what a schema describes."""
    structure = {
        "faultwise": 1,
        "server": {"name": "schema-server", "description": "Has schemas."},
        "types": OWN_TYPES,
        "operations": {
            "ask": {
                "description": "Asks.",
                "parameters": {"value": schema, "other": {**schema, "optional": True}},
                "returns": schema,
            }
        },
    }
    return render(lower(specs.loaded(structure)))


def agrees(value: Json, hint: Any, names: dict[str, Any]) -> bool:
    """Whether a value is of a type, as a strict type checker sees it."""
    while isinstance(hint, str | typing.ForwardRef):
        text = hint if isinstance(hint, str) else hint.__forward_arg__
        hint = eval(text, names)
    if hint is names.get("Json", ...):
        return True
    if hint is None or hint is type(None):
        return value is None
    if typing.is_typeddict(hint):
        fields = typing.get_type_hints(hint, names, include_extras=True)
        return isinstance(value, dict) and all(
            agrees(value[key], _unwrapped(inner), names)
            if key in value
            else typing.get_origin(inner) is typing.NotRequired
            for key, inner in fields.items()
        )
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        same = (one for one in inner if isinstance(one, bool) == isinstance(value, bool))
        return any(value == one for one in same)
    if origin in {typing.Union, types.UnionType}:
        return any(agrees(value, one, names) for one in inner)
    if origin is list:
        return isinstance(value, list) and all(
            agrees(item, inner[0], names) for item in cast("list[object]", value)
        )
    if origin is dict:
        return isinstance(value, dict) and all(
            agrees(item, inner[1], names) for item in cast("dict[str, Json]", value).values()
        )
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, hint) and isinstance(value, bool) == (hint is bool)


def _unwrapped(hint: Any) -> Any:
    return typing.get_args(hint)[0] if typing.get_origin(hint) is typing.NotRequired else hint


@settings(THOROUGH, max_examples=max(1, COUNT // 3))
@given(st.data())
def test_requests_hold_what_validation_accepts(data: st.DataObject) -> None:
    """Making a request never fails, changes no value, and a valid one is of the type it tells."""
    schema = data.draw(schemas())
    try:
        files = asked(schema)
    except SpecError:
        assume(False)
        raise
    named = module(files, "types")
    requests = module(files, "requests")
    tool = module(files, "declarations/ask").TOOL
    received = sys.modules[f"{PACKAGE}.requests_base"].received
    problems = runtime.validator(standing_alone(schema))
    names = {**vars(sys.modules[f"{PACKAGE}.values"]), **vars(named), **vars(requests)}
    for value in [data.draw(near(schema)), data.draw(near(schema)), data.draw(VALUES)]:
        request = received(requests.Ask, {"value": value}, tool)
        assert request.value == value
        assert request.other is None
        assert request.given() == {"value"}
        if problems(value):
            continue
        for hint in (requests.Ask.__annotations__["value"], "AskResult"):
            assert agrees(request.value, hint, names), (schema, hint, request.value)
    assert received(requests.Ask, {}, tool).given() == frozenset()
