"""Ask several sources about a topic at once."""

import asyncio
from typing import cast

import httpx

from research.generated.context import CallContext
from research.generated.failures import PeriodReversed, SourcesIncomplete
from research.generated.requests import AskSources
from research.generated.types import (
    AskSourcesResult,
    Finding,
    MissingSource,
    Period,
    Source,
    SourceAnswer,
)
from research.operations import _sources


def check(period: Period) -> None:
    """Raise PeriodReversed where the period ends before it begins."""
    since, until = period.get("since"), period.get("until")
    if since is not None and until is not None and since > until:
        raise PeriodReversed(since=since, until=until)


def published_in(period: Period, finding: Finding) -> bool:
    """Whether a finding was published in the period."""
    day = finding["published"]
    return period.get("since", day) <= day <= period.get("until", day)


def found_so_far(context: CallContext) -> dict[Source, list[Finding]]:
    """Return what each source found that has answered, earlier attempts included."""
    answers = cast("list[SourceAnswer]", context.partial_results)
    return {answer["source"]: answer["findings"] for answer in answers}


async def ask(source: Source, request: AskSources, context: CallContext) -> MissingSource | None:
    """Keep what one source found as a partial result, or return why it did not answer."""
    try:
        found: list[Finding] = await _sources.get(
            f"https://{source}.example/search", {"topic": request.topic}
        )
    except httpx.TimeoutException:
        return {"source": source, "reason": "timed out"}
    except (httpx.TransportError, httpx.HTTPStatusError):
        return {"source": source, "reason": "unavailable"}
    if request.period is not None:
        found = [finding for finding in found if published_in(request.period, finding)]
    answer: SourceAnswer = {"source": source, "findings": found[: request.most]}
    context.partial(answer, key=source)
    return None


async def ask_sources(request: AskSources, context: CallContext) -> AskSourcesResult:
    """Return what all sources found. A second attempt asks only those that are still missing."""
    if request.period is not None:
        check(request.period)
    context.attempted({"topic": request.topic, "sources": list(request.sources)})
    answered = found_so_far(context)
    outcomes = await asyncio.gather(
        *(ask(source, request, context) for source in request.sources if source not in answered)
    )
    missing = [outcome for outcome in outcomes if outcome is not None]
    if missing:
        raise SourcesIncomplete(
            asked=len(request.sources),
            answered=len(request.sources) - len(missing),
            missing=missing,
        )
    findings = found_so_far(context)
    return [finding for source in request.sources for finding in findings[source]]
