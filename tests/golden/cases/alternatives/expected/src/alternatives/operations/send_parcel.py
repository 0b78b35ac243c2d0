"""The work of send_parcel; this file is yours."""

from __future__ import annotations

from alternatives.generated.context import CallContext
from alternatives.generated.failures import NotImplementedYet
from alternatives.generated.requests import SendParcel
from alternatives.generated.types import SendParcelResult


async def send_parcel(request: SendParcel, context: CallContext) -> SendParcelResult:
    """Send a parcel.

    Failures to raise, from alternatives.generated.failures:
      TooHeavy(): {weight} kg is too heavy.
    """
    raise NotImplementedYet
