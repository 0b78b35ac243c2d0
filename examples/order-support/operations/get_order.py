"""Look up one order by its number."""

from order_support.generated.context import CallContext
from order_support.generated.requests import GetOrder
from order_support.generated.types import GetOrderResult
from order_support.operations import _store


async def get_order(request: GetOrder, context: CallContext) -> GetOrderResult:
    """Return the order, or None where there is none of that number."""
    return _store.store.order(request.order_id)
