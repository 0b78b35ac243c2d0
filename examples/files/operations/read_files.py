"""Read several text files."""

from files.generated.context import CallContext
from files.generated.failures import OutsideFolder, SomeFilesUnreadable
from files.generated.requests import ReadFiles
from files.generated.types import ReadFilesResult, TextFile, UnreadableFile
from files.operations import _folder


def unreadable(path: str, error: Exception) -> UnreadableFile | None:
    """Return why one file cannot be read; None for an error that concerns them all."""
    match error:
        case OutsideFolder():
            return {"path": path, "problem": "is outside of the folder"}
        case FileNotFoundError() | NotADirectoryError():
            return {"path": path, "problem": "does not exist"}
        case IsADirectoryError():
            return {"path": path, "problem": "is a folder"}
        case PermissionError():
            return {"path": path, "problem": "may not be read"}
        case UnicodeDecodeError():
            return {"path": path, "problem": "is no text"}
        case _:
            return None


async def read_files(request: ReadFiles, context: CallContext) -> ReadFilesResult:
    """Return all texts, or keep those that could be read as partial results."""
    texts: list[TextFile] = []
    problems: list[UnreadableFile] = []
    for path in request.paths:
        try:
            text = _folder.inside(path, "paths").read_text(encoding="utf-8")
        except (OutsideFolder, OSError, UnicodeDecodeError) as error:
            problem = unreadable(path, error)
            if problem is None:
                raise
            problems.append(problem)
        else:
            file: TextFile = {"path": path, "text": text}
            context.partial(file, key=path)
            texts.append(file)
    if problems:
        raise SomeFilesUnreadable(read=len(texts), unreadable=problems)
    return texts
