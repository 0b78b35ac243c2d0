"""The work of freight; this file is yours."""

from __future__ import annotations

from alternatives.generated.context import CallContext
from alternatives.generated.failures import NotImplementedYet
from alternatives.generated.requests import SendFreight
from alternatives.generated.types import SendFreightResult


async def send_freight(request: SendFreight, context: CallContext) -> SendFreightResult:
    """Send freight.

    Failures to raise, from alternatives.generated.failures:
      TooHeavy(): {weight} kg is too heavy.
    """
    raise NotImplementedYet
