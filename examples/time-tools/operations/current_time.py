"""Tell the current time in a time zone."""

from datetime import datetime

from time_tools.generated.context import CallContext
from time_tools.generated.requests import CurrentTime
from time_tools.generated.types import CurrentTimeResult
from time_tools.operations._zones import find_zone, moment


async def current_time(request: CurrentTime, context: CallContext) -> CurrentTimeResult:
    """Return the time now in the zone."""
    zone = find_zone(request.zone, "zone")
    return moment(request.zone, datetime.now(zone))
