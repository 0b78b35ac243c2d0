"""The work of move_stock; this file is yours."""

from __future__ import annotations

from retrying.generated.context import CallContext
from retrying.generated.failures import NotImplementedYet
from retrying.generated.requests import MoveStock
from retrying.generated.types import MoveStockResult


async def move_stock(request: MoveStock, context: CallContext) -> MoveStockResult:
    """Move what is there. Not safe to repeat.

    Failures to raise, from retrying.generated.failures:
      ShelfBlocked(): The shelf is blocked.

    Answered without a raise, for arguments and exceptions of the spec:
      WarehouseBusy, WarehouseMoving
    """
    raise NotImplementedYet
