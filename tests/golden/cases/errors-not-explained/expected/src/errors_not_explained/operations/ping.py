"""The work of ping; this file is yours."""

from __future__ import annotations

from errors_not_explained.generated.context import CallContext
from errors_not_explained.generated.failures import NotImplementedYet
from errors_not_explained.generated.requests import Ping
from errors_not_explained.generated.types import PingResult


async def ping(request: Ping, context: CallContext) -> PingResult:
    """Do nothing, successfully."""
    raise NotImplementedYet
