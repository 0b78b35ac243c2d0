"""The work of fetch_page; this file is yours."""

from __future__ import annotations

from match_where.generated.context import CallContext
from match_where.generated.failures import NotImplementedYet
from match_where.generated.requests import FetchPage
from match_where.generated.types import FetchPageResult


async def fetch_page(request: FetchPage, context: CallContext) -> FetchPageResult:
    """Fetch a page.

    Return None or an empty list where there is nothing: that is no failure.

    Failures to raise, from match_where.generated.failures:
      QuotaUsedUp(): The quota is used up.
      TooFast(): The site wants to be asked more slowly.
      SiteBroken(): The site is broken.
      DiskFull(): The disk is full.
    """
    raise NotImplementedYet
