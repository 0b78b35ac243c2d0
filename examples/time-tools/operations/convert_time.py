"""Convert a time of today from one time zone to another."""

from datetime import datetime

from time_tools.generated.context import CallContext
from time_tools.generated.requests import ConvertTime
from time_tools.generated.types import ConvertTimeResult
from time_tools.operations._zones import find_zone, moment


async def convert_time(request: ConvertTime, context: CallContext) -> ConvertTimeResult:
    """Return the same moment in the target zone. Today is the date in the source zone."""
    source = find_zone(request.source, "source")
    target = find_zone(request.target, "target")
    hour, minute = map(int, request.time.split(":"))
    time = datetime.now(source).replace(hour=hour, minute=minute, second=0, microsecond=0)
    return moment(request.target, time.astimezone(target))
