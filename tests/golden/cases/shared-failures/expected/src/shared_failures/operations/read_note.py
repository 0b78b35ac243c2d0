"""The work of read_note; this file is yours."""

from __future__ import annotations

from shared_failures.generated.context import CallContext
from shared_failures.generated.failures import NotImplementedYet
from shared_failures.generated.requests import ReadNote
from shared_failures.generated.types import ReadNoteResult


async def read_note(request: ReadNote, context: CallContext) -> ReadNoteResult:
    """Read a note.

    Failures to raise, from shared_failures.generated.failures:
      NoSuchNote(): There is no note {name}.

    Answered without a raise, for arguments and exceptions of the spec:
      StoreBusy
    """
    raise NotImplementedYet
