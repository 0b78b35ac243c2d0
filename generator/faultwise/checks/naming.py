"""Names: what the author chooses is checked, never repaired."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from faultwise import names
from faultwise.checks.subject import Subject
from faultwise.diagnostics import Diagnostic
from faultwise.names import Kind
from faultwise.source import Path


def check_chosen_names(subject: Subject) -> Iterator[Diagnostic]:
    """Names of operations, failures, types and details can be used in Python."""
    for kind, name, path in _chosen(subject):
        objection = names.objection(kind, name)
        if objection is None:
            continue
        suggestion = names.suggestion(kind, name)
        yield subject.key_problem(
            "bad-name",
            f"`{name}` cannot be the name of {_ARTICLES[kind]}: {objection}",
            path,
            f"call it `{suggestion}`" if suggestion else "choose another name",
        )


_ARTICLES: dict[Kind, str] = {
    "operation": "an operation",
    "failure": "a failure",
    "type": "a type",
    "detail": "a detail",
}


def _chosen(subject: Subject) -> Iterator[tuple[Kind, str, Path]]:
    for name in subject.spec.types:
        yield "type", name, ("types", name)
    for name in subject.spec.operations:
        yield "operation", name, ("operations", name)
    for name in subject.spec.failures:
        yield "failure", name, ("failures", name)
    for operation, declared in subject.spec.operations.items():
        for name, entry in declared.failures.items():
            if entry and name not in subject.spec.failures:
                yield "failure", name, ("operations", operation, "failures", name)
    for path, failure in subject.written_failures.items():
        for name in failure.details:
            yield "detail", name, (*path, "details", name)


class _Named(NamedTuple):
    """Something that gets a class in the generated code."""

    kind: Kind
    name: str
    path: Path
    python_name: str


def check_collisions(subject: Subject) -> Iterator[Diagnostic]:
    """No two names give the same class or file, in any capitalisation."""
    first: dict[str, _Named] = {}
    seen: set[tuple[Kind, str]] = set()
    for kind, name, path in _chosen(subject):
        if kind == "detail" or (kind, name) in seen:
            continue
        seen.add((kind, name))
        one = _Named(kind, name, path, _class(kind, name))
        other = first.setdefault(one.python_name.lower(), one)
        if other is one:
            continue
        yield subject.key_problem(
            "name-collision",
            f"the {kind} `{name}` and the {other.kind} `{other.name}` both give"
            f" the class `{one.python_name}`",
            path,
            "rename one of the two",
            related=[subject.related(f"the {other.kind} stands here", other.path)],
        )


def _class(kind: Kind, name: str) -> str:
    if kind == "operation":
        return names.request_class(name)
    return names.failure_class(name) if kind == "failure" else name


def check_result_types(subject: Subject) -> Iterator[Diagnostic]:
    """No type has the name that the result of an operation has in Python."""
    types = {name.lower(): name for name in subject.spec.types}
    for operation in subject.spec.operations:
        result = names.result_class(operation)
        taken = types.get(result.lower())
        if taken is not None:
            yield subject.key_problem(
                "name-collision",
                f"the type `{taken}` is called as what `{operation}` returns is in Python:"
                f" `{result}`",
                ("types", taken),
                "rename the type; what it describes is a better name than where it is used",
                related=[subject.related("the operation stands here", ("operations", operation))],
            )


def check_parameter_names(subject: Subject) -> Iterator[Diagnostic]:
    """Parameters and properties have legal names on the wire and distinct ones in Python."""
    for operation, declared in subject.spec.operations.items():
        attributes: dict[str, Path] = {}
        for name, parameter in declared.parameters.items():
            path: Path = ("operations", operation, "parameters", name)
            yield from _wire_name(subject, name, path)
            attribute = parameter.python_name or names.attribute_name(name)
            if parameter.python_name is not None:
                yield from _python_name(subject, parameter.python_name, (*path, "python_name"))
            earlier = attributes.setdefault(attribute.lower(), path)
            if earlier != path:
                yield subject.key_problem(
                    "name-collision",
                    f"the parameters `{name}` and `{earlier[-1]}` are both called"
                    f" `{attribute}` in Python",
                    path,
                    "give one of them a `python_name`",
                    related=[subject.related("the other one stands here", earlier)],
                )
    for path, schema in subject.schemas:
        for name in schema.properties or {}:
            yield from _wire_name(subject, name, (*path, "properties", name))


def _wire_name(subject: Subject, name: str, path: Path) -> Iterator[Diagnostic]:
    if not names.PARAMETER_NAME.fullmatch(name):
        yield subject.key_problem(
            "bad-name",
            f"`{name}` cannot be the name of a parameter or a property",
            path,
            "begin with a letter or `_`, go on with letters, digits, `_`, `.` and `-`;"
            " at most 64 characters",
        )


def _python_name(subject: Subject, name: str, path: Path) -> Iterator[Diagnostic]:
    if not names.is_attribute(name):
        yield subject.problem(
            "bad-name",
            f"`{name}` cannot be a `python_name`",
            path,
            f"use a snake_case name that is no word of Python's, such as"
            f" `{names.attribute_name(name)}`",
        )


def check_wire_names(subject: Subject) -> Iterator[Diagnostic]:
    """Tools have legal names on the wire, each once."""
    first: dict[str, Path] = {}
    for operation, declared in subject.spec.operations.items():
        path: Path = ("operations", operation)
        wire = declared.wire_name
        if wire is not None:
            path = (*path, "wire_name")
            if not names.WIRE_NAME.fullmatch(wire):
                yield subject.problem(
                    "bad-name",
                    f"`{wire}` cannot be the name of a tool",
                    path,
                    "use letters, digits, `_`, `.` and `-`, at most 64 characters",
                )
        earlier = first.setdefault(wire or operation, path)
        if earlier != path:
            yield subject.key_problem(
                "name-collision",
                f"two tools have the name `{wire or operation}` on the wire",
                path,
                "give one of them another `wire_name`",
                related=[subject.related("the other one stands here", earlier)],
            )
