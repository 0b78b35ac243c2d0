"""Operations that crash or are cancelled harm neither the server nor its secrets."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TextIO

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from .project import Project
from .reach import Era, answer

pytestmark = [pytest.mark.slow, pytest.mark.anyio]


@pytest.fixture(params=["auto", "legacy"])
def era(request: pytest.FixtureRequest) -> Era:
    """Connect in both eras of the protocol."""
    era: Era = request.param
    return era


@asynccontextmanager
async def connected(project: Project, era: Era, log: TextIO) -> AsyncGenerator[Client]:
    """Start the server of a project over stdio, with its stderr in a file, and connect to it."""
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", project.package],
        env=project.environment(),
        cwd=project.folder,
    )
    async with Client(stdio_client(command, errlog=log), mode=era) as client:
        yield client


def unwrapped(log: Path) -> str:
    """Return a log without its line breaks: the SDK wraps lines to the width of a terminal."""
    return " ".join(log.read_text().split())


async def test_the_text_of_an_exception_stays_on_the_server(
    trouble: Project, era: Era, tmp_path: Path
) -> None:
    """The answer holds a correlation id that finds the exception in the log, without secrets."""
    with (tmp_path / "log").open("w") as log:
        async with connected(trouble, era, log) as client:
            answered = answer(await client.call_tool("crash", {"password": "correct horse"}))
    logged = unwrapped(tmp_path / "log")
    assert answered["code"] == "unexpected"
    assert (answered["errorCategory"], answered["isRetryable"]) == ("business", False)
    assert answered["attempted_query"]["arguments"] == {"password": "[redacted]"}
    assert "db.internal" not in str(answered)
    assert answered["correlation_id"] in logged
    assert "no connection to db.internal with " in logged
    assert "correct horse" not in logged


async def test_a_cancelled_call_leaves_the_server_alive(
    trouble: Project, era: Era, tmp_path: Path
) -> None:
    """After a call was cancelled while it ran, the same connection takes the next one."""
    began = anyio.Event()

    async def note(progress: float, total: float | None, message: str | None) -> None:
        began.set()

    async def linger(client: Client) -> None:
        await client.call_tool("linger", {}, progress_callback=note)

    with (tmp_path / "log").open("w") as log, anyio.fail_after(60):
        async with connected(trouble, era, log) as client:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(linger, client)
                await began.wait()
                tasks.cancel_scope.cancel()
            answered = answer(await client.call_tool("answer", {}))
    assert answered == {"isError": False, "result": "fine"}


async def test_a_cancellation_inside_an_operation_is_a_failure(
    trouble: Project, era: Era, tmp_path: Path
) -> None:
    """A task that was cancelled under an operation is no cancellation of its call."""
    with (tmp_path / "log").open("w") as log:
        async with connected(trouble, era, log) as client:
            answered = answer(await client.call_tool("give_up", {}))
            again = answer(await client.call_tool("answer", {}))
    assert answered["code"] == "unexpected"
    assert answered["correlation_id"] in unwrapped(tmp_path / "log")
    assert again["result"] == "fine"
