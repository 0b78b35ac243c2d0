"""Which entry takes an exception, as far as the spec alone can tell.

Generated tests raise stand-ins for library exceptions. The generator imports no library, so class
relations are known for Python's own exceptions only.
"""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from pydantic import JsonValue
from regress import Regex

from faultwise.lower.patterns import matching
from faultwise.resolve import EffectiveFailure, EffectiveOperation
from faultwise.spec import Condition, Match

_MOST_CANDIDATES: Final = 20
_MADE_BY_NOBODY_ELSE: Final = ("pydantic.ValidationError",)
"""Exceptions for which a stand-in cannot be given anything to read."""


class StandIn(NamedTuple):
    """An exception to raise in a test: its class, what its PATHs read, which cannot be read."""

    exception: str
    values: Mapping[str, JsonValue]
    absent: tuple[str, ...] = ()


class Entry(NamedTuple):
    """One entry of `match`; without a failure it stands for a valid empty result."""

    match: Match
    failure: EffectiveFailure | None


def entries(operation: EffectiveOperation) -> list[Entry]:
    """Return the entries of an operation in the order in which they are tried."""
    empty = operation.declared.empty
    found = [Entry(match, None) for match in empty.match] if empty is not None else []
    return found + [
        Entry(match, failure) for failure in operation.failures for match in failure.match
    ]


def winner(operation: EffectiveOperation, raised: StandIn) -> Entry | None:
    """Return the entry that takes an exception, or None where none does."""
    return next((entry for entry in entries(operation) if takes(entry.match, raised)), None)


def stand_in(operation: EffectiveOperation, entry: Entry, exception: str) -> StandIn | None:
    """Return an exception of a class that this entry takes and no earlier one, or None."""
    if issubclass(_builtin(exception) or Exception, BaseExceptionGroup):
        # Its members are looked at one by one, so that no entry ever takes the group.
        return None
    for candidate in itertools.islice(_candidates(entry.match, exception), _MOST_CANDIDATES):
        if winner(operation, candidate) == entry:
            return candidate
    return None


def near_misses(
    operation: EffectiveOperation, entry: Entry, exception: str
) -> Iterator[tuple[str, StandIn]]:
    """Yield exceptions that hold all conditions of an entry but one, with the PATH of that one.

    Left out are those that another entry takes, or that are a time-out by themselves.
    """
    meant = stand_in(operation, entry, exception)
    if meant is None or exception in _MADE_BY_NOBODY_ELSE or "timeout" in exception.lower():
        return
    for path, condition in entry.match.where.items():
        values = {other: value for other, value in meant.values.items() if other != path}
        absent = [other for other in meant.absent if other != path]
        if condition.present is False:
            values[path] = "something"
        elif path.split(".")[0] != "args":
            # A class may have the attribute by itself; every exception has `args`, here empty.
            absent.append(path)
        raised = StandIn(exception, values, tuple(absent))
        if winner(operation, raised) is None:
            yield path, raised


def perhaps_taken_by(
    operation: EffectiveOperation, raised: StandIn, *, before: Entry | None = None
) -> tuple[Entry, ...]:
    """Return the entries that take an exception if its class derives from theirs.

    Whether it does is known only where both classes are there: in the project. Of the entries,
    those count that stand `before` another one and mean something else, or all of them.
    """
    others = entries(operation)
    if before is not None:
        earlier = itertools.takewhile(lambda other: other != before, others)
        others = [other for other in earlier if other.failure != before.failure]
    return tuple(
        other
        for other in others
        if all(_holds(condition, path, raised) for path, condition in other.match.where.items())
        and any(_is_unrelated_so_far(raised.exception, name) for name in other.match.exception)
    )


def _is_unrelated_so_far(name: str, base: str) -> bool:
    return name != base and (_builtin(name) is None or _builtin(base) is None)


def takes(match: Match, raised: StandIn) -> bool:
    """Whether an entry takes an exception."""
    if not any(is_a(raised.exception, name) for name in match.exception):
        return False
    return all(_holds(condition, path, raised) for path, condition in match.where.items())


def is_a(name: str, base: str) -> bool:
    """Whether an exception class is another one or derives from it, as far as that is known."""
    if name == base:
        return True
    own, other = _builtin(name), _builtin(base)
    return own is not None and other is not None and issubclass(own, other)


def _builtin(name: str) -> type[BaseException] | None:
    found = getattr(builtins, name.removeprefix("builtins."), None)
    return found if isinstance(found, type) and issubclass(found, BaseException) else None


def _candidates(match: Match, exception: str) -> Iterator[StandIn]:
    options: list[list[tuple[str, JsonValue]]] = []
    absent: list[str] = []
    for path, condition in match.where.items():
        if condition.present is False:
            absent.append(path)
        else:
            options.append([(path, value) for value in _values(condition)])
    for chosen in itertools.product(*options):
        yield StandIn(exception, dict(chosen), tuple(absent))


def _values(condition: Condition) -> list[JsonValue]:
    if condition.equals:
        return list(condition.equals)
    if condition.matches is not None:
        return list(matching(condition.matches))
    if condition.present:
        return ["something"]
    low, high = condition.min, condition.max
    between = [] if low is None or high is None else [(low + high) // 2]
    return [limit for limit in (low, high, *between) if limit is not None]


def _holds(condition: Condition, path: str, raised: StandIn) -> bool:
    if path not in raised.values:
        return condition.present is False
    value = raised.values[path]
    if condition.present is not None:
        return condition.present
    if condition.matches is not None:
        return Regex(condition.matches, "u").find(str(value)) is not None
    if condition.equals:
        return any(_same(value, wanted) for wanted in condition.equals)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    low, high = condition.min, condition.max
    return (low is None or value >= low) and (high is None or value <= high)


def _same(value: JsonValue, wanted: JsonValue) -> bool:
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
