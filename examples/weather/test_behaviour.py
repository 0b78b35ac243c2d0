"""The finished server answers as its spec promises, over a fake transport."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from mcp import Client

from weather.operations import _open_meteo
from weather.server import build_server

Serve = Callable[[httpx.Response | Exception], list[httpx.Request]]


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
def serve(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Make the service answer every request the same way; returns the requests that it gets."""

    def start(answer: httpx.Response | Exception) -> list[httpx.Request]:
        requests: list[httpx.Request] = []

        def respond(request: httpx.Request) -> httpx.Response:
            requests.append(request)
            if isinstance(answer, Exception):
                raise answer
            return answer

        monkeypatch.setattr(_open_meteo, "transport", httpx.MockTransport(respond))
        return requests

    return start


def test_places_are_found(serve: Serve) -> None:
    """What the service finds is answered in the spec's own words."""
    found = {"name": "Lisbon", "latitude": 38.7, "longitude": -9.1, "country": "Portugal"}
    requests = serve(httpx.Response(200, json={"results": [{**found, "admin1": "Lisbon"}]}))
    answer = call("find_places", name="Lisbon", country="PT")
    assert answer["result"] == [{**found, "region": "Lisbon"}]
    assert dict(requests[0].url.params) == {"name": "Lisbon", "count": "5", "countryCode": "PT"}


def test_no_place_is_an_empty_result(serve: Serve) -> None:
    """The service leaves its results out where there is none."""
    serve(httpx.Response(200, json={"generationtime_ms": 0.5}))
    answer = call("find_places", name="Qwxzvlork")
    assert (answer["isError"], answer["result"], answer["resultCount"]) == (False, [], 0)


def test_a_forecast_has_a_row_for_each_day(serve: Serve) -> None:
    """The service's columns become days, and what it does not know stays null."""
    daily = {
        "time": ["2026-06-01", "2026-06-02"],
        "temperature_2m_min": [15.2, 16.0],
        "temperature_2m_max": [24.8, None],
        "precipitation_sum": [0.0, 1.5],
    }
    serve(httpx.Response(200, json={"timezone": "Europe/Lisbon", "daily": daily}))
    answer = call("get_forecast", latitude=38.7, longitude=-9.1, days=2)
    assert answer["resultCount"] == 2
    assert answer["result"]["days"][1] == {
        "date": "2026-06-02",
        "lowest": 16.0,
        "highest": None,
        "precipitation": 1.5,
    }


@pytest.mark.parametrize(
    ("served", "code", "retryable"),
    [
        (
            httpx.Response(429, json={"reason": "Daily API request limit exceeded."}),
            "daily_limit_reached",
            False,
        ),
        (
            httpx.Response(429, json={"reason": "Minutely API request limit exceeded."}),
            "rate_limited",
            True,
        ),
        (httpx.Response(400, json={"reason": "no"}), "coordinates_refused", False),
    ],
)
def test_refusals_are_told_apart(
    serve: Serve, served: httpx.Response, code: str, retryable: bool
) -> None:
    """One status code can mean several failures; the body decides, and none is repeated in vain."""
    requests = serve(served)
    answer = call("get_forecast", latitude=38.7, longitude=-9.1)
    assert (answer["code"], answer["isRetryable"]) == (code, retryable)
    assert len(requests) == 1
    assert answer["attempted_query"]["query"]["url"] == "https://api.open-meteo.com/v1/forecast"


def test_an_outage_tells_when_to_call_again(serve: Serve) -> None:
    """A service that asks for more patience than the tool has is answered at once."""
    requests = serve(httpx.Response(503, headers={"retry-after": "30"}))
    answer = call("get_forecast", latitude=38.7, longitude=-9.1)
    assert (answer["code"], answer["retry_after_seconds"]) == ("service_unavailable", 30)
    assert len(requests) == 1


def test_a_slow_service_is_a_timeout(serve: Serve) -> None:
    """A timeout of the library means the same as one of the tool."""
    serve(httpx.ReadTimeout("too slow"))
    answer = call("get_forecast", latitude=38.7, longitude=-9.1)
    assert (answer["code"], answer["errorCategory"]) == ("timed_out", "transient")
