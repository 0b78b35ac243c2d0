"""`faultwise generate` follows the spec, and says what it did."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from faultwise import cli, pipeline

from .command import environment, run, tree


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a new project."""
    done = run("new", "made", "--example", "time-tools", "--defaults", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    return tmp_path / "made"


def test_a_second_run_does_nothing(project: Path) -> None:
    """A project that is up to date stays as it is, byte by byte."""
    before = tree(project)
    done = run("generate", cwd=project)
    assert done.returncode == 0
    assert done.stdout.startswith("Nothing to do: ")
    assert tree(project) == before


@pytest.mark.parametrize("argument", ["made", "made/tools.yaml"])
def test_a_project_is_named_by_its_folder_or_its_spec(project: Path, argument: str) -> None:
    """From elsewhere, the folder and the file in it mean the same project."""
    done = run("generate", argument, cwd=project.parent)
    assert done.returncode == 0
    assert done.stdout.startswith("Nothing to do: ")


def test_a_missing_file_comes_back(project: Path) -> None:
    """What was deleted is made again, and named."""
    (project / "ERRORS.md").unlink()
    done = run("generate", cwd=project)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "created  ERRORS.md"


def test_an_edited_file_is_a_conflict(project: Path) -> None:
    """A generated file that somebody edited stops the run, with the difference."""
    page = project / "ERRORS.md"
    page.write_text(page.read_text() + "\nmine\n")
    before = tree(project)
    done = run("generate", cwd=project)
    assert done.returncode == 1
    assert "ERRORS.md has changed since it was generated" in done.stderr
    assert "\n-mine\n" in done.stderr
    assert tree(project) == before


def test_a_mistake_in_the_spec_is_shown_in_its_place(project: Path) -> None:
    """Every mistake has its place, the line with a caret, and what to do; nothing is written."""
    spec = project / "tools.yaml"
    spec.write_text(spec.read_text().replace("server:", "sever:", 1))
    before = tree(project)
    done = run("generate", cwd=project)
    assert (done.returncode, done.stdout) == (1, "")
    assert "tools.yaml:" in done.stderr
    assert "error: unknown key `sever`" in done.stderr
    assert "^^^^^" in done.stderr
    assert "help: " in done.stderr
    assert tree(project) == before


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        (".", "tools.yaml: there is no such file"),
        ("absent", "absent: there is no such folder"),
        ("other.yaml", "other.yaml: a project's spec is called tools.yaml"),
    ],
)
def test_what_is_no_project_is_wrong_usage(tmp_path: Path, argument: str, said: str) -> None:
    """A folder without a spec, or none at all, is wrong usage, with what to do."""
    (tmp_path / "other.yaml").write_text("faultwise: 1\n")
    done = run("generate", argument, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "faultwise new" in done.stderr


def test_colour_is_for_terminals(project: Path) -> None:
    """A pipe gets plain text, unless colour is forced."""
    (project / "tools.yaml").write_text("faultwise: 1\n")
    assert "\x1b" not in run("generate", cwd=project, NO_COLOR="").stderr
    forced = run("generate", cwd=project, NO_COLOR="", FORCE_COLOR="1", TERM="xterm").stderr
    assert "\x1b[" in forced


def test_copier_is_not_imported(project: Path) -> None:
    """Copier takes long to import, so `generate` does without it."""
    program = (
        "import sys\n"
        "from faultwise import cli\n"
        f"cli.app(['generate', {str(project)!r}], standalone_mode=False)\n"
        "sys.exit('copier' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], env=environment(), capture_output=True)
    assert done.returncode == 0


def test_a_bug_is_reported_without_the_spec(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """An unexpected exception exits with 3 and saves a report that quotes nothing of the spec."""

    def broken(*_: object, **__: object) -> None:
        raise KeyError("text of the spec")

    monkeypatch.setattr(pipeline, "generate", broken)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["faultwise", "generate", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 3
    said = capfd.readouterr().err
    (saved,) = tmp_path.glob("faultwise-bug-*.txt")
    assert said.startswith("error: this is a bug of faultwise: KeyError\n")
    assert str(saved) in said
    report = saved.read_text()
    assert "builtins.KeyError" in report
    assert "test_generate" in report
    for text in (said, report):
        assert "text of the spec" not in text
        assert "Traceback" not in text
