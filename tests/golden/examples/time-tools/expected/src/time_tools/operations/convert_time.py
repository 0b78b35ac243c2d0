"""The work of convert_time; this file is yours."""

from __future__ import annotations

from time_tools.generated.context import CallContext
from time_tools.generated.failures import NotImplementedYet
from time_tools.generated.requests import ConvertTime
from time_tools.generated.types import ConvertTimeResult


async def convert_time(request: ConvertTime, context: CallContext) -> ConvertTimeResult:
    """Convert a time of today from one time zone to another.

    Failures to raise, from time_tools.generated.failures:
      UnknownZone(zone_name=...): the time zone database has no such name

    Answered without a raise, for arguments and exceptions of the spec:
      MalformedTime
    """
    raise NotImplementedYet
