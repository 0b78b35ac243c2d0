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

Step = Callable[[Path], None]


def nothing(project: Path) -> None:
    """Leave the project as it is."""


def write(project: Path) -> None:
    """Write the spec."""
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


FIRST: Final = "first-run"
SESSIONS: Final[Mapping[str, tuple[Step, ...]]] = MappingProxyType(
    {
        "nothing-to-do": (nothing,),
        "changed-spec": (add_an_operation,),
        "removed-operation": (drop_the_first_operation,),
        "removed-operation-with-work": (finish_the_stub, drop_the_first_operation),
        "broken-spec": (break_the_spec,),
        "edited-generated-file": (edit_a_generated_file,),
    }
)


@dataclass(frozen=True)
class FirstRun:
    """A project that was generated once, and what the command answered."""

    project: Path
    answer: str


def generate(project: Path, before: Step) -> str:
    """Run the command in a project, after a step, and return both to read."""
    before(project)
    done = run("generate", cwd=project)
    parts = [f"# {before.__doc__}\n$ faultwise generate\n"]
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
    found = "\n".join(generate(project, step) for step in SESSIONS[name])
    check(name, found, update=updates_golden)


def test_every_session_is_run() -> None:
    """No file lies under `commands` that no test looks at."""
    assert {path.stem for path in (HERE / "commands").iterdir()} == {FIRST, *SESSIONS}
