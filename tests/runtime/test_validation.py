"""What comes in and goes out, checked against the declaration of a tool."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from .package import constraints, failures, requests_base, tool, validation
from .shop import FindOrders, MalformedOrderId, OverLimit, failure_class, find_orders

BadPeriod = failure_class("BadPeriod")
TOOL = tool.Tool(
    name="report",
    description="Report.",
    parameters={
        "type": "object",
        "properties": {
            "from": {"type": "string", "format": "date"},
            "to": {"type": "string", "format": "date"},
            "days": {"type": "integer", "default": 7},
            "pin": {"type": "string", "pattern": "^[0-9]+$"},
            "rows": {"type": "array", "items": {"type": "integer"}},
            "filter": {
                "type": "object",
                "properties": {"name": {"type": "string"}},
                "required": ["name"],
                "additionalProperties": False,
            },
        },
        "required": ["from"],
        "additionalProperties": False,
    },
    constraints=(
        constraints.Constraint(kind="at_most_one_of", names=("to", "days"), failure=OverLimit),
        constraints.Constraint(kind="all_or_none_of", names=("pin", "rows")),
    ),
    redaction=find_orders().redaction.__class__(
        parameters={"pin": find_orders().redaction.parameters["token"]}
    ),
)
REPORTS = {"from": BadPeriod, "to": BadPeriod, "rows": MalformedOrderId}


def failure_of(arguments: dict[str, Any]) -> Any:
    with pytest.raises(failures.Failure) as caught:
        validation.check_arguments(TOOL, arguments, reports=REPORTS)
    return caught.value


def test_good_arguments_pass() -> None:
    """Arguments that fit raise nothing, and the value of a default does not count as given."""
    validation.check_arguments(TOOL, {"from": "2026-11-30", "to": "2026-12-01", "days": 7.0})


@pytest.mark.parametrize(
    ("arguments", "expected", "field"),
    [
        ({"from": "x"}, BadPeriod, "from"),
        ({"to": "x", "from": "y"}, BadPeriod, "from"),
        ({"from": "2026-11-30", "to": "x"}, BadPeriod, "to"),
        ({"from": "x", "rows": ["y"], "pin": "1"}, failures.InvalidArguments, None),
        ({"from": "x", "other": 1}, failures.InvalidArguments, None),
        ({"to": "x"}, failures.InvalidArguments, None),
        ({}, failures.InvalidArguments, "from"),
        ({"from": "2026-11-30", "days": "x"}, failures.InvalidArguments, "days"),
        ({"from": "2026-11-30", "filter": {}}, failures.InvalidArguments, "filter"),
        ({"from": "2026-11-30", "to": "2026-12-01", "days": 3}, OverLimit, None),
        ({"from": "x", "to": "2026-12-01", "days": 3}, failures.InvalidArguments, None),
        ({"from": "2026-11-30", "pin": "1"}, failures.InvalidArguments, None),
        (
            {"from": "2026-11-30", "pin": "1", "to": "2026-12-01", "days": 3},
            failures.InvalidArguments,
            None,
        ),
    ],
)
def test_the_failure_that_reports_bad_arguments(
    arguments: dict[str, Any], expected: Any, field: str | None
) -> None:
    """A reporting failure answers only where every problem is its own; mixtures are invalid."""
    failure = failure_of(arguments)
    assert (type(failure), failure.field) == (expected, field)


def test_every_problem_is_listed_in_the_order_of_the_parameters() -> None:
    """Problems have a place, a text and what is expected, and name no sensitive value."""
    arguments = {
        "wrong": "secret",
        "filter": {"nam": "hidden"},
        "rows": [1, "two", 3.5],
        "pin": "secret",
        "days": None,
    }
    failure = failure_of(arguments)
    assert failure.errors == [
        {"path": "from", "problem": "is missing", "expected": "a date such as 2026-11-30"},
        {
            "path": "days",
            "problem": "is not of the right type",
            "expected": "a whole number",
            "received": None,
        },
        {
            "path": "pin",
            "problem": "does not match the pattern",
            "expected": "a text that matches ^[0-9]+$",
        },
        {
            "path": "rows.1",
            "problem": "is not of the right type",
            "expected": "a whole number",
            "received": "two",
        },
        {
            "path": "rows.2",
            "problem": "is not of the right type",
            "expected": "a whole number",
            "received": 3.5,
        },
        {"path": "filter.name", "problem": "is missing", "expected": "a text"},
        {"path": "filter.nam", "problem": "is not a known property", "expected": "perhaps name"},
        {
            "path": "wrong",
            "problem": "is not a known argument",
            "expected": "one of from, to, days, pin, rows, filter",
        },
    ]


def test_a_broken_rule_is_told() -> None:
    """A rule without a failure of its own says what would keep it."""
    (error,) = failure_of({"from": "2026-11-30", "pin": "1"}).errors
    assert error["expected"] == "all or none of pin, rows"


def test_many_problems_are_counted() -> None:
    """After twenty problems the rest is only counted, and long values are cut."""
    failure = failure_of({"from": "2026-11-30", "pin": "1", "rows": ["x" * 600] * 30})
    assert len(failure.errors) == 21
    assert failure.errors[0]["received"] == "x" * 500 + "…"
    assert failure.errors[20]["problem"] == "10 more problems are not listed"


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("exactly_one_of", [1], [0, 2, 3]),
        ("at_least_one_of", [1, 2, 3], [0]),
        ("at_most_one_of", [0, 1], [2, 3]),
        ("all_or_none_of", [0, 3], [1, 2]),
    ],
)
def test_rules_count_what_is_given(kind: Any, good: list[int], bad: list[int]) -> None:
    """A rule holds by how many of its parameters are given."""
    names = ("a", "b", "c")
    rule = constraints.Constraint(kind=kind, names=names)
    assert [count for count in range(4) if rule.holds(names[:count])] == good
    assert [count for count in range(4) if not rule.holds(names[:count])] == bad


ORDERS = [{"id": "#12345", "total": 1}]


RETURNS: list[tuple[Any, ...]] = [
    ({}, [ORDERS, [], None], ["x", {}, [{"id": "#1", "total": 1}]]),
    ({"declares_empty": False}, [ORDERS, []], [None]),
    ({"returns": None, "declares_empty": False}, [None], [[], {}, 0, False, ""]),
    ({"returns": {"type": "object"}}, [{}, None], [[]]),
    ({"returns": {"type": "array", "minItems": 1}}, [[1], []], []),
    ({"returns": {"type": "array", "minItems": 1}, "declares_empty": False}, [[1]], [[], None]),
    ({"returns": {"type": ["object", "null"]}, "declares_empty": False}, [None, {}], [[]]),
    ({"returns": {"type": "integer"}}, [1, 1.0, None], [True, "1", 1.5, []]),
]


@pytest.mark.parametrize(("changes", "valid", "invalid"), RETURNS)
def test_what_an_operation_may_return(
    changes: dict[str, Any], valid: list[Any], invalid: list[Any]
) -> None:
    """A result fits `returns`; None and [] also say nothing where that is declared."""
    declared = find_orders(**changes)
    for value in valid:
        validation.check_result(declared, value)
    for value in invalid:
        with pytest.raises(failures.InvalidResult):
            validation.check_result(declared, value)


def test_the_log_of_a_bad_result_names_its_place() -> None:
    """The problem of a result says where it is, without the value."""
    with pytest.raises(failures.InvalidResult) as caught:
        validation.check_result(find_orders(), [{"id": "secret", "total": 1}])
    assert caught.value.problem == "result.0.id does not match the pattern"


def received(arguments: dict[str, Any]) -> Any:
    return requests_base.received(FindOrders, arguments, find_orders())


def test_a_request_has_what_was_sent_and_defaults() -> None:
    """Arguments stand under their Python names, defaults are filled in, and given() tells them."""
    request = received({"order-id": "#12345", "token": "t"})
    assert (request.order_id, request.limit, request.token) == ("#12345", 10, "t")
    assert request.tags == ["new"]
    assert request.given() == {"order_id", "token"}
    assert received({}).token is None


def test_a_request_takes_whatever_arrives() -> None:
    """Arguments of any type make a request, so that a message can show them."""
    request = received({"order-id": {"a": 1}, "limit": "x", "nonsense": 1})
    assert request.order_id == {"a": 1}
    assert request.limit == "x"


def test_changing_a_request_changes_nothing_else() -> None:
    """Lists and objects in a request are copies, of the arguments and of the defaults."""
    arguments = {"order-id": "#12345", "tags": ["a"]}
    received(arguments).tags.append("b")
    received({}).tags.append("c")
    assert arguments["tags"] == ["a"]
    assert received({}).tags == ["new"]
    free: dict[str, Any] = {"order-id": {"a": [1]}}
    received(free).order_id["a"].append(2)
    assert free == {"order-id": {"a": [1]}}


def test_a_request_does_not_show_secrets() -> None:
    """The text of a request leaves sensitive arguments out."""
    assert "hush" not in repr(received({"order-id": "#1", "token": "hush"}))


def test_a_request_made_by_hand_tells_what_differs_from_defaults() -> None:
    """Without a call, given() goes by the defaults."""
    request = FindOrders(order_id="#12345", tags=["new"], limit=3)
    assert request.given() == {"order_id", "limit"}
    assert dataclasses.replace(request, limit=10).given() == {"order_id"}


TYPES: dict[str, Any] = {
    "Row": {
        "type": "object",
        "properties": {"n": {"type": "integer"}, "next": {"$ref": "#/$defs/Row"}},
    }
}


@pytest.mark.parametrize(
    ("source", "value", "converted"),
    [
        ({"type": "integer"}, 5.0, 5),
        ({"type": ["integer", "null"]}, 5.0, 5),
        ({"type": "number"}, 5.0, 5.0),
        ({"enum": [1, 2.0]}, 1.0, 1),
        ({"const": 3}, 3.0, 3),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, 5.0, 5),
        ({"items": {"type": "integer"}}, [1.0, 2, "x"], [1, 2, "x"]),
        ({"additionalProperties": {"type": "integer"}}, {"a": 1.0}, {"a": 1}),
        (
            {"$ref": "#/$defs/Row"},
            {"n": 1.0, "next": {"n": 2.0}, "m": 3.0},
            {"n": 1, "next": {"n": 2}, "m": 3.0},
        ),
        ({"oneOf": [{"$ref": "#/$defs/Row"}]}, {"n": 1.0}, {"n": 1}),
        ({"type": "integer"}, 5.5, 5.5),
        ({"type": "integer"}, True, True),
    ],
)
def test_whole_numbers_are_integers_to_python(source: Any, value: Any, converted: Any) -> None:
    """A whole number reads as an int wherever the schema says so, and nowhere else."""
    found = requests_base.whole_numbers(source, value, TYPES)
    assert repr(found) == repr(converted)
