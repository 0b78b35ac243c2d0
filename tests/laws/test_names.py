"""Names: Python's words and those of the generated code work, or are refused with a reason.

`FAULTWISE_NAMES=all` runs generated tests and type checkers over all of them, as everything.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest
from faultwise import names
from faultwise.diagnostics import Diagnostic, SpecError
from faultwise.pipeline import rendered

from . import projects, specs, words

IS_LONG = os.environ.get("FAULTWISE_NAMES") == "all"
PER_OPERATION = 40
REFUSALS = {"bad-name", "name-collision", "not-for-built-in"}

Build: TypeAlias = Callable[[list[str]], specs.Structure]


def with_operations(operations: specs.Structure, **more: specs.Structure) -> specs.Structure:
    server = {"name": "name-server", "description": "Has names."}
    return {"faultwise": 1, "server": server, **more, "operations": operations}


def operation(**keys: specs.Structure) -> specs.Structure:
    return {"description": "Does something.", **keys}


def portions(chosen: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the names in portions, each with the name of an operation for it."""
    for start in range(0, len(chosen), PER_OPERATION):
        yield f"use_names_{start}", chosen[start : start + PER_OPERATION]


def as_operations(chosen: list[str]) -> specs.Structure:
    """An operation with a parameter and a result, so that every generated module is there."""
    returns = {"type": "object", "properties": {"x": {"type": "string"}}}
    parameters = {"x": {"type": "string"}}
    return with_operations(
        {name: operation(parameters=parameters, returns=returns) for name in chosen}
    )


def as_parameters(chosen: list[str]) -> specs.Structure:
    """A parameter that is shown in a message, beside defaults of every kind."""
    text = {"type": "string", "default": "x"}
    last = {
        "z1": {"type": "array", "items": {"type": "integer"}, "default": [1]},
        "z2": {"type": "object", "properties": {"a": {"type": "string"}}, "default": {"a": "x"}},
        "z3": {"type": "boolean", "sensitive": True, "optional": True},
        "z4": {"type": "object", "optional": True},
        "z5": {"type": "number", "optional": True},
    }

    def message(portion: list[str]) -> str:
        return " ".join(f"{{{names.attribute_name(name)}}}" for name in portion)

    return with_operations(
        {
            key: operation(
                parameters={**dict.fromkeys(portion, text), **last},
                empty={"message": message(portion)},
                returns={"type": "array"},
                failures={
                    f"{key}_failed": {"category": "business", "message": message(portion[::2])}
                },
            )
            for key, portion in portions(chosen)
        }
    )


def as_failures(chosen: list[str]) -> specs.Structure:
    """A failure with details, which a library's exception means."""
    return with_operations(
        {
            key: operation(
                failures={
                    name: {
                        "category": "transient",
                        "message": "It failed.",
                        "details": {"reason": {"type": "string", "optional": True}},
                        "match": {"exception": "OSError", "where": {"errno": number}},
                    }
                    for number, name in enumerate(portion)
                }
            )
            for key, portion in portions(chosen)
        }
    )


def as_details(chosen: list[str]) -> specs.Structure:
    """A detail that is shown in a message, beside ones of every type."""
    last = {
        "z1": {"type": "array", "items": {"type": "integer"}},
        "z2": {"type": "object", "properties": {"a": {"type": "string"}}},
        "z3": {"type": "number", "from": "args.0", "optional": True},
    }

    def failure(portion: list[str]) -> specs.Structure:
        return {
            "category": "business",
            "message": " ".join(f"{{{name}}}" for name in portion),
            "details": {**{name: {"type": "string"} for name in portion}, **last},
        }

    return with_operations(
        {
            key: operation(failures={f"{key}_failed": failure(portion)})
            for key, portion in portions(chosen)
        }
    )


def as_properties(chosen: list[str]) -> specs.Structure:
    """A property of a type, of a parameter and of a result."""

    def schema(portion: list[str]) -> specs.Structure:
        text = {"type": "string", "description": "A text."}
        inline = {"type": "object", "properties": {"a": {"enum": ["b"]}}}
        return {
            "type": "object",
            "required": portion[::2],
            "properties": {**dict.fromkeys(portion, text), "z1": inline, "z2": {"type": "number"}},
        }

    return with_operations(
        {
            key: operation(
                parameters={"value": schema(portion)},
                returns={"$ref": f"#/types/Names{number}"},
            )
            for number, (key, portion) in enumerate(portions(chosen))
        },
        types={
            f"Names{number}": schema(portion)
            for number, (_, portion) in enumerate(portions(chosen))
        },
    )


def as_types(chosen: list[str]) -> specs.Structure:
    """A type that is an object, named by parameters, results and details."""
    return with_operations(
        {
            key: operation(
                parameters={"value": {"anyOf": [{"$ref": f"#/types/{name}"} for name in portion]}},
                returns={"type": "array", "items": {"$ref": f"#/types/{portion[0]}"}},
                failures={
                    f"{key}_failed": {
                        "category": "business",
                        "message": "It failed.",
                        "details": {
                            f"d{number}": {"$ref": f"#/types/{name}", "optional": True}
                            for number, name in enumerate(portion)
                        },
                    }
                },
            )
            for key, portion in portions(chosen)
        },
        types={
            name: {
                "type": "object",
                "required": ["a"],
                "properties": {"a": {"const": name}, "b": {"type": "integer"}},
            }
            for name in chosen
        },
    )


KINDS: dict[str, Build] = {
    "operation": as_operations,
    "parameter": as_parameters,
    "failure": as_failures,
    "detail": as_details,
    "property": as_properties,
    "type": as_types,
}


@cache
def candidates(kind: str) -> list[str]:
    """Return the words for a kind, as they are and, where it has a case of its own, in that."""
    found = words.all_words()
    if kind == "type":
        found = [names.class_name(word) for word in found] + found
    elif kind in {"operation", "failure", "detail"}:
        found = [*found, *("_".join(names.attribute_name(w).split("_")) for w in found)]
        found = [*found, *(w.removesuffix("_") for w in found)]
    return list(dict.fromkeys(word for word in found if word and len(word) <= names.MAX_LENGTH))


@cache
def sorted_out(kind: str) -> tuple[list[str], list[Diagnostic]]:
    """Return the names that work as a kind, and what is said about the others."""
    good = candidates(kind)
    said: list[Diagnostic] = []
    while found := diagnostics_of(KINDS[kind](good)):
        bad = {name for one in found if (name := _named(one, good))}
        assert bad, [one.message for one in found]
        said += found
        good = [name for name in good if name not in bad]
    return good, said


def diagnostics_of(structure: specs.Structure) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a spec."""
    try:
        specs.loaded(structure)
    except SpecError as error:
        return error.diagnostics
    return ()


def _named(diagnostic: Diagnostic, chosen: list[str]) -> str | None:
    """Return the name that a diagnostic is about: the first that it quotes."""
    quoted = diagnostic.message.split("`")[1::2]
    return next((word for word in quoted if word in chosen), None)


@pytest.mark.parametrize("kind", KINDS)
def test_a_refused_name_gets_a_reason(kind: str) -> None:
    """What cannot be a name is told why, and what to do; most words can be names."""
    good, said = sorted_out(kind)
    for diagnostic in said:
        assert diagnostic.code in REFUSALS, diagnostic.message
        assert diagnostic.help
    assert len(good) > 300


@pytest.mark.parametrize("kind", KINDS)
def test_an_accepted_name_makes_sound_modules(kind: str) -> None:
    """Every module for the names that are accepted is Python, and no two are one file."""
    good, _ = sorted_out(kind)
    files = rendered(specs.loaded(KINDS[kind](good)))
    assert len({path.lower() for path in files}) == len(files)
    for path, each in files.items():
        if path.endswith(".py"):
            compile(each.text, path, "exec")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS if IS_LONG else ("operation", "parameter"))
def test_an_accepted_name_makes_a_sound_project(kind: str, tmp_path: Path) -> None:
    """A project with the names passes its own tests, ruff and both type checkers."""
    good, _ = sorted_out(kind)
    chosen = good if IS_LONG else risky(good)
    project = projects.made(tmp_path / "project", KINDS[kind](chosen))
    projects.passes_its_tests(project)
    projects.is_neat(project)
    projects.is_well_typed(project)


def risky(good: list[str]) -> list[str]:
    """Return the names that stand in the generated modules themselves, a sample of them."""
    return good[:: max(1, len(good) // 8)]


def test_the_result_of_an_operation_and_a_type_are_told_apart() -> None:
    """A type that is named as the result of an operation is in Python is refused at its place."""
    structure = as_operations(["search"]) | {"types": {"SearchResult": {"type": "string"}}}
    [found] = diagnostics_of(structure)
    assert found.code == "name-collision"
    assert "`SearchResult`" in found.message


def test_what_modules_bind_themselves_is_no_failure() -> None:
    """Each capitalised name that a rendered module imports or defines is refused as a class."""
    structure = specs.full(lambda place: "Some text.")
    own = {names.class_name(name) for name in structure["failures"]}
    own |= set(names.BUILTIN_FAILURE_CLASSES.values()) | {"NoSuchColour", "OverLimit"}
    own |= {names.request_class(name) for name in structure["operations"]}
    bound = words.bound_beside_failures(structure) - own
    assert {name for name in bound if names.objection("type", name) is None} == set()
