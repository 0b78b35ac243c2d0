"""Have a message sent later."""

from chat.generated.context import CallContext
from chat.generated.requests import ScheduleMessage
from chat.generated.types import ScheduleMessageResult
from chat.operations import _service


async def schedule_message(request: ScheduleMessage, context: CallContext) -> ScheduleMessageResult:
    """Return how many messages are scheduled now."""
    if "timeZone" in request.given():
        context.warn("The parameter timeZone has no effect: the offset in `at` counts.")
    answer = await _service.call(
        "messages.schedule",
        channel=request.channel,
        text=request.text,
        at=request.at,
        day=request.day,
    )
    return {"scheduled": answer["scheduled"]}
