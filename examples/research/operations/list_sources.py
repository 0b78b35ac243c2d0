"""List the sources that can be asked."""

from research.generated.context import CallContext
from research.generated.requests import ListSources
from research.generated.types import ListSourcesResult


async def list_sources(request: ListSources, context: CallContext) -> ListSourcesResult:
    """Return the names of the sources."""
    return ["encyclopedia", "news", "preprints", "patents", "statistics"]
