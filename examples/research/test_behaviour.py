"""The finished server answers as its spec promises, over a fake transport."""

import asyncio
from typing import Any

import httpx
import pytest
from mcp import Client

from research.operations import _library, _sources
from research.server import build_server


def call(tool: str, **arguments: object) -> dict[str, Any]:
    """Call a tool of the finished server and return its answer."""

    async def session() -> dict[str, Any]:
        async with Client(build_server()) as client:
            result = await client.call_tool(tool, arguments)
            answer: dict[str, Any] | None = result.structured_content
            assert answer is not None
            return answer

    return asyncio.run(session())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which sources are asked, in order."""
    hosts: list[str] = []

    def respond(request: httpx.Request) -> httpx.Response:
        hosts.append(request.url.host.removesuffix(".example"))
        return _library.respond(request)

    monkeypatch.setattr(_sources, "transport", httpx.MockTransport(respond))
    return hosts


def test_all_sources_answer() -> None:
    """Findings come in the order of the sources."""
    answer = call("ask_sources", topic="heat pumps")
    assert [finding["source"] for finding in answer["result"]] == [
        "encyclopedia",
        "news",
        "preprints",
        "patents",
        "statistics",
    ]
    assert answer["resultCount"] == 5


def test_two_of_five_sources_time_out(asked: list[str]) -> None:
    """What three sources found is kept, and only the two missing ones are asked again."""
    answer = call("ask_sources", topic="solid state batteries")
    assert (answer["code"], answer["isRetryable"]) == ("sources_incomplete", True)
    assert answer["message"] == "3 of 5 sources answered on 'solid state batteries'."
    assert {partial["source"] for partial in answer["partial_results"]} == {
        "encyclopedia",
        "news",
        "preprints",
    }
    assert answer["details"]["missing"] == [
        {"source": "patents", "reason": "timed out"},
        {"source": "statistics", "reason": "timed out"},
    ]
    assert answer["attempted_query"]["query"]["topic"] == "solid state batteries"
    assert sorted(asked) == [
        "encyclopedia",
        "news",
        "patents",
        "patents",
        "preprints",
        "statistics",
        "statistics",
    ]
    assert answer["attempts"] == 2


def test_nothing_found_is_an_empty_result() -> None:
    """All sources answered, and none has anything."""
    answer = call("ask_sources", topic="perpetual motion")
    assert (answer["isError"], answer["result"], answer["resultCount"]) == (False, [], 0)


def test_a_period_narrows_the_findings() -> None:
    """Only what was published in the period is returned."""
    answer = call("ask_sources", topic="heat pumps", period={"since": "2026-02-01"})
    assert [finding["id"] for finding in answer["result"]] == ["news-1", "statistics-1"]


def test_a_reversed_period_is_refused_before_anything_is_asked(asked: list[str]) -> None:
    """A period that ends before it begins costs no request."""
    period = {"since": "2026-12-31", "until": "2026-01-01"}
    answer = call("ask_sources", topic="heat pumps", period=period)
    assert (answer["code"], answer["field"]) == ("period_reversed", "period")
    assert asked == []


def test_a_document_can_be_read_missing_or_closed() -> None:
    """A document that is gone is an empty result; one behind a paywall is a failure."""
    assert call("read_document", id="news-1")["result"]["url"] == "https://news.example/1"
    assert call("read_document", id="news-404")["resultCount"] == 0
    assert call("read_document", id="patents-1")["errorCategory"] == "permission"
