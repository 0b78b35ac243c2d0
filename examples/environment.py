"""A virtual environment for a command of this repository. Needs nothing but Python itself."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST = (3, 11)


def check_python() -> None:
    """Leave with a message where this Python is too old."""
    if sys.version_info[:2] < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        sys.exit(
            f"This needs Python {wanted} or newer; {sys.executable} is {sys.version.split()[0]}."
        )


def script(environment: Path, name: str) -> Path:
    """Return the path of a command in an environment."""
    if os.name == "nt":
        return environment / "Scripts" / f"{name}.exe"
    return environment / "bin" / name


def prepare(environment: Path, requirement: str, *, project: Path) -> None:
    """Make `environment` where it is missing, and install `requirement` in it, editable.

    `requirement` is "." or ".[EXTRA]", and stands for the folder `project`. Installs only where it
    has not yet done so for the `pyproject.toml` that is there now. Leaves with a message where it
    cannot.
    """
    python = script(environment, "python")
    if not _works(python):
        shutil.rmtree(environment, ignore_errors=True)
        print(f"Making a virtual environment in {environment}", flush=True)
        run(
            [sys.executable, "-m", "venv", str(environment)],
            hint="On Debian and Ubuntu, `apt install python3-venv` adds what is missing.",
        )
    stamp = environment / f"{project.name}.installed"
    state = _state(requirement, project)
    if stamp.is_file() and stamp.read_text() == state:
        return
    print(f"Installing {requirement} from {project}", flush=True)
    run(
        [str(python), "-m", "pip", "install", "--quiet", "-e", requirement],
        cwd=project,
        hint="pip has to reach a package index: is there a network connection, or a proxy to set?",
    )
    stamp.write_text(state)


def run(command: list[str], *, cwd: Path = ROOT, hint: str) -> None:
    """Run a command quietly. Where it fails, show what it printed and `hint`, and leave."""
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode != 0:
        printed = done.stdout.decode(errors="replace").strip()
        sys.exit(f"{printed}\n\nThis failed: {' '.join(command)}\n{hint}")


def _works(python: Path) -> bool:
    if not python.exists():
        return False
    done = subprocess.run([str(python), "-m", "pip", "--version"], capture_output=True)
    return done.returncode == 0


def _state(requirement: str, project: Path) -> str:
    """Return what an installation depends on, as text that changes with it."""
    pyproject = (project / "pyproject.toml").read_bytes()
    return f"{requirement} {hashlib.sha256(pyproject).hexdigest()}"
