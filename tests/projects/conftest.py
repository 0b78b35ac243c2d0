"""Projects that several modules of tests use, made once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .project import ROOT, Project, example, finish, importable, make, passed
from .project_checks import types_in_common
from .reach import Reach, served


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def mypy_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what mypy keeps of the libraries that all projects use."""
    cache = tmp_path_factory.mktemp("mypy") / "cache"
    passed(types_in_common(cache))
    return cache


@pytest.fixture(scope="session")
def order_support(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return the finished order-support project."""
    return example(tmp_path_factory.mktemp("made") / "order-support", "order-support")


@pytest.fixture(scope="session")
def trouble(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a project whose operations misbehave."""
    source = Path(__file__).parent / "trouble"
    project = make(tmp_path_factory.mktemp("made") / "trouble", source / "tools.yaml")
    return finish(project, source / "operations")


@pytest.fixture(scope="session")
def installed(order_support: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the console script of order-support, installed by pip in an environment of its own.

    The environment holds what the project asks for, and nothing of this checkout.
    """
    environment = tmp_path_factory.mktemp("elsewhere") / "venv"
    # The pip of the tests installs into it: to give it a pip of its own takes longer.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python")]
    passed(
        subprocess.run(
            [*pip, "install", "--quiet", "--no-compile", str(order_support.folder)],
            cwd=ROOT.anchor,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    )
    return scripts / "order-support"


@pytest.fixture(scope="session")
def reach(order_support: Project, installed: Path) -> Iterator[Reach]:
    """Return the ways to reach the order-support server; it serves HTTP until the tests end."""
    with importable(order_support), served(installed) as address:
        yield Reach(order_support.package, installed, address)
