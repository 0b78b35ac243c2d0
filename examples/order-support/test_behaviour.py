"""The finished server answers as its spec promises, over the in-memory client."""

import asyncio
from typing import Any

import pytest
from mcp import Client

from order_support.operations import _store
from order_support.server import build_server


def call(tool: str, **arguments: object) -> dict[str, Any]:
    """Call a tool of the finished server and return its answer."""

    async def session() -> dict[str, Any]:
        async with Client(build_server()) as client:
            result = await client.call_tool(tool, arguments)
            answer: dict[str, Any] | None = result.structured_content
            assert answer is not None
            return answer

    return asyncio.run(session())


@pytest.fixture(autouse=True)
def fresh_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test records of its own."""
    monkeypatch.setattr(_store, "store", _store.Store())


def test_an_order_is_found() -> None:
    """An order that exists is answered as data."""
    answer = call("get_order", order_id="#10002")
    assert answer["isError"] is False
    assert answer["result"]["total"] == 899.0
    assert answer["resultCount"] == 1


def test_an_unknown_customer_is_an_empty_result() -> None:
    """Finding nobody is a success with nothing in it."""
    answer = call("find_customer", email="nobody@example.com")
    assert (answer["isError"], answer["result"], answer["resultCount"]) == (False, None, 0)
    assert answer["message"].startswith("No customer has the email address nobody@example.com.")


def test_a_customer_is_found_whatever_the_case() -> None:
    """Email addresses are compared without regard to case."""
    assert call("find_customer", email="Ada@Example.com")["result"]["id"] == "C-001"


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "category", "retryable"),
    [
        ("get_order", {"order_id": "#50300"}, "order_database_busy", "transient", True),
        ("get_order", {"order_id": "10002"}, "malformed_order_id", "validation", False),
        (
            "issue_refund",
            {"order_id": "#10002", "amount": 750},
            "refund_exceeds_limit",
            "business",
            False,
        ),
        (
            "get_financial_records",
            {"customer_id": "C-001", "year": 2026},
            "finance_role_missing",
            "permission",
            False,
        ),
    ],
)
def test_each_category_has_its_failure(
    tool: str, arguments: dict[str, object], code: str, category: str, retryable: bool
) -> None:
    """One call for each category shows how that kind of failure is answered."""
    answer = call(tool, **arguments)
    assert (answer["code"], answer["errorCategory"], answer["isRetryable"]) == (
        code,
        category,
        retryable,
    )
    assert answer["attempted_query"] == {"tool": tool, "arguments": arguments}


def test_a_refund_counts_towards_the_next() -> None:
    """What was refunded already cannot be refunded again."""
    assert call("issue_refund", order_id="#10001", amount=100)["result"]["refund_id"] == "R-1"
    answer = call("issue_refund", order_id="#10001", amount=21)
    assert answer["code"] == "refund_exceeds_balance"
    assert answer["details"] == {"refundable": 20.0}
    assert answer["outcome"] == "not_applied"


def test_the_finance_role_opens_the_records() -> None:
    """With the role the same call succeeds."""
    _store.store.roles = frozenset({"support", "finance"})
    answer = call("get_financial_records", customer_id="C-001", year=2026)
    assert answer["resultCount"] == 2
