"""The work of get_order; this file is yours."""

from __future__ import annotations

from order_support.generated.context import CallContext
from order_support.generated.failures import NotImplementedYet
from order_support.generated.requests import GetOrder
from order_support.generated.types import GetOrderResult


async def get_order(request: GetOrder, context: CallContext) -> GetOrderResult:
    """Look up one order by its number.

    Return None where there is nothing: that is no failure.

    Answered without a raise, for arguments and exceptions of the spec:
      MalformedOrderId, OrderDatabaseBusy
    """
    raise NotImplementedYet
