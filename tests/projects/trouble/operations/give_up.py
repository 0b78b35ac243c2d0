"""Fails because something that is waited for was cancelled."""

import asyncio

from trouble.generated.context import CallContext
from trouble.generated.requests import GiveUp


async def give_up(request: GiveUp, context: CallContext) -> None:
    """Wait for a task that is cancelled."""
    task = asyncio.create_task(asyncio.sleep(60))
    task.cancel()
    await task
