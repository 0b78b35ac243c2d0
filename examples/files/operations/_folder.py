"""The one folder that the tools may use."""

import os
from datetime import UTC, datetime
from pathlib import Path

from files.generated.failures import OutsideFolder
from files.generated.types import FileInfo

root = Path(os.environ.get("FILES_ROOT", "."))
"""The folder. Tests replace it."""


def inside(path: str, parameter: str) -> Path:
    """Return where `path` is on the disk.

    Raises OutsideFolder, which blames `parameter`, where it leads out of the folder.
    """
    folder = root.resolve()
    found = (folder / path).resolve()
    if not found.is_relative_to(folder):
        raise OutsideFolder(outside=path, field=parameter)
    return found


def relative(path: Path) -> str:
    """Return a path on the disk as the tools name it."""
    return path.relative_to(root.resolve()).as_posix()


def info(path: Path) -> FileInfo:
    """Return what the tools tell about a file."""
    status = path.stat()
    modified = datetime.fromtimestamp(status.st_mtime, UTC)
    return {
        "path": relative(path),
        "size": status.st_size,
        "modified": modified.isoformat(timespec="seconds"),
    }
