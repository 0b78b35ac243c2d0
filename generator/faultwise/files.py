"""What is rendered, who owns it, and what stands in a project where it would go.

Paths are relative to the project, in POSIX form. A project is untrusted: what stands there may be
anything, and a path may come from a manifest that anybody wrote. Nothing outside the project is
ever opened, and nothing here writes.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias


class Owner(StrEnum):
    """Whose a file is once it is written."""

    GENERATED = "generated"
    """The tool's: rendered on every run."""
    STUB = "stub"
    """The user's: written once."""


class Rendered(NamedTuple):
    """The text of one file, who owns the file, and whether ruff has nothing to do there."""

    owner: Owner
    text: str
    is_formatted: bool = False


Files: TypeAlias = Mapping[str, Rendered]


@dataclass(frozen=True, slots=True)
class Absent:
    """Nothing stands there."""


class Content(NamedTuple):
    """A regular file, whole."""

    data: bytes


class Obstacle(NamedTuple):
    """What stands there is no regular file. `what` names it: "a folder", "a symbolic link"."""

    what: str


class Alias(NamedTuple):
    """The file system takes this path and `path` for the same file.

    Either the two differ in case only, or a folder above them is a symbolic link.
    """

    path: str


class Blocked(NamedTuple):
    """`by`, a path above this one, is no folder: nothing can stand here."""

    by: str


OnDisk: TypeAlias = Absent | Content | Obstacle | Alias | Blocked

ABSENT: Final = Absent()

# What nearly every path is, told at once: words, joined by single dots, in folders.
_PLAIN_PATH: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*(?:/[\w-]+(?:\.[\w-]+)*)*", re.ASCII)
_FORBIDDEN_CHARACTERS: Final = frozenset('\\:*?"<>|') | {chr(code) for code in (*range(32), 127)}

_REMEDIES: Final = {
    errno.ENOSPC: "Free some space, then run the command again.",
    errno.EDQUOT: "Free some space, then run the command again.",
    errno.EACCES: "Change its permissions, then run the command again.",
    errno.EPERM: "Change its permissions, then run the command again.",
    errno.EROFS: "Work in a folder that can be written to.",
    errno.ENAMETOOLONG: "Use a shorter name in the spec, or a shorter path to the project.",
    errno.ELOOP: "Remove the symbolic link that leads in a circle.",
}


@dataclass(eq=False)
class ProjectError(Exception):
    """The project, as it stands, cannot be worked on.

    `message` says where and what, `help` says what to do.
    """

    message: str
    help: str

    def __str__(self) -> str:
        return f"{self.message}\n  help: {self.help}"


def failed(doing: str, path: str, error: OSError) -> ProjectError:
    """Return what to tell when the operating system refused `doing` ("write", "read") a path."""
    reason = (error.strerror or type(error).__name__).lower()
    remedy = _REMEDIES.get(error.errno or 0, "Put this right, then run the command again.")
    return ProjectError(f"{path}: cannot {doing} it: {reason}", remedy)


def path_problem(path: str) -> str | None:
    """Return why `path` cannot name a file of a project, or None where it can."""
    if _PLAIN_PATH.fullmatch(path):
        return None
    parts = path.split("/")
    if path.startswith("/"):
        return "it is absolute"
    if any(part in {"", ".", ".."} for part in parts):
        return 'it has an empty part, "." or ".."'
    if any(part.casefold() == ".git" for part in parts):
        return "it leads into .git"
    if not _FORBIDDEN_CHARACTERS.isdisjoint(path) or any(part[-1] in ". " for part in parts):
        return "it is no file name on every system"
    try:
        path.encode()
    except UnicodeEncodeError:
        return "it is not Unicode text"
    return None


def normalised(data: bytes) -> bytes:
    """Return `data` with each CRLF as LF, as a checkout on another system may have changed it."""
    return data.replace(b"\r\n", b"\n")


def read_project(project: Path, paths: Iterable[str]) -> dict[str, OnDisk]:
    """Return what stands at each of `paths` in `project`.

    Where two of the paths are one file, the first of them has it and the later ones are `Alias`.
    So name the rendered paths before those that only a manifest knows.

    Raises ProjectError where the project or a file cannot be read, where a path is not safe, and
    where a symbolic link leads out of the project.
    """
    reader = _Reader(project_root(project))
    return {path: reader.at(path) for path in dict.fromkeys(paths)}


def project_root(project: Path) -> Path:
    """Return the real path of a project. Raises ProjectError where it is no folder."""
    if not project.is_dir():
        raise ProjectError(
            f"{project}: there is no such folder", "Name the folder that holds the project."
        )
    return project.resolve()


def look(location: Path, path: str) -> OnDisk:
    """Return what stands at `location`, which is `path` in the project; follow no symbolic link.

    Raises ProjectError, which names `path`, where it cannot be read.
    """
    try:
        mode = location.lstat().st_mode
        if stat.S_ISREG(mode):
            return Content(location.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return ABSENT
    except OSError as error:
        raise failed("read", path, error) from error
    if stat.S_ISLNK(mode):
        return Obstacle("a symbolic link")
    return Obstacle("a folder" if stat.S_ISDIR(mode) else "no regular file")


class _Folder:
    """The names in a folder, read once."""

    def __init__(self, path: Path, names: frozenset[str], identity: tuple[int, int]) -> None:
        self.path = path
        self.names = names
        self.identity = identity

    @cached_property
    def spellings(self) -> dict[str, str]:
        return {name.casefold(): name for name in self.names}

    def spelling(self, name: str) -> str | None:
        """Return the name under which the folder lists what it opens as `name`."""
        if name in self.names:
            return name
        listed = self.spellings.get(name.casefold())
        # Only a file system that folds case finds a name that is not listed.
        return listed if listed is not None and os.path.lexists(self.path / name) else None


class _Reader:
    """Reads paths of one project. Lists each folder once, so that many files cost little."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folders: dict[str, _Folder | Absent | Blocked] = {}
        self._taken: dict[tuple[tuple[int, int], str], str] = {}

    def at(self, path: str) -> OnDisk:
        problem = path_problem(path)
        if problem:
            raise ProjectError(
                f"{path!r} is no path in the project: {problem}",
                "Restore faultwise.lock from version control, or delete it.",
            )
        parent, _, name = path.rpartition("/")
        if parent not in self._folders:
            self._folders[parent] = self._folder(parent)
        folder = self._folders[parent]
        if not isinstance(folder, _Folder):
            return folder
        listed = folder.spelling(name)
        if listed is None:
            return ABSENT
        if listed != name:
            return Alias(f"{parent}/{listed}" if parent else listed)
        first = self._taken.setdefault((folder.identity, name), path)
        if first != path:
            return Alias(first)
        return look(folder.path / name, path)

    def _folder(self, parent: str) -> _Folder | Absent | Blocked:
        try:
            real = (self._root / parent).resolve()
            if not real.is_relative_to(self._root):
                raise ProjectError(
                    f"{parent}: a symbolic link leads out of the project",
                    "Replace the link by a folder: faultwise writes inside the project only.",
                )
            status = real.stat()
            with os.scandir(real) as entries:
                names = frozenset(entry.name for entry in entries)
        except (FileNotFoundError, NotADirectoryError):
            return self._blocker(parent)
        # Before Python 3.13, a circle of links is a RuntimeError.
        except RuntimeError as error:
            raise failed("read", parent, OSError(errno.ELOOP, os.strerror(errno.ELOOP))) from error
        except OSError as error:
            raise failed("read", parent or str(self._root), error) from error
        return _Folder(real, names, (status.st_dev, status.st_ino))

    def _blocker(self, parent: str) -> Absent | Blocked:
        parts = parent.split("/")
        for depth in range(1, len(parts) + 1):
            above = "/".join(parts[:depth])
            location = self._root / above
            if os.path.lexists(location) and not location.is_dir():
                return Blocked(above)
        return ABSENT
