"""Operations: time limits, rules across parameters, and what an empty result is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from faultwise import schemas
from faultwise.checks.failures import raised_without_details
from faultwise.checks.fit import misfit
from faultwise.checks.subject import Subject, did_you_mean, one_of, quoted
from faultwise.diagnostics import Diagnostic
from faultwise.resolve import EffectiveOperation
from faultwise.source import Path
from faultwise.spec import TYPE_REFERENCE, Constraint, Empty, Property, Retry, Schema

CONSTRAINT_KINDS: Final = ("exactly_one_of", "at_least_one_of", "at_most_one_of", "all_or_none_of")
_ONE_AT_MOST: Final = ("exactly_one_of", "at_most_one_of")


def check_durations(subject: Subject) -> Iterator[Diagnostic]:
    """Time limits leave time."""
    spec = subject.spec
    limits: list[tuple[Path, float | bool | None]] = [
        (("defaults", "timeout"), spec.defaults.timeout)
    ]
    retries: list[tuple[Path, Retry | bool | None]] = [(("defaults", "retry"), spec.defaults.retry)]
    for name, operation in spec.operations.items():
        limits.append((("operations", name, "timeout"), operation.timeout))
        retries.append((("operations", name, "retry"), operation.retry))
    for path, retry in retries:
        if isinstance(retry, Retry):
            limits.extend(
                ((*path, key), getattr(retry, key)) for key in ("wait", "max_wait", "budget")
            )
    for path, limit in limits:
        if limit == 0 and limit is not False:
            yield subject.problem(
                "bad-duration",
                f"`{path[-1]}` leaves no time at all",
                path,
                "give a longer time, or remove the key",
            )


def check_retries(subject: Subject) -> Iterator[Diagnostic]:
    """Local retry says how many attempts it makes."""
    for operation in subject.operations:
        if operation.retry is None or operation.retry.attempts is not None:
            continue
        own = isinstance(operation.declared.retry, Retry)
        path: Path = ("operations", operation.name, "retry") if own else ("defaults", "retry")
        yield subject.key_problem(
            "missing-key",
            "the key `attempts` is missing in `retry`",
            path,
            "add `attempts:` with the number of attempts, the first included",
        )


def check_constraints(subject: Subject) -> Iterator[Diagnostic]:
    """A rule across parameters has one kind, two parameters or more, and a known failure."""
    for operation in subject.operations:
        for index, constraint in enumerate(operation.declared.constraints):
            path: Path = ("operations", operation.name, "constraints", index)
            yield from _constraint(subject, operation, constraint, path)


def _constraint(
    subject: Subject, operation: EffectiveOperation, constraint: Constraint, path: Path
) -> Iterator[Diagnostic]:
    kinds = [kind for kind in CONSTRAINT_KINDS if constraint.given(kind)]
    if len(kinds) != 1:
        yield subject.problem(
            "bad-constraint",
            "a constraint has exactly one rule" + (", this one has several" if kinds else ""),
            path,
            f"write one of {quoted(CONSTRAINT_KINDS)}",
        )
    known = operation.declared.parameters
    for kind in kinds:
        names: tuple[str, ...] = getattr(constraint, kind)
        if len(set(names)) < 2:
            yield subject.problem(
                "bad-constraint",
                "a constraint is about two different parameters or more",
                (*path, kind),
                "list them; a single parameter is required unless it is `optional: true`",
            )
        for position, name in enumerate(names):
            if name not in known:
                yield subject.problem(
                    "unknown-parameter",
                    f"`{operation.name}` has no parameter `{name}`{did_you_mean(name, known)}",
                    (*path, kind, position),
                    one_of(known, otherwise="describe it under `parameters`"),
                )
            elif name in names[:position]:
                yield subject.problem(
                    "repeated-entry",
                    f"`{name}` stands here twice",
                    (*path, kind, position),
                    "remove one of the two",
                )
            elif kind in _ONE_AT_MOST and known[name].required_in_call:
                yield subject.problem(
                    "always-given",
                    f"`{name}` is required, so no other parameter of this rule can be given",
                    (*path, kind, position),
                    "make it `optional: true` or give it a `default`, or take it out of the rule",
                )
    if constraint.failure is None:
        return
    declared = {failure.name: failure for failure in operation.failures}
    failure = declared.get(constraint.failure)
    if failure is None:
        yield undeclared_failure(subject, operation, constraint.failure, (*path, "failure"))
    else:
        yield from raised_without_details(
            subject, failure, "reports a broken constraint, so nothing gives it"
        )


def undeclared_failure(
    subject: Subject, operation: EffectiveOperation, name: str, path: Path
) -> Diagnostic:
    """Return the diagnostic for a failure that the operation does not have."""
    known = [failure.name for failure in operation.failures]
    return subject.problem(
        "unknown-failure",
        f"`{operation.name}` has no failure `{name}`{did_you_mean(name, known)}",
        path,
        f"add it under `failures` of `{operation.name}`",
    )


def check_empty(subject: Subject) -> Iterator[Diagnostic]:
    """An empty result fits `returns`, and the list that counts is there."""
    for operation, declared in subject.spec.operations.items():
        if declared.empty is not None:
            path: Path = ("operations", operation, "empty")
            yield from _empty(subject, declared.empty, declared.returns, path)


def _empty(
    subject: Subject, empty: Empty, returns: Schema | None, path: Path
) -> Iterator[Diagnostic]:
    types = subject.spec.types
    for key in ("at", "result"):
        if empty.given(key) and returns is None:
            yield subject.key_problem(
                "needs-returns",
                f"`{key}` needs a schema under `returns`",
                (*path, key),
                "add `returns`, or remove the key",
            )
    if returns is None:
        return
    if empty.at is not None and not _leads_to_list(returns, empty.at.split("."), types):
        yield subject.problem(
            "no-list-there",
            f"`{empty.at}` leads to no list in the result",
            (*path, "at"),
            "give the names of properties, joined by dots, that lead to an array in `returns`",
        )
    if empty.given("result"):
        found = misfit(schemas.document(returns, types), empty.result)
        if found is not None:
            yield subject.problem(
                "value-does-not-fit",
                f"this result does not fit `returns`: {found.text}",
                (*path, "result", *found.path),
                f"{found.expected} is expected here",
                related=[subject.related("`returns` stands here", (*path[:-1], "returns"))],
            )


def _leads_to_list(schema: Schema, steps: list[str], types: Mapping[str, Property]) -> bool:
    """Whether a path of properties can lead to an array."""
    for each in _forms(schema, types):
        if not steps:
            if "array" in each.type or (not each.type and each.items is not None):
                return True
            continue
        child = (each.properties or {}).get(steps[0])
        if child is not None and _leads_to_list(child, steps[1:], types):
            return True
    return False


def _forms(schema: Schema, types: Mapping[str, Property]) -> list[Schema]:
    """Return a schema and those that describe the same value: references and alternatives."""
    forms: list[Schema] = []
    waiting = [schema]
    while waiting:
        each = waiting.pop()
        if any(each is other for other in forms):
            continue
        forms.append(each)
        if each.ref is not None and each.ref.removeprefix(TYPE_REFERENCE) in types:
            waiting.append(types[each.ref.removeprefix(TYPE_REFERENCE)])
        waiting.extend((*each.any_of, *each.one_of))
    return forms
