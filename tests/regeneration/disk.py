"""A project on disk, as the tests see it from outside, and a machine that dies on command."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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
class Machine:
    """Watches what a process asks of the operating system that changes the folder `watched`.

    Before call number `call` (from 0) is carried out, it does `act`; so it does before each later
    one, unless it acts `once`.
    """

    watched: str
    call: int
    act: Callable[[], None]
    once: bool
    calls: int = 0

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self._changes(event, arguments):
            return
        call, self.calls = self.calls, self.calls + 1
        if call == self.call or (call > self.call and not self.once):
            self.act()

    def _changes(self, event: str, arguments: tuple[object, ...]) -> bool:
        if event == "open":
            flags = arguments[2]
            writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            return bool(writes) and str(arguments[0]).startswith(self.watched)
        return event in _CHANGES and str(arguments[0]).startswith(self.watched)


_CHANGES: Final = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.link"}
_listening: list[Machine] = []


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    for machine in _listening:
        machine.hear(event, arguments)


# A hook cannot be removed again, so there is one, and machines come and go.
sys.addaudithook(_hear)


@contextmanager
def acting(
    project: Path, call: int, act: Callable[[], None], *, once: bool
) -> Generator[Machine, None, None]:
    """Do `act` before call number `call` that changes the project is carried out."""
    machine = Machine(str(project), call, act, once)
    _listening.append(machine)
    try:
        yield machine
    finally:
        _listening.remove(machine)


@contextmanager
def failing(
    project: Path, call: int, failure: BaseException, *, once: bool
) -> Generator[Machine, None, None]:
    """Let call number `call` that changes the project fail before it is carried out."""

    def fail() -> None:
        raise failure

    with acting(project, call, fail, once=once) as machine:
        yield machine


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
