"""Which modules a command of faultwise imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def imported(*arguments: str, cwd: Path) -> set[str]:
    """Return the modules that `faultwise` imports with these arguments, its output in a pipe."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "faultwise", *arguments],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
