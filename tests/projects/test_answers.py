"""Real clients get the answers of the wire contract, whichever way they reach the server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import anyio
import pytest
from mcp.types import Tool

from .reach import WAYS, Reach, Way, answer

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Call:
    """A call of a tool."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Failure(Call):
    """A call that fails, and how."""

    code: str
    category: str
    retryable: bool
    shown: Mapping[str, Any] | None = None
    """The arguments as the answer shows them, where that is not as they were sent."""


SUCCESS: Final = Call("get_order", {"order_id": "#10002"})
EMPTY: Final = Call("find_customer", {"email": "nobody@example.com"})
UNKNOWN_TOOL: Final = Failure(
    "get_ordr", {"order_id": "#10002"}, "unknown_tool", "validation", False, {}
)
UNKNOWN_ARGUMENT: Final = Failure(
    "get_order",
    {"order_id": "#10002", "verbose": "hush"},
    "invalid_arguments",
    "validation",
    False,
    {"order_id": "#10002", "verbose": "[unknown argument]"},
)
FAILURES: Final[Mapping[str, Failure]] = {
    "transient": Failure(
        "get_order", {"order_id": "#50300"}, "order_database_busy", "transient", True
    ),
    "validation": Failure(
        "get_order", {"order_id": "10002"}, "malformed_order_id", "validation", False
    ),
    "business": Failure(
        "issue_refund",
        {"order_id": "#10002", "amount": 750},
        "refund_exceeds_limit",
        "business",
        False,
    ),
    "permission": Failure(
        "get_financial_records",
        {"customer_id": "C-001", "year": 2026},
        "finance_role_missing",
        "permission",
        False,
    ),
    "unknown-tool": UNKNOWN_TOOL,
    "unknown-argument": UNKNOWN_ARGUMENT,
    "missing-argument": Failure("get_order", {}, "invalid_arguments", "validation", False),
    "wrong-type": Failure(
        "issue_refund",
        {"order_id": "#10002", "amount": "750"},
        "invalid_arguments",
        "validation",
        False,
    ),
    "out-of-range": Failure(
        "get_financial_records",
        {"customer_id": "C-001", "year": 1999},
        "invalid_arguments",
        "validation",
        False,
    ),
}


@dataclass(frozen=True)
class Session:
    """What a client was told."""

    tools: Mapping[str, Tool]
    answers: Mapping[str, Mapping[str, Any]]


@pytest.fixture(scope="module", params=WAYS, ids="-".join)
def session(request: pytest.FixtureRequest, reach: Reach) -> Session:
    """List the tools and make all calls over one connection."""
    way: Way = request.param

    async def talk() -> Session:
        async with reach.client(way) as client:
            listed = (await client.list_tools()).tools
            calls = {"success": SUCCESS, "empty": EMPTY, **FAILURES}
            answers = {
                name: answer(await client.call_tool(call.tool, dict(call.arguments)))
                for name, call in calls.items()
            }
        return Session({tool.name: tool for tool in listed}, answers)

    return anyio.run(talk)


def test_the_tools_are_listed(session: Session) -> None:
    """Every operation of the spec is listed, with closed arguments and a schema of its answers."""
    assert list(session.tools) == [
        "get_order",
        "find_customer",
        "issue_refund",
        "get_financial_records",
    ]
    for tool in session.tools.values():
        assert tool.description
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is not None
        assert tool.output_schema["type"] == "object"
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is (tool.name != "issue_refund")


def test_a_result_is_told_as_it_is(session: Session) -> None:
    """A success holds the result and how many there are, and nothing of failures."""
    answered = session.answers["success"]
    assert set(answered) == {"isError", "result", "resultCount"}
    assert answered["isError"] is False
    assert answered["result"]["total"] == 899.0
    assert answered["resultCount"] == 1


def test_finding_nothing_is_no_failure(session: Session) -> None:
    """A valid empty result says that the search ran and found nothing."""
    assert session.answers["empty"] == {
        "isError": False,
        "result": None,
        "resultCount": 0,
        "message": "No customer has the email address nobody@example.com."
        " All customers were searched.",
    }


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_is_told_in_the_envelope(session: Session, name: str) -> None:
    """Every failure says its category, whether to retry, what was tried and what is there."""
    expected, answered = FAILURES[name], session.answers[name]
    assert answered["isError"] is True
    assert answered["errorCategory"] == expected.category
    assert answered["isRetryable"] is expected.retryable
    assert answered["code"] == expected.code
    assert answered["message"]
    shown = expected.arguments if expected.shown is None else expected.shown
    assert answered["attempted_query"] == {"tool": expected.tool, "arguments": shown}
    assert answered["partial_results"] == []


def test_bad_arguments_are_told_one_by_one(session: Session) -> None:
    """Each problem has its path, what is wrong, what is expected and what was received."""
    assert session.answers["wrong-type"]["field"] == "amount"
    [error] = session.answers["wrong-type"]["details"]["errors"]
    assert error["path"] == "amount"
    assert error["received"] == "750"
    assert error["expected"].startswith("a number")
    [error] = session.answers["out-of-range"]["details"]["errors"]
    assert (error["path"], error["received"]) == ("year", 1999)
    assert "2000" in error["expected"]


def test_an_unknown_argument_is_named_without_its_value(session: Session) -> None:
    """What nobody declared may be anything, so its value is not repeated."""
    answered = session.answers["unknown-argument"]
    [error] = answered["details"]["errors"]
    assert error["path"] == "verbose"
    assert "hush" not in str(answered)


def test_an_unknown_tool_gets_the_nearest_name(session: Session) -> None:
    """A misspelt tool is answered with the one that may have been meant."""
    [alternative] = session.answers["unknown-tool"]["alternatives"]
    assert alternative["tool"] == "get_order"


def test_a_failure_tells_what_to_do_next(session: Session) -> None:
    """Details, alternatives, the text for the user and the outcome arrive as in the spec."""
    answered = session.answers["business"]
    assert answered["details"] == {"limit": 500.0}
    assert answered["alternatives"] == ["Escalate to a manager: order #10002, £750.00."]
    assert answered["outcome"] == "not_applied"
    assert answered["user_message"]
    assert "outcome" not in session.answers["transient"]
