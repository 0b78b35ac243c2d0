"""What judges a project: its own tests, two type checkers, and ruff."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from .project import Project

Done: TypeAlias = subprocess.CompletedProcess[str]

_PYTEST: Final = ("-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:xdist")
_STRICT: Final = (
    "--strict",
    "--python-version=3.11",
    "--explicit-package-bases",
    "--namespace-packages",
)
_ISOLATED: Final = ("--isolated", "--no-cache", "--line-length=100", "--target-version=py311")


def tests(project: Project) -> Done:
    """Run the tests of a project, those of its user too."""
    return project.run("pytest", *_PYTEST)


def types_in_common(cache: Path) -> Done:
    """Let mypy learn the libraries of the projects, and keep in `cache` what it learned."""
    libraries = "anyio, httpx, mcp.client, mcp.server, mcp.types, pydantic, pytest, regress"
    options = [*_STRICT, "--cache-dir", str(cache), "-c", f"import {libraries}"]
    return _run(cache.parent, "mypy", "--config-file=", *options)


def mypy(project: Project, cache: Path) -> Done:
    """Run mypy as the project configures it, on a copy of a cache.

    Two projects cannot share one: to mypy, files of one path, size and second are the same file.
    """
    own = project.folder / ".mypy_cache"
    if not own.exists():
        shutil.copytree(cache, own)
    return project.run("mypy")


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
    # A conftest.py beside the root folder of pytest would hold for the tests of all projects.
    root = f"--rootdir={folder}"
    options = [*_PYTEST, "--import-mode=importlib", "--strict-markers", root]
    return _run(folder, "pytest", *options, *paths, projects=projects)


def mypy_of_all(folder: Path, projects: Sequence[Project], cache: Path) -> Done:
    """Run mypy in its strict mode over projects below `folder` at once."""
    own = folder / ".mypy_cache"
    shutil.copytree(cache, own)
    names = [project.folder.name for project in projects]
    return _run(folder, "mypy", "--config-file=", *_STRICT, *names, projects=projects)


def _run(folder: Path, *command: str, projects: Sequence[Project] = ()) -> Done:
    sources = os.pathsep.join(str(project.folder / "src") for project in projects)
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": sources,
            "MYPYPATH": sources,
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
