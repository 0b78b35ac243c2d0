"""The work of find_person; this file is yours."""

from __future__ import annotations

from constraining.generated.context import CallContext
from constraining.generated.failures import NotImplementedYet
from constraining.generated.requests import FindPerson
from constraining.generated.types import FindPersonResult


async def find_person(request: FindPerson, context: CallContext) -> FindPersonResult:
    """Find a person.

    Answered without a raise, for arguments and exceptions of the spec:
      AmbiguousSearch
    """
    raise NotImplementedYet
