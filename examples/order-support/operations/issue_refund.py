"""Refund part or all of an order."""

from order_support.generated.context import CallContext
from order_support.generated.failures import (
    RefundExceedsBalance,
    RefundExceedsLimit,
    UnknownOrder,
)
from order_support.generated.requests import IssueRefund
from order_support.generated.types import IssueRefundResult
from order_support.operations import _store

LIMIT = 500.0
"""Largest refund in pounds that needs no manager."""


async def issue_refund(request: IssueRefund, context: CallContext) -> IssueRefundResult:
    """Book the refund and return it."""
    order = _store.store.order(request.order_id)
    if order is None:
        raise UnknownOrder()
    if request.amount > LIMIT:
        raise RefundExceedsLimit(limit=LIMIT)
    refundable = round(order["total"] - order["refunded"], 2)
    if request.amount > refundable:
        raise RefundExceedsBalance(refundable=refundable)
    return _store.store.refund(order, request.amount)
