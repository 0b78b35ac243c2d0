"""The work of ask_sources; this file is yours."""

from __future__ import annotations

from partial_results.generated.context import CallContext
from partial_results.generated.failures import NotImplementedYet
from partial_results.generated.requests import AskSources
from partial_results.generated.types import AskSourcesResult


async def ask_sources(request: AskSources, context: CallContext) -> AskSourcesResult:
    """Ask all sources.

    Collect what is done already with context.partial(value, key=...).

    Failures to raise, from partial_results.generated.failures:
      SourceSilent(source=...): {source} did not answer {question}.
    """
    raise NotImplementedYet
