"""What happens on a terminal only."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .command import FAULTWISE, environment


@dataclass
class Session:
    """A process on a terminal of its own."""

    process: subprocess.Popen[bytes]
    terminal: int
    shown: bytes = b""

    def wait_for(self, text: bytes) -> None:
        """Read until the terminal has shown a text."""
        while text not in self.shown:
            self.shown += os.read(self.terminal, 4096)

    def type(self, text: bytes) -> None:
        """Type a text."""
        os.write(self.terminal, text)

    def read_all(self) -> None:
        """Read until the process has closed the terminal."""
        # Linux reports the end as an error, other systems as an empty read.
        with contextlib.suppress(OSError):
            while part := os.read(self.terminal, 4096):
                self.shown += part


@contextmanager
def session(*arguments: str, cwd: Path, **settings: str) -> Generator[Session]:
    """Run `faultwise` on a terminal, with environment variables set."""
    terminal, inner = pty.openpty()
    process = subprocess.Popen(
        [*FAULTWISE, *arguments],
        cwd=cwd,
        env=environment(TERM="xterm", **settings),
        stdin=inner,
        stdout=inner,
        stderr=inner,
        start_new_session=True,
    )
    os.close(inner)
    try:
        yield Session(process, terminal)
    finally:
        process.kill()
        process.wait()
        os.close(terminal)


def test_questions_are_asked_on_a_terminal(tmp_path: Path) -> None:
    """Without --defaults, each question is asked; an empty answer takes the default."""
    with session("new", "desk", "--data", "license=MIT", cwd=tmp_path) as terminal:
        terminal.wait_for(b"Name of the server")
        terminal.type(b"\r")
        terminal.wait_for(b"Title that people see")
        terminal.type(b" of Ada\r")
        terminal.wait_for(b"What the server does")
        terminal.type(b"\r")
        terminal.wait_for(b"Author")
        terminal.type(b"Ada Byron\r")
        terminal.read_all()
        assert terminal.process.wait(timeout=60) == 0
    assert b"License" not in terminal.shown
    assert 'title: "Desk of Ada"\n' in (tmp_path / "desk/tools.yaml").read_text()
    assert "Copyright (c) Ada Byron\n" in (tmp_path / "desk/LICENSE").read_text()


def test_a_spec_answers_what_it_can(tmp_path: Path) -> None:
    """With a spec, only what no spec says is asked."""
    with session("new", "clock", "--example", "time-tools", cwd=tmp_path) as terminal:
        terminal.wait_for(b"Author")
        terminal.type(b"\r")
        terminal.wait_for(b"License")
        terminal.type(b"\r")
        terminal.read_all()
        assert terminal.process.wait(timeout=60) == 0
    assert b"Name of the server" not in terminal.shown
    assert (tmp_path / "clock/src/time_tools/server.py").is_file()


def test_ctrl_c_at_a_question_leaves_nothing(tmp_path: Path) -> None:
    """A question can be left with Ctrl-C."""
    with session("new", "desk", cwd=tmp_path) as terminal:
        terminal.wait_for(b"Name of the server")
        terminal.type(b"\x03")
        terminal.read_all()
        assert terminal.process.wait(timeout=60) == 130
    assert b"Interrupted. Nothing was made." in terminal.shown
    assert list(tmp_path.iterdir()) == []


def test_long_work_shows_that_it_goes_on(tmp_path: Path) -> None:
    """On a terminal, a spinner tells what is being done."""
    with session("new", "clock", "--example", "time-tools", "--defaults", cwd=tmp_path) as terminal:
        terminal.read_all()
        assert terminal.process.wait(timeout=60) == 0
    assert b"Making the project" in terminal.shown
