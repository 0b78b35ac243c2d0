"""The work of find_places; this file is yours."""

from __future__ import annotations

from weather.generated.context import CallContext
from weather.generated.failures import NotImplementedYet
from weather.generated.requests import FindPlaces
from weather.generated.types import FindPlacesResult


async def find_places(request: FindPlaces, context: CallContext) -> FindPlacesResult:
    """Find places by their name and tell their coordinates, the most populous first.

    Return None or an empty list where there is nothing: that is no failure.

    Answered without a raise, for arguments and exceptions of the spec:
      MalformedCountry, DailyLimitReached, RateLimited, ServiceUnavailable
    """
    raise NotImplementedYet
