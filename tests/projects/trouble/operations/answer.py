"""Answers."""

from typing import Literal

from trouble.generated.context import CallContext
from trouble.generated.requests import Answer


async def answer(request: Answer, context: CallContext) -> Literal["fine"]:
    """Return what was agreed on."""
    return "fine"
