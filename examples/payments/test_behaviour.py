"""The finished server answers as its spec promises, over a gateway in memory."""

import asyncio
from typing import Any

import httpx
import pytest
from mcp import Client

from payments.operations import _fake_gateway, _gateway
from payments.server import build_server

REFUND_KEY = "6f1c2a52-5d0b-4c56-9a5e-0d7a3c1f9b11"
GOOD_CARD = "4000000000000000"


@pytest.fixture(autouse=True)
def gateway(monkeypatch: pytest.MonkeyPatch) -> _fake_gateway.FakeGateway:
    """Give each test a gateway without charges."""
    fresh = _fake_gateway.FakeGateway()
    monkeypatch.setattr(_gateway, "transport", httpx.MockTransport(fresh.respond))
    return fresh


def call(tool: str, **arguments: object) -> dict[str, Any]:
    """Call a tool of the finished server and return its answer."""

    async def session() -> dict[str, Any]:
        async with Client(build_server()) as client:
            result = await client.call_tool(tool, arguments)
            answer: dict[str, Any] | None = result.structured_content
            assert answer is not None
            return answer

    return asyncio.run(session())


def charge(number: str, **others: object) -> dict[str, Any]:
    """Charge £19.99 to the card of that number."""
    card = {"kind": "card", "number": number, "expiry": "12/30", "security_code": "987"}
    arguments = {"amount": 1999, "reference": "INV-7", "method": card, **others}
    return call("create_charge", **arguments)


def test_a_charge_is_made_and_found() -> None:
    """What was charged can be looked up by the caller's own reference."""
    made = charge(GOOD_CARD)["result"]
    assert made["currency"] == "GBP"
    assert call("find_charge", reference="INV-7")["result"] == made


def test_no_charge_is_an_empty_result() -> None:
    """Finding no charge is an answer, and the one that permits another try."""
    answer = call("find_charge", reference="INV-8")
    assert (answer["isError"], answer["resultCount"]) == (False, 0)


def test_a_lost_connection_is_repeated_under_the_same_key(
    gateway: _fake_gateway.FakeGateway,
) -> None:
    """Nothing was sent, so the tool tries again, and the gateway sees one idempotency key."""
    answer = charge(_fake_gateway.CONNECTION_LOST_CARD)
    assert answer["result"]["id"] == "ch_00000001"
    keys = [request.headers["idempotency-key"] for request in gateway.requests]
    assert len(keys) == 2
    assert len(set(keys)) == 1


@pytest.mark.parametrize(
    ("number", "code"),
    [(_fake_gateway.FAULTY_CARD, "gateway_fault"), (_fake_gateway.SLOW_CARD, "timed_out")],
)
def test_an_unknown_outcome_is_never_repeated(
    gateway: _fake_gateway.FakeGateway, number: str, code: str
) -> None:
    """The charge may have been made: the agent is told to look it up, and it is there."""
    answer = charge(number)
    assert (answer["code"], answer["outcome"], answer["isRetryable"]) == (code, "unknown", False)
    assert answer["alternatives"][0]["tool"] == "find_charge"
    assert len(gateway.requests) == 1
    assert call("find_charge", reference="INV-7")["resultCount"] == 1


def test_a_declined_card_is_not_worth_another_try() -> None:
    """The bank's reason comes from the gateway's answer."""
    answer = charge(_fake_gateway.DECLINED_CARD)
    assert (answer["code"], answer["errorCategory"]) == ("card_declined", "business")
    assert answer["details"] == {"reason": "insufficient_funds"}


def test_card_data_stands_in_no_answer() -> None:
    """Sensitive values are redacted wherever they are nested, valid or not."""
    for number in (_fake_gateway.DECLINED_CARD, "4000-0000-0000-0002"):
        answer = charge(number)
        assert answer["isError"] is True
        assert number not in str(answer)
        assert "987" not in str(answer)


def test_a_used_reference_names_the_charge() -> None:
    """A second charge for the same payment is refused and leads to the first."""
    charge(GOOD_CARD)
    answer = charge(GOOD_CARD)
    assert (answer["code"], answer["details"]) == ("reference_used", {"charge_id": "ch_00000001"})


def test_half_an_address_is_refused() -> None:
    """Country and postcode belong together."""
    answer = charge(GOOD_CARD, billing_country="GB")
    assert answer["code"] == "half_an_address"


def test_a_refund_with_the_same_key_happens_once() -> None:
    """The caller's key makes the tool safe to repeat."""
    made = charge(GOOD_CARD)["result"]
    for _ in range(2):
        answer = call("refund_charge", charge_id=made["id"], amount=999, refund_key=REFUND_KEY)
        assert answer["result"]["refunded"] == 999
    again = call(
        "refund_charge",
        charge_id=made["id"],
        amount=1500,
        refund_key="0b54e4c5-7c0e-4f5a-8a6c-6a1b2f7f3d22",
    )
    assert (again["code"], again["details"]) == ("refund_too_large", {"refundable": 1000})
