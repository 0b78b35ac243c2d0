"""Time zones by name, and moments in them."""

from datetime import datetime
from difflib import get_close_matches
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from time_tools.generated.failures import UnknownZone
from time_tools.generated.types import Moment

Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
WEEKDAYS: tuple[Weekday, ...] = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)


@cache
def zone_names() -> frozenset[str]:
    """Return every name in the time zone database."""
    return frozenset(available_timezones())


def find_zone(name: str, parameter: str) -> ZoneInfo:
    """Return the zone of that name; raise UnknownZone, which blames `parameter`, without one."""
    if name not in zone_names():
        similar = get_close_matches(name, sorted(zone_names()), n=3)
        raise UnknownZone(zone_name=name, similar=similar, field=parameter)
    return ZoneInfo(name)


def moment(zone: str, time: datetime) -> Moment:
    """Return a time as the tools answer it."""
    return {
        "zone": zone,
        "time": time.isoformat(timespec="seconds"),
        "weekday": WEEKDAYS[time.weekday()],
    }
