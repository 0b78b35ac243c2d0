"""Formatting rendered Python: what comes out, and what cannot change it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from faultwise.files import ProjectError
from faultwise.format import FormatError, format_python

from .disk import generated, stub

UGLY, TIDY = "x={  'a':1 }\n", 'x = {"a": 1}\n'


def test_python_is_formatted_and_the_rest_is_not() -> None:
    """Each Python file is formatted; owners, order and other files stay as they are."""
    files = {
        "src/z.py": generated(UGLY),
        "ERRORS.md": generated(UGLY),
        "src/a.py": stub(UGLY),
        "src/empty.py": generated(""),
        "src/types.pyi": generated(UGLY),
    }
    formatted = format_python(files)
    assert formatted == {
        **files,
        "src/z.py": generated(TIDY),
        "src/a.py": stub(TIDY),
    }
    assert list(formatted) == list(files)


def test_no_python_needs_no_ruff(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is nothing to format, no process is started."""
    monkeypatch.setattr("ruff.find_ruff_bin", lambda: "/nowhere/ruff")
    files = {"ERRORS.md": generated(UGLY)}
    assert format_python(files) == files


def test_lines_may_be_a_hundred_characters_long() -> None:
    """The width is that of the generated project's own configuration."""
    fits = f"value = function({'a' * 40}, {'b' * 40})\n"
    assert len(fits) == 101
    broken = fits.replace("value", "values")
    formatted = format_python({"a.py": generated(fits), "b.py": generated(broken)})
    assert formatted["a.py"].text == fits
    assert formatted["b.py"].text != broken


def test_nothing_of_the_machine_changes_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Configuration, ignore files, excluded folder names and variables have no say."""
    home = tmp_path / "build" / ".venv"
    home.mkdir(parents=True)
    for folder in (tmp_path, home):
        (folder / "ruff.toml").write_text("line-length = 40\n[format]\nquote-style='single'\n")
        (folder / ".gitignore").write_text("*\n")
        (folder / ".git").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(home))
    monkeypatch.setenv("RUFF_CONFIG", str(tmp_path / "ruff.toml"))
    monkeypatch.setenv("RUFF_OUTPUT_FORMAT", "none that ruff knows, so that it refuses to run")
    assert format_python({"a.py": generated(UGLY)}) == {"a.py": generated(TIDY)}


def test_code_that_is_not_python_is_named() -> None:
    """Broken code is a bug of ours, and the error says which file and where."""
    files = {"src/good.py": generated(UGLY), "src/bad.py": generated("x = (\n")}
    with pytest.raises(FormatError, match=r"src/bad\.py:\d+:\d+") as caught:
        format_python(files)
    assert "good.py" not in str(caught.value)


def test_a_ruff_that_is_not_there_is_a_usage_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken installation is told, with what to do."""
    monkeypatch.setattr("ruff.find_ruff_bin", lambda: "/nowhere/ruff")
    with pytest.raises(ProjectError, match="ruff cannot format the generated code"):
        format_python({"a.py": generated(UGLY)})
