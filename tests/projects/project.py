"""Projects made from specs, on disk."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from faultwise import bundle, names, pipeline

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Project:
    """A project, and the package in it."""

    folder: Path
    package: str

    @property
    def operations(self) -> Path:
        """The folder that holds the user's work."""
        return self.folder / "src" / self.package / "operations"

    def run(self, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a Python module in the project, with its sources in reach."""
        return subprocess.run(
            [sys.executable, "-m", *command],
            cwd=self.folder,
            env={**self.environment(), **settings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def environment(self) -> dict[str, str]:
        """Return the environment variables with which the sources are found."""
        return {
            **os.environ,
            "PYTHONPATH": str(self.folder / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }


def make(folder: Path, spec: Path) -> Project:
    """Make a project from a spec; its operations are stubs."""
    made = pipeline.new(folder, spec.read_bytes(), spec_name=spec.name, answers={}, ask=False)
    return Project(folder, names.package_name(made.server_name))


def finish(project: Project, work: Path) -> Project:
    """Put finished operations in the place of the stubs."""
    for path in sorted(work.glob("*.py")):
        shutil.copy(path, project.operations)
    return project


def example(folder: Path, name: str) -> Project:
    """Make a project from an example, with its operations finished and its own tests beside."""
    source = bundle.examples()[name].spec.parent
    project = finish(make(folder, source / bundle.SPEC_NAME), source / "operations")
    shutil.copy(source / "test_behaviour.py", folder / "tests")
    return project


@contextlib.contextmanager
def importable(project: Project) -> Generator[None]:
    """Let the package of a project be imported in this process."""
    sources = str(project.folder / "src")
    sys.path.insert(0, sources)
    try:
        yield
    finally:
        sys.path.remove(sources)


def passed(done: subprocess.CompletedProcess[str]) -> None:
    """Fail with what a command printed, where it failed."""
    assert done.returncode == 0, f"{done.stdout[-8000:]}\n{done.stderr[-4000:]}"
