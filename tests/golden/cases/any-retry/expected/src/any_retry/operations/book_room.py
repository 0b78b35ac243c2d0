"""The work of book_room; this file is yours."""

from __future__ import annotations

from any_retry.generated.context import CallContext
from any_retry.generated.failures import NotImplementedYet
from any_retry.generated.requests import BookRoom
from any_retry.generated.types import BookRoomResult


async def book_room(request: BookRoom, context: CallContext) -> BookRoomResult:
    """Book a room.

    Failures to raise, from any_retry.generated.failures:
      RoomTaken(): Room {room} is taken.
      RoomLocked(): Room {room} is locked.
      BookingBusy(): The booking system is busy.
      NotAMember(): Only members may book.
    """
    raise NotImplementedYet
