"""The work of find_one; this file is yours."""

from __future__ import annotations

from empty_results.generated.context import CallContext
from empty_results.generated.failures import NotImplementedYet
from empty_results.generated.requests import FindOne
from empty_results.generated.types import FindOneResult


async def find_one(request: FindOne, context: CallContext) -> FindOneResult:
    """Find one item.

    Return None where there is nothing: that is no failure.
    """
    raise NotImplementedYet
