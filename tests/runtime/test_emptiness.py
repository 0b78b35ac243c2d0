"""When nothing was found, what is answered, and how many things a result holds."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from . import shop
from .package import listing
from .shop import call, find_orders, raising, returning

pytestmark = pytest.mark.anyio

REFERENCE: Any = jsonschema.Draft202012Validator

FORECAST = {
    "type": "object",
    "properties": {
        "place": {
            "type": "object",
            "properties": {"periods": {"type": "array", "items": {"type": "string"}}},
        }
    },
}


ANSWERS: list[tuple[Any, ...]] = [
    ({"returns": {"type": "array"}}, [1, 2], [1, 2], 2),
    ({"returns": {"type": "object"}}, {}, {}, 1),
    ({"returns": {"type": "object"}}, None, None, 0),
    ({"returns": {"type": ["array", "null"]}}, None, [], 0),
    ({"returns": {"anyOf": [{"type": "array"}, {"type": "object"}]}}, None, None, 0),
    ({"returns": {"anyOf": [{"type": "array"}, {"type": "object"}]}}, [], [], 0),
    ({"returns": {"$ref": "#/$defs/L", "$defs": {"L": {"type": "array"}}}}, None, [], 0),
    ({"returns": {"enum": [[], "a"]}}, [], [], 0),
    ({"returns": {"type": "array"}, "empty_result": ["none"]}, [], ["none"], 0),
    ({"returns": {"type": "object"}, "empty_result": {}}, None, {}, 0),
    ({"returns": None}, None, None, 0),
    (
        {"returns": FORECAST, "empty_at": "place.periods"},
        {"place": {"periods": []}},
        {"place": {"periods": []}},
        0,
    ),
    (
        {"returns": FORECAST, "empty_at": "place.periods"},
        {"place": {"periods": ["a", "b"]}},
        {"place": {"periods": ["a", "b"]}},
        2,
    ),
    ({"returns": FORECAST, "empty_at": "place.periods"}, {}, {}, 1),
    ({"returns": FORECAST, "empty_at": "place.periods"}, None, None, 0),
]


@pytest.mark.parametrize(("changes", "returned", "result", "count"), ANSWERS)
async def test_what_is_answered_for_a_result(
    changes: dict[str, Any], returned: Any, result: Any, count: int
) -> None:
    """Nothing found is answered with what was returned, or what is declared, and a count of 0."""
    answer = await call(shop.server(returning(returned), changes=changes))
    assert (answer["result"], answer["resultCount"]) == (result, count)
    assert ("message" in answer) is (count == 0)


async def test_without_empty_there_is_no_count() -> None:
    """A tool that does not declare that it may find nothing answers plain data."""
    server = shop.server(returning([]), changes={"declares_empty": False})
    assert await call(server) == {"isError": False, "result": []}


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    "operation",
    [
        returning([{"id": "#12345", "total": 1}]),
        returning(None),
        raising(KeyError()),
        raising(ValueError()),
        raising(shop.OverLimit(limit=5)),
        raising(ConnectionError()),
        returning(5),
    ],
)
async def test_every_answer_fits_the_output_schema(operation: Any, read_only: bool) -> None:
    """The output schema is valid, and exactly one of its forms takes an answer."""
    changes = {"read_only_hint": read_only}
    schema = listing.output_schema(find_orders(**changes))
    REFERENCE.check_schema(schema)
    answer = await call(shop.server(operation, changes=changes))
    fitting = [
        form["title"]
        for form in schema["anyOf"]
        if REFERENCE({**form, "$defs": schema["$defs"]}).is_valid(answer)
    ]
    assert len(fitting) == 1
