"""The work of get_forecast; this file is yours."""

from __future__ import annotations

from weather.generated.context import CallContext
from weather.generated.failures import NotImplementedYet
from weather.generated.requests import GetForecast
from weather.generated.types import GetForecastResult


async def get_forecast(request: GetForecast, context: CallContext) -> GetForecastResult:
    """Get the forecast for the coming days at a place, today first.

    Return None, or a result with nothing in days, where there is nothing: that is no failure.

    Answered without a raise, for arguments and exceptions of the spec:
      CoordinatesRefused, DailyLimitReached, RateLimited, ServiceUnavailable
    """
    raise NotImplementedYet
