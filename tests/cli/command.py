"""Runs `faultwise` as a user does, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

FAULTWISE = (sys.executable, "-m", "faultwise")

_SETTINGS = {
    "COLUMNS": "100",
    # Copier's own settings of whoever runs the tests must not answer its questions.
    "COPIER_SETTINGS_PATH": os.devnull,
    "NO_COLOR": "1",
}


def run(*arguments: str, cwd: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder `cwd`, without a terminal, with environment variables set."""
    return subprocess.run(
        [*FAULTWISE, *arguments],
        cwd=cwd,
        env=environment(**settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def environment(**settings: str) -> dict[str, str]:
    """Return the environment variables that commands run with."""
    return {**os.environ, **_SETTINGS, "PYTHONIOENCODING": "utf-8", **settings}


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file in a folder, hidden ones too, by its path there."""
    return dict(_files(folder))


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()
