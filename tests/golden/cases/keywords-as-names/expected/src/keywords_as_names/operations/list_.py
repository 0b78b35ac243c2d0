"""The work of list; this file is yours."""

from __future__ import annotations

from keywords_as_names.generated.context import CallContext
from keywords_as_names.generated.failures import NotImplementedYet
from keywords_as_names.generated.requests import List
from keywords_as_names.generated.types import ListResult


async def list_(request: List, context: CallContext) -> ListResult:
    """List something."""
    raise NotImplementedYet
