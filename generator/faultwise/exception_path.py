"""The PATHs into an exception, such as `response.json().type` or `args.0`.

Steps are joined by dots. `()` behind a name calls what it reads, without arguments.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_STEP: Final = re.compile(r"(?P<name>[^.()\s\[\]{}\"'`,;]+)(?P<call>\(\))?")
_INDEX: Final = re.compile(r"-?\d+", re.ASCII)
# `.` separates steps, but a header such as `x-rate.limit` is rare enough to go without.
MAX_STEPS: Final = 20


class Step(NamedTuple):
    """One step: reads an item or an attribute, and may call it."""

    name: str
    is_call: bool = False


class PathError(ValueError):
    """A text is not a PATH. `offset` is the character at fault, from 0; `help` says what to do."""

    def __init__(self, message: str, offset: int, help_: str) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.help = help_


def parse(text: str) -> tuple[Step, ...]:
    """Return the steps of a PATH. Raises PathError."""
    steps: list[Step] = []
    offset = 0
    for part in text.split("."):
        steps.append(_step(part, offset))
        offset += len(part) + 1
    if len(steps) > MAX_STEPS:
        raise PathError(f"a path has at most {MAX_STEPS} steps", 0, "take a shorter path")
    return tuple(steps)


def _step(part: str, offset: int) -> Step:
    if not part:
        raise PathError(
            "a step of the path is empty", offset, "join names and indexes by single dots"
        )
    found = _STEP.fullmatch(part)
    if found is None:
        raise PathError(
            f"`{part}` is no step of a path",
            offset,
            "a path is names, indexes and calls joined by dots, such as `response.status_code`,"
            " `args.0` or `response.json().type`",
        )
    name = found["name"]
    if name.startswith("_"):
        raise PathError(
            f"`{name}` begins with `_`, so it is private", offset, "read something public"
        )
    if _INDEX.fullmatch(name) and len(name) > 9:
        raise PathError(f"the index `{name[:12]}…` is too large", offset, "give a smaller index")
    if _INDEX.fullmatch(name) and found["call"]:
        raise PathError(f"`{part}` calls an index", offset, "call a name, such as `json()`")
    return Step(name, found["call"] is not None)
