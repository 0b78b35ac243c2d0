"""What `faultwise generate` tells without writing, what it overwrites, and its answers in JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from .command import run, tree
from .test_terminal import session

KEYS: Final = {
    "format",
    "ok",
    "up_to_date",
    "written",
    "counts",
    "files",
    "manifest",
    "requirements",
    "advice",
    "diagnostics",
    "error",
}
COUNTED: Final = {"create", "update", "keep", "delete", "orphan", "conflict", "overwrite"}

SPEC: Final = """\
faultwise: 1
server:
  name: stock
  description: Counts items.
operations:
  count_items:
    description: Count the items of one kind.
    parameters:
      item: {type: string}
    returns: {type: integer}
"""
FAILURE: Final = """\
    failures:
      item_locked:
        category: business
        message: "{item} is locked."
"""
PYPROJECT: Final = """\
[project]
name = "stock"
dependencies = ["mcp", "pydantic>=2", "regress"]
"""
HANDLER: Final = "src/stock/generated/handlers/count_items.py"
STUB: Final = "src/stock/operations/count_items.py"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generate a project."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "tools.yaml").write_text(SPEC)
    (folder / "pyproject.toml").write_text(PYPROJECT)
    assert run("generate", cwd=folder).returncode == 0
    return folder


@pytest.fixture
def project(generated: Path, tmp_path: Path) -> Path:
    """Return a copy of a project that is up to date."""
    return shutil.copytree(generated, tmp_path / "project")


def change(project: Path) -> None:
    """Add a failure to the operation."""
    (project / "tools.yaml").write_text(SPEC + FAILURE)


def edit(project: Path, path: str) -> bytes:
    """Edit a file by hand, and return what it holds then."""
    with (project / path).open("a") as file:
        file.write("# mine\n")
    return (project / path).read_bytes()


def answer(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Return the document of a run with --json, which has every key whatever happened."""
    document: dict[str, Any] = json.loads(done.stdout)
    assert (done.stderr, set(document), document["format"]) == ("", KEYS, 1)
    assert set(document["counts"]) == COUNTED
    assert document["ok"] is (done.returncode == 0)
    return document


def file(document: dict[str, Any], path: str) -> dict[str, Any]:
    """Return what a document says of one file."""
    [found] = [each for each in document["files"] if each["path"] == path]
    return dict(found)


@pytest.mark.parametrize(
    "options",
    [
        ["--check"],
        ["--diff"],
        ["--dry-run"],
        ["--dry-run", "--force"],
        ["--check", "--diff"],
        ["--check", "--json"],
        ["--dry-run", "--json"],
    ],
    ids=" ".join,
)
def test_what_only_tells_writes_nothing(project: Path, options: list[str]) -> None:
    """Whatever there would be to do, the project stays as it is, the manifest included."""
    change(project)
    edit(project, "ERRORS.md")
    (project / STUB).unlink()
    before = tree(project)
    assert run("generate", *options, cwd=project).returncode in (0, 1)
    assert tree(project) == before


def test_check_agrees_with_generate(project: Path) -> None:
    """A check fails until a run has written what it names, and holds from then on."""
    change(project)
    failed = run("generate", "--check", cwd=project)
    assert (failed.returncode, failed.stdout) == (1, "")
    named = {line.split()[-1] for line in failed.stderr.splitlines() if "would change" in line}
    done = run("generate", cwd=project)
    written = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("updated")}
    assert named == written != set()
    fine = run("generate", "--check", cwd=project)
    assert (fine.returncode, fine.stderr) == (0, "")
    assert len(fine.stdout.splitlines()) == 1


@pytest.mark.parametrize("options", [["--dry-run"], ["--check"], []], ids=str)
def test_an_edit_fails_every_run_that_would_meet_it(project: Path, options: list[str]) -> None:
    """A generated file that was edited is named, with exit code 1."""
    edit(project, HANDLER)
    done = run("generate", *options, cwd=project)
    assert done.returncode == 1
    assert HANDLER in done.stderr
    assert "--force" in done.stderr


def test_a_diff_can_be_applied(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What --diff prints is what a run changes, in the form that Git applies."""
    change(project)
    shown = run("generate", "--diff", cwd=project)
    assert (shown.returncode, shown.stderr) == (0, "")
    patch = tmp_path_factory.mktemp("patch") / "changes.patch"
    patch.write_text(shown.stdout)
    applied = subprocess.run(
        ["git", "apply", "-p1", str(patch)], cwd=project, capture_output=True, text=True
    )
    assert applied.returncode == 0, applied.stderr
    patched = tree(project)
    assert run("generate", cwd=project).returncode == 0
    changed = {path for path, data in tree(project).items() if patched[path] != data}
    assert changed == {"faultwise.lock"}


def test_a_diff_of_nothing_is_empty(project: Path) -> None:
    """Where nothing would change, stdout stays empty for whatever reads the diff."""
    done = run("generate", "--diff", cwd=project)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("Nothing to do: ")


def test_a_diff_is_coloured_on_a_terminal_that_wants_it(project: Path) -> None:
    """On a terminal a diff has colours; NO_COLOR and a pipe keep it plain."""
    change(project)
    for no_colour, is_coloured in (("", True), ("1", False)):
        with session("generate", "--diff", cwd=project, NO_COLOR=no_colour) as terminal:
            terminal.read_all()
            assert terminal.process.wait(timeout=60) == 0
        assert (b"\x1b[32m+" in terminal.shown) is is_coloured
        assert b'+            code="item_locked",' in terminal.shown
    assert "\x1b" not in run("generate", "--diff", cwd=project, NO_COLOR="").stdout


def test_force_takes_the_generated_text_and_keeps_the_edits(project: Path) -> None:
    """The run names what it overwrote and where the edited text is, and then all is up to date."""
    edited = edit(project, HANDLER)
    done = run("generate", "--force", cwd=project)
    assert done.returncode == 0
    assert f"overwritten {HANDLER}: your text is in {HANDLER}.orig" in done.stdout
    assert (project / f"{HANDLER}.orig").read_bytes() == edited
    assert run("generate", "--check", cwd=project).returncode == 0


def test_force_leaves_what_the_user_owns(project: Path) -> None:
    """A stub that the user has filled in is theirs, with --force as well."""
    mine = {path: edit(project, path) for path in (STUB, "pyproject.toml", "tools.yaml")}
    change(project)
    mine["tools.yaml"] = (project / "tools.yaml").read_bytes()
    assert run("generate", "--force", cwd=project).returncode == 0
    assert {path: (project / path).read_bytes() for path in mine} == mine


def test_json_tells_what_a_run_did(project: Path) -> None:
    """Each file has its owner, the action, and the reason, and the actions are counted."""
    change(project)
    edit(project, STUB)
    document = answer(run("generate", "--json", cwd=project))
    assert (document["written"], document["up_to_date"]) == (True, False)
    handler, stub = file(document, HANDLER), file(document, STUB)
    assert {handler[key] for key in ("owner", "action", "reason")} == {
        "generated",
        "update",
        "out_of_date",
    }
    assert {stub[key] for key in ("owner", "action", "reason")} == {"stub", "keep", "yours"}
    actions = [each["action"] for each in document["files"]]
    assert document["counts"] == {name: actions.count(name) for name in COUNTED}
    assert document["manifest"] == {"path": "faultwise.lock", "action": "update"}
    [advice] = document["advice"]
    assert (advice["kind"], advice["operation"], advice["path"]) == (
        "new_failure",
        "count_items",
        STUB,
    )
    again = answer(run("generate", "--json", cwd=project))
    assert (again["written"], again["up_to_date"], again["advice"]) == (False, True, [])


@pytest.mark.parametrize("options", [[], ["--dry-run"], ["--check"]], ids=str)
def test_json_tells_of_conflicts(project: Path, options: list[str]) -> None:
    """A file in conflict has its diff, and the exit code is 1."""
    edit(project, HANDLER)
    done = run("generate", "--json", *options, cwd=project)
    document = answer(done)
    assert (done.returncode, document["written"], document["counts"]["conflict"]) == (1, False, 1)
    found = file(document, HANDLER)
    assert (found["action"], found["reason"]) == ("conflict", "edited")
    assert "\n-# mine\n" in found["diff"]


def test_json_tells_what_force_overwrote(project: Path) -> None:
    """A dry run says that a file would be overwritten; the run says where its text is now."""
    edit(project, HANDLER)
    rehearsed = answer(run("generate", "--json", "--force", "--dry-run", cwd=project))
    done = answer(run("generate", "--json", "--force", cwd=project))
    for document, set_aside in ((rehearsed, None), (done, f"{HANDLER}.orig")):
        found = file(document, HANDLER)
        assert (found["action"], found["set_aside"]) == ("overwrite", set_aside)
        assert document["counts"]["overwrite"] == 1


def test_json_tells_of_mistakes_in_the_spec(project: Path) -> None:
    """Each mistake has its code, message, help and place, and the exit code is 1."""
    (project / "tools.yaml").write_text(SPEC.replace("returns:", "retuns:"))
    done = run("generate", "--json", cwd=project)
    [mistake] = answer(done)["diagnostics"]
    assert done.returncode == 1
    assert (mistake["code"], mistake["severity"]) == ("unknown-key", "error")
    assert (mistake["file"], mistake["line"], mistake["column"]) == ("tools.yaml", 10, 5)
    assert "`retuns`" in mistake["message"]
    assert "`returns`" in mistake["help"]


def test_json_tells_of_wrong_usage(tmp_path: Path) -> None:
    """Where there is no project, the document says so, with what to do."""
    done = run("generate", "--json", cwd=tmp_path)
    error = answer(done)["error"]
    assert done.returncode == 2
    assert "there is no such file" in error["message"]
    assert "faultwise new" in error["help"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("--check", "--dry-run"),
        ("--check", "--force"),
        ("--diff", "--dry-run"),
        ("--diff", "--force"),
        ("--diff", "--json"),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    project: Path, first: str, second: str
) -> None:
    """The answer names both options and says which to leave out; nothing is written."""
    change(project)
    before = tree(project)
    done = run("generate", first, second, cwd=project)
    assert done.returncode == 2
    assert f"{first} and {second} do not go together" in done.stdout + done.stderr
    assert "help" in done.stdout + done.stderr
    assert tree(project) == before


def test_the_marks_of_a_merge_leave_the_manifest(project: Path) -> None:
    """A manifest in which two branches met is read as both, and written anew by the next run."""
    path = project / "faultwise.lock"
    before = path.read_bytes()
    path.write_bytes(b"<<<<<<< ours\n" + before + b"=======\n" + before + b">>>>>>> theirs\n")
    checked = run("generate", "--check", cwd=project)
    assert checked.returncode == 1
    assert "faultwise.lock" in checked.stderr
    assert run("generate", cwd=project).returncode == 0
    assert path.read_bytes() == before
    assert run("generate", "--check", cwd=project).returncode == 0
