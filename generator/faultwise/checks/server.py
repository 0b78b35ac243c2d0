"""The server: its name, version and dependencies."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from packaging.version import InvalidVersion, Version

from faultwise.checks.subject import Subject
from faultwise.diagnostics import Diagnostic
from faultwise.names import MAX_LENGTH, package_name
from faultwise.source import Path

if TYPE_CHECKING:
    from packaging.requirements import Requirement

_DISTRIBUTION: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
# What every generated project installs or holds: a package of that name would hide it.
_TAKEN: Final = frozenset(
    {
        "anyio", "attrs", "faultwise", "httpx", "jsonschema", "mcp", "mcp_types", "mypy",
        "operations", "pydantic", "pydantic_core", "pyright", "pytest", "referencing", "regress",
        "ruff", "src", "starlette", "tests", "typing_extensions", "uvicorn",
    }
)  # fmt: skip


def check_server(subject: Subject) -> Iterator[Diagnostic]:
    """The name makes a usable package; the version and the dependencies can be installed."""
    yield from _name(subject)
    yield from _version(subject)
    yield from _dependencies(subject)


def _name(subject: Subject) -> Iterator[Diagnostic]:
    name = subject.spec.server.name
    path: Path = ("server", "name")
    if len(name) > MAX_LENGTH or not _DISTRIBUTION.fullmatch(name):
        yield subject.problem(
            "bad-name",
            "this is no name of a Python distribution",
            path,
            f"use at most {MAX_LENGTH} letters, digits and hyphens, such as `order-support`",
        )
        return
    package = package_name(name)
    if not package.isidentifier() or keyword.iskeyword(package):
        yield subject.problem(
            "bad-name",
            f"the package would be called `{package}`, which Python cannot import",
            path,
            "begin the name with a letter, and choose no word of Python's",
        )
        return
    owner = _owner(package, subject)
    if owner is not None:
        yield subject.problem(
            "name-is-taken",
            f"the package would be called `{package}` and hide {owner}",
            path,
            f"choose another name, such as `{name}-server`",
        )


def _owner(package: str, subject: Subject) -> str | None:
    if package in sys.stdlib_module_names:
        return "a module of Python's standard library"
    if package in _TAKEN:
        return "a package that every generated project uses"
    for text in subject.spec.server.dependencies:
        requirement = _requirement(text)
        if requirement is not None and package_name(requirement.name) == package:
            return f"its dependency `{requirement.name}`"
    return None


def _version(subject: Subject) -> Iterator[Diagnostic]:
    try:
        Version(subject.spec.server.version)
    except InvalidVersion:
        yield subject.problem(
            "bad-version",
            "this is no version that Python packages can have",
            ("server", "version"),
            "write a version such as `0.1.0`",
        )


def _dependencies(subject: Subject) -> Iterator[Diagnostic]:
    seen: dict[str, Path] = {}
    for index, text in enumerate(subject.spec.server.dependencies):
        path: Path = ("server", "dependencies", index)
        requirement = _requirement(text)
        if requirement is None:
            yield subject.problem(
                "bad-requirement",
                "this is no requirement of a Python package",
                path,
                'write it as in PEP 508, such as `"httpx>=0.28,<1"`',
            )
            continue
        name = f"{package_name(requirement.name)};{requirement.marker or ''}"
        if name in seen:
            yield subject.problem(
                "duplicate-requirement",
                f"`{requirement.name}` is required twice",
                path,
                "put both conditions into one requirement",
                related=[subject.related("the first one stands here", seen[name])],
            )
        seen.setdefault(name, path)


def _requirement(text: str) -> Requirement | None:
    # Its parser takes a tenth of a whole run to import, and most specs have no dependencies.
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        return Requirement(text)
    except InvalidRequirement:
        return None
