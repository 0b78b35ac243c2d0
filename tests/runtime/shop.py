"""A small server made by hand in the shape that the generator gives to its own."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from mcp import Client
from mcp.types import TextContent

from . import package

Operation = Callable[[Any, Any], Awaitable[object]]
Era = Literal["auto", "legacy"]

ORDER_ID = {"type": "string", "pattern": r"^#\d{5}$"}
ORDER = {
    "type": "object",
    "required": ["id", "total"],
    "properties": {"id": {"$ref": "#/$defs/OrderId"}, "total": {"type": "number", "minimum": 0}},
}
DEFINITIONS = {"OrderId": ORDER_ID, "Order": ORDER}


def failure_class(name: str) -> Any:
    """Return a new class of failure, which takes its details by name."""

    def initialise(
        self: Any,
        *,
        field: Any = None,
        retry_after: Any = None,
        outcome: Any = None,
        **details: Any,
    ) -> None:
        package.failures.Failure.__init__(
            self, field=field, retry_after=retry_after, outcome=outcome, details=details
        )
        self.__dict__.update(details)

    return type(name, (package.failures.Failure,), {"__init__": initialise})


OrderDatabaseBusy = failure_class("OrderDatabaseBusy")
MalformedOrderId = failure_class("MalformedOrderId")
OverLimit = failure_class("OverLimit")

FindOrders: Any = dataclasses.make_dataclass(
    "FindOrders",
    [
        ("order_id", Any),
        ("limit", Any, dataclasses.field(default=10)),
        ("token", Any, dataclasses.field(default=None, repr=False)),
        ("tags", Any, dataclasses.field(default_factory=lambda: ["new"])),
    ],
    bases=(package.requests_base.Request,),
    namespace={
        "WIRE": {"order_id": "order-id", "limit": "limit", "token": "token", "tags": "tags"}
    },
    frozen=True,
    kw_only=True,
)

PARAMETERS = {
    "type": "object",
    "properties": {
        "order-id": {"$ref": "#/$defs/OrderId"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
        "token": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}, "default": ["new"]},
    },
    "required": ["order-id"],
    "additionalProperties": False,
    "$defs": {"OrderId": ORDER_ID},
}
REDACTION = package.redaction.Redaction(parameters={"token": package.redaction.SENSITIVE})


def find_orders(**changes: object) -> Any:
    """Return the tool that the tests call, with some of its declaration changed."""
    declared: dict[str, Any] = {
        "name": "find.orders",
        "title": "Find orders",
        "description": "Find orders.",
        "read_only_hint": True,
        "parameters": PARAMETERS,
        "returns": {"type": "array", "items": {"$ref": "#/$defs/Order"}, "$defs": DEFINITIONS},
        "declares_empty": True,
        "partial_results": {"$ref": "#/$defs/Order", "$defs": DEFINITIONS},
        "codes": (
            "malformed_order_id",
            "order_database_busy",
            "over_limit",
            "invalid_arguments",
            "timed_out",
            "not_implemented",
            "invalid_result",
            "unexpected",
        ),
        "details": {
            "over_limit": {
                "type": "object",
                "properties": {"limit": {"type": "number"}, "note": {"type": "string"}},
            }
        },
        "redaction": REDACTION,
    }
    return package.tool.Tool(**{**declared, **changes})


def recognise(error: Exception) -> Any:
    """Turn library exceptions into what they mean, as a generated handler does."""
    if isinstance(error, LookupError):
        return package.failures.NothingFound()
    if isinstance(error, ConnectionError):
        return OrderDatabaseBusy(retry_after=package.reading.seconds(error, "headers.retry-after"))
    return None


def handler(tool: Any, operation: Operation, **options: Any) -> Any:
    """Return a handler of the shape that the generator renders."""
    results, failures = package.results, package.failures

    async def handle(arguments: Any, context: Any) -> Any:
        request = package.requests_base.received(FindOrders, arguments, tool)

        def error(failure: Any, category: str, code: str, message: str, **more: Any) -> Any:
            return results.error(
                context,
                failure,
                isError=True,
                errorCategory=category,
                isRetryable=category == "transient",
                code=code,
                message=message,
                **more,
            )

        message = f"No order {results.say(request.order_id)}."
        try:
            package.validation.check_arguments(
                tool, arguments, reports={"order-id": MalformedOrderId}
            )
            result = await package.attempts.run(
                operation,
                request,
                context,
                check=package.validation.check_result,
                declared=(MalformedOrderId, OrderDatabaseBusy, OverLimit),
                recognise=recognise,
                **options,
            )
        except failures.NothingFound:
            return results.empty(context, message=message)
        except MalformedOrderId as failure:
            text = f"{results.say(request.order_id)} is not an order number."
            return error(failure, "validation", "malformed_order_id", text, field="order-id")
        except OrderDatabaseBusy as failure:
            text = "The order database is under high load."
            return error(failure, "transient", "order_database_busy", text, retry_after_seconds=2.0)
        except OverLimit as failure:
            text = f"Over the limit of {results.say(failure.limit, '.2f')}."
            return error(failure, "business", "over_limit", text, outcome="not_applied")
        except failures.InvalidArguments as failure:
            return error(failure, "validation", "invalid_arguments", "The arguments do not fit.")
        except failures.TimedOut as failure:
            return error(failure, "transient", "timed_out", "It took too long.")
        except failures.NotImplementedYet as failure:
            return error(failure, "business", "not_implemented", "Still a stub.")
        except failures.InvalidResult as failure:
            return error(failure, "business", "invalid_result", "A broken result.")
        except failures.Unexpected as failure:
            return error(failure, "business", "unexpected", "Something went wrong.")
        if results.is_empty(tool, result):
            return results.empty(context, result=result, message=message)
        return results.data(context, result)

    return handle


def server(
    operation: Operation, *, changes: Mapping[str, object] | None = None, **options: Any
) -> Any:
    """Return a server with one tool, whose work is the operation."""
    tool = find_orders(**(changes or {}))
    bound = package.tool_server.BoundTool(tool, handler(tool, operation, **options))
    return package.tool_server.ToolServer([bound], name="shop")


def returning(result: object) -> Operation:
    """Return an operation that returns this."""

    async def operation(request: object, context: object) -> object:
        return result

    return operation


def raising(error: BaseException) -> Operation:
    """Return an operation that raises this."""

    async def operation(request: object, context: object) -> object:
        raise error

    return operation


async def call(
    shop: Any,
    arguments: Mapping[str, object] | None = None,
    *,
    name: str = "find.orders",
    era: Era = "auto",
) -> dict[str, Any]:
    """Call a tool as a client does, and return its answer.

    What holds for every answer is checked here: the text and the structured part are the same
    object, and the flags of the protocol and of the object agree.
    """
    async with Client(shop, mode=era) as client:
        # The client checks the answer against the schema that it has seen listed.
        await client.list_tools()
        sent = {"order-id": "#12345"} if arguments is None else dict(arguments)
        result = await client.call_tool(name, sent)
    (block,) = result.content
    assert isinstance(block, TextContent)
    answer: dict[str, Any] = json.loads(block.text)
    assert result.structured_content == answer
    assert result.is_error == answer["isError"]
    return answer
