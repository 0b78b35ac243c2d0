"""References: whatever is named exists, and no type goes round in circles."""

from __future__ import annotations

from collections.abc import Iterator

from faultwise.checks.subject import Subject, did_you_mean, one_of
from faultwise.diagnostics import Diagnostic
from faultwise.names import BUILTIN_FAILURE_CLASSES
from faultwise.source import Path
from faultwise.spec import TYPE_REFERENCE, Schema, ToolAlternative


def check_types_exist(subject: Subject) -> Iterator[Diagnostic]:
    """Every `$ref` refers to a type of the file."""
    types = subject.spec.types
    for path, schema in subject.schemas:
        if schema.ref is None or subject.type_of(schema.ref) is not None:
            continue
        place = (*path, "$ref")
        if not schema.ref.startswith(TYPE_REFERENCE):
            name = schema.ref.rpartition("/")[2]
            target = name if name in types else "NAME"
            yield subject.problem(
                "bad-reference",
                f"`{schema.ref}` refers to nothing: a `$ref` leads to a type of this file",
                place,
                f'write `$ref: "{TYPE_REFERENCE}{target}"`',
            )
            continue
        name = schema.ref.removeprefix(TYPE_REFERENCE)
        yield subject.problem(
            "unknown-type",
            f"there is no type `{name}`{did_you_mean(name, types)}",
            place,
            one_of(types, otherwise=f"add it under `types` at the top, as `{name}:`"),
        )


def check_reference_cycles(subject: Subject) -> Iterator[Diagnostic]:
    """No type is defined by itself, and every type has values that end."""
    types = subject.spec.types
    circular = {name for name in types if _reaches_itself(subject, name)}
    for name in sorted(circular):
        yield subject.key_problem(
            "reference-cycle",
            f"the type `{name}` is defined by itself and never says what a value is",
            ("types", name),
            "a type may refer to itself inside `properties` or `items` only",
        )
    ending = _ending_types(subject)
    for name in types:
        if name not in ending and name not in circular:
            yield subject.key_problem(
                "endless-type",
                f"no value fits the type `{name}`: it would have to hold itself without end",
                ("types", name),
                "leave the property that leads back out of `required`, or allow null there",
            )


def _reaches_itself(subject: Subject, name: str) -> bool:
    """Whether a type leads to itself without entering a property or an item."""
    seen: set[str] = set()
    waiting: list[Schema] = [subject.spec.types[name]]
    while waiting:
        schema = waiting.pop()
        if schema.ref is not None:
            target = schema.ref.removeprefix(TYPE_REFERENCE)
            if target == name:
                return True
            if target in subject.spec.types and target not in seen:
                seen.add(target)
                waiting.append(subject.spec.types[target])
        waiting.extend((*schema.any_of, *schema.one_of))
    return False


def _ending_types(subject: Subject) -> set[str]:
    """Return the types that have at least one value of finite depth."""
    ending: set[str] = set()
    while True:
        found = {
            name
            for name, schema in subject.spec.types.items()
            if name in ending or _ends(schema, ending, subject)
        }
        if found == ending:
            return ending
        ending = found


def _ends(schema: Schema, ending: set[str], subject: Subject) -> bool:
    if schema.given("const") or schema.enum:
        return True
    if schema.ref is not None:
        name = schema.ref.removeprefix(TYPE_REFERENCE)
        if name in subject.spec.types and name not in ending:
            return False
    for branches in (schema.any_of, schema.one_of):
        if branches and not any(_ends(branch, ending, subject) for branch in branches):
            return False
    if set(schema.type) - {"object", "array"} or not schema.type:
        return True
    return ("object" in schema.type and _object_ends(schema, ending, subject)) or (
        "array" in schema.type
        and (not schema.min_items or schema.items is None or _ends(schema.items, ending, subject))
    )


def _object_ends(schema: Schema, ending: set[str], subject: Subject) -> bool:
    properties = schema.properties or {}
    return all(
        _ends(properties[name], ending, subject) for name in schema.required if name in properties
    )


def check_shared_failures(subject: Subject) -> Iterator[Diagnostic]:
    """Failures that are named without a definition are shared ones; `false` drops a default."""
    spec = subject.spec
    known = [*spec.failures, *BUILTIN_FAILURE_CLASSES]
    for index, name in enumerate(spec.defaults.failures):
        if name not in known:
            yield subject.problem(
                "unknown-failure",
                f"there is no shared failure `{name}`{did_you_mean(name, known)}",
                ("defaults", "failures", index),
                "define it under `failures` at the top",
            )
    for operation, declared in spec.operations.items():
        for name, entry in declared.failures.items():
            path: Path = ("operations", operation, "failures", name)
            if entry is None and name not in known:
                yield subject.key_problem(
                    "unknown-failure",
                    f"there is no shared failure `{name}`{did_you_mean(name, known)}",
                    path,
                    "define it here with `category` and `message`, or under `failures` at the top",
                )
            elif entry is False and name in BUILTIN_FAILURE_CLASSES:
                yield subject.problem(
                    "nothing-to-drop",
                    f"`{name}` is built in and cannot be dropped: every tool can fail that way",
                    path,
                    "remove this entry, or replace some of its texts here",
                )
            elif entry is False and name not in spec.defaults.failures:
                yield subject.problem(
                    "nothing-to-drop",
                    f"`defaults` brings no failure `{name}`"
                    f"{did_you_mean(name, spec.defaults.failures)}",
                    path,
                    one_of(spec.defaults.failures, otherwise="remove this entry"),
                )


def check_alternatives(subject: Subject) -> Iterator[Diagnostic]:
    """The tool of an alternative is an operation of the file."""
    operations = subject.spec.operations
    for path, failure in subject.written_failures.items():
        for index, alternative in enumerate(failure.alternatives):
            if not isinstance(alternative, ToolAlternative) or alternative.tool in operations:
                continue
            wire = (name for name, one in operations.items() if one.wire_name == alternative.tool)
            renamed = next(wire, None)
            near = f"; did you mean `{renamed}`?" if renamed else None
            yield subject.problem(
                "unknown-operation",
                f"there is no operation `{alternative.tool}`"
                f"{near or did_you_mean(alternative.tool, operations)}",
                (*path, "alternatives", index, "tool"),
                one_of(operations, otherwise="write the alternative as text"),
            )
