"""An MCP client that starts the order-support server over stdio and shows how it answers.

`demo.py` runs it: `python demo_client.py PATH_OF_THE_SERVER`.
"""

import asyncio
import json
import sys
from dataclasses import dataclass
from typing import Any

from mcp import Client, StdioServerParameters


@dataclass(frozen=True)
class Call:
    """One call, and what it shows."""

    shows: str
    tool: str
    arguments: dict[str, Any]


CALLS = (
    Call("It succeeds", "get_order", {"order_id": "#10002"}),
    Call("It finds nothing, which is a success too", "find_customer", {"email": "eve@example.com"}),
    Call("It fails, transient: send the same call again", "get_order", {"order_id": "#50300"}),
    Call("It fails, validation: correct the arguments", "get_order", {"order_id": "order-10002"}),
    Call(
        "It fails, business: take another way, or ask a person",
        "issue_refund",
        {"order_id": "#10002", "amount": 750, "reason": "arrived damaged"},
    ),
    Call(
        "It fails, permission: get other credentials, or ask a person",
        "get_financial_records",
        {"customer_id": "C-001", "year": 2026},
    ),
)


async def main(server: str) -> None:
    """List the tools of the server, make the calls, and print the answers."""
    async with Client(StdioServerParameters(command=server)) as client:
        listed = await client.list_tools()
        heading(f"{len(listed.tools)} tools, listed over stdio")
        for tool in listed.tools:
            print(f"{tool.name:<22} {tool.description}")
        for call in CALLS:
            heading(call.shows)
            print(f"{call.tool}({json.dumps(call.arguments, ensure_ascii=False)})")
            result = await client.call_tool(call.tool, call.arguments)
            print(json.dumps(result.structured_content, indent=2, ensure_ascii=False))


def heading(text: str) -> None:
    """Print a line that sets off what follows."""
    print(f"\n── {text} {'─' * max(0, 76 - len(text))}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
