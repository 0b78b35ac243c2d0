"""The runtime of generated projects, for the generator's own use.

Examples and made-up values are judged by the very code that will judge them at run time, so that
the generator and the projects that it makes can never disagree about what a schema accepts.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

from pydantic import JsonValue

from faultwise import bundle

_PACKAGE: Final = "_faultwise_runtime"


class Problem(Protocol):
    """What is wrong at a place in a value."""

    @property
    def path(self) -> tuple[str | int, ...]:
        """Keys and indexes from the top of the value."""
        ...

    @property
    def text(self) -> str:
        """What is wrong there, as a predicate such as "is missing"."""
        ...


JsonSchema: TypeAlias = dict[str, JsonValue]


def problems(schema: JsonSchema, value: JsonValue) -> list[Problem]:
    """Return what is wrong with a value; `schema` holds the types that it refers to in `$defs`."""
    return validator(schema)(value)


def validator(schema: JsonSchema) -> Callable[[JsonValue], list[Problem]]:
    """Return a function that finds what is wrong with values; cheaper where there are many."""
    find: Callable[[JsonValue], list[Problem]] = _module("schema").Schema(schema).problems
    return find


def expected(problem: Problem, schema: JsonSchema) -> str:
    """Return in words what would be right at the place of a problem with `schema`."""
    return str(_module("wording").expected(problem, schema.get("$defs", {})))


def is_unknown(problem: Problem) -> bool:
    """Whether a problem is about a property that is not known, and not about its value."""
    return bool(problem.text == _module("schema").UNKNOWN_PROPERTY)


def is_argument_itself(problem: Problem) -> bool:
    """Whether an argument is missing or unknown, and so breaks no parameter's own schema."""
    schema = _module("schema")
    return len(problem.path) == 1 and problem.text in (
        schema.MISSING_PROPERTY,
        schema.UNKNOWN_PROPERTY,
    )


def holds(
    kind: str, names: tuple[str, ...], arguments: JsonSchema, defaults: Mapping[str, JsonValue]
) -> bool:
    """Whether arguments keep a rule across parameters, such as `exactly_one_of` these names."""
    canonical = _module("values").canonical
    constraints = _module("constraints")
    given = constraints.given(arguments, {key: canonical(one) for key, one in defaults.items()})
    return bool(constraints.Constraint(kind=kind, names=names).holds(given))


def fits(schema: JsonSchema, value: JsonValue) -> bool:
    """Whether a value is valid; `schema` holds the types that it refers to in `$defs`."""
    return not problems(schema, value)


@cache
def _module(name: str) -> Any:
    if _PACKAGE not in sys.modules:
        folder = bundle.template() / "generated"
        location = importlib.util.spec_from_file_location(
            _PACKAGE, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        if location is None or location.loader is None:
            raise ImportError(f"{folder} is no package")
        package = importlib.util.module_from_spec(location)
        sys.modules[_PACKAGE] = package
        location.loader.exec_module(package)
    return importlib.import_module(f"{_PACKAGE}.{name}")
