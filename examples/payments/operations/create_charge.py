"""Charge a card or a bank account."""

from typing import Any

from payments.generated.context import CallContext
from payments.generated.requests import CreateCharge
from payments.generated.types import Charge, CreateChargeResult
from payments.operations import _gateway


async def create_charge(request: CreateCharge, context: CallContext) -> CreateChargeResult:
    """Return the charge. The call's id is the same in every attempt, so a repeat charges once."""
    body: dict[str, Any] = {
        "amount": request.amount,
        "currency": request.currency,
        "reference": request.reference,
        "method": request.method,
        "billing_country": request.billing_country,
        "billing_postcode": request.billing_postcode,
        "receipt_email": request.receipt_email,
        "metadata": request.metadata,
    }
    context.attempted({"post": "/charges", "idempotency_key": context.call_id})
    charge: Charge = await _gateway.post("/charges", body, idempotency_key=context.call_id)
    return charge
