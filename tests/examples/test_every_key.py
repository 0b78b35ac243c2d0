"""The examples together show the whole format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import cast, get_args

import pytest
from faultwise import spec
from faultwise.load import load

EXAMPLES = Path(__file__).parents[2] / "examples"
# `allow` silences lint rules. There are none yet, so an example could only show it at rest.
WITHOUT_USE = {"Failure.allow", "Operation.allow"}
FOLDERS = sorted(path.parent for path in EXAMPLES.glob("*/tools.yaml"))


def every_model(root: type[spec.Model] = spec.Model) -> Iterator[type[spec.Model]]:
    """Yield every model of the format."""
    for model in root.__subclasses__():
        yield model
        yield from every_model(model)


def models_in(value: object) -> Iterator[spec.Model]:
    """Yield every model in a value, itself included."""
    if isinstance(value, spec.Model):
        yield value
        yield from models_in([getattr(value, name) for name in value.model_fields_set])
    elif isinstance(value, Mapping):
        yield from models_in(list(cast("Mapping[object, object]", value).values()))
    elif isinstance(value, list | tuple):
        for item in cast("Iterable[object]", value):
            yield from models_in(item)


def owner(model: type[spec.Model], key: str) -> str:
    """Name a key by the class that defines it: a schema keyword counts wherever it stands."""
    defining = next(
        base for base in reversed(model.__mro__) if key in vars(base).get("__annotations__", {})
    )
    return f"{defining.__name__}.{key}"


def specs() -> list[spec.Spec]:
    """Return the specs of all examples."""
    paths = [folder / "tools.yaml" for folder in FOLDERS]
    return [load(path.read_bytes(), str(path)) for path in paths]


def values_of(model: type[spec.Model], key: str) -> set[object]:
    """Return every value that the examples write under a key of a model."""
    return {
        getattr(found, key)
        for found in models_in(specs())
        if isinstance(found, model) and key in found.model_fields_set
    }


def test_every_key_of_the_format_stands_in_an_example() -> None:
    """A reader who looks for a key finds it at work in one of the examples."""
    every = {owner(model, key) for model in every_model() for key in model.model_fields}
    used = {
        owner(type(model), key) for model in models_in(specs()) for key in model.model_fields_set
    }
    assert every - used == WITHOUT_USE


@pytest.mark.parametrize(
    ("model", "key", "choices"),
    [
        (spec.Failure, "category", get_args(spec.Category)),
        (spec.Failure, "outcome", ("applied", "not_applied", "unknown")),
        (spec.Schema, "format", get_args(spec.StringFormat)),
    ],
)
def test_every_choice_stands_in_an_example(
    model: type[spec.Model], key: str, choices: tuple[str, ...]
) -> None:
    """Where a key takes one of a few words, each of them is shown."""
    assert values_of(model, key) - {None} == set(choices)


def test_every_way_to_name_a_failure_stands_in_an_example() -> None:
    """An operation takes a shared failure, changes it, drops it, or declares its own."""
    entries = [
        ("shared" if name in one.failures else "own", type(entry).__name__)
        for one in specs()
        for operation in one.operations.values()
        for name, entry in operation.failures.items()
    ]
    assert set(entries) == {
        ("shared", "NoneType"),
        ("shared", "Failure"),
        ("shared", "bool"),
        ("own", "Failure"),
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_example_is_complete(folder: Path) -> None:
    """An example says in its first line what it shows, and has every operation finished."""
    path = folder / "tools.yaml"
    first_line = path.read_text(encoding="utf-8").splitlines()[0]
    operations = load(path.read_bytes(), str(path)).operations
    finished = {file.stem for file in (folder / "operations").glob("[!_]*.py")}
    assert first_line.startswith(f"# {folder.name}: ")
    assert finished == set(operations)
