"""Carrying a plan out: what is written, what is kept, and what stops a run."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from faultwise import manifest
from faultwise.apply import TEMPORARY_NAME, ConflictError, apply, rehearse
from faultwise.files import Files, ProjectError
from faultwise.plan import Action, Plan

from .disk import acting, failing, generate, generated, planned, stub, texts, tree, write

FIRST = {
    "ERRORS.md": generated("errors 1\n"),
    "src/shop/generated/tools.py": generated("tools 1\n"),
    "src/shop/generated/handlers/get.py": generated("get 1\n"),
    "src/shop/operations/get.py": stub("get stub 1\n"),
}
SECOND = {
    "ERRORS.md": generated("errors 2\n"),
    "src/shop/generated/tools.py": generated("tools 2\n"),
    "src/shop/generated/handlers/put.py": generated("put 2\n"),
    "src/shop/operations/put.py": stub("put stub 2\n"),
}


def refusal(plan: Plan, project: Path) -> ProjectError | None:
    try:
        apply(plan, project, force=True)
    except ProjectError as error:
        return error
    return None


def test_a_new_project_has_what_is_rendered(tmp_path: Path) -> None:
    """The first run writes each file, with LF, and nothing else but the manifest."""
    generate(tmp_path, FIRST)
    assert tree(tmp_path) == texts(FIRST)
    assert set(manifest.read(tmp_path).entries) == set(FIRST)


def test_the_second_run_does_nothing(tmp_path: Path) -> None:
    """Where nothing has changed, the plan is empty and no file is touched."""
    generate(tmp_path, FIRST)
    before = {path: path.stat() for path in tmp_path.rglob("*")}
    assert planned(tmp_path, FIRST).is_empty
    with failing(tmp_path, 0, AssertionError(), once=False):
        generate(tmp_path, FIRST)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == {
        path: status.st_mtime_ns for path, status in before.items()
    }


def test_generated_files_follow_and_untouched_stubs_do_too(tmp_path: Path) -> None:
    """What nobody touched becomes what is rendered now; what is not rendered any more goes."""
    generate(tmp_path, FIRST)
    generate(tmp_path, SECOND)
    assert tree(tmp_path) == texts(SECOND)
    generate(tmp_path, {"ERRORS.md": generated("errors 3\n")})
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["ERRORS.md", manifest.NAME]


def test_folders_that_hold_something_of_a_user_stay(tmp_path: Path) -> None:
    """Only folders that are empty are removed."""
    generate(tmp_path, FIRST)
    write(tmp_path, "src/shop/generated/handlers/notes.txt", "mine")
    generate(tmp_path, {})
    assert tree(tmp_path) == {"src/shop/generated/handlers/notes.txt": b"mine"}


def test_what_the_user_wrote_is_never_written_again(tmp_path: Path) -> None:
    """An edited stub stays, while it is rendered and after."""
    generate(tmp_path, FIRST)
    write(tmp_path, "src/shop/operations/get.py", "mine\n")
    generate(tmp_path, FIRST)
    generate(tmp_path, SECOND)
    assert tree(tmp_path) == {**texts(SECOND), "src/shop/operations/get.py": b"mine\n"}
    orphans = planned(tmp_path, SECOND).having(Action.ORPHAN)
    assert [step.path for step in orphans] == ["src/shop/operations/get.py"]


def test_a_conflict_stops_the_run_before_the_first_write(tmp_path: Path) -> None:
    """Where one file was edited, no file is written, and the conflict is told."""
    generate(tmp_path, FIRST)
    write(tmp_path, "src/shop/generated/tools.py", "mine\n")
    before = tree(tmp_path)
    with pytest.raises(ConflictError) as caught, failing(tmp_path, 0, AssertionError(), once=False):
        generate(tmp_path, SECOND)
    assert [step.path for step in caught.value.conflicts] == ["src/shop/generated/tools.py"]
    assert tree(tmp_path) == before


def test_a_rehearsal_finds_what_would_stop_the_run(tmp_path: Path) -> None:
    """It raises what the run would raise before its first write, and never writes."""
    generate(tmp_path, FIRST)
    rehearse(planned(tmp_path, SECOND), tmp_path)
    write(tmp_path, "ERRORS.md", "mine\n")
    before = tree(tmp_path)
    with pytest.raises(ConflictError):
        rehearse(planned(tmp_path, SECOND), tmp_path)
    rehearse(planned(tmp_path, SECOND), tmp_path, force=True)
    (tmp_path / "ERRORS.md").chmod(0o444)
    with pytest.raises(ProjectError, match=r"ERRORS\.md: it is read-only"):
        rehearse(planned(tmp_path, SECOND), tmp_path, force=True)
    assert tree(tmp_path) == before


def test_force_moves_what_was_edited_aside(tmp_path: Path) -> None:
    """With force, the run goes on, and each edited text is beside its file."""
    generate(tmp_path, FIRST)
    write(tmp_path, "src/shop/generated/tools.py", "mine\n")
    write(tmp_path, "src/shop/generated/handlers/get.py", "mine too\n")
    applied = generate(tmp_path, SECOND, force=True)
    assert applied.set_aside == {
        "src/shop/generated/tools.py": "src/shop/generated/tools.py.orig",
        "src/shop/generated/handlers/get.py": "src/shop/generated/handlers/get.py.orig",
    }
    assert tree(tmp_path) == {
        **texts(SECOND),
        "src/shop/generated/tools.py.orig": b"mine\n",
        "src/shop/generated/handlers/get.py.orig": b"mine too\n",
    }
    assert planned(tmp_path, SECOND).is_empty


def test_force_never_overwrites_what_it_moved_aside_before(tmp_path: Path) -> None:
    """Each edited text has a name of its own, also beside a link that leads nowhere."""
    generate(tmp_path, FIRST)
    (tmp_path / "ERRORS.md.orig.2").symlink_to("nowhere")
    for text in ("one\n", "two\n"):
        write(tmp_path, "ERRORS.md", text)
        generate(tmp_path, FIRST, force=True)
    found = tree(tmp_path)
    assert found["ERRORS.md.orig"] == b"one\n"
    assert found["ERRORS.md.orig.3"] == b"two\n"
    assert found["ERRORS.md"] == b"errors 1\n"


def test_force_moves_links_and_folders_as_they_are(tmp_path: Path) -> None:
    """A link in the place of a file is moved, not followed; a folder moves with what it holds."""
    write(tmp_path, "mine.md", "mine\n")
    (tmp_path / "ERRORS.md").symlink_to("mine.md")
    write(tmp_path, "src/shop/generated/tools.py/deep.txt", "deep\n")
    with pytest.raises(ConflictError):
        generate(tmp_path, FIRST)
    generate(tmp_path, FIRST, force=True)
    assert (tmp_path / "ERRORS.md.orig").readlink() == Path("mine.md")
    assert tree(tmp_path) == {
        **texts(FIRST),
        "ERRORS.md.orig": b"mine\n",
        "mine.md": b"mine\n",
        "src/shop/generated/tools.py.orig/deep.txt": b"deep\n",
    }


def test_a_file_in_the_place_of_a_folder_is_told(tmp_path: Path) -> None:
    """Where a folder cannot be made, not even force writes, and the file in its place is named."""
    write(tmp_path, "src/shop", "mine\n")
    with pytest.raises(ConflictError):
        generate(tmp_path, FIRST)
    with pytest.raises(ProjectError, match="because src/shop is not a folder") as caught:
        generate(tmp_path, FIRST, force=True)
    assert caught.value.help == "Move src/shop away, or rename it."
    assert tree(tmp_path) == {"src/shop": b"mine\n"}


def test_a_deleted_manifest_loses_nothing(tmp_path: Path) -> None:
    """What is as rendered is known again; what is not is a conflict, or the user's stub."""
    generate(tmp_path, FIRST)
    (tmp_path / manifest.NAME).unlink()
    assert not planned(tmp_path, FIRST).changes
    generate(tmp_path, FIRST)
    assert planned(tmp_path, FIRST).is_empty
    (tmp_path / manifest.NAME).unlink()
    with pytest.raises(ConflictError) as caught:
        generate(tmp_path, SECOND)
    assert [step.path for step in caught.value.conflicts] == [
        "ERRORS.md",
        "src/shop/generated/tools.py",
    ]


def test_an_update_keeps_the_permissions_of_the_file(tmp_path: Path) -> None:
    """Who may read and run a file is the user's business."""
    generate(tmp_path, FIRST)
    (tmp_path / "ERRORS.md").chmod(0o640)
    generate(tmp_path, SECOND)
    assert (tmp_path / "ERRORS.md").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("now", [SECOND, {}])
def test_a_read_only_file_stops_the_run_before_the_first_write(tmp_path: Path, now: Files) -> None:
    """A file that is marked read-only is neither overwritten nor deleted."""
    generate(tmp_path, FIRST)
    (tmp_path / "src/shop/generated/tools.py").chmod(0o444)
    before = tree(tmp_path)
    with pytest.raises(ProjectError, match=r"^src/shop/generated/tools\.py: it is read-only"):
        generate(tmp_path, now)
    assert tree(tmp_path) == before


def test_a_folder_that_is_not_writable_stops_the_run_before_the_first_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is named before any file of the run is written."""
    generate(tmp_path, FIRST)

    def access(folder: Path, mode: int) -> bool:
        return folder.name != "handlers" or not mode & os.W_OK

    monkeypatch.setattr("faultwise.apply.os.access", access)
    before = tree(tmp_path)
    with pytest.raises(ProjectError) as caught:
        generate(tmp_path, SECOND)
    assert str(caught.value) == (
        "src/shop/generated/handlers: cannot write to it: permission denied\n"
        "  help: Change its permissions, then run the command again."
    )
    assert tree(tmp_path) == before


@pytest.mark.parametrize("path", ["src/shop/generated/tools.py", "ERRORS.md"])
@pytest.mark.parametrize("text", ["edited meanwhile\n", None])
def test_a_file_that_changes_after_the_plan_stops_the_run(
    tmp_path: Path, path: str, text: str | None
) -> None:
    """An edit between the plan and its first write is seen, and nothing is written."""
    generate(tmp_path, FIRST)
    ready = planned(tmp_path, SECOND)
    (tmp_path / path).unlink()
    if text is not None:
        write(tmp_path, path, text)
    before = tree(tmp_path)
    with pytest.raises(ProjectError, match=f"^{path}: it has changed since the plan was made"):
        apply(ready, tmp_path)
    assert tree(tmp_path) == before


def test_a_file_that_appears_after_the_plan_is_not_overwritten(tmp_path: Path) -> None:
    """A user who writes a stub while it is being generated keeps it."""
    ready = planned(tmp_path, FIRST)
    write(tmp_path, "src/shop/operations/get.py", "mine\n")
    with pytest.raises(ProjectError, match="it has changed since the plan was made"):
        apply(ready, tmp_path)
    assert tree(tmp_path) == {"src/shop/operations/get.py": b"mine\n"}


def test_a_file_that_appears_while_others_are_written_is_not_overwritten(tmp_path: Path) -> None:
    """A user who writes a stub in the middle of a run keeps it, and the next run goes on."""
    path = "src/shop/operations/get.py"
    write(tmp_path, path, "")
    (tmp_path / path).unlink()
    ready = planned(tmp_path, FIRST)
    with acting(tmp_path, 5, lambda: write(tmp_path, path, "mine\n"), once=True):
        error = refusal(ready, tmp_path)
    assert error is not None
    assert error.message == f"{path}: it has changed since the plan was made"
    assert (tmp_path / "ERRORS.md").exists()
    generate(tmp_path, FIRST)
    assert tree(tmp_path) == {**texts(FIRST), path: b"mine\n"}


def test_a_plan_is_not_carried_out_twice(tmp_path: Path) -> None:
    """A plan that another run has overtaken is refused."""
    ready = planned(tmp_path, FIRST)
    apply(ready, tmp_path)
    with pytest.raises(ProjectError, match=r"^faultwise\.lock: it has changed since"):
        apply(ready, tmp_path)


HOLDER = """
import sys
from pathlib import Path
from faultwise import apply, files, manifest, plan

project = Path(sys.argv[1])

def hold(event, arguments):
    if event == "os.rename" and str(arguments[0]).startswith(str(project)):
        print("held", flush=True)
        sys.stdin.read()

sys.addaudithook(hold)
rendered = {"other.py": files.Rendered(files.Owner.GENERATED, "")}
apply.apply(plan.plan(rendered, {"other.py": files.ABSENT}, manifest.Manifest()), project)
"""


def test_two_runs_do_not_write_at_once_and_a_killed_one_holds_nothing(tmp_path: Path) -> None:
    """A run is refused while another one writes, and goes on once that one was killed."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(ProjectError, match="another run of faultwise is writing to it"):
            generate(tmp_path, FIRST)
        assert set(tree(tmp_path)) == {TEMPORARY_NAME}
        holder.kill()
        holder.wait()
    generate(tmp_path, FIRST)
    assert tree(tmp_path) == texts(FIRST)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_a_write_that_the_system_refuses_is_told_and_completed_later(
    tmp_path: Path, code: int
) -> None:
    """Whichever call fails, the error names a path, no half file stays, the next run ends it."""
    call = 0
    failed = True
    while failed:
        project = tmp_path / f"{call}"
        project.mkdir()
        generate(project, FIRST)
        write(project, "ERRORS.md", "mine\n")
        ready = planned(project, SECOND)
        with failing(project, call, OSError(code, os.strerror(code)), once=True) as machine:
            error = refusal(ready, project)
        failed = machine.calls > call
        if error:
            path = error.message.partition(":")[0]
            assert path in {*FIRST, *SECOND, manifest.NAME}
            assert os.strerror(code).lower() in error.message
            assert error.help
        found = tree(project)
        assert not [path for path in found if path.endswith(".faultwise.tmp")]
        whole = {*texts(FIRST).values(), *texts(SECOND).values(), b"mine\n"}
        assert set(found.values()) <= whole
        assert b"mine\n" in found.values()
        generate(project, SECOND, force=True)
        assert tree(project) == {**texts(SECOND), "ERRORS.md.orig": b"mine\n"}
        call += 1
    assert call > 10


def test_a_disk_that_fills_up_leaves_no_half_file(tmp_path: Path) -> None:
    """A file that cannot be written whole is not there at all."""
    generate(tmp_path, FIRST)
    large = {**FIRST, "ERRORS.md": generated("x" * 100_000)}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ready = planned(tmp_path, large)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    try:
        with pytest.raises(ProjectError, match=r"^ERRORS\.md: cannot write it: file too large"):
            apply(ready, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert tree(tmp_path) == texts(FIRST)
    generate(tmp_path, large)
    assert tree(tmp_path) == texts(large)
