"""The finished server answers as its spec promises, over a chat service in memory."""

import asyncio
from typing import Any

import httpx
import pytest
from mcp import Client

from chat.operations import _fake_service, _service
from chat.server import build_server


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test a workspace of its own."""
    fresh = _fake_service.FakeService()
    monkeypatch.setattr(_service, "transport", httpx.MockTransport(fresh.respond))


def call(tool: str, arguments: dict[str, object]) -> dict[str, Any]:
    """Call a tool of the finished server and return its answer."""

    async def session() -> dict[str, Any]:
        async with Client(build_server()) as client:
            result = await client.call_tool(f"chat.{tool}", arguments)
            answer: dict[str, Any] | None = result.structured_content
            assert answer is not None
            return answer

    return asyncio.run(session())


def test_a_message_is_sent_and_found() -> None:
    """A message that was sent is the newest one that the search finds."""
    sent = call("sendMessage", {"channel": "general", "text": "Lunch?", "threadId": "m-0001"})
    assert sent["result"]["threadId"] == "m-0001"
    found = call("searchMessages", {"from": "helper", "in": "general", "page-size": 1})
    assert found["result"] == {"messages": [sent["result"]], "more": False}


def test_nothing_found_is_an_empty_result() -> None:
    """A search that fits no message is a success."""
    answer = call("searchMessages", {"from": "max"})
    assert (answer["isError"], answer["resultCount"]) == (False, 0)


@pytest.mark.parametrize(
    ("channel", "code", "category", "retryable"),
    [
        ("atlantis", "channel_unknown", "validation", True),
        ("#general", "channel_unknown", "validation", True),
        ("old-project", "channel_archived", "business", False),
        ("board", "not_a_member", "permission", False),
        ("announcements", "posting_not_allowed", "permission", False),
    ],
)
def test_a_refusal_in_a_successful_response_is_a_failure(
    channel: str, code: str, category: str, retryable: bool
) -> None:
    """The service answers 200 to all of these; its body decides what they mean."""
    answer = call("sendMessage", {"channel": channel, "text": "Hello"})
    assert (answer["code"], answer["errorCategory"], answer["isRetryable"]) == (
        code,
        category,
        retryable,
    )
    assert answer["field"] == "channel"


def test_details_come_from_the_body() -> None:
    """What the service tells beside its code reaches the agent."""
    long = call("sendMessage", {"channel": "general", "text": "x" * 4001})
    past = call(
        "scheduleMessage",
        {"channel": "general", "text": "Hello", "at": "09:30:00Z", "day": "2001-01-01"},
    )
    assert (long["code"], long["details"]) == ("message_too_long", {"limit": 4000})
    assert (past["code"], past["details"]) == ("time_refused", {"service_code": "time_in_past"})


def test_a_message_that_was_sent_already_tells_so() -> None:
    """The goal is reached, and the outcome says that it is."""
    message: dict[str, object] = {"channel": "general", "text": "Hello"}
    call("sendMessage", message)
    answer = call("sendMessage", message)
    assert (answer["code"], answer["outcome"]) == ("sent_already", "applied")


def test_a_code_that_nobody_knows_is_still_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new code of the service reaches the agent instead of an unexpected error."""
    refusal = httpx.Response(200, json={"ok": False, "error": "moon_in_wrong_phase"})
    monkeypatch.setattr(_service, "transport", httpx.MockTransport(lambda _: refusal))
    answer = call("listChannels", {})
    assert answer["code"] == "refused_otherwise"
    assert answer["message"] == "The workspace refused the request (code: moon_in_wrong_phase)."


def test_a_deprecated_parameter_is_accepted_with_a_warning() -> None:
    """Old callers go on working and are told what changed."""
    answer = call("sendMessage", {"channel": "general", "text": "Hello", "as": "ada"})
    assert answer["warnings"] == [
        "The parameter `as` has no effect: messages are sent as this server."
    ]
