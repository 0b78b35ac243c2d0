"""Find files by their name, their extension and their age."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from files.generated.context import CallContext
from files.generated.requests import FindFiles
from files.generated.types import FindFilesResult
from files.operations import _folder


def oldest_change(request: FindFiles) -> datetime:
    """Return the time before which a file's last change is too old."""
    if request.changed_since is not None:
        return datetime.fromisoformat(request.changed_since)
    if request.changed_within_days is not None:
        return datetime.now(UTC) - timedelta(days=request.changed_within_days)
    return datetime.min.replace(tzinfo=UTC)


def fits(path: Path, request: FindFiles) -> bool:
    """Whether a file has the name and the extension that are looked for."""
    name, extension = request.name or "", request.extension
    return name.casefold() in path.name.casefold() and (
        extension is None or path.suffix == f".{extension}"
    )


async def find_files(request: FindFiles, context: CallContext) -> FindFilesResult:
    """Return the files that fit. A folder that does not exist holds none, the spec says."""
    folder = _folder.inside(request.folder, "folder")
    if not folder.is_dir():
        raise FileNotFoundError(request.folder)
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    oldest = oldest_change(request)
    found = [_folder.info(path) for path in files if fits(path, request)]
    recent = [one for one in found if datetime.fromisoformat(one["modified"]) >= oldest]
    recent.sort(key=lambda one: one["modified"], reverse=True)
    return {"files": recent, "searched": len(files)}
