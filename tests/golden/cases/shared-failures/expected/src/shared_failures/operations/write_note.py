"""The work of write_note; this file is yours."""

from __future__ import annotations

from shared_failures.generated.context import CallContext
from shared_failures.generated.failures import NotImplementedYet
from shared_failures.generated.requests import WriteNote
from shared_failures.generated.types import WriteNoteResult


async def write_note(request: WriteNote, context: CallContext) -> WriteNoteResult:
    """Write a note.

    Failures to raise, from shared_failures.generated.failures:
      NoSuchNote(): There is no note {name}.
      StoreLocked(): The store is locked.

    Answered without a raise, for arguments and exceptions of the spec:
      StoreBusy
    """
    raise NotImplementedYet
