"""The work of find_page; this file is yours."""

from __future__ import annotations

from empty_results.generated.context import CallContext
from empty_results.generated.failures import NotImplementedYet
from empty_results.generated.requests import FindPage
from empty_results.generated.types import FindPageResult


async def find_page(request: FindPage, context: CallContext) -> FindPageResult:
    """Find a page of items.

    Return None, or a result with nothing in data, where there is nothing: that is no failure.
    """
    raise NotImplementedYet
