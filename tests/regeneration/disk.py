"""A project on disk, as the tests see it from outside, and a machine that dies on command."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from faultwise import manifest
from faultwise.apply import Applied, apply
from faultwise.files import Files, Owner, Rendered, read_project
from faultwise.plan import Plan, plan


def generated(text: str) -> Rendered:
    return Rendered(Owner.GENERATED, text)


def stub(text: str) -> Rendered:
    return Rendered(Owner.STUB, text)


def planned(project: Path, rendered: Files) -> Plan:
    known = manifest.read(project)
    return plan(rendered, read_project(project, [*rendered, *known.entries]), known)


def generate(project: Path, rendered: Files, *, force: bool = False) -> Applied:
    return apply(planned(project, rendered), project, force=force)


def write(project: Path, path: str, text: str) -> None:
    location = project / path
    location.parent.mkdir(parents=True, exist_ok=True)
    location.write_bytes(text.encode())


def tree(project: Path) -> dict[str, bytes]:
    """Return each file of a project but the manifest."""
    return {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in sorted(project.rglob("*"))
        if path.is_file() and path.name != manifest.NAME
    }


def texts(files: Files) -> Mapping[str, bytes]:
    return {path: each.text.encode() for path, each in files.items()}


class Killed(BaseException):
    """Stands for the end of the process."""


@dataclass
class _Machine:
    """Watches what a process asks of the operating system that changes `watched`.

    From call number `last` on (from 0), each call raises `failure`; only that one if `once`.
    """

    watched: str | None = None
    last: int = 0
    failure: BaseException = field(default_factory=Killed)
    once: bool = False
    calls: int = 0

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.watched is None or not self._changes(event, arguments):
            return
        call, self.calls = self.calls, self.calls + 1
        if call == self.last or (call > self.last and not self.once):
            raise self.failure

    def _changes(self, event: str, arguments: tuple[object, ...]) -> bool:
        if event == "open":
            path, _, flags = arguments
            if not isinstance(flags, int) or not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                return False
        elif event in {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.link"}:
            path = arguments[0]
        else:
            return False
        return isinstance(path, str | os.PathLike) and os.fspath(path).startswith(self.watched or "")


_MACHINE = _Machine()
# A hook cannot be removed again, so there is one, which hears nothing unless it is told to.
sys.addaudithook(lambda event, arguments: _MACHINE.hear(event, arguments))


@contextmanager
def failing(
    project: Path, call: int, failure: BaseException, *, once: bool
) -> Generator[_Machine, None, None]:
    """Let call number `call` that changes the project fail before it is carried out."""
    _MACHINE.__init__(str(project), call, failure, once)  # type: ignore[misc]
    try:
        yield _MACHINE
    finally:
        _MACHINE.watched = None


def killed_at(project: Path, call: int, rendered: Files, *, force: bool = False) -> bool:
    """Generate, and kill the run at its call number `call`. Return whether it got that far.

    What follows a kill is not carried out either: a process that is killed cleans nothing up.
    """
    ready = planned(project, rendered)
    with failing(project, call, Killed(), once=False):
        try:
            apply(ready, project, force=force)
        except Killed:
            return True
    return False
