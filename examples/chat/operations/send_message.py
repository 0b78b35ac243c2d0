"""Send a message to a channel."""

from chat.generated.context import CallContext
from chat.generated.requests import SendMessage
from chat.generated.types import Message, SendMessageResult
from chat.operations import _service


async def send_message(request: SendMessage, context: CallContext) -> SendMessageResult:
    """Return the message as it was sent."""
    if request.as_ is not None:
        context.warn("The parameter `as` has no effect: messages are sent as this server.")
    answer = await _service.call(
        "messages.send", channel=request.channel, text=request.text, thread=request.thread_id
    )
    message: Message = answer["message"]
    return message
