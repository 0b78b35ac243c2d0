"""Failures: complete, defined once, and true to the operations that have them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from faultwise import exception_path
from faultwise.checks.subject import Subject, did_you_mean, one_of
from faultwise.diagnostics import Diagnostic
from faultwise.exception_path import PathError
from faultwise.names import BUILTIN_FAILURE_CLASSES
from faultwise.resolve import EffectiveFailure, EffectiveOperation
from faultwise.source import Path
from faultwise.spec import Failure, RetryAfterFrom

_NOT_FOR_BUILTINS: Final = ("details", "match", "reports")


def check_complete(subject: Subject) -> Iterator[Diagnostic]:
    """A failure that is defined has a category and a message."""
    shared = subject.spec.failures
    for path, failure in subject.written_failures.items():
        name = str(path[-1])
        if name in BUILTIN_FAILURE_CLASSES or (path[0] == "operations" and name in shared):
            continue
        for key in ("category", "message"):
            if not failure.given(key):
                yield subject.key_problem(
                    "missing-key",
                    f"the failure `{name}` has no `{key}`{_near(subject, path)}",
                    path,
                    _REMEDIES[key],
                )


_REMEDIES: Final = {
    "category": "add `category:` with `transient`, `validation`, `business` or `permission`",
    "message": "add `message:` with one sentence that says what went wrong",
}


def _near(subject: Subject, path: Path) -> str:
    """Return the shared failure that an overlay was perhaps meant for."""
    if path[0] != "operations":
        return ""
    return did_you_mean(str(path[-1]), [*subject.spec.failures, *BUILTIN_FAILURE_CLASSES])


def check_defined_once(subject: Subject) -> Iterator[Diagnostic]:
    """A failure of several operations is shared, not defined in each of them."""
    shared = {*subject.spec.failures, *BUILTIN_FAILURE_CLASSES}
    first: dict[str, Path] = {}
    for path, _ in subject.written_failures.items():
        name = str(path[-1])
        if path[0] != "operations" or name in shared:
            continue
        earlier = first.setdefault(name, path)
        if earlier != path:
            yield subject.key_problem(
                "failure-defined-twice",
                f"the failure `{name}` is defined in `{earlier[1]}` already",
                path,
                "move it to `failures` at the top, and write `"
                + name
                + ":` without a value in both operations",
                related=[subject.related("the first definition stands here", earlier)],
            )


def check_builtins(subject: Subject) -> Iterator[Diagnostic]:
    """Built-in failures keep their meaning: only some keys can be replaced."""
    for path, failure in subject.written_failures.items():
        name = str(path[-1])
        if name not in BUILTIN_FAILURE_CLASSES:
            continue
        for key in _NOT_FOR_BUILTINS:
            if failure.given(key) and not (key == "match" and name == "timed_out"):
                yield subject.key_problem(
                    "not-for-built-in",
                    f"`{key}` of the built-in failure `{name}` cannot be replaced",
                    (*path, key),
                    "remove the key, or define a failure with a name of your own",
                )


def check_reports(subject: Subject) -> Iterator[Diagnostic]:
    """A failure that reports parameters is about validation and can be raised without details."""
    for operation in subject.operations:
        reported: dict[str, EffectiveFailure] = {}
        for failure in operation.own_failures:
            if not failure.reports:
                continue
            place = subject.origin(failure, "reports")
            if failure.category != "validation":
                yield subject.problem(
                    "reports-needs-validation",
                    f"only a validation failure can report parameters, `{failure.name}` is"
                    f" {failure.category}",
                    place,
                    "remove `reports`, or make the category `validation`",
                )
            yield from raised_without_details(
                subject, failure, "reports violations of a schema, so nothing gives it"
            )
            for index, name in enumerate(failure.reports):
                yield from _parameter(subject, operation, name, (*place, index))
                other = reported.setdefault(name, failure)
                if other is not failure:
                    yield subject.problem(
                        "reported-twice",
                        f"`{other.name}` reports `{name}` already",
                        (*place, index),
                        "let one failure report a parameter",
                        related=[
                            subject.related(
                                "the other one stands here", subject.origin(other, "reports")
                            )
                        ],
                    )


def raised_without_details(
    subject: Subject, failure: EffectiveFailure, why: str
) -> Iterator[Diagnostic]:
    """Yield the details without which generated code cannot raise a failure."""
    for name, detail in failure.details.items():
        if not detail.may_be_absent:
            yield subject.key_problem(
                "detail-must-be-optional",
                f"`{failure.name}` {why} the detail `{name}`",
                (*subject.origin(failure, "details"), name),
                "add `optional: true` to the detail",
            )


def _parameter(
    subject: Subject, operation: EffectiveOperation, name: str, path: Path
) -> Iterator[Diagnostic]:
    known = operation.declared.parameters
    if name in known:
        return
    related = []
    if path[0] != "operations":
        related = [
            subject.related("this operation can fail this way", ("operations", operation.name))
        ]
    yield subject.problem(
        "unknown-parameter",
        f"`{operation.name}` has no parameter `{name}`{did_you_mean(name, known)}",
        path,
        one_of(known, otherwise="the operation has no parameters: remove this"),
        related=related,
    )


def check_fields(subject: Subject) -> Iterator[Diagnostic]:
    """The field at fault is a parameter of every operation that has the failure."""
    for operation in subject.operations:
        for failure in operation.failures:
            if failure.field is not None and "field" in failure.origins:
                yield from _parameter(subject, operation, failure.field, failure.origins["field"])


def check_details(subject: Subject) -> Iterator[Diagnostic]:
    """A detail that no exception can give is optional where an exception means the failure."""
    for operation in subject.operations:
        for failure in operation.own_failures:
            if not failure.match:
                continue
            place = subject.origin(failure, "details")
            for name, detail in failure.details.items():
                if detail.source is None and not detail.may_be_absent:
                    yield subject.key_problem(
                        "detail-must-be-optional",
                        f"`{failure.name}` can come from a library's exception, which does not"
                        f" give the detail `{name}`",
                        (*place, name),
                        "add `optional: true`, or say where to read it with `from: PATH`",
                        related=[
                            subject.related(
                                "the exceptions stand here", subject.origin(failure, "match")
                            )
                        ],
                    )


def check_paths(subject: Subject) -> Iterator[Diagnostic]:
    """Every PATH into an exception can be read."""
    for path, failure in subject.written_failures.items():
        for place, text in _paths(path, failure):
            yield from path_problems(subject, text, place)


def _paths(path: Path, failure: Failure) -> Iterator[tuple[Path, str]]:
    for name, detail in failure.details.items():
        if detail.source is not None:
            yield (*path, "details", name, "from"), detail.source
    if isinstance(failure.retry_after, RetryAfterFrom):
        yield (*path, "retry_after", "from"), failure.retry_after.source


def path_problems(
    subject: Subject, text: str, path: Path, *, is_key: bool = False
) -> Iterator[Diagnostic]:
    """Yield a diagnostic where `text`, the value or the key at `path`, is no PATH."""
    try:
        exception_path.parse(text)
    except PathError as error:
        say = subject.key_problem if is_key else subject.problem
        yield say("bad-path", error.message, path, error.help)


def check_docs_urls(subject: Subject) -> Iterator[Diagnostic]:
    """A `docs_url` is an address that a browser opens."""
    for path, failure in subject.written_failures.items():
        if failure.docs_url is not None and not _is_address(failure.docs_url):
            yield subject.problem(
                "bad-url",
                "this is no address of a web page",
                (*path, "docs_url"),
                "write it in full, such as `https://example.com/errors#limits`",
            )


def _is_address(text: str) -> bool:
    if not text.isprintable() or " " in text:
        return False
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False
