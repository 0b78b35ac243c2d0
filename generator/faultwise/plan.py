"""What to do with each file, decided from what is rendered, what stands there, and the manifest.

| rendered | on disk          | generated | stub   |
|----------|------------------|-----------|--------|
| yes      | absent           | create    | create |
| yes      | same as rendered | keep      | keep   |
| yes      | as last written  | update    | update |
| yes      | anything else    | conflict  | keep   |
| no       | as last written  | delete    | delete |
| no       | anything else    | conflict  | orphan |

Pure: nothing is read or written here.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from faultwise.files import (
    ABSENT,
    Absent,
    Alias,
    Blocked,
    Content,
    Files,
    Obstacle,
    OnDisk,
    Owner,
    Rendered,
    normalised,
)
from faultwise.manifest import Entry, Manifest, digest_of


class Action(StrEnum):
    """What happens to a file."""

    CREATE = "create"
    UPDATE = "update"
    KEEP = "keep"
    DELETE = "delete"
    ORPHAN = "orphan"
    CONFLICT = "conflict"


class Why(StrEnum):
    """Why that happens; the words are part of the output for machines."""

    NEW = "new"
    MISSING = "missing"
    UP_TO_DATE = "up_to_date"
    OUT_OF_DATE = "out_of_date"
    YOURS = "yours"
    BLOCKED = "blocked"
    OBSTACLE = "obstacle"
    SAME_FILE = "same_file"
    UNKNOWN = "unknown"
    EDITED = "edited"
    UNUSED = "unused"
    YOURS_AND_UNUSED = "yours_and_unused"
    EDITED_AND_UNUSED = "edited_and_unused"


_QUIET: Final = frozenset({Action.KEEP, Action.ORPHAN})
_REASONS: Final = {
    Why.NEW: "is new",
    Why.MISSING: "is missing",
    Why.UP_TO_DATE: "is up to date",
    Why.OUT_OF_DATE: "is out of date",
    Why.YOURS: "is yours",
    Why.BLOCKED: "cannot be written, because {there} is not a folder",
    Why.OBSTACLE: "is {there}, where a file is to be generated",
    Why.SAME_FILE: "is the same file as {there} on this file system",
    Why.UNKNOWN: "was there before, and is not what is generated",
    Why.EDITED: "has changed since it was generated",
    Why.UNUSED: "is no longer generated",
    Why.YOURS_AND_UNUSED: "is yours, and nothing in the spec uses it any more",
    Why.EDITED_AND_UNUSED: "is no longer generated, and has changed since it was",
}


class Step(NamedTuple):
    """What happens to one file, and why.

    `before` is what stands there, `after` what was rendered, or None where nothing was.
    """

    path: str
    action: Action
    owner: Owner
    before: OnDisk
    after: Rendered | None
    why: Why

    @property
    def reason(self) -> str:
        """The end of a sentence that begins with the path: "has changed since it was generated"."""
        match self.before:
            case Obstacle(there) | Alias(there) | Blocked(there):
                return _REASONS[self.why].format(there=there)
            case _:
                return _REASONS[self.why]


class Plan(NamedTuple):
    """The steps, sorted by path, and the manifest before (`known`) and after them."""

    steps: tuple[Step, ...]
    known: Manifest
    manifest: Manifest

    @property
    def changes(self) -> tuple[Step, ...]:
        """The steps that change a file, or would if they were not in conflict."""
        return tuple(step for step in self.steps if step.action not in _QUIET)

    @property
    def conflicts(self) -> tuple[Step, ...]:
        """The steps that would overwrite or delete what a user wrote."""
        return self.having(Action.CONFLICT)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do, in the files and in the manifest."""
        return not self.changes and not self.manifest_is_stale

    @property
    def manifest_is_stale(self) -> bool:
        """Whether the manifest has to be written."""
        return self.manifest != self.known or not self.known.is_tidy

    @property
    def counts(self) -> dict[Action, int]:
        """How many steps there are of each action."""
        return {action: len(self.having(action)) for action in Action}

    def having(self, action: Action) -> tuple[Step, ...]:
        """Return the steps with this action."""
        return tuple(step for step in self.steps if step.action is action)


def plan(rendered: Files, on_disk: Mapping[str, OnDisk], known: Manifest) -> Plan:
    """Return what to do to bring a project from `on_disk` to `rendered`.

    `on_disk` has every path that is rendered or known.
    """
    steps: list[Step] = []
    entries: dict[str, Entry] = {}
    for path in sorted({*rendered, *known.entries}):
        after, entry = rendered.get(path), known.entries.get(path)
        before = _standing(path, rendered, on_disk, known)
        step = _step(path, after, before, entry)
        if step:
            steps.append(step)
            entry = _entry(step, entry)
            if entry:
                entries[path] = entry
    return Plan(tuple(steps), known, Manifest(entries))


def unified_diff(step: Step) -> str:
    """Return how a step changes its file: a unified diff, empty where it changes nothing.

    For a conflict, it is what `--force` would do to the user's text.
    """
    if step.action in _QUIET:
        return ""
    old = _shown(step.before)
    new = "" if step.after is None else step.after.text
    lines = difflib.unified_diff(
        _split(old),
        _split(new),
        "/dev/null" if isinstance(step.before, Absent) else f"a/{step.path}",
        "/dev/null" if step.after is None else f"b/{step.path}",
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _standing(path: str, rendered: Files, on_disk: Mapping[str, OnDisk], known: Manifest) -> OnDisk:
    """Return what stands at a path once the other steps are done that concern the same file."""
    before = on_disk[path]
    match before:
        case Blocked() | Alias() if path not in rendered:
            # Not there under this name, so there is nothing left to delete.
            return ABSENT
        case Alias(other) if other not in rendered and other in known.entries:
            # Deletions come first, so a file that only changes the case of its name makes room.
            there = on_disk[other]
            return ABSENT if _is_as_written(there, known.entries[other]) else before
        case _:
            return before


def _step(path: str, after: Rendered | None, before: OnDisk, entry: Entry | None) -> Step | None:
    if after is not None:
        action, why = _when_rendered(after, before, entry)
        return Step(path, action, after.owner, before, after, why)
    if entry is None or isinstance(before, Absent):
        return None
    action, why = _when_not_rendered(before, entry)
    return Step(path, action, entry.owner, before, None, why)


def _when_rendered(after: Rendered, before: OnDisk, entry: Entry | None) -> tuple[Action, Why]:
    if isinstance(before, Absent):
        return Action.CREATE, Why.NEW if entry is None else Why.MISSING
    if isinstance(before, Blocked):
        return Action.CONFLICT, Why.BLOCKED
    if _is_same(before, after):
        return Action.KEEP, Why.UP_TO_DATE
    if _is_as_written(before, entry):
        return Action.UPDATE, Why.OUT_OF_DATE
    if after.owner is Owner.STUB:
        return Action.KEEP, Why.YOURS
    match before:
        case Obstacle():
            return Action.CONFLICT, Why.OBSTACLE
        case Alias():
            return Action.CONFLICT, Why.SAME_FILE
        case _ if entry is None:
            return Action.CONFLICT, Why.UNKNOWN
        case _:
            return Action.CONFLICT, Why.EDITED


def _when_not_rendered(before: OnDisk, entry: Entry) -> tuple[Action, Why]:
    if _is_as_written(before, entry):
        return Action.DELETE, Why.UNUSED
    if entry.owner is Owner.STUB:
        return Action.ORPHAN, Why.YOURS_AND_UNUSED
    return Action.CONFLICT, Why.EDITED_AND_UNUSED


def _entry(step: Step, entry: Entry | None) -> Entry | None:
    """Return what the manifest says of a path after its step, or None where it drops the path."""
    if step.after is None:
        return entry if step.action is Action.ORPHAN else None
    if step.action is Action.KEEP and not _is_same(step.before, step.after):
        return Entry(step.owner, entry.digests if entry else frozenset())
    return Entry(step.owner, frozenset({digest_of(step.after.text.encode())}))


def _is_same(before: OnDisk, after: Rendered) -> bool:
    return isinstance(before, Content) and normalised(before.data) == normalised(
        after.text.encode()
    )


def _is_as_written(before: OnDisk, entry: Entry | None) -> bool:
    return (
        entry is not None
        and isinstance(before, Content)
        and digest_of(before.data) in entry.digests
    )


def _shown(before: OnDisk) -> str:
    match before:
        case Content(data):
            return normalised(data).decode(errors="replace")
        case Obstacle(what):
            return f"({what})\n"
        case Alias(other) | Blocked(other):
            return f"({other})\n"
        case Absent():
            return ""


def _split(text: str) -> list[str]:
    """Split after each LF only: `str.splitlines` also splits at form feeds and the like."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]
