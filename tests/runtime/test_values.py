"""JSON values: what counts as JSON, copies for the wire, and values in messages."""

from __future__ import annotations

import json
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .package import results, values

json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
    ),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
    max_leaves=20,
)
anything = st.recursive(
    st.one_of(
        json_values,
        st.floats(),
        st.binary(),
        st.text(st.characters(categories=["Cs", "L"])),
        st.just(object()),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner),
        st.dictionaries(st.one_of(st.text(max_size=3), st.integers()), inner, max_size=3),
    ),
    max_leaves=10,
)


class Color(StrEnum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


def cyclic() -> list[Any]:
    value: list[Any] = []
    value.append({"again": value})
    return value


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@given(json_values)
def test_json_is_copied_unchanged(value: Any) -> None:
    """Plain JSON is JSON, and its copy for the wire equals it."""
    assert values.is_json(value)
    assert values.clean(value) == value
    assert json.loads(json.dumps(values.clean(value))) == value


@given(anything)
def test_anything_can_be_made_fit_for_the_wire(value: object) -> None:
    """A copy for the wire is JSON that UTF-8 can carry, whatever the value was."""
    copy = values.clean(value)
    assert values.is_json(copy)
    json.dumps(copy, ensure_ascii=False, allow_nan=False).encode()
    assert values.is_json(values.shortened(copy))


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        (1,),
        {1: 2},
        {"a": {1}},
        b"x",
        object(),
        cyclic(),
        deep(101),
        [10**4400],
        [Exception()],
    ],
)
def test_what_is_no_json(value: object) -> None:
    """What JSON cannot write, or only Python can, is no JSON."""
    assert not values.is_json(value)
    json.dumps(values.clean(value), allow_nan=False)


@pytest.mark.parametrize(
    ("value", "plain"), [(Color.RED, "red"), (Level.HIGH, 3), (deep(100), deep(100))]
)
def test_what_extends_json_is_json(value: object, plain: object) -> None:
    """Members of enums count as the text or number that they are, and are copied as that."""
    assert values.is_json(value)
    copy = values.clean(value)
    assert copy == plain
    assert type(copy) is type(plain)


def test_long_values_end_in_a_mark() -> None:
    """Long texts and lists are cut, at every depth, and others are not."""
    long = {"a": ["x" * 501, list(range(21))]}
    assert values.shortened(long) == {"a": ["x" * 500 + "…", [*range(20), "…"]]}
    assert values.shortened(["x" * 500, list(range(20))]) == ["x" * 500, list(range(20))]


@pytest.mark.parametrize(
    ("value", "format_spec", "text"),
    [
        ("plain", "", "plain"),
        (True, "", "true"),
        (None, "", "not given"),
        (values.ABSENT, "", "not given"),
        (40.0, "", "40.0"),
        (1e16, "", "1e+16"),
        (750, ".2f", "750.00"),
        (1234567.5, ",.1f", "1,234,567.5"),
        ("abc", ".2f", "abc"),
        (True, ".2f", "true"),
        (None, ".2f", "not given"),
        (5.5, "d", "5.5"),
        ("abc", ">5", "  abc"),
        (["a", True, None, 1.5], "", "a, true, not given, 1.5"),
        ([], "", ""),
        (list(range(21)), "", ", ".join(map(str, range(20))) + ", …"),
        ("x" * 501, "", "x" * 500 + "…"),
        ({"a": True}, "", '{"a": true}'),
        (Color.RED, "", "red"),
        ("a\ud800", "", "a\ufffd"),
    ],
)
def test_a_value_in_a_message(value: object, format_spec: str, text: str) -> None:
    """Values read in a message as people write them, and a format that does not fit is ignored."""
    assert results.say(value, format_spec) == text


@given(
    anything, st.one_of(st.just(""), st.from_regex(r"\A[<>^]?[+,_#]?[0-9]{0,2}(\.[0-9])?[a-z%]?\Z"))
)
def test_saying_never_raises(value: object, format_spec: str) -> None:
    """Any value with any format is written into a message that UTF-8 can carry."""
    results.say(value, format_spec).encode()
