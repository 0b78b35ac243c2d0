"""What `faultwise generate` answers: each file under `commands` is a session of its user.

A session holds, for each run, what was done to the project before it, and its stdout, stderr and
exit code. The first run makes the project that all other sessions begin with.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from ..cli.command import run

HERE = Path(__file__).parent

SPEC: Final = """\
faultwise: 1

server:
  name: notes
  description: Keeps notes.

operations:
  read_note:
    description: Read a note.
    annotations: {readOnlyHint: true}
    parameters:
      name: {type: string}
    returns: {type: string}
"""

ANOTHER_OPERATION: Final = """\
  delete_note:
    description: Delete a note.
    parameters:
      name: {type: string}
    failures:
      note_locked:
        category: business
        message: "Note {name} is locked."
"""

PYPROJECT: Final = """\
[project]
name = "notes"
version = "0.1.0"
dependencies = [
  "mcp>=2.3,<3",
  "pydantic>=2.10,<3",
  "regress>=2025.3",
]
"""

Step = Callable[[Path], None]


def nothing(project: Path) -> None:
    """Leave the project as it is."""


def write(project: Path) -> None:
    """Write the spec, and a pyproject.toml that asks for what every server needs."""
    (project / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    (project / "tools.yaml").write_text(SPEC, encoding="utf-8")


def add_an_operation(project: Path) -> None:
    """Add an operation to the spec."""
    (project / "tools.yaml").write_text(SPEC + ANOTHER_OPERATION, encoding="utf-8")


def finish_the_stub(project: Path) -> None:
    """Finish the stub of the first operation."""
    stub = project / "src" / "notes" / "operations" / "read_note.py"
    work = 'return f"the text of {request.name}"'
    stub.write_text(stub.read_text().replace("raise NotImplementedYet", work), encoding="utf-8")


def drop_the_first_operation(project: Path) -> None:
    """Put another operation in the place of the first one."""
    text = SPEC[: SPEC.index("  read_note:")] + ANOTHER_OPERATION
    (project / "tools.yaml").write_text(text, encoding="utf-8")


def break_the_spec(project: Path) -> None:
    """Misspell a key, and name a parameter that there is not."""
    text = (SPEC + ANOTHER_OPERATION).replace("category: business", "catgory: business")
    (project / "tools.yaml").write_text(text.replace("{name} is", "{nam} is"), encoding="utf-8")


def edit_a_generated_file(project: Path) -> None:
    """Edit a handler by hand."""
    handler = project / "src" / "notes" / "generated" / "handlers" / "read_note.py"
    text = handler.read_text().replace("isRetryable=False", "isRetryable=True", 1)
    handler.write_text(text, encoding="utf-8")


def change_the_first_operation(project: Path) -> None:
    """Rename a parameter, and add two failures, of which one is matched."""
    text = SPEC.replace(
        "      name: {type: string}\n",
        "      title: {type: string}\n"
        "    failures:\n"
        "      note_locked:\n"
        "        category: business\n"
        '        message: "Note {title} is locked."\n'
        "      disk_busy:\n"
        "        category: transient\n"
        "        message: The disk is busy.\n"
        "        match: OSError\n",
    )
    (project / "tools.yaml").write_text(text, encoding="utf-8")


def change_it_back_in_part(project: Path) -> None:
    """Drop the failures, make the parameter optional, add another, and return a list."""
    text = SPEC.replace(
        "      name: {type: string}\n",
        "      title: {type: string, optional: true}\n      folder: {type: string}\n",
    ).replace("returns: {type: string}", "returns: {type: array, items: {type: string}}")
    (project / "tools.yaml").write_text(text, encoding="utf-8")


def require_a_package(project: Path) -> None:
    """Add a dependency to the spec."""
    wanted = 'notes\n  dependencies: ["httpx>=0.28,<1"]\n'
    (project / "tools.yaml").write_text(SPEC.replace("notes\n", wanted, 1), encoding="utf-8")


def add_the_requirement(project: Path) -> None:
    """Add the line to pyproject.toml, with other versions of the same package."""
    text = PYPROJECT.replace('  "mcp', '  "HTTPX==0.28.1",\n  "mcp')
    (project / "pyproject.toml").write_text(text, encoding="utf-8")


def delete_pyproject(project: Path) -> None:
    """Delete pyproject.toml."""
    (project / "pyproject.toml").unlink()


def delete_a_stub(project: Path) -> None:
    """Delete a stub, and a generated file."""
    (project / "src" / "notes" / "operations" / "read_note.py").unlink()
    (project / "ERRORS.md").unlink()


def delete_the_manifest(project: Path) -> None:
    """Delete the manifest."""
    (project / "faultwise.lock").unlink()


FIRST: Final = "first-run"
SESSIONS: Final[Mapping[str, tuple[tuple[Step, str], ...]]] = MappingProxyType(
    {
        "nothing-to-do": (
            (nothing, ""),
            (nothing, "--check"),
            (nothing, "--diff"),
            (nothing, "--dry-run"),
        ),
        "changed-spec": ((add_an_operation, "--dry-run"), (nothing, "--check"), (nothing, "")),
        "changed-operation": ((change_the_first_operation, ""), (change_it_back_in_part, "")),
        "removed-operation": ((drop_the_first_operation, "--check"), (nothing, "")),
        "removed-operation-with-work": (
            (finish_the_stub, ""),
            (drop_the_first_operation, ""),
            (nothing, "--check"),
        ),
        "broken-spec": ((break_the_spec, ""), (nothing, "--check"), (nothing, "--json")),
        "edited-generated-file": (
            (edit_a_generated_file, ""),
            (nothing, "--check"),
            (nothing, "--dry-run --force"),
            (nothing, "--force"),
            (nothing, "--check"),
        ),
        "missing-files": (
            (delete_a_stub, "--check"),
            (nothing, "--diff --check"),
            (delete_the_manifest, ""),
            (delete_the_manifest, "--check"),
            (nothing, "--dry-run"),
            (nothing, ""),
        ),
        "new-requirement": (
            (require_a_package, ""),
            (nothing, "--check"),
            (add_the_requirement, "--check"),
            (delete_pyproject, "--check"),
        ),
        "options-that-clash": tuple(
            (nothing, options)
            for options in (
                "--check --dry-run",
                "--check --force",
                "--diff --dry-run",
                "--diff --force",
                "--diff --json",
            )
        ),
    }
)


@dataclass(frozen=True)
class FirstRun:
    """A project that was generated once, and what the command answered."""

    project: Path
    answer: str


def generate(project: Path, before: Step, options: str = "") -> str:
    """Run the command in a project, after a step, and return both to read."""
    before(project)
    command = ["generate", *options.split()]
    done = run(*command, cwd=project)
    parts = [f"# {before.__doc__}\n$ faultwise {' '.join(command)}\n"]
    for name, text in (("stdout", done.stdout), ("stderr", done.stderr)):
        if text:
            parts.append(f"--- {name}\n{text}")
    return "".join([*parts, f"--- exit code {done.returncode}\n"])


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> FirstRun:
    """Generate a project from its spec alone."""
    project = tmp_path_factory.mktemp("project")
    return FirstRun(project, generate(project, write))


def check(name: str, found: str, *, update: bool) -> None:
    """Compare a session with its golden file, or write that file."""
    golden = HERE / "commands" / f"{name}.txt"
    if update:
        golden.write_text(found, encoding="utf-8", newline="\n")
    assert found == golden.read_text(encoding="utf-8")


def test_the_first_run_reads_as_agreed_on(first_run: FirstRun, updates_golden: bool) -> None:
    """A spec alone becomes a project, and every file of it is named."""
    check(FIRST, first_run.answer, update=updates_golden)


@pytest.mark.parametrize("name", SESSIONS)
def test_a_later_run_reads_as_agreed_on(
    name: str, first_run: FirstRun, tmp_path: Path, updates_golden: bool
) -> None:
    """Exit code, stdout and stderr of every run are as in the file."""
    project = shutil.copytree(first_run.project, tmp_path / "project")
    found = "\n".join(generate(project, *turn) for turn in SESSIONS[name])
    check(name, found, update=updates_golden)


def test_every_session_is_run() -> None:
    """No file lies under `commands` that no test looks at."""
    assert {path.stem for path in (HERE / "commands").iterdir()} == {FIRST, *SESSIONS}
