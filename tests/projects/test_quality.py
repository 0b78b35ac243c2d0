"""Every example and every golden case works, is well typed, and is neat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from faultwise import bundle

from . import project_checks as checks
from .project import ROOT, example, make, passed

pytestmark = pytest.mark.slow

EXAMPLES: Final = sorted(bundle.examples())
CASES: Final = sorted((ROOT / "tests" / "golden" / "cases").glob("*/tools.yaml"))
RUFF: Final = (
    checks.lint,
    checks.formatting,
    checks.lint_of_everything,
    checks.formatting_of_everything,
)
Jobs: TypeAlias = Mapping[tuple[str, str], Future[checks.Done]]


def case_folder(spec: Path) -> str:
    """Return a folder for a golden case; mypy takes it for a package, so it has no hyphens."""
    return f"case_{spec.parent.name.replace('-', '_')}"


@pytest.fixture(scope="module")
def jobs(tmp_path_factory: pytest.TempPathFactory, mypy_cache: Path) -> Iterator[Jobs]:
    """Make all projects, and begin every check of them: behaviour and types side by side.

    Type checkers run one after another, since they share a cache.
    """
    folder = tmp_path_factory.mktemp("quality")
    stubs = [make(folder / f"{name}-stubs", bundle.examples()[name].spec) for name in EXAMPLES]
    finished = {name: example(folder / name, name) for name in EXAMPLES}
    cases = [make(folder / case_folder(spec), spec) for spec in CASES]
    with ThreadPoolExecutor(1) as behaviour, ThreadPoolExecutor(1) as text:
        begun: dict[tuple[str, str], Future[checks.Done]] = {}
        for name, project in finished.items():
            begun["finished", name] = behaviour.submit(checks.tests, project)
            begun["mypy", name] = text.submit(checks.mypy, project, mypy_cache)
            for check in RUFF:
                begun[check.__name__, name] = behaviour.submit(check, project)
        begun["stubs", "tests"] = behaviour.submit(checks.tests_of_all, folder, stubs)
        begun["cases", "tests"] = behaviour.submit(checks.tests_of_all, folder, cases)
        begun["cases", "mypy"] = text.submit(checks.mypy_of_all, folder, cases, mypy_cache)
        begun["all", "pyright"] = text.submit(checks.pyright, folder, [*finished.values(), *cases])
        for project in cases:
            for check in RUFF[2:]:
                begun[check.__name__, project.folder.name] = behaviour.submit(check, project)
        yield begun
        behaviour.shutdown(cancel_futures=True)
        text.shutdown(cancel_futures=True)


def test_the_tests_pass_on_stubs(jobs: Jobs) -> None:
    """The generated tests of the examples need no work of the user."""
    passed(jobs["stubs", "tests"].result())


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_tests_pass_on_finished_operations(jobs: Jobs, name: str) -> None:
    """The generated tests pass on real work too, and the real work does what the spec says."""
    passed(jobs["finished", name].result())


def test_the_tests_of_golden_cases_pass(jobs: Jobs) -> None:
    """What the golden cases show is not only agreed on: its tests pass."""
    passed(jobs["cases", "tests"].result())


@pytest.mark.parametrize("name", EXAMPLES)
def test_mypy_finds_nothing(jobs: Jobs, name: str) -> None:
    """Generated code and finished operations pass mypy in the project's own configuration."""
    passed(jobs["mypy", name].result())


def test_mypy_finds_nothing_in_golden_cases(jobs: Jobs) -> None:
    """Generated code and stubs pass mypy in its strict mode, whatever the spec uses."""
    passed(jobs["cases", "mypy"].result())


def test_pyright_finds_nothing(jobs: Jobs) -> None:
    """Generated code, stubs and finished operations pass pyright in its strict mode."""
    passed(jobs["all", "pyright"].result())


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("check", [check.__name__ for check in RUFF])
def test_ruff_finds_nothing(jobs: Jobs, check: str, name: str) -> None:
    """The project passes ruff in its own configuration, and where that leaves nothing out."""
    passed(jobs[check, name].result())


@pytest.mark.parametrize("spec", CASES, ids=lambda spec: spec.parent.name)
def test_ruff_finds_nothing_in_golden_cases(jobs: Jobs, spec: Path) -> None:
    """Generated code and stubs are neat, whatever the spec uses."""
    for check in RUFF[2:]:
        passed(jobs[check.__name__, case_folder(spec)].result())
