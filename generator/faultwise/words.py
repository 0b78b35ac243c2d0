"""What a plan is in the user's words, line by line; `report` prints the lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from faultwise import manifest, requirements
from faultwise.files import Content, Owner
from faultwise.plan import Action, Plan, Step
from faultwise.requirements import Requirements

_DONE: Final = {
    Action.CREATE: "created",
    Action.UPDATE: "updated",
    Action.DELETE: "deleted",
    Action.CONFLICT: "overwritten",
    Action.ORPHAN: "orphaned",
    Action.KEEP: "kept",
}
_TO_DO: Final = {
    Action.CREATE: "would create",
    Action.UPDATE: "would update",
    Action.DELETE: "would delete",
    Action.CONFLICT: "would overwrite",
}
_DRIFT: Final = {
    Action.CREATE: "missing",
    Action.UPDATE: "would change",
    Action.DELETE: "left over",
    Action.CONFLICT: "in conflict",
}
_EDITED: Final = "edited by hand"
# The longest of the words that most runs need: their columns are where they were last time.
_WIDTH: Final = len("orphaned")


class Line(NamedTuple):
    """A word, the path of the file that it is about, and perhaps a remark."""

    word: str
    path: str
    remark: str = ""


def done(plan: Plan, set_aside: Mapping[str, str]) -> list[Line]:
    """Return what a run did. `set_aside` has where edited texts are now, by their old paths."""
    changes = [
        Line(
            _DONE[step.action],
            step.path,
            f"your text is in {set_aside[step.path]}" if step.path in set_aside else "",
        )
        for step in plan.changes
    ]
    return [*changes, *_manifest(plan, _DONE), *orphans(plan)]


def to_do(plan: Plan) -> list[Line]:
    """Return what a run would do, with `--force` where there are conflicts."""
    changes = [
        Line(
            _TO_DO[step.action],
            step.path,
            f"it {step.reason}; your text would stay beside it, as .orig"
            if step.action is Action.CONFLICT
            else "",
        )
        for step in plan.changes
    ]
    return [*changes, *_manifest(plan, _TO_DO), *orphans(plan)]


def drift(plan: Plan) -> list[Line]:
    """Return what keeps a project from being up to date, and why."""
    return [*(_drifted(step) for step in plan.changes), *_manifest(plan, _DRIFT)]


def orphans(plan: Plan) -> list[Line]:
    """Return the user's work that no operation uses any more; that is no drift."""
    return [
        Line(_DONE[step.action], step.path, f"it {step.reason}")
        for step in plan.having(Action.ORPHAN)
    ]


def aligned(lines: Iterable[Line]) -> list[str]:
    """Return the lines as text, with the paths under each other."""
    rows = list(lines)
    width = max((_WIDTH, *(len(line.word) for line in rows)))
    return [
        f"{line.word:<{width}} {line.path}{f': {line.remark}' if line.remark else ''}"
        for line in rows
    ]


def summary(plan: Plan) -> str:
    """Return how many files were created, updated and so on."""
    counts = plan.counts
    if plan.manifest_is_stale and not plan.changes:
        counts[_manifest_action(plan)] += 1
    said = [
        f"{counts[action]} {word}"
        for action, word in _DONE.items()
        if counts[action] or action is Action.KEEP
    ]
    return ", ".join(said)


def lacking(found: Requirements) -> list[str]:
    """Return which lines pyproject.toml lacks and where to put them; nothing where it has all."""
    if not found.missing:
        return []
    lines = "this line" if len(found.missing) == 1 else "these lines"
    where = f"Add {lines} to `dependencies` under `[project]` in {requirements.NAME}"
    if found.problem:
        where = (
            f"{requirements.NAME} {found.problem}. The server needs {lines} in `dependencies` "
            "under `[project]`"
        )
    else:
        where += ", and install the project again"
    return [f"{where}:", *(f"  {json.dumps(text)}," for text in found.missing)]


def _drifted(step: Step) -> Line:
    word = _DRIFT[step.action]
    remark = f"it {step.reason}"
    if step.action is Action.CONFLICT and isinstance(step.before, Content):
        word = _EDITED
    elif step.action is Action.CREATE and step.owner is Owner.STUB:
        remark = "the stub of an operation"
    elif step.action in (Action.CREATE, Action.UPDATE):
        remark = ""
    return Line(word, step.path, remark)


def _manifest(plan: Plan, words: Mapping[Action, str]) -> Iterator[Line]:
    """Yield the manifest where it is all that changes; else its change goes without saying."""
    if plan.manifest_is_stale and not plan.changes:
        yield Line(words[_manifest_action(plan)], manifest.NAME)


def _manifest_action(plan: Plan) -> Action:
    return Action.UPDATE if plan.known.entries else Action.CREATE
