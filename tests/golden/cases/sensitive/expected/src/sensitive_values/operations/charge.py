"""The work of charge; this file is yours."""

from __future__ import annotations

from sensitive_values.generated.context import CallContext
from sensitive_values.generated.failures import NotImplementedYet
from sensitive_values.generated.requests import Charge
from sensitive_values.generated.types import ChargeResult


async def charge(request: Charge, context: CallContext) -> ChargeResult:
    """Charge an account.

    Collect what is done already with context.partial(value, key=...).

    Failures to raise, from sensitive_values.generated.failures:
      QuotaUsedUp(team=..., left=...): {team} has {left} left.
    """
    raise NotImplementedYet
