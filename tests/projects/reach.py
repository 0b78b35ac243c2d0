"""The ways to reach a server: in memory, over stdio, over streamable HTTP."""

from __future__ import annotations

import contextlib
import importlib
import json
import socket
import subprocess
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

Transport: TypeAlias = Literal["memory", "stdio", "http"]
Era: TypeAlias = Literal["auto", "legacy"]
Way: TypeAlias = tuple[Transport, Era]

WAYS: Final[tuple[Way, ...]] = (
    ("memory", "auto"),
    ("memory", "legacy"),
    ("stdio", "auto"),
    ("stdio", "legacy"),
    ("http", "auto"),
    ("http", "legacy"),
)

_PATIENCE: Final = 60.0


@dataclass(frozen=True)
class Reach:
    """A server that is reached in several ways."""

    package: str
    """Importable, for the way through memory."""
    script: Path
    address: str

    def client(self, way: Way) -> Client:
        """Return a client, not yet connected."""
        transport, era = way
        if transport == "memory":
            server: Any = importlib.import_module(f"{self.package}.server").build_server()
            return Client(server, mode=era)
        if transport == "stdio":
            return Client(StdioServerParameters(command=str(self.script)), mode=era)
        return Client(self.address, mode=era)


@contextlib.contextmanager
def served(script: Path) -> Generator[str]:
    """Serve over HTTP on a free port of this machine, and give the address."""
    port = _free_port()
    command = [str(script), "--http", "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            deadline = time.monotonic() + _PATIENCE
            while not _is_open(port):
                assert server.poll() is None, "the server left"
                assert time.monotonic() < deadline, "the server does not listen"
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            server.terminate()


def answer(result: CallToolResult) -> dict[str, Any]:
    """Return the envelope of an answer, which has to be whole in each of its places."""
    [block] = result.content
    assert isinstance(block, TextContent)
    envelope: dict[str, Any] = json.loads(block.text)
    assert envelope == result.structured_content
    assert envelope["isError"] is result.is_error
    return envelope


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
