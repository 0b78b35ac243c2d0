"""Trees of text files: rendered from a spec, read, written and compared."""

from __future__ import annotations

import difflib
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from faultwise import bundle, names, pipeline
from faultwise.load import load

Tree: TypeAlias = Mapping[str, str]
"""The text of each file, by its path in the tree."""


def rendered(spec: Path) -> Tree:
    """Return the files that a spec shapes.

    Modules that are the same in every project are left out: they stand in `template/generated`.
    """
    loaded = load(spec.read_bytes(), spec.name)
    static = set(_static(names.package_name(loaded.server.name)))
    files = pipeline.rendered(loaded)
    return {path: file.text for path, file in files.items() if path not in static}


def _static(package: str) -> Iterator[str]:
    folder = bundle.template() / "generated"
    for path in folder.rglob("*.py"):
        yield f"src/{package}/generated/{path.relative_to(folder).as_posix()}"


def read(folder: Path) -> Tree:
    """Return the files in a folder; none where there is no such folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def write(folder: Path, tree: Tree) -> None:
    """Make a folder hold these files and no others."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def difference(expected: Tree, found: Tree) -> str:
    """Return what tells two trees apart, to read; an empty text where they are the same."""
    return "".join(
        line
        for path in sorted({*expected, *found})
        if expected.get(path) != found.get(path)
        for line in _lines_apart(path, expected.get(path), found.get(path))
    )


def _lines_apart(path: str, expected: str | None, found: str | None) -> Iterator[str]:
    if expected is None:
        yield f"{path} is new: no such file is expected\n"
    elif found is None:
        yield f"{path} is missing\n"
    else:
        yield from difflib.unified_diff(
            expected.splitlines(keepends=True),
            found.splitlines(keepends=True),
            fromfile=f"expected/{path}",
            tofile=f"found/{path}",
        )
