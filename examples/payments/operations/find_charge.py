"""Find a charge by its id or by the caller's own reference."""

from payments.generated.context import CallContext
from payments.generated.requests import FindCharge
from payments.generated.types import Charge, FindChargeResult
from payments.operations import _gateway


async def find_charge(request: FindCharge, context: CallContext) -> FindChargeResult:
    """Return the charge. The gateway answers 404 without one; the spec reads that as empty."""
    query = {"id": request.charge_id, "reference": request.reference}
    given = {key: value for key, value in query.items() if value is not None}
    charge: Charge = await _gateway.get("/charges", given)
    return charge
