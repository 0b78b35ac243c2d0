"""The commands that `faultwise new` prints at the end work as printed."""

from __future__ import annotations

import shlex
import signal
import socket
import subprocess
import time
from pathlib import Path

import anyio
import pytest
from mcp import Client

from .command import environment, run


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def is_open(port: int) -> bool:
    """Tell whether somebody listens on a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def listed_tools(address: str) -> list[str]:
    """Return the names of the tools of the server at an address."""
    async with Client(address) as client:
        return [tool.name for tool in (await client.list_tools()).tools]


@pytest.mark.slow
def test_the_next_commands_work_as_printed(tmp_path: Path) -> None:
    """A shell that is given them installs the project, passes its tests, and serves its tools."""
    done = run("new", "my first server", "--defaults", cwd=tmp_path)
    commands = [line.strip() for line in done.stdout.splitlines() if line.startswith("  ")]
    *preparing, serving = commands
    script = "\n".join(["set -e", *preparing])
    prepared = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert prepared.returncode == 0, prepared.stdout + prepared.stderr
    assert " passed" in prepared.stdout

    port = free_port()
    project = tmp_path / "my first server"
    command = shlex.split(serving)
    command[0] = str(project / command[0])
    with subprocess.Popen([*command, "--port", str(port)], cwd=project) as server:
        try:
            deadline = time.monotonic() + 60
            while not is_open(port):
                assert server.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.1)
            tools = anyio.run(listed_tools, f"http://127.0.0.1:{port}/mcp")
        finally:
            server.send_signal(signal.SIGINT)
    assert tools == ["get_document", "publish_document"]
    assert server.returncode == 0
