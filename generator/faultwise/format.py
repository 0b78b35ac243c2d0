"""Formats rendered Python with ruff: one process for all files of a run."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import ruff  # type: ignore[import-untyped]  # ruff's Python package declares no types

from faultwise.files import Files, ProjectError, Rendered

# Nothing of the machine may change the output: no configuration, no cache, no ignore file.
_OPTIONS: Final = (
    "--isolated",
    "--no-cache",
    "--no-respect-gitignore",
    "--line-length=100",
    "--target-version=py311",
)
_FILE_AT_FAULT: Final = re.compile(r"\b(\d+)\.py\b")


class FormatError(Exception):
    """Rendered code is not Python, or ruff broke: a bug of ours. Names the files at fault."""


def format_python(files: Files) -> Files:
    """Return the files with the Python among them formatted, in the same order.

    Raises FormatError where a file is not Python, and ProjectError where ruff cannot run.
    """
    paths = [path for path, each in files.items() if _needs_it(path, each)]
    if not paths:
        return files
    texts = dict.fromkeys(files[path].text for path in paths)
    try:
        formatted = dict(zip(texts, _formatted(list(texts), paths, files), strict=True))
    except OSError as error:
        raise ProjectError(
            f"ruff cannot format the generated code: {error}",
            "Check that ruff is installed beside faultwise, and that there is room for temporary "
            "files.",
        ) from error
    return {
        path: each._replace(text=formatted[each.text]) if _needs_it(path, each) else each
        for path, each in files.items()
    }


def _needs_it(path: str, file: Rendered) -> bool:
    return path.endswith(".py") and not file.is_formatted


def _formatted(texts: Sequence[str], paths: Sequence[str], files: Files) -> list[str]:
    # A number for a name: no path can leave the folder, and no name means anything to ruff.
    with tempfile.TemporaryDirectory(prefix="faultwise-") as name:
        places = [Path(name, f"{number}.py") for number in range(len(texts))]
        for place, text in zip(places, texts, strict=True):
            place.write_bytes(text.encode())
        run = subprocess.run(
            [ruff.find_ruff_bin(), "format", *_OPTIONS, "."],
            cwd=name,
            env={key: value for key, value in os.environ.items() if not key.startswith("RUFF_")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        if run.returncode:
            raise _error(run.stderr.decode(errors="replace"), texts, paths, files)
        return [place.read_bytes().decode() for place in places]


def _error(output: str, texts: Sequence[str], paths: Sequence[str], files: Files) -> FormatError:
    owner_of = {files[path].text: path for path in reversed(paths)}

    def path(found: re.Match[str]) -> str:
        number = int(found[1])
        return owner_of[texts[number]] if number < len(texts) else found[0]

    return FormatError(_FILE_AT_FAULT.sub(path, output.strip()) or "ruff failed without a word")
