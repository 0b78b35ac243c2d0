"""Checking values against schemas, compared with the reference implementation."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .package import schema, wording

REFERENCE: Any = jsonschema.Draft202012Validator

numbers = st.one_of(
    st.integers(-10, 10), st.floats(-10, 10).map(lambda value: round(value, 1)), st.booleans()
)
scalars = st.one_of(st.none(), numbers, st.text("ab1", max_size=3))
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=6,
)
types = st.sampled_from(["string", "integer", "number", "boolean", "array", "object", "null"])
small = st.integers(0, 3)
keywords: dict[str, st.SearchStrategy[Any]] = {
    "type": st.one_of(types, st.lists(types, min_size=1, max_size=2, unique=True)),
    "enum": st.lists(anything, min_size=1, max_size=3),
    "const": anything,
    "pattern": st.sampled_from(["^a", "b$", "^[a-b]*$", "1"]),
    "minLength": small,
    "maxLength": small,
    "minimum": st.integers(-5, 5),
    "maximum": st.integers(-5, 5),
    "exclusiveMinimum": st.integers(-5, 5),
    "exclusiveMaximum": st.integers(-5, 5),
    "multipleOf": st.integers(1, 4),
    "minItems": small,
    "maxItems": small,
    "uniqueItems": st.booleans(),
    "required": st.lists(st.sampled_from("abc"), max_size=2, unique=True),
    "minProperties": small,
    "maxProperties": small,
    "$ref": st.sampled_from(["#/$defs/Tree", "#/$defs/Short"]),
}
DEFINITIONS = {
    "Tree": {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/Tree"},
            "b": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
        },
    },
    "Short": {"type": "string", "maxLength": 2},
}


def some_of(choices: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.lists(st.sampled_from(sorted(choices)), max_size=3, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: choices[name] for name in names})
    )


schemas = st.recursive(
    some_of(keywords),
    lambda inner: some_of(
        {
            **keywords,
            "items": inner,
            "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
            "additionalProperties": st.one_of(st.booleans(), inner),
            "anyOf": st.lists(inner, min_size=1, max_size=3),
            "oneOf": st.lists(inner, min_size=1, max_size=3),
        }
    ),
    max_leaves=6,
)


@settings(max_examples=600)
@given(schemas, anything)
def test_the_verdict_is_that_of_the_reference(source: dict[str, Any], value: Any) -> None:
    """A value is valid exactly where the reference implementation finds it valid."""
    source = {**source, "$defs": DEFINITIONS}
    expected = REFERENCE(source).is_valid(value)
    assert schema.Schema(source).fits(value) is expected


@given(schemas, anything)
def test_every_problem_can_be_put_in_words(source: dict[str, Any], value: Any) -> None:
    """Whatever is wrong has a place in the value and says what is expected there."""
    compiled = schema.Schema({**source, "$defs": DEFINITIONS})
    for problem in compiled.problems(value):
        place = value
        for step in problem.path if problem.text != "is missing" else problem.path[:-1]:
            place = place[step]
        assert problem.text
        assert wording.expected(problem, compiled.types)


VALUES: list[tuple[Any, ...]] = [
    ({"type": "integer"}, [5, 5.0, -1], [5.5, True, "5", None, float("nan"), float("inf")]),
    ({"type": "number"}, [5, 5.5, 10**400], [True, "5", float("nan"), float("inf")]),
    ({"enum": [1, "a"]}, [1, 1.0, "a"], [True, "1"]),
    ({"enum": [[1], {"a": True}]}, [[1.0], {"a": True}], [[True], {"a": 1}]),
    ({"const": False}, [False], [0, None]),
    ({"uniqueItems": True}, [[1, True], ["1", 1], [[1], [True]], []], [[1, 1.0], [{}, {}]]),
    ({"multipleOf": 0.1}, [0.3, 1, 1.1, 1e30], [0.35]),
    ({"multipleOf": 0.01}, [19.99, 4.35, 1e300], [0.001]),
    ({"multipleOf": 1e-300}, [1e300, 7], [1e-301]),
    ({"pattern": r"^\d$"}, ["5"], ["5\n", "\u0665", ""]),
    ({"pattern": "b"}, ["abc"], ["ac"]),
    ({"pattern": r"^.$"}, ["😀", "\ud800"], ["ab"]),
    ({"pattern": r"^\p{L}+$"}, ["é"], ["1"]),
    ({"maxLength": 1}, ["😀"], ["ab"]),
    ({"minLength": 2, "type": "string"}, ["\ud800x"], ["x"]),
    ({"items": {"type": "string"}}, [["a"], "no list"], [["a", 1]]),
    ({"required": ["a"]}, [{"a": None}, []], [{}]),
    (
        {"properties": {"a": {}}, "additionalProperties": {"type": "string"}},
        [{"a": 1, "b": "x"}, {}],
        [{"b": 1}],
    ),
    ({"properties": {"a": {}}, "additionalProperties": False}, [{"a": 1}], [{"b": 1}]),
    ({"properties": {"a": {}}, "additionalProperties": True}, [{"b": 1}], []),
]


@pytest.mark.parametrize(("source", "valid", "invalid"), VALUES)
def test_values_of_json_schema(source: Any, valid: list[Any], invalid: list[Any]) -> None:
    """Values are compared as JSON compares them, and patterns are those of ECMA-262."""
    compiled = schema.Schema(source)
    assert [value for value in valid if not compiled.fits(value)] == []
    assert [value for value in invalid if compiled.fits(value)] == []


def test_recursive_values_are_followed_only_so_far() -> None:
    """A value that is nested deeper than any real one is refused, not followed."""
    source = {"$ref": "#/$defs/Tree", "$defs": DEFINITIONS}
    value: Any = {}
    for _ in range(150):
        value = {"a": value}
    (problem,) = schema.Schema(source).problems(value)
    assert problem.text == "is nested too deeply"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({"type": "string"}, "a text"),
        ({"type": "string", "minLength": 2, "maxLength": 5}, "a text of 2 to 5 characters"),
        ({"type": "string", "minLength": 1}, "a text of at least 1 character"),
        ({"type": "string", "pattern": "^a"}, "a text that matches ^a"),
        ({"type": "string", "format": "date"}, "a date such as 2026-11-30"),
        ({"type": "integer", "minimum": 1}, "a whole number that is at least 1"),
        (
            {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.01},
            "a number that is more than 0 and a multiple of 0.01",
        ),
        ({"type": ["string", "null"]}, "a text or null"),
        ({"type": "boolean"}, "true or false"),
        ({"type": "array", "maxItems": 5}, "a list of at most 5 items"),
        ({"type": "array", "uniqueItems": True}, "a list of items that all differ"),
        (
            {"type": "object", "required": ["a"], "maxProperties": 1},
            "an object of at most 1 property with a",
        ),
        ({"enum": ["a", 1, None]}, "one of a, 1, null"),
        ({"enum": ["a", "1", "null", "-2.5e3", "24h"]}, 'one of a, "1", "null", "-2.5e3", 24h'),
        ({"enum": ["", " a", "a, b", "a b"]}, 'one of "", " a", "a, b", a b'),
        ({"const": True}, "true"),
        (
            {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Short"}]},
            "a text or a text of at most 2 characters",
        ),
        ({}, "a value that fits the schema of the tool"),
    ],
)
def test_what_a_schema_expects_in_words(source: Any, words: str) -> None:
    """What is expected is said in plain words."""
    assert wording.described(source, DEFINITIONS) == words
