"""The work of fetch_page; this file is yours."""

from __future__ import annotations

from match_where.generated.context import CallContext
from match_where.generated.failures import NotImplementedYet
from match_where.generated.requests import FetchPage
from match_where.generated.types import FetchPageResult


async def fetch_page(request: FetchPage, context: CallContext) -> FetchPageResult:
    """Fetch a page.

    Return None where there is nothing: that is no failure.

    Answered without a raise, for arguments and exceptions of the spec:
      QuotaUsedUp, TooFast, SiteBroken, DiskFull
    """
    raise NotImplementedYet
