"""Generated projects on disk, and the tools that judge them, each run once over all of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from faultwise import pipeline

from .specs import Structure, yaml


def made(target: Path, structure: Structure, **answers: str) -> Path:
    """Return a new project from a spec."""
    pipeline.new(target, yaml(structure), spec_name="tools.yaml", answers=answers, ask=False)
    return target


def run(project: Path, *command: str, paths: Sequence[Path] = ()) -> None:
    """Run a Python module in a project, with its sources and those at `paths` in reach."""
    sources = os.pathsep.join(str(path / "src") for path in (project, *paths))
    environment = {**os.environ, "PYTHONPATH": sources, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=project,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def passes_its_tests(project: Path) -> None:
    """Hold a project to its own tests."""
    run(project, "pytest", "-q", "-x", "-p", "no:cacheprovider")


def is_well_typed(project: Path) -> None:
    """Hold a project to both type checkers, as it configures them."""
    run(project, "mypy", "--cache-dir", os.devnull)
    run(project, "pyright", "--pythonpath", sys.executable)


def is_neat(project: Path) -> None:
    """Hold a project to ruff as it configures it, what it excludes held too."""
    run(project, "ruff", "check", "--no-cache")
    run(project, "ruff", "format", "--check", "--no-cache")
    generated = [
        str(path.relative_to(project))
        for folder in ("src", "tests")
        for path in sorted((project / folder).rglob("*.py"))
        if "generated" in path.parts
    ]
    # A constant that has no blank cannot be broken, and generated modules may hold such.
    run(project, "ruff", "check", "--no-cache", "--no-force-exclude", "--ignore=E501", *generated)
    run(project, "ruff", "format", "--check", "--no-cache", "--no-force-exclude", *generated)
