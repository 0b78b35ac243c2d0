"""The work of get_financial_records; this file is yours."""

from __future__ import annotations

from order_support.generated.context import CallContext
from order_support.generated.failures import NotImplementedYet
from order_support.generated.requests import GetFinancialRecords
from order_support.generated.types import GetFinancialRecordsResult


async def get_financial_records(
    request: GetFinancialRecords, context: CallContext
) -> GetFinancialRecordsResult:
    """Read what was booked for a customer in a year. Needs the finance role.

    Return None or an empty list where there is nothing: that is no failure.

    Answered without a raise, for arguments and exceptions of the spec:
      FinanceRoleMissing, OrderDatabaseBusy
    """
    raise NotImplementedYet
