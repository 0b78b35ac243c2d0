"""Times generated servers: `python tests/benchmarks/serve.py`.

What a generated tool adds to a call, beside a tool written by hand that returns the same answer,
and what a server of 200 tools adds to the start of one without any. Nothing is judged: the medians
are there to read.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import mcp.types
from mcp import Client
from mcp.server import MCPServer
from mcp.types import CallToolResult

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks import measure, specs
from tests.benchmarks.measure import Command

TOOLS: Final = 200
CALLS: Final = 200
"""Calls behind one sample."""

TOOL: Final = "get_order_1"
_FOUND: Final = {"order_id": "#10001"}
_FAILED: Final = {"order_id": "#50300"}

_OPERATION: Final = f'''\
from {specs.PACKAGE}.generated.context import CallContext
from {specs.PACKAGE}.generated.failures import DatabaseBusy
from {specs.PACKAGE}.generated.requests import GetOrder1
from {specs.PACKAGE}.generated.types import Order


async def {TOOL}(request: GetOrder1, context: CallContext) -> Order | None:
    if request.order_id == "{_FAILED["order_id"]}":
        raise DatabaseBusy
    return {{"id": request.order_id, "status": "shipped", "total": 120.5}}
'''
_START: Final = f"from {specs.PACKAGE}.server import build_server; build_server().run()"
_BARE_START: Final = "from mcp.server import MCPServer; MCPServer('bare').run()"


def make_project(folder: Path, operations: int) -> Path:
    """Make a project with so many operations and return the folder to import it from."""
    folder.mkdir()
    spec = folder / "spec.yaml"
    spec.write_text(specs.spec(operations), encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "faultwise", "new", "made", "--spec", str(spec), "--defaults"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    return folder / "made/src"


async def calls(folder: Path, runs: int) -> None:
    """Print what a call costs, for an answer with data and for a failure."""
    source = make_project(folder, 5)
    (source / specs.PACKAGE / f"operations/{TOOL}.py").write_text(_OPERATION, encoding="utf-8")
    sys.path.insert(0, str(source))
    generated: MCPServer[Any] = importlib.import_module(f"{specs.PACKAGE}.server").build_server()
    print(f"{'one call, cpu ms':18}{'generated':>12}{'by hand':>12}{'ratio':>12}")
    for name, arguments in (("with data", _FOUND), ("with a failure", _FAILED)):
        by_hand = await _answering_as(generated, arguments)
        pairs = [
            (await _batch(generated, arguments), await _batch(by_hand, arguments))
            for _ in range(runs + 1)
        ][1:]
        ratio = statistics.median(one / other for one, other in pairs)
        one, other = (statistics.median(values) for values in zip(*pairs, strict=True))
        print(f"{name:18}{one * 1000:12.3f}{other * 1000:12.3f}{ratio:12.3f}")


async def _answering_as(generated: MCPServer[Any], arguments: dict[str, str]) -> MCPServer[Any]:
    """Return a server with a tool by hand that gives the generated tool's answer, made before."""
    async with Client(generated) as client:
        answer = await client.call_tool(TOOL, arguments)
    server = _ListedAs(generated)

    @server.tool(name=TOOL)
    async def get_order(order_id: str) -> CallToolResult:
        return answer

    return server


class _ListedAs(MCPServer[Any]):
    """A server that lists another's tools, so that the client checks answers in the same way."""

    def __init__(self, other: MCPServer[Any]) -> None:
        super().__init__("by-hand")
        self._other = other

    async def list_tools(self) -> list[mcp.types.Tool]:
        """Return the tools of the other."""
        return await self._other.list_tools()


async def _batch(server: MCPServer[Any], arguments: dict[str, str]) -> float:
    """Return the seconds of processor time of one call, client included, over many."""
    async with Client(server) as client:
        await client.list_tools()
        started = time.process_time()
        for _ in range(CALLS):
            await client.call_tool(TOOL, arguments)
        return (time.process_time() - started) / CALLS


def start(folder: Path, runs: int) -> None:
    """Print what it takes to import and start a server over stdio whose client has gone."""
    source = make_project(folder, TOOLS)
    generated = Command(
        (sys.executable, "-c", _START), folder, variables={"PYTHONPATH": str(source)}
    )
    bare = Command((sys.executable, "-c", _BARE_START), folder)
    pairs = measure.paired((generated,), (bare,), runs)
    one, other = (measure.median(samples) for samples in zip(*pairs, strict=True))
    ratio = measure.ratio(pairs)
    print(f"\n{'start':18}{f'{TOOLS} tools':>12}{'no tools':>12}{'ratio':>12}")
    print(f"{'wall s':18}{one.wall:12.3f}{other.wall:12.3f}{ratio.wall:12.2f}")
    print(f"{'cpu s':18}{one.cpu:12.3f}{other.cpu:12.3f}{ratio.cpu:12.2f}")
    print(f"{'peak MB':18}{one.peak:12.1f}{other.peak:12.1f}{ratio.peak:12.2f}")


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9, help="runs behind each median")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="faultwise-benchmark-") as name:
        asyncio.run(calls(Path(name, "calls"), options.runs))
        start(Path(name, "start"), options.runs)


if __name__ == "__main__":
    main()
