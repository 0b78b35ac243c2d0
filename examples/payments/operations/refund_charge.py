"""Refund part or all of a charge."""

from typing import Any

from payments.generated.context import CallContext
from payments.generated.requests import RefundCharge
from payments.generated.types import Charge, RefundChargeResult
from payments.operations import _gateway


async def refund_charge(request: RefundCharge, context: CallContext) -> RefundChargeResult:
    """Return the refunded charge. The caller's key makes repeated calls refund once."""
    body: dict[str, Any] = {"charge": request.charge_id}
    if request.amount is not None:
        body["amount"] = request.amount
    charge: Charge = await _gateway.post("/refunds", body, idempotency_key=request.refund_key)
    return charge
