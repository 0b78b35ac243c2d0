"""Every word that a name could collide with in generated code."""

from __future__ import annotations

import ast
import builtins
import keyword
import sys
from collections.abc import Iterator

from faultwise.lower import lower
from faultwise.render import render

from . import specs


def all_words() -> list[str]:
    """Return Python's own words and all identifiers of a generated project, in a fixed order."""
    words = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *identifiers()}
    words |= {name for name in sys.stdlib_module_names if not name.startswith("_")}
    return sorted(words)


def identifiers() -> set[str]:
    """Return every identifier in the modules that are rendered for a full spec."""
    files = render(lower(specs.loaded(specs.full(lambda place: "Some text."))))
    return {
        part
        for path, each in files.items()
        if path.endswith(".py")
        for node in ast.walk(ast.parse(each.text))
        for name in _names(node)
        for part in name.split(".")
    }


def _names(node: ast.AST) -> Iterator[str]:
    for field in ("id", "attr", "arg", "name", "asname", "module"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
        yield node.value


def bound_beside_failures(structure: specs.Structure) -> set[str]:
    """Return the capitalised names at the top of modules that import or define failures."""
    bound: set[str] = set()
    for path, each in render(lower(specs.loaded(structure))).items():
        if "/handlers/" in path or "/test_" in path or path.endswith("/failures.py"):
            for node in ast.parse(each.text).body:
                bound |= set(_bound(node))
    return {name for name in bound if name[0].isupper()}


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id
