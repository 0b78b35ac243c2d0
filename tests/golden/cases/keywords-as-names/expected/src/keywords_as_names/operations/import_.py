"""The work of import; this file is yours."""

from __future__ import annotations

from keywords_as_names.generated.context import CallContext
from keywords_as_names.generated.failures import NotImplementedYet
from keywords_as_names.generated.requests import Import
from keywords_as_names.generated.types import ImportResult


async def import_(request: Import, context: CallContext) -> ImportResult:
    """Import something.

    Failures to raise, from keywords_as_names.generated.failures:
      Yield(lambda_=...): {from_} gives way to {lambda}.
    """
    raise NotImplementedYet
