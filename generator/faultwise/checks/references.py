"""References: whatever is named exists, and no type goes round in circles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from faultwise.checks.subject import Subject, did_you_mean, one_of, within
from faultwise.diagnostics import Diagnostic
from faultwise.names import BUILTIN_FAILURE_CLASSES
from faultwise.schemas import Types
from faultwise.source import Path
from faultwise.spec import TYPE_REFERENCE, Schema, ToolAlternative

LONGEST_CHAIN: Final = 32


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
    lengths = _chain_lengths(types)
    circular = _on_cycles({name: same_value(types[name], types) for name in types})
    for name in types:
        if name in circular:
            yield subject.key_problem(
                "reference-cycle",
                f"the type `{name}` is defined by itself and never says what a value is",
                ("types", name),
                "a type may refer to itself inside `properties` or `items` only",
            )
        elif lengths.get(name, 0) > LONGEST_CHAIN:
            yield subject.key_problem(
                "reference-chain",
                f"the type `{name}` leads from type to type more than {LONGEST_CHAIN} times",
                ("types", name),
                "refer to the last type of the chain",
            )
    ending = _ending_types(types)
    for name in types:
        if name not in ending and name not in circular:
            yield subject.key_problem(
                "endless-type",
                f"no value fits the type `{name}`: it would have to hold itself without end",
                ("types", name),
                "leave the property that leads back out of `required`, or allow null there",
            )


def same_value(schema: Schema, types: Types) -> set[str]:
    """Return the types that describe the same value as a schema, without entering any."""
    found: set[str] = set()
    waiting = [schema]
    while waiting:
        each = waiting.pop()
        if each.ref is not None and each.ref.removeprefix(TYPE_REFERENCE) in types:
            found.add(each.ref.removeprefix(TYPE_REFERENCE))
        waiting.extend((*each.any_of, *each.one_of))
    return found


def _on_cycles(graph: Mapping[str, set[str]]) -> set[str]:
    """Return the nodes that lie on a cycle or between two."""
    backwards: dict[str, set[str]] = {name: set() for name in graph}
    for name, targets in graph.items():
        for target in targets:
            backwards[target].add(name)
    return _without_ends(graph, backwards) & _without_ends(backwards, graph)


def _without_ends(graph: Mapping[str, set[str]], backwards: Mapping[str, set[str]]) -> set[str]:
    """Return the nodes from which one can go on for ever."""
    open_ways = {name: len(targets) for name, targets in graph.items()}
    waiting = [name for name, count in open_ways.items() if not count]
    left = set(graph)
    while waiting:
        name = waiting.pop()
        left.discard(name)
        for before in backwards[name]:
            open_ways[before] -= 1
            if not open_ways[before]:
                waiting.append(before)
    return left


def _chain_lengths(types: Types) -> dict[str, int]:
    """Return how many references lead on from a type, for the types that are on no cycle."""
    lengths: dict[str, int] = {}
    for start in types:
        waiting = [start]
        on_the_way: set[str] = set()
        while waiting:
            name = waiting[-1]
            targets = same_value(types[name], types)
            open_targets = [one for one in targets if one not in lengths and one not in on_the_way]
            if name in lengths or not open_targets:
                known = (lengths.get(target, 0) for target in targets)
                lengths.setdefault(name, 1 + max(known, default=-1))
                waiting.pop()
                continue
            on_the_way.add(name)
            waiting.extend(open_targets)
    return lengths


def _ending_types(types: Types) -> set[str]:
    """Return the types that have at least one value of finite depth."""
    users: dict[str, set[str]] = {name: set() for name in types}
    for name, schema in types.items():
        for _, each in within((), schema):
            if each.ref is not None and each.ref.removeprefix(TYPE_REFERENCE) in types:
                users[each.ref.removeprefix(TYPE_REFERENCE)].add(name)
    ending: set[str] = set()
    waiting = list(types)
    while waiting:
        name = waiting.pop()
        if name not in ending and _ends(types[name], ending, types):
            ending.add(name)
            waiting.extend(users[name])
    return ending


def _ends(schema: Schema, ending: set[str], types: Types) -> bool:
    if schema.given("const") or schema.enum:
        return True
    if schema.ref is not None:
        name = schema.ref.removeprefix(TYPE_REFERENCE)
        if name in types and name not in ending:
            return False
    for branches in (schema.any_of, schema.one_of):
        if branches and not any(_ends(branch, ending, types) for branch in branches):
            return False
    if set(schema.type) - {"object", "array"} or not schema.type:
        return True
    return ("object" in schema.type and _object_ends(schema, ending, types)) or (
        "array" in schema.type
        and (not schema.min_items or schema.items is None or _ends(schema.items, ending, types))
    )


def _object_ends(schema: Schema, ending: set[str], types: Types) -> bool:
    properties = schema.properties or {}
    return all(
        _ends(properties[name], ending, types) for name in schema.required if name in properties
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
