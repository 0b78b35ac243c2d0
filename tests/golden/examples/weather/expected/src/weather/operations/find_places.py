"""The work of find_places; this file is yours."""

from __future__ import annotations

from weather.generated.context import CallContext
from weather.generated.failures import NotImplementedYet
from weather.generated.requests import FindPlaces
from weather.generated.types import FindPlacesResult


async def find_places(request: FindPlaces, context: CallContext) -> FindPlacesResult:
    """Find places by their name and tell their coordinates, the most populous first.

    Return None or an empty list where there is nothing: that is no failure.

    Failures to raise, from weather.generated.failures:
      MalformedCountry(): '{country}' is not a country code.
      DailyLimitReached(): the service answers 429 and its reason names the daily or monthly
      limit
      RateLimited(): the service answers 429 for its limit by the minute or the hour
      ServiceUnavailable(): the service answers 5xx, the connection fails, or the answer is not
      JSON
    """
    raise NotImplementedYet
