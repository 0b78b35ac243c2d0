"""Tools that a user registers by hand stand beside those of the spec."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from mcp import Client
from mcp.types import TextContent

from .project import Project, importable
from .reach import Era, answer

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_a_tool_by_hand_is_listed_and_called(order_support: Project, era: Era) -> None:
    """A tool by hand works as the SDK has it, and the tools of the spec stay as they are."""
    with importable(order_support):
        server: Any = importlib.import_module("order_support.server").build_server()

    @server.tool()  # type: ignore[untyped-decorator]
    def double(number: int) -> int:
        """Return twice the number."""
        return number * 2

    async with Client(server, mode=era) as client:
        listed = [tool.name for tool in (await client.list_tools()).tools]
        doubled = await client.call_tool("double", {"number": 21})
        found = answer(await client.call_tool("get_order", {"order_id": "#10002"}))
        missed = answer(await client.call_tool("doubel", {"number": 21}))
    assert listed[-1] == "double"
    assert len(listed) == 5
    assert doubled.is_error is False
    assert doubled.content == [TextContent(type="text", text="42")]
    assert found["result"]["id"] == "#10002"
    assert missed["alternatives"][0]["tool"] == "double"
