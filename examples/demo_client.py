"""An MCP client that starts the order-support server over stdio and shows how it answers.

`demo.py` runs it: `python demo_client.py PATH_OF_THE_SERVER`.
"""

import asyncio
import json
import os
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


async def session(server: str) -> list[str]:
    """List the tools of the server and make the calls; return the lines that tell about it."""
    async with Client(StdioServerParameters(command=server)) as client:
        listed = await client.list_tools()
        lines = [heading(f"{len(listed.tools)} tools, listed over stdio")]
        lines += [f"{tool.name:<22} {tool.description}" for tool in listed.tools]
        for call in CALLS:
            result = await client.call_tool(call.tool, call.arguments)
            lines += [
                heading(call.shows),
                f"{call.tool}({json.dumps(call.arguments, ensure_ascii=False)})",
                json.dumps(result.structured_content, indent=2, ensure_ascii=False),
            ]
    return lines


def heading(text: str) -> str:
    """Return a line that sets off what follows."""
    return f"\n── {text} {'─' * max(0, 76 - len(text))}"


def main(server: str) -> None:
    """Print what the server answers."""
    try:
        print("\n".join(asyncio.run(session(server))), flush=True)
    except BrokenPipeError:
        # The reader has seen enough. Python would complain when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main(sys.argv[1])
