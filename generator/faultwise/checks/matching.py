"""Matching: classes, conditions, and entries that nothing can reach."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from faultwise.checks.failures import path_problems
from faultwise.checks.schemas import pattern_problems
from faultwise.checks.subject import Subject, did_you_mean
from faultwise.diagnostics import Diagnostic
from faultwise.resolve import EffectiveOperation
from faultwise.source import Path
from faultwise.spec import Condition, Match, Scalar

_BUILTINS: Final = {
    name: value
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}
_USABLE_BUILTINS: Final = sorted(
    name
    for name, value in _BUILTINS.items()
    if issubclass(value, Exception) and value is not Exception
)
# Classes of well-known modules that do not derive from Exception; nothing is imported to find out.
_CANCELLATIONS: Final = frozenset(
    {"asyncio.CancelledError", "asyncio.exceptions.CancelledError", "trio.Cancelled"}
)


class Entry(NamedTuple):
    """One entry of a `match`, with its place."""

    match: Match
    path: Path


def check_classes(subject: Subject) -> Iterator[Diagnostic]:
    """Classes are builtin exceptions or dotted names, and never catch everything."""
    for entry in _written_entries(subject):
        is_list = isinstance(subject.document.at((*entry.path, "exception")), list)
        for index, name in enumerate(entry.match.exception):
            path: Path = (*entry.path, "exception", index) if is_list else entry.path
            if subject.document.has((*entry.path, "exception")) and not is_list:
                path = (*entry.path, "exception")
            yield from _class(subject, name, path)


def _class(subject: Subject, name: str, path: Path) -> Iterator[Diagnostic]:
    bare = name.removeprefix("builtins.")
    known = _BUILTINS.get(bare)
    parts = name.split(".")
    if known is not None:
        if known in (Exception, BaseException):
            yield subject.problem(
                "catches-everything",
                f"`{name}` would take every exception, bugs included",
                path,
                "name the classes that mean this failure; `unexpected` answers the others",
            )
        elif issubclass(known, BaseExceptionGroup):
            yield subject.problem(
                "never-met",
                f"no entry ever meets an `{name}`: its members are looked at one by one",
                path,
                "name the classes of its members",
            )
        elif not issubclass(known, Exception):
            yield subject.problem(
                "not-an-exception",
                f"`{name}` does not derive from Exception: it ends the program or the task",
                path,
                "leave it out",
            )
    elif name in _CANCELLATIONS:
        yield subject.problem(
            "not-an-exception",
            f"`{name}` does not derive from Exception: it ends the program or the task",
            path,
            "leave it out; for a time limit use `timeout` or `TimeoutError`",
        )
    elif not all(part.isidentifier() and not keyword.iskeyword(part) for part in parts):
        yield subject.problem(
            "bad-class",
            f"`{name}` is no name of a class",
            path,
            "write `ValueError`, or a class with its module such as `httpx.TimeoutException`",
        )
    elif len(parts) == 1 or name.startswith("builtins."):
        yield subject.problem(
            "unknown-class",
            f"Python has no exception `{bare}`{did_you_mean(bare, _USABLE_BUILTINS, cutoff=0.8)}",
            path,
            "write a class of a library with its module, such as `httpx.TimeoutException`",
        )


def check_conditions(subject: Subject) -> Iterator[Diagnostic]:
    """Conditions have a PATH that can be read and one kind of test."""
    for entry in _written_entries(subject):
        for text, condition in entry.match.where.items():
            path: Path = (*entry.path, "where", text)
            yield from path_problems(subject, text, path, is_key=True)
            yield from _condition(subject, condition, path)


def _condition(subject: Subject, condition: Condition, path: Path) -> Iterator[Diagnostic]:
    is_range = condition.given("min") or condition.given("max")
    kinds = [bool(condition.equals), is_range, condition.given("matches")]
    kinds.append(condition.given("present"))
    # What was left out of an entry with an unknown key is that key's mistake.
    if sum(kinds) > 1 or (not any(kinds) and not subject.document.at(path)):
        yield subject.problem(
            "bad-condition",
            "a condition is one of `min` and `max`, `matches`, or `present`",
            path,
            "keep one of them; an entry with several paths under `where` needs all to hold"
            if any(kinds)
            else "write one of them, or the value itself",
        )
    if condition.min is not None and condition.max is not None and condition.min > condition.max:
        yield subject.problem(
            "empty-range",
            f"no value is both in `min: {condition.min}` and in `max: {condition.max}`",
            path,
            "exchange the two, or correct one of them",
        )
    if condition.matches is not None:
        yield from pattern_problems(subject, condition.matches, (*path, "matches"))


def check_reachable(subject: Subject) -> Iterator[Diagnostic]:
    """No entry stands behind another that takes all that it would take."""
    for operation in subject.operations:
        earlier: dict[str, list[Entry]] = {}
        for entry in _entries_in_order(subject, operation):
            covering = _covering(entry.match, earlier)
            if covering is not None:
                yield subject.problem(
                    "unreachable-match",
                    "this entry is never reached: an earlier one takes all that it would take",
                    entry.path,
                    "put this one before the other, or remove one of them",
                    related=[subject.related("the earlier entry stands here", covering.path)],
                )
            for name in entry.match.exception:
                # What takes everything is refused for that alone.
                if _same_class(name) not in ("Exception", "BaseException"):
                    earlier.setdefault(_same_class(name), []).append(entry)


def _covering(match: Match, earlier: Mapping[str, list[Entry]]) -> Entry | None:
    """Return the earlier entry that takes the last class of an entry, where all are taken."""
    found: Entry | None = None
    for name in match.exception:
        candidates = (one for base in _with_bases(name) for one in earlier.get(base, ()))
        found = next((one for one in candidates if _covers(one.match, match.where)), None)
        if found is None:
            return None
    return found


def _same_class(name: str) -> str:
    """Return one name for the names of a class: `IOError` is `OSError`."""
    known = _BUILTINS.get(name.removeprefix("builtins."))
    return name if known is None else known.__name__


def _with_bases(name: str) -> list[str]:
    """Return the names of a class and, of a builtin one, of its base classes."""
    known = _BUILTINS.get(name.removeprefix("builtins."))
    return [name] if known is None else [base.__name__ for base in known.__mro__]


def _covers(earlier: Match, where: Mapping[str, Condition]) -> bool:
    """Whether an earlier entry for the same class asks for no more than the conditions do."""
    return all(
        path in where and _implies(where[path], condition)
        for path, condition in earlier.where.items()
    )


def _implies(narrow: Condition, wide: Condition) -> bool:
    """Whether a value that meets `narrow` always meets `wide`."""
    if narrow == wide:
        return True
    if wide.present is True:
        # Every other test needs the value to be there.
        return narrow.present is not False
    if narrow.equals and wide.equals:
        allowed = {_typed(value) for value in wide.equals}
        return all(_typed(value) in allowed for value in narrow.equals)
    if wide.min is None and wide.max is None:
        return False
    if narrow.equals:
        return all(_in_range(value, wide) for value in narrow.equals)
    if narrow.min is None and narrow.max is None:
        return False
    low = wide.min is None or (narrow.min is not None and narrow.min >= wide.min)
    high = wide.max is None or (narrow.max is not None and narrow.max <= wide.max)
    return low and high


def _typed(value: Scalar) -> tuple[bool, Scalar]:
    # To Python true equals 1; in a condition types count.
    return isinstance(value, bool), value


def _in_range(value: Scalar, limits: Condition) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return (limits.min is None or value >= limits.min) and (
        limits.max is None or value <= limits.max
    )


def _written_entries(subject: Subject) -> Iterator[Entry]:
    for operation, declared in subject.spec.operations.items():
        if declared.empty is not None:
            yield from _entries(
                subject, declared.empty.match, ("operations", operation, "empty", "match")
            )
    for path, failure in subject.written_failures.items():
        yield from _entries(subject, failure.match, (*path, "match"))


def _entries_in_order(subject: Subject, operation: EffectiveOperation) -> Iterator[Entry]:
    """Yield the entries of an operation in the order in which they are tried."""
    if operation.declared.empty is not None:
        path: Path = ("operations", operation.name, "empty", "match")
        yield from _entries(subject, operation.declared.empty.match, path)
    for failure in operation.failures:
        yield from _entries(subject, failure.match, subject.origin(failure, "match"))


def _entries(subject: Subject, matches: tuple[Match, ...], path: Path) -> Iterator[Entry]:
    is_list = isinstance(subject.document.at(path), list)
    for index, match in enumerate(matches):
        yield Entry(match, (*path, index) if is_list else path)
