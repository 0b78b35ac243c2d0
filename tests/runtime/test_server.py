"""A server as its clients see it, in both eras of the protocol."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import Client

from . import package, shop
from .shop import Era, OrderDatabaseBusy, OverLimit, call, raising, returning

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("era", ["auto", "legacy"])]

ORDERS = [{"id": "#12345", "total": 40.0}]
MARKER = "hush-4711-marker"


async def test_data_is_answered_unchanged(era: Era) -> None:
    """A result is answered as the operation returned it, with the number of things in it."""
    answer = await call(shop.server(returning(ORDERS)), era=era)
    assert answer == {"isError": False, "result": ORDERS, "resultCount": 1}


@pytest.mark.parametrize("operation", [returning(None), returning([]), raising(KeyError("x"))])
async def test_nothing_found_is_a_success(era: Era, operation: Any) -> None:
    """None, an empty list and a matching exception all say that there is nothing."""
    answer = await call(shop.server(operation), era=era)
    assert answer == {
        "isError": False,
        "result": [],
        "resultCount": 0,
        "message": "No order #12345.",
    }


async def test_a_failure_carries_everything_in_order(era: Era) -> None:
    """A failure is answered with its details and the call, in the order of the contract."""
    server = shop.server(
        raising(OverLimit(limit=500, note=package.values.ABSENT)),
        changes={"read_only_hint": False},
    )
    answer = await call(server, {"order-id": "#12345", "token": MARKER}, era=era)
    expected: dict[str, Any] = {
        "isError": True,
        "errorCategory": "business",
        "isRetryable": False,
        "code": "over_limit",
        "message": "Over the limit of 500.00.",
        "attempted_query": {
            "tool": "find.orders",
            "arguments": {"order-id": "#12345", "token": "[redacted]"},
        },
        "partial_results": [],
        "details": {"limit": 500},
        "outcome": "not_applied",
    }
    assert list(answer.items()) == list(expected.items())


async def test_what_the_moment_knows_goes_before_the_spec(era: Era) -> None:
    """A field, waiting time and outcome that were raised take the place of the declared ones."""
    failure = OrderDatabaseBusy(field="limit", retry_after=7.0, outcome="applied")
    answer = await call(shop.server(raising(failure), changes={"read_only_hint": False}), era=era)
    assert (answer["field"], answer["retry_after_seconds"], answer["outcome"]) == (
        "limit",
        7,
        "applied",
    )
    assert isinstance(answer["retry_after_seconds"], int)


async def test_a_waiting_time_is_told_only_where_waiting_helps(era: Era) -> None:
    """A failure that the same call cannot get past tells no time to wait."""
    answer = await call(shop.server(raising(OverLimit(limit=1, retry_after=5))), era=era)
    assert "retry_after_seconds" not in answer


async def test_the_number_of_attempts_is_told_where_there_were_several(era: Era) -> None:
    """A failure after local retries says how often the tool tried, and a first one does not."""
    retry = package.attempts.Retry(
        attempts=2, wait=0, max_wait=0, budget=10, repeats={OrderDatabaseBusy: None}
    )
    answer = await call(shop.server(raising(ConnectionError()), retry=retry), era=era)
    assert answer["attempts"] == 2
    answer = await call(shop.server(raising(ConnectionError())), era=era)
    assert "attempts" not in answer


async def test_the_outcome_is_left_out_where_nothing_can_change(era: Era) -> None:
    """A read-only tool says nothing of an outcome, even one that was raised."""
    answer = await call(shop.server(raising(OverLimit(limit=1, outcome="applied"))), era=era)
    assert "outcome" not in answer


async def test_a_detail_that_does_not_fit_is_absent(
    era: Era, caplog: pytest.LogCaptureFixture
) -> None:
    """A detail of the wrong type is left out and logged without its value."""
    caplog.set_level(logging.WARNING)
    answer = await call(shop.server(raising(OverLimit(limit=MARKER, note="x"))), era=era)
    assert answer["details"] == {"note": "x"}
    assert "limit" in caplog.text
    assert MARKER not in caplog.text


async def test_a_reported_violation_is_that_failure(era: Era) -> None:
    """The failure that reports a parameter answers a violation of its schema."""
    answer = await call(shop.server(returning(ORDERS)), {"order-id": "12345"}, era=era)
    assert answer["code"] == "malformed_order_id"
    assert answer["message"] == "12345 is not an order number."
    assert answer["field"] == "order-id"
    assert answer["details"] == {
        "errors": [
            {
                "path": "order-id",
                "problem": "does not match the pattern",
                "expected": r"a text that matches ^#\d{5}$",
                "received": "12345",
            }
        ]
    }


async def test_arguments_are_not_coerced(era: Era) -> None:
    """A number sent as a text is refused, and so is an unknown argument, whose value is hidden."""
    sent = {"order-id": "#12345", "limit": "3", "tokn": MARKER}
    answer = await call(shop.server(returning(ORDERS)), sent, era=era)
    assert answer["code"] == "invalid_arguments"
    assert answer["attempted_query"]["arguments"]["tokn"] == "[unknown argument]"
    assert answer["details"]["errors"] == [
        {
            "path": "limit",
            "problem": "is not of the right type",
            "expected": "a whole number that is at least 1 and at most 50",
            "received": "3",
        },
        {"path": "tokn", "problem": "is not a known argument", "expected": "perhaps token"},
    ]
    assert "field" not in answer
    assert MARKER not in str(answer)


async def test_no_arguments_are_an_empty_object(era: Era) -> None:
    """A call without arguments is checked like any other."""
    async with Client(shop.server(returning(ORDERS)), mode=era) as client:
        result = await client.call_tool("find.orders")
    assert result.structured_content["code"] == "invalid_arguments"
    assert result.structured_content["field"] == "order-id"


@pytest.mark.parametrize(
    "result", [[{"id": "#1"}], {"id": "#12345"}, "x", [float("nan")], object()]
)
async def test_a_result_that_does_not_fit_is_never_sent(era: Era, result: object) -> None:
    """A result that does not fit `returns` is answered as invalid_result, without the result."""
    answer = await call(shop.server(returning(result)), era=era)
    assert answer["code"] == "invalid_result"
    assert "result" not in answer


async def test_lone_surrogates_do_not_break_the_transport(era: Era) -> None:
    """Text that UTF-8 cannot carry is answered with replacement characters."""
    server = shop.server(returning("a\ud800b"), changes={"returns": {"type": "string"}})
    answer = await call(server, era=era)
    assert answer["result"] == "a\ufffdb"


async def test_partial_results_come_with_a_failure(era: Era) -> None:
    """Partial results are sent with a failure, the last one of each key, and never on success."""

    async def operation(request: Any, context: Any) -> object:
        order = {"id": "#00001", "total": 1}
        context.partial({"id": "#00003", "total": 3}, key="a")
        context.partial({"id": "#00002", "total": 2})
        context.partial(order, key="a")
        order["total"] = -1
        context.partial_results[1]["total"] = -1
        context.partial_results.clear()
        if request.limit == 10:
            raise OverLimit(limit=1)
        return ORDERS

    answer = await call(shop.server(operation), era=era)
    assert answer["partial_results"] == [
        {"id": "#00001", "total": 1},
        {"id": "#00002", "total": 2},
    ]
    answer = await call(shop.server(operation), {"order-id": "#12345", "limit": 5}, era=era)
    assert answer == {"isError": False, "result": ORDERS, "resultCount": 1}


async def test_a_bad_partial_result_is_the_operations_fault(era: Era) -> None:
    """A partial result that does not fit is invalid_result, and the ones before it are kept."""

    async def operation(request: Any, context: Any) -> object:
        context.partial({"id": "#00001", "total": 1})
        context.partial({"id": "#00002"})
        return ORDERS

    answer = await call(shop.server(operation), era=era)
    assert answer["code"] == "invalid_result"
    assert answer["partial_results"] == [{"id": "#00001", "total": 1}]


async def test_the_real_query_is_shown_without_secrets(era: Era) -> None:
    """The query that an operation notes is shown, as it was, but for the secrets of the call."""

    async def operation(request: Any, context: Any) -> object:
        query: dict[str, Any] = {"sql": f"select {request.token}", "tags": request.tags}
        context.attempted(query)
        query.clear()
        request.tags.append("later")
        raise OverLimit(limit=1)

    answer = await call(shop.server(operation), {"order-id": "#12345", "token": MARKER}, era=era)
    assert answer["attempted_query"]["query"] == {"sql": "select [redacted]", "tags": ["new"]}


async def test_warnings_stand_on_both_kinds_of_success(era: Era) -> None:
    """Warnings are sent with data and with nothing found, without the secrets of the call."""

    async def operation(request: Any, context: Any) -> object:
        context.warn(f"slow, says {request.token}")
        return ORDERS if request.limit == 10 else []

    sent = {"order-id": "#12345", "token": MARKER}
    for more in ({}, {"limit": 1}):
        answer = await call(shop.server(operation), {**sent, **more}, era=era)
        assert answer["warnings"] == ["slow, says [redacted]"]


async def test_an_unexpected_exception_is_logged_and_not_sent(
    era: Era, caplog: pytest.LogCaptureFixture
) -> None:
    """Only a correlation id is sent; the log has the traceback under it, without secrets."""

    async def operation(request: Any, context: Any) -> object:
        raise RuntimeError(f"the secret sauce, {request.token!r}, {request.token[3:]}")

    answer = await call(shop.server(operation), {"order-id": "#12345", "token": MARKER}, era=era)
    assert answer["code"] == "unexpected"
    assert "sauce" not in str(answer)
    assert answer["correlation_id"] in caplog.text
    assert "secret sauce" in caplog.text
    assert MARKER[3:] not in caplog.text


@pytest.mark.parametrize(
    "error", [ValueError(MARKER), asyncio.CancelledError(), ExceptionGroup("", [ValueError()])]
)
async def test_a_broken_handler_answers_in_the_envelope(era: Era, error: BaseException) -> None:
    """A bug in a handler is answered like any unexpected failure, with nothing of its text."""

    async def handle(arguments: object, context: object) -> object:
        raise error

    tool = shop.find_orders(read_only_hint=False)
    bound = package.tool_server.BoundTool(tool, handle)
    server = package.tool_server.ToolServer([bound], name="shop")
    answer = await call(server, {"order-id": MARKER}, era=era)
    assert (answer["code"], answer["outcome"]) == ("unexpected", "unknown")
    assert answer["correlation_id"]
    assert MARKER not in str(answer)


async def test_an_unknown_tool_is_answered_in_the_envelope(era: Era) -> None:
    """A misspelt name is answered with the nearest names, and without the arguments."""
    answer = await call(shop.server(returning(ORDERS)), {"x": MARKER}, name="find_order", era=era)
    assert answer["code"] == "unknown_tool"
    assert (answer["errorCategory"], answer["isRetryable"]) == ("validation", False)
    assert answer["attempted_query"] == {"tool": "find_order", "arguments": {}}
    assert [other["tool"] for other in answer["alternatives"]] == ["find.orders"]
    far = await call(shop.server(returning(ORDERS)), {}, name="zzz", era=era)
    assert "alternatives" not in far


async def test_tools_made_by_hand_work_beside_those_of_the_spec(era: Era) -> None:
    """A tool registered with the SDK is listed and called as ever."""
    server = shop.server(returning(ORDERS))

    def add(a: int, b: int) -> int:
        return a + b

    server.add_tool(add)
    async with Client(server, mode=era) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        result = await client.call_tool("add", {"a": 2, "b": 3})
    assert names == ["find.orders", "add"]
    assert result.structured_content == {"result": 5}


async def test_the_listed_tool_has_the_schemas_of_the_spec(era: Era) -> None:
    """Clients see the exact input schema, the annotations, and an object as output schema."""
    async with Client(shop.server(returning(ORDERS)), mode=era) as client:
        (tool,) = (await client.list_tools()).tools
    assert tool.input_schema == shop.PARAMETERS
    assert tool.title == "Find orders"
    assert tool.annotations is not None
    assert tool.annotations.read_only_hint is True
    assert tool.annotations.open_world_hint is True
    assert tool.output_schema is not None
    assert tool.output_schema["type"] == "object"
    assert [form["title"] for form in tool.output_schema["anyOf"]] == [
        "Data",
        "Nothing found",
        "Error",
    ]


async def test_an_operation_gets_the_lifespan_state_and_reports_progress(era: Era) -> None:
    """The state of the server's lifespan is at hand, and progress reaches the client."""

    @asynccontextmanager
    async def lifespan(server: object) -> AsyncGenerator[str]:
        yield "state"

    async def operation(request: Any, context: Any) -> object:
        await context.progress(1, 2, context.lifespan)
        return ORDERS

    tool = shop.find_orders()
    bound = package.tool_server.BoundTool(tool, shop.handler(tool, operation))
    server = package.tool_server.ToolServer([bound], name="shop", lifespan=lifespan)
    told: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with Client(server, mode=era) as client:
        await client.call_tool("find.orders", {"order-id": "#12345"}, progress_callback=hear)
        await asyncio.sleep(0.01)
    assert told == [(1, 2, "state")]


async def test_a_server_without_a_lifespan_has_no_state(era: Era) -> None:
    """Without a lifespan the state is None."""
    seen: list[object] = []

    async def operation(request: Any, context: Any) -> object:
        seen.append(context.lifespan)
        return ORDERS

    await call(shop.server(operation), era=era)
    assert seen == [None]


async def test_a_cancelled_call_stops_the_operation(era: Era) -> None:
    """A real cancellation passes through the handler and leaves the server able to answer."""
    started = asyncio.Event()
    stopped = asyncio.Event()

    async def operation(request: Any, context: Any) -> object:
        if request.limit == 10:
            return ORDERS
        started.set()
        try:
            await asyncio.sleep(60)
        finally:
            stopped.set()
        return ORDERS

    async with Client(shop.server(operation), mode=era) as client:
        waiting = asyncio.create_task(
            client.call_tool("find.orders", {"order-id": "#12345", "limit": 1})
        )
        await asyncio.wait_for(started.wait(), 5)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.wait_for(stopped.wait(), 5)
        result = await client.call_tool("find.orders", {"order-id": "#12345"})
    assert result.structured_content["result"] == ORDERS


async def test_calls_do_not_share_anything(era: Era) -> None:
    """Calls at the same time keep their own partial results, warnings and ids."""
    ids: set[str] = set()

    async def operation(request: Any, context: Any) -> object:
        ids.add(context.call_id)
        context.partial({"id": "#00001", "total": request.limit})
        await asyncio.sleep(0)
        raise OverLimit(limit=request.limit)

    async with Client(shop.server(operation), mode=era) as client:
        results = await asyncio.gather(
            *(
                client.call_tool("find.orders", {"order-id": "#12345", "limit": limit})
                for limit in range(1, 11)
            )
        )
    totals = [result.structured_content["partial_results"][0]["total"] for result in results]
    assert totals == list(range(1, 11))
    assert len(ids) == 10


@pytest.mark.parametrize("secret", ["hunter2", "4711", MARKER, MARKER * 40], ids=len)
async def test_a_failure_tells_no_secret(
    era: Era, secret: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a failure was raised with, the sensitive values of the call are not in it."""

    async def operation(request: Any, context: Any) -> object:
        context.partial({"id": "#00001", "total": 1, "note": f"for {secret}"})
        if request.limit == 1:
            raise package.failures.InvalidResult(f"about {secret}")
        raise OverLimit(limit=1, note=f"about {secret}", field=secret)

    for limit in (1, 2):
        arguments = {"order-id": "#12345", "token": secret, "limit": limit}
        answer = await call(shop.server(operation), arguments, era=era)
        assert secret not in json.dumps(answer)
        assert answer["partial_results"] == [{"id": "#00001", "total": 1, "note": "for [redacted]"}]
    assert answer["details"] == {"limit": 1, "note": "about [redacted]"}
    assert secret not in caplog.text
