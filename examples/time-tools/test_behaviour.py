"""The finished server answers as its spec promises, over the in-memory client."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from mcp import Client

from time_tools.server import build_server


def call(tool: str, **arguments: object) -> dict[str, Any]:
    """Call a tool of the finished server and return its answer."""

    async def session() -> dict[str, Any]:
        async with Client(build_server()) as client:
            result = await client.call_tool(tool, arguments)
            answer: dict[str, Any] | None = result.structured_content
            assert answer is not None
            return answer

    return asyncio.run(session())


def test_the_current_time_is_told() -> None:
    """The answer is the time now, with the offset of the zone."""
    answer = call("current_time", zone="Asia/Kathmandu")
    told = datetime.fromisoformat(answer["result"]["time"])
    assert abs(told - datetime.now(UTC)) < timedelta(minutes=1)
    assert told.utcoffset() == timedelta(hours=5, minutes=45)


def test_a_time_is_converted() -> None:
    """The converted time is the same moment in the target zone."""
    answer = call("convert_time", time="16:30", source="UTC", target="Asia/Tokyo")
    assert answer["result"]["time"][11:] == "01:30:00+09:00"


def test_an_unknown_zone_names_the_parameter_and_similar_zones() -> None:
    """The failure says which of the two zones is wrong and what it may have meant."""
    answer = call("convert_time", time="16:30", source="UTC", target="Asia/Toyko")
    assert answer["code"] == "unknown_zone"
    assert answer["field"] == "target"
    assert "Asia/Tokyo" in answer["details"]["similar"]


def test_a_malformed_time_is_reported_as_such() -> None:
    """A time on the wrong clock gets its own failure, which says what is expected."""
    answer = call("convert_time", time="4pm", source="UTC", target="Asia/Tokyo")
    assert answer["code"] == "malformed_time"
    assert answer["message"] == "'4pm' is not a time."
