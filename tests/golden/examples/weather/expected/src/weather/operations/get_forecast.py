"""The work of get_forecast; this file is yours."""

from __future__ import annotations

from weather.generated.context import CallContext
from weather.generated.failures import NotImplementedYet
from weather.generated.requests import GetForecast
from weather.generated.types import GetForecastResult


async def get_forecast(request: GetForecast, context: CallContext) -> GetForecastResult:
    """Get the forecast for the coming days at a place, today first.

    Return None or an empty list where there is nothing: that is no failure.

    Failures to raise, from weather.generated.failures:
      CoordinatesRefused(): the service answers 400
      DailyLimitReached(): the service answers 429 and its reason names the daily or monthly
      limit
      RateLimited(): the service answers 429 for its limit by the minute or the hour
      ServiceUnavailable(): the service answers 5xx, the connection fails, or the answer is not
      JSON
    """
    raise NotImplementedYet
