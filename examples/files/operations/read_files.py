"""Read several text files."""

from files.generated.context import CallContext
from files.generated.failures import OutsideFolder, SomeFilesUnreadable
from files.generated.requests import ReadFiles
from files.generated.types import ReadFilesResult, TextFile, UnreadableFile
from files.operations import _folder


def read(path: str) -> TextFile | UnreadableFile:
    """Return the text of one file, or why it cannot be read."""
    try:
        return {"path": path, "text": _folder.inside(path, "paths").read_text(encoding="utf-8")}
    except OutsideFolder:
        return {"path": path, "problem": "is outside of the folder"}
    except (FileNotFoundError, NotADirectoryError):
        return {"path": path, "problem": "does not exist"}
    except IsADirectoryError:
        return {"path": path, "problem": "is a folder"}
    except PermissionError:
        return {"path": path, "problem": "may not be read"}
    except UnicodeDecodeError:
        return {"path": path, "problem": "is no text"}


async def read_files(request: ReadFiles, context: CallContext) -> ReadFilesResult:
    """Return all texts, or keep those that could be read as partial results."""
    texts: list[TextFile] = []
    unreadable: list[UnreadableFile] = []
    for path in request.paths:
        outcome = read(path)
        if "text" in outcome:
            context.partial(outcome, key=path)
            texts.append(outcome)
        else:
            unreadable.append(outcome)
    if unreadable:
        raise SomeFilesUnreadable(read=len(texts), unreadable=unreadable)
    return texts
