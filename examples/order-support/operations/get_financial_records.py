"""Read what was booked for a customer in a year."""

from order_support.generated.context import CallContext
from order_support.generated.requests import GetFinancialRecords
from order_support.generated.types import GetFinancialRecordsResult
from order_support.operations import _store


async def get_financial_records(
    request: GetFinancialRecords, context: CallContext
) -> GetFinancialRecordsResult:
    """Return the bookings, oldest first. The store refuses accounts without the finance role."""
    return _store.store.financial_records(request.customer_id, request.year)
