"""Find messages by words, sender or channel."""

from chat.generated.context import CallContext
from chat.generated.requests import SearchMessages
from chat.generated.types import SearchMessagesResult
from chat.operations import _service


async def search_messages(request: SearchMessages, context: CallContext) -> SearchMessagesResult:
    """Return one page of messages, newest first."""
    query: dict[str, object] = {
        "words": request.words,
        "from": request.from_,
        "channel": request.in_channel,
        "page_size": request.page_size,
    }
    context.attempted({"messages.search": {key: query[key] for key in query if query[key]}})
    answer = await _service.call("messages.search", **query)
    return {"messages": answer["messages"], "more": answer["more"]}
