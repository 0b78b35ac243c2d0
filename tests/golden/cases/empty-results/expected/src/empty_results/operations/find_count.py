"""The work of find_count; this file is yours."""

from __future__ import annotations

from empty_results.generated.context import CallContext
from empty_results.generated.failures import NotImplementedYet
from empty_results.generated.requests import FindCount
from empty_results.generated.types import FindCountResult


async def find_count(request: FindCount, context: CallContext) -> FindCountResult:
    """Count items.

    Return None where there is nothing: that is no failure.
    """
    raise NotImplementedYet
