"""Count the characters of a message."""

from chat.generated.context import CallContext
from chat.generated.requests import CountCharacters
from chat.generated.types import CountCharactersResult
from chat.operations._fake_service import LIMIT


async def count_characters(request: CountCharacters, context: CallContext) -> CountCharactersResult:
    """Return the number of characters and whether the workspace takes so many."""
    characters = len(request.text)
    return {"characters": characters, "fits": characters <= LIMIT}
