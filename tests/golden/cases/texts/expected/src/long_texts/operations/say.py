"""The work of say; this file is yours."""

from __future__ import annotations

from long_texts.generated.context import CallContext
from long_texts.generated.failures import NotImplementedYet
from long_texts.generated.requests import Say
from long_texts.generated.types import SayResult


async def say(request: Say, context: CallContext) -> SayResult:
    """Say a text. The description of this tool is long, so that it does not fit on one line of
    the generated code.

    A second paragraph has `code`, *stars*, a \\backslash and \"\"\"three quotes\"\"\".


    Failures to raise, from long_texts.generated.failures:
      Unspeakable(): the text is | one that nobody says
    """
    raise NotImplementedYet
