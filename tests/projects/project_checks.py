"""What judges a project: its own tests, two type checkers, and ruff."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from .project import Project

Done: TypeAlias = subprocess.CompletedProcess[str]

_ISOLATED: Final = ("--isolated", "--no-cache", "--line-length=100", "--target-version=py311")


def tests(project: Project) -> Done:
    """Run the tests of a project, those of its user too."""
    return project.run("pytest", "-q", "-p", "no:cacheprovider")


def mypy(project: Project, cache: Path) -> Done:
    """Run mypy as the project configures it; `cache` keeps what projects have in common."""
    return project.run("mypy", "--cache-dir", str(cache))


def lint(project: Project) -> Done:
    """Run `ruff check` as the project configures it."""
    return project.run("ruff", "check", "--no-cache")


def formatting(project: Project) -> Done:
    """Run `ruff format --check` as the project configures it."""
    return project.run("ruff", "format", "--check", "--no-cache")


def lint_of_everything(project: Project) -> Done:
    """Run `ruff check` with the project's rules on generated files too, which it excludes."""
    settings = tomllib.loads((project.folder / "pyproject.toml").read_text(encoding="utf-8"))
    rules = ",".join(settings["tool"]["ruff"]["lint"]["select"])
    sources = f"src={settings['tool']['ruff']['src']}"
    return project.run("ruff", "check", *_ISOLATED, "--config", sources, "--select", rules, ".")


def formatting_of_everything(project: Project) -> Done:
    """Run `ruff format --check` on generated files too, which the project excludes."""
    return project.run("ruff", "format", "--check", *_ISOLATED, ".")


def pyright(folder: Path, projects: Iterable[Project]) -> Done:
    """Run pyright over projects below `folder` at once, as strictly as each asks for.

    A run for each would analyse the SDK anew every time.
    """
    roots = [project.folder.relative_to(folder).as_posix() for project in projects]
    settings = {
        "pythonVersion": "3.11",
        "typeCheckingMode": "strict",
        "include": roots,
        "executionEnvironments": [{"root": root, "extraPaths": [f"{root}/src"]} for root in roots],
    }
    configuration = folder / "pyrightconfig.json"
    configuration.write_text(json.dumps(settings), encoding="utf-8")
    return _run(folder, "pyright", "-p", str(configuration), "--pythonpath", sys.executable)


def tests_of_all(folder: Path, projects: Sequence[Project]) -> Done:
    """Run the generated tests of projects below `folder` in one process."""
    paths = [str(project.folder / "tests" / "generated") for project in projects]
    options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "--strict-markers"]
    return _run(folder, "pytest", *options, *paths, projects=projects)


def mypy_of_all(folder: Path, projects: Sequence[Project], cache: Path) -> Done:
    """Run mypy in its strict mode over projects below `folder` at once."""
    configuration = folder / "mypy.ini"
    sources = ":".join(str(project.folder / "src") for project in projects)
    configuration.write_text(
        "[mypy]\nstrict = true\npython_version = 3.11\nexplicit_package_bases = true\n"
        f"namespace_packages = true\nmypy_path = {sources}\n",
        encoding="utf-8",
    )
    options = ["--config-file", str(configuration), "--cache-dir", str(cache)]
    return _run(folder, "mypy", *options, *(project.folder.name for project in projects))


def _run(folder: Path, *command: str, projects: Sequence[Project] = ()) -> Done:
    sources = os.pathsep.join(str(project.folder / "src") for project in projects)
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": sources, "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
