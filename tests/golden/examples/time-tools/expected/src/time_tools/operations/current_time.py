"""The work of current_time; this file is yours."""

from __future__ import annotations

from time_tools.generated.context import CallContext
from time_tools.generated.failures import NotImplementedYet
from time_tools.generated.requests import CurrentTime
from time_tools.generated.types import CurrentTimeResult


async def current_time(request: CurrentTime, context: CallContext) -> CurrentTimeResult:
    """Tell the current time in a time zone.

    Failures to raise, from time_tools.generated.failures:
      UnknownZone(zone_name=...): the time zone database has no such name
    """
    raise NotImplementedYet
