"""The work of fetch; this file is yours."""

from __future__ import annotations

from builtin_overrides.generated.context import CallContext
from builtin_overrides.generated.failures import NotImplementedYet
from builtin_overrides.generated.requests import Fetch
from builtin_overrides.generated.types import FetchResult


async def fetch(request: Fetch, context: CallContext) -> FetchResult:
    """Fetch a text from the archive."""
    raise NotImplementedYet
