"""The work of ping; this file is yours."""

from __future__ import annotations

from minimal.generated.context import CallContext
from minimal.generated.failures import NotImplementedYet
from minimal.generated.requests import Ping
from minimal.generated.types import PingResult


async def ping(request: Ping, context: CallContext) -> PingResult:
    """Do nothing, successfully."""
    raise NotImplementedYet
