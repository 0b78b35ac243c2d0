"""List the channels that this server can see."""

from chat.generated.context import CallContext
from chat.generated.requests import ListChannels
from chat.generated.types import ListChannelsResult
from chat.operations import _service


async def list_channels(request: ListChannels, context: CallContext) -> ListChannelsResult:
    """Return the names of the channels."""
    answer = await _service.call("channels.list", member=request.member)
    channels: list[str] = answer["channels"]
    return channels
