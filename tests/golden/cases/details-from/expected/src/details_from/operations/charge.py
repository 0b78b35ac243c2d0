"""The work of charge; this file is yours."""

from __future__ import annotations

from details_from.generated.context import CallContext
from details_from.generated.failures import NotImplementedYet
from details_from.generated.requests import Charge
from details_from.generated.types import ChargeResult


async def charge(request: Charge, context: CallContext) -> ChargeResult:
    """Charge an account.

    Failures to raise, from details_from.generated.failures:
      OverLimit(limit=...): {amount:.2f} {currency} is over the limit of {limit:.2f}.

    Answered without a raise, for arguments and exceptions of the spec:
      CardDeclined
    """
    raise NotImplementedYet
