"""`faultwise examples` and what all commands share."""

from __future__ import annotations

import subprocess
from importlib import metadata
from pathlib import Path

import pytest
from faultwise import bundle

from .command import FAULTWISE, environment, run


def test_every_example_is_listed_with_what_it_shows(tmp_path: Path) -> None:
    """Each example has one line: its name, and a summary."""
    done = run("examples", cwd=tmp_path)
    assert done.returncode == 0
    lines = [line.split(maxsplit=1) for line in done.stdout.splitlines()]
    assert [name for name, _ in lines] == sorted(bundle.examples())
    assert {"order-support", "time-tools", "weather"} <= bundle.examples().keys()


def test_an_example_is_printed_as_it_is(tmp_path: Path) -> None:
    """The name of an example prints its spec, byte by byte."""
    for example in bundle.examples().values():
        done = subprocess.run(
            [*FAULTWISE, "examples", example.name], cwd=tmp_path, capture_output=True
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout == example.spec.read_bytes()


def test_an_unknown_example_names_the_nearest(tmp_path: Path) -> None:
    """A name that is nearly right gets a suggestion."""
    done = run("examples", "order-suport", cwd=tmp_path)
    assert done.returncode == 2
    assert "Did you mean order-support?" in done.stderr


def test_the_version_is_told(tmp_path: Path) -> None:
    """--version prints the version of the installed package."""
    done = run("--version", cwd=tmp_path)
    assert done.stdout == f"faultwise {metadata.version('faultwise')}\n"


@pytest.mark.parametrize("command", ["new", "generate", "examples"])
def test_help_shows_how_a_command_is_used(tmp_path: Path, command: str) -> None:
    """--help of every command says what it does, and has examples to copy."""
    done = run(command, "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert f"  Examples:\n    faultwise {command}" in done.stdout


def test_a_wrong_option_is_wrong_usage(tmp_path: Path) -> None:
    """What the command line does not know exits with 2."""
    assert run("new", "x", "--colour", cwd=tmp_path).returncode == 2
    assert run("make", cwd=tmp_path).returncode == 2


def test_example_names_complete(tmp_path: Path) -> None:
    """The shell completes the names of examples after --example."""
    done = run(
        cwd=tmp_path,
        _FAULTWISE_COMPLETE="complete_bash",
        COMP_WORDS="faultwise new x --example order",
        COMP_CWORD="4",
    )
    assert done.stdout.split() == ["order-support"]


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    """Output into a pipe that is closed ends quietly."""
    with subprocess.Popen(
        [*FAULTWISE, "examples"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
        process.wait(timeout=60)
    assert (process.returncode, said) == (0, b"")


def test_a_terminal_without_unicode_gets_escapes(tmp_path: Path) -> None:
    """Text that the terminal's encoding lacks is escaped, not a crash."""
    (tmp_path / "tools.yaml").write_text("caf\u00e9: 1\n", encoding="utf-8")
    done = run("generate", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert "caf\\xe9" in done.stderr
