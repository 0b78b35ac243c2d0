"""A changed spec, as the user of a project sees it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from .project import Project, make, passed
from .project_checks import mypy

pytestmark = pytest.mark.slow

SPEC: Final = """\
faultwise: 1
server:
  name: stock
  description: Counts stock.
operations:
  count_items:
    description: Count items.
    annotations: {readOnlyHint: true}
    parameters:
      item: {type: string}
    returns: {type: integer}
    failures:
      item_unknown:
        category: validation
        field: item
        message: "There is no item {item}."
"""
# A parameter more, another category and text for the failure, and an operation more.
CHANGED: Final = """\
faultwise: 1
server:
  name: stock
  description: Counts stock.
operations:
  count_items:
    description: Count items.
    annotations: {readOnlyHint: true}
    parameters:
      item: {type: string}
      shelf: {type: integer, minimum: 1, default: 1}
    returns: {type: integer}
    failures:
      item_unknown:
        category: business
        details:
          nearest: {type: string, optional: true}
        message: "Shelf {shelf} has no item {item}."
  add_items:
    description: Add items.
    parameters:
      item: {type: string}
"""
WORK: Final = '''\
"""Counts items; written by hand, with  spaces and no newline at the end."""

from stock.generated.context import CallContext
from stock.generated.failures import ItemUnknown
from stock.generated.requests import CountItems
from stock.generated.types import CountItemsResult

STOCK = {"bolt": 7}


async def count_items(request: CountItems, context: CallContext) -> CountItemsResult:
    """Return how many there are."""
    if request.item not in STOCK:
        raise ItemUnknown()
    return STOCK[request.item]  # seven'''


@dataclass(frozen=True)
class Regenerated:
    """A project before and after `faultwise generate` met a changed spec."""

    project: Project
    before: dict[str, bytes]
    done: subprocess.CompletedProcess[str]

    def changed(self) -> set[str]:
        """Return the files that are new or differ."""
        return {path for path, data in tree(self.project).items() if self.before.get(path) != data}


def tree(project: Project) -> dict[str, bytes]:
    """Return the files of a project."""
    return {
        path.relative_to(project.folder).as_posix(): path.read_bytes()
        for path in project.folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def regenerated(tmp_path_factory: pytest.TempPathFactory) -> Regenerated:
    """Make a project, write its operation, change its spec, and generate again."""
    folder = tmp_path_factory.mktemp("stock")
    spec = folder / "tools.yaml"
    spec.write_text(SPEC, encoding="utf-8")
    project = make(folder / "project", spec)
    (project.operations / "count_items.py").write_text(WORK, encoding="utf-8")
    (project.folder / "tools.yaml").write_text(CHANGED, encoding="utf-8")
    before = tree(project)
    done = subprocess.run(
        [sys.executable, "-m", "faultwise", "generate", str(project.folder)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Regenerated(project, before, done)


def test_generate_names_what_it_wrote(regenerated: Regenerated) -> None:
    """The command succeeds, and what it says is what happened on disk."""
    passed(regenerated.done)
    lines = [line.split() for line in regenerated.done.stdout.splitlines()]
    said = {words[1] for words in lines if words[0] in ("created", "updated", "deleted")}
    assert said == regenerated.changed() - {"faultwise.lock"}


def test_generated_files_follow_the_spec(regenerated: Regenerated) -> None:
    """Handler, types, requests, tests and the page on errors are those of the new spec."""
    generated = "src/stock/generated"
    assert {
        "ERRORS.md",
        f"{generated}/declarations/count_items.py",
        f"{generated}/declarations/add_items.py",
        f"{generated}/failures.py",
        f"{generated}/handlers/count_items.py",
        f"{generated}/handlers/add_items.py",
        f"{generated}/requests.py",
        f"{generated}/tools.py",
        f"{generated}/types.py",
        "tests/generated/test_count_items.py",
        "tests/generated/test_add_items.py",
    } <= regenerated.changed()
    after = tree(regenerated.project)
    assert b"shelf: int = 1" in after[f"{generated}/requests.py"]
    assert b"nearest: str | Absent = ABSENT" in after[f"{generated}/failures.py"]
    handler = after[f"{generated}/handlers/count_items.py"]
    assert b"Shelf {say(request.shelf)} has no item {say(request.item)}." in handler
    assert b"There is no item" not in handler


def test_a_new_operation_gets_a_stub(regenerated: Regenerated) -> None:
    """The operation that the spec gained waits to be written."""
    stub = (regenerated.project.operations / "add_items.py").read_text()
    assert "raise NotImplementedYet" in stub


def test_what_the_user_wrote_is_untouched(regenerated: Regenerated) -> None:
    """Not a byte of a file that the user owns has changed."""
    owned = {
        path
        for path in regenerated.before
        if "/generated/" not in path and path not in ("ERRORS.md", "faultwise.lock")
    }
    assert "src/stock/operations/count_items.py" in owned
    assert not owned & regenerated.changed()
    written = (regenerated.project.operations / "count_items.py").read_bytes()
    assert written == WORK.encode()


def test_the_project_still_passes_its_tests(regenerated: Regenerated) -> None:
    """The generated tests hold for the new spec, with the old work in place."""
    passed(regenerated.project.run("pytest", "-q"))


def test_a_type_checker_points_at_the_line_that_no_longer_fits(
    regenerated: Regenerated, mypy_cache: Path
) -> None:
    """Where a change of the spec breaks the user's code, mypy says where."""
    spec = regenerated.project.folder / "tools.yaml"
    spec.write_text(CHANGED.replace("returns: {type: integer}", "returns: {type: string}"))
    passed(regenerated.project.run("faultwise", "generate"))
    done = mypy(regenerated.project, mypy_cache)
    assert done.returncode == 1
    [problem] = [line for line in done.stdout.splitlines() if ": error: " in line]
    place = f"src/stock/operations/count_items.py:{WORK.count(chr(10)) + 1}: "
    assert problem.startswith(place)
