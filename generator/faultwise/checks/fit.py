"""Whether a value fits a schema, in words."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import JsonValue

from faultwise import runtime
from faultwise.schemas import JsonSchema
from faultwise.source import Path


class Misfit(NamedTuple):
    """A problem of a value: where in it, what, and what would be right there."""

    path: Path
    text: str
    expected: str
    is_about_key: bool


def misfits(document: JsonSchema, value: JsonValue) -> tuple[Misfit, ...]:
    """Return everything that keeps a value from fitting a schema that stands on its own."""
    return tuple(
        Misfit(
            path=problem.path,
            text=worded(problem),
            expected=runtime.expected(problem, document),
            is_about_key=runtime.is_unknown(problem),
        )
        for problem in runtime.problems(document, value)
    )


def misfit(document: JsonSchema, value: JsonValue) -> Misfit | None:
    """Return the first thing that keeps a value from fitting, or None where it fits."""
    return next(iter(misfits(document, value)), None)


def worded(problem: runtime.Problem) -> str:
    """Return a problem as a sentence that names the place in the value."""
    if not problem.path:
        return f"it {problem.text}"
    place = ".".join(str(step) for step in problem.path)
    return f"`{place}` {problem.text}"
