"""Write a text file."""

from files.generated.context import CallContext
from files.generated.requests import WriteFile
from files.generated.types import WriteFileResult
from files.operations import _folder


async def write_file(request: WriteFile, context: CallContext) -> WriteFileResult:
    """Return what was written. The mode "x" raises FileExistsError instead of replacing a file."""
    path = _folder.inside(request.path, "path")
    text = request.text or ""
    if request.copy_of is not None:
        text = _folder.inside(request.copy_of, "copy_of").read_text(encoding="utf-8")
    with path.open("w" if request.overwrite else "x", encoding="utf-8") as file:
        file.write(text)
    return _folder.info(path)
