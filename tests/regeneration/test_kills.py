"""A run that is killed between any two calls of the operating system is completed by the next."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from faultwise import manifest
from faultwise.apply import TEMPORARY_NAME
from faultwise.files import Files

from .disk import generate, generated, killed_at, planned, stub, texts, tree, write

FIRST: Files = {
    "ERRORS.md": generated("errors 1\n"),
    "src/shop/generated/tools.py": generated("tools 1\n"),
    "src/shop/generated/handlers/get.py": generated("get 1\n"),
    "src/shop/operations/get.py": stub("get stub 1\n"),
    "src/shop/operations/find.py": stub("find stub 1\n"),
}
SECOND: Files = {
    "ERRORS.md": generated("errors 2\n"),
    "src/shop/generated/tools.py": generated("tools 2\n"),
    "src/shop/generated/handlers/new/put.py": generated("put 2\n"),
    "src/shop/operations/put.py": stub("put stub 2\n"),
    "src/shop/operations/find.py": stub("find stub 2\n"),
}
THIRD: Files = {
    "src/shop/generated/tools.py": generated("tools 3\n"),
    "src/shop/operations/find.py": stub("find stub 3\n"),
}
EDITED = "src/shop/generated/handlers/get.py"
ASIDE = f"{EDITED}.orig"


def a_project(folder: Path) -> Path:
    """Return a project that was generated, and edited in a stub and in a generated file."""
    folder.mkdir()
    generate(folder, FIRST)
    write(folder, "src/shop/operations/get.py", "my work\n")
    write(folder, EDITED, "my edit\n")
    return folder


def tear(project: Path) -> None:
    """Cut temporary files in half, as a kill in the middle of a write leaves them."""
    for path in project.rglob(TEMPORARY_NAME):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("torn", [False, True], ids=["whole", "torn"])
@pytest.mark.parametrize(
    ("rendered", "left"),
    [
        (SECOND, {"src/shop/operations/get.py": b"my work\n"}),
        (THIRD, {"src/shop/operations/get.py": b"my work\n"}),
        (FIRST, {"src/shop/operations/get.py": b"my work\n"}),
    ],
    ids=["the same spec", "another spec", "the spec of before"],
)
def test_a_killed_run_is_completed_whatever_the_spec_is_now(
    tmp_path: Path, torn: bool, rendered: Files, left: dict[str, bytes]
) -> None:
    """After a kill at any call, one run gives what a fresh project and the user's files give."""
    call = 0
    while killed_at(project := a_project(tmp_path / f"{call}"), call, SECOND, force=True):
        if torn:
            tear(project)
        found = set(tree(project).values())
        assert {b"my work\n", b"my edit\n"} <= found
        manifest.read(project)
        # A second force is needed only where the first did not get so far.
        conflicts = [step.path for step in planned(project, rendered).conflicts]
        assert conflicts in ([], [EDITED])
        generate(project, rendered, force=True)
        assert tree(project) == {**texts(rendered), **left, ASIDE: b"my edit\n"}
        assert planned(project, rendered).is_empty
        call += 1
    assert call > 15


def test_kills_in_a_row_leave_nothing_unknown(tmp_path: Path) -> None:
    """Runs for different specs that are all killed add up to texts that are all known."""
    for call in range(0, 24, 3):
        project = a_project(tmp_path / f"{call}")
        generate(project, FIRST, force=True)
        for rendered in (SECOND, THIRD, FIRST, SECOND):
            killed_at(project, call, rendered)
            tear(project)
        generate(project, THIRD)
        assert tree(project) == {
            **texts(THIRD),
            "src/shop/operations/get.py": b"my work\n",
            ASIDE: b"my edit\n",
        }


def test_a_file_is_never_seen_by_half(tmp_path: Path) -> None:
    """At each moment, what stands at a path is the old text, the new text, or nothing."""
    call = 0
    while killed_at(project := a_project(tmp_path / f"{call}"), call, SECOND, force=True):
        old = {**texts(FIRST), "src/shop/operations/get.py": b"my work\n", EDITED: b"my edit\n"}
        for path, data in tree(project).items():
            if not path.endswith(TEMPORARY_NAME):
                assert data in {old.get(path), texts(SECOND).get(path), b"my edit\n"}, path
        call += 1


def test_deletions_come_before_new_files(tmp_path: Path) -> None:
    """A name that is to go makes room first: a new one may differ from it in case only."""
    call = 0
    while killed_at(project := a_project(tmp_path / f"{call}"), call, SECOND, force=True):
        found = tree(project)
        written = [path for path, data in texts(SECOND).items() if found.get(path) == data]
        assert not written or EDITED not in found
        call += 1


KILLED_BY_THE_SYSTEM = """
import os, signal, sys
from pathlib import Path
from faultwise.apply import apply
from faultwise.files import Owner, Rendered, read_project
from faultwise.manifest import read
from faultwise.plan import plan

project, last, calls = Path(sys.argv[1]), int(sys.argv[2]), 0
rendered = {f"src/{name}.py": Rendered(Owner.GENERATED, f"{name} 2\\n") for name in "abc"}
known = read(project)
made = plan(rendered, read_project(project, [*rendered, *known.entries]), known)

def hear(event, arguments):
    global calls
    if event in {"open", "os.rename", "os.remove"} and str(arguments[0]).startswith(str(project)):
        calls += 1
        if calls == last:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(hear)
apply(made, project)
"""


@pytest.mark.parametrize("call", [1, 4, 7, 10])
def test_a_process_that_is_killed_holds_nothing_and_loses_nothing(
    tmp_path: Path, call: int
) -> None:
    """After SIGKILL, the next run finds no lock and completes the work."""
    first = {f"src/{name}.py": generated(f"{name} 1\n") for name in "abd"}
    second = {f"src/{name}.py": generated(f"{name} 2\n") for name in "abc"}
    generate(tmp_path, first)
    run = subprocess.run(
        [sys.executable, "-c", KILLED_BY_THE_SYSTEM, str(tmp_path), str(call)], check=False
    )
    assert run.returncode == -signal.SIGKILL
    assert not planned(tmp_path, second).conflicts
    generate(tmp_path, second)
    assert tree(tmp_path) == texts(second)
