"""The work of search; this file is yours."""

from __future__ import annotations

from optional_and_defaults.generated.context import CallContext
from optional_and_defaults.generated.failures import NotImplementedYet
from optional_and_defaults.generated.requests import Search
from optional_and_defaults.generated.types import SearchResult


async def search(request: Search, context: CallContext) -> SearchResult:
    """Search the library.

    Failures to raise, from optional_and_defaults.generated.failures:
      ShelfClosed(): Shelf {shelf} is closed: nobody may search {fields} for {text} (limit
      {limit}, fuzzy {fuzzy}).
    """
    raise NotImplementedYet
