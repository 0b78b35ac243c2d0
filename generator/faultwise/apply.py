"""The only writer of a project: carries a plan out.

A run may be killed between any two calls of the operating system, and the next one completes it:

- The manifest is written before the first change, with each text that a path held or will hold, so
  that whatever a killed run leaves behind is known as the tool's. It is written again, last, with
  what is there.
- A file is written under another name in its folder and moved into place, so that it is never seen
  by half. That name is the same in each folder, and the next run removes what is left under it.
- What a user wrote is moved aside before the new text takes its place.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from faultwise import manifest
from faultwise.files import (
    Absent,
    Alias,
    Blocked,
    ProjectError,
    Rendered,
    failed,
    look,
    project_root,
)
from faultwise.plan import Action, Plan, Step

TEMPORARY_NAME: Final = ".faultwise.tmp"

_RUN_AGAIN: Final = "Nothing is lost. Run the command again."


class ConflictError(Exception):
    """Files that the plan would overwrite or delete hold what a user wrote. Nothing was written."""

    def __init__(self, conflicts: tuple[Step, ...]) -> None:
        self.conflicts = conflicts
        super().__init__(", ".join(step.path for step in conflicts))


class Applied(NamedTuple):
    """What a run did beside its plan: `set_aside` maps a path to where its edited text is now."""

    set_aside: Mapping[str, str]


def apply(plan: Plan, project: Path, *, force: bool = False) -> Applied:
    """Carry `plan` out in `project`.

    With `force`, what stands in the way is moved to `NAME.orig` (or `NAME.orig.2` and so on).

    Raises ConflictError where something does and `force` is not given, and ProjectError where the
    project has changed since the plan was made, another run is writing to it, or it cannot be
    written to; each before the first write, where that can be known. After an error on the way,
    the next run completes this one.
    """
    _refuse_conflicts(plan, force=force)
    root = project_root(project)
    with _only_run(root):
        if not plan.is_empty:
            _check(plan, root)
        _remove_leftovers(plan, root)
        return Applied(_carry_out(plan, root))


def rehearse(plan: Plan, project: Path, *, force: bool = False) -> None:
    """Raise what `apply` would raise before its first write; write nothing."""
    _refuse_conflicts(plan, force=force)
    if not plan.is_empty:
        _check(plan, project_root(project))


def _refuse_conflicts(plan: Plan, *, force: bool) -> None:
    if plan.conflicts and not force:
        raise ConflictError(plan.conflicts)


def _carry_out(plan: Plan, root: Path) -> dict[str, str]:
    set_aside: dict[str, str] = {}
    written = plan.known
    if plan.changes:
        written = plan.known.union(plan.manifest)
        if written != plan.known:
            _write_manifest(root, written)
    # Deletions first: a file that only changes the case of its name makes room for itself.
    for step in sorted(plan.changes, key=lambda step: step.after is not None):
        _check_step(step, root)
        with _naming("write" if step.after else "delete", step.path):
            aside = _write(step, step.after, root) if step.after else _remove(step, root)
        if aside:
            set_aside[step.path] = aside
    for path in plan.known.entries.keys() - plan.manifest.entries.keys():
        _remove_empty_folders(root, path)
    if written != plan.manifest or not written.is_tidy:
        _write_manifest(root, plan.manifest)
    return set_aside


def _write(step: Step, after: Rendered, root: Path) -> str | None:
    location = root / step.path
    location.parent.mkdir(parents=True, exist_ok=True)
    mode = None
    if step.action is Action.UPDATE:
        mode = stat.S_IMODE(location.stat().st_mode)
    with _temporary(location.parent, after.text.encode(), mode) as temporary:
        aside = _set_aside(step, root) if step.action is Action.CONFLICT else None
        temporary.replace(location)
    return aside


def _remove(step: Step, root: Path) -> str | None:
    if step.action is Action.CONFLICT:
        return _set_aside(step, root)
    (root / step.path).unlink()
    return None


def _set_aside(step: Step, root: Path) -> str:
    path = f"{step.path}.orig"
    number = 1
    while os.path.lexists(root / path):
        number += 1
        path = f"{step.path}.orig.{number}"
    (root / step.path).rename(root / path)
    return path


def _write_manifest(root: Path, content: manifest.Manifest) -> None:
    with (
        _naming("write", manifest.NAME),
        _temporary(root, content.text().encode(), None) as temporary,
    ):
        temporary.replace(root / manifest.NAME)


@contextmanager
def _temporary(folder: Path, data: bytes, mode: int | None) -> Generator[Path]:
    """Write a temporary file into `folder`; remove it where the block did not move it away."""
    temporary = folder / TEMPORARY_NAME
    try:
        # "x" follows no symbolic link and overwrites nothing.
        with temporary.open("xb") as file:
            file.write(data)
        if mode is not None:
            temporary.chmod(mode)
        yield temporary
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _remove_leftovers(plan: Plan, root: Path) -> None:
    """Remove the temporary files of a run that was killed."""
    paths = {manifest.NAME, *(step.path for step in plan.steps), *plan.known.entries}
    for folder in sorted({path.rpartition("/")[0] for path in paths}):
        path = f"{folder}/{TEMPORARY_NAME}".lstrip("/")
        if os.path.lexists(root / path):
            with _naming("delete", path):
                (root / path).unlink()


def _remove_empty_folders(root: Path, path: str) -> None:
    """Remove the folders above a path that is gone, as far as they are empty."""
    for folder in (root / path).parents:
        if folder == root:
            return
        try:
            folder.rmdir()
        except FileNotFoundError:
            continue
        except OSError:
            return


def _check(plan: Plan, root: Path) -> None:
    """Find what would stop the run half way, before its first write."""
    if manifest.read(root) != plan.known:
        raise ProjectError(f"{manifest.NAME}: it has changed since the plan was made", _RUN_AGAIN)
    deleted = {step.path.casefold() for step in plan.having(Action.DELETE)}
    folders = {root}
    for step in plan.changes:
        if isinstance(step.before, Blocked):
            raise ProjectError(
                f"{step.path}: {step.reason}", f"Move {step.before.by} away, or rename it."
            )
        if step.path.casefold() not in deleted or step.action is not Action.CREATE:
            _check_step(step, root)
        folders.add(_nearest_folder(root / step.path))
    for folder in folders:
        if not os.access(folder, os.W_OK | os.X_OK):
            name = folder.relative_to(root).as_posix()
            raise failed("write to", f"{root if name == '.' else name}", _denied())


def _check_step(step: Step, root: Path) -> None:
    """Find that a file has changed since the plan was made, or is not to be written."""
    location = root / step.path
    if not isinstance(step.before, Alias) and look(location, step.path) != step.before:
        raise ProjectError(f"{step.path}: it has changed since the plan was made", _RUN_AGAIN)
    if isinstance(step.before, Absent):
        return
    # Moving a file into place would not ask: the mark on the file says that its owner minds.
    mode = location.lstat().st_mode
    if stat.S_ISREG(mode) and not mode & stat.S_IWUSR:
        raise ProjectError(
            f"{step.path}: it is read-only", "Make it writable, then run the command again."
        )


def _nearest_folder(location: Path) -> Path:
    return next(folder for folder in location.parents if folder.is_dir())


def _denied() -> OSError:
    return PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def _naming(doing: str, path: str) -> Generator[None]:
    """Turn what the operating system refuses into an error that names the path."""
    try:
        yield
    except OSError as error:
        raise failed(doing, path, error) from error


def _busy(root: Path) -> ProjectError:
    return ProjectError(
        f"{root}: another run of faultwise is writing to it",
        "Wait until it is done, then run the command again.",
    )


# A lock of the operating system ends with its process, however that ends.
if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def _only_run(root: Path) -> Generator[None]:
        """Hold the project's lock, or raise ProjectError where another run holds it."""
        key = sha256(str(root).casefold().encode()).hexdigest()[:16]
        # Windows locks no folder, and a file in the project would be a change of its own.
        with Path(tempfile.gettempdir(), f"faultwise-{key}.lock").open("ab") as file:
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            except OSError as error:
                raise _busy(root) from error
            yield

else:
    import fcntl

    @contextmanager
    def _only_run(root: Path) -> Generator[None]:
        """Hold the project's lock, or raise ProjectError where another run holds it."""
        with _naming("read", str(root)):
            folder = os.open(root, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(folder)
            raise _busy(root) from error
        except OSError:
            # A network file system may have no locks. The checks before each write remain.
            pass
        try:
            yield
        finally:
            os.close(folder)
