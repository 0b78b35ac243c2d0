"""The work of issue_refund; this file is yours."""

from __future__ import annotations

from order_support.generated.context import CallContext
from order_support.generated.failures import NotImplementedYet
from order_support.generated.requests import IssueRefund
from order_support.generated.types import IssueRefundResult


async def issue_refund(request: IssueRefund, context: CallContext) -> IssueRefundResult:
    """Refund part or all of an order. Amounts above £500 need a manager.

    Failures to raise, from order_support.generated.failures:
      UnknownOrder(): There is no order {order_id}, so nothing was refunded.
      RefundExceedsBalance(refundable=...): the amount is more than what is left of the order's
      total
      RefundExceedsLimit(limit=...): A refund of £{amount:.2f} is above the £{limit:.2f} limit
      for automatic refunds.

    Answered without a raise, for arguments and exceptions of the spec:
      MalformedOrderId, OrderDatabaseBusy
    """
    raise NotImplementedYet
