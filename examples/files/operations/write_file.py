"""Write a text file."""

from files.generated.context import CallContext
from files.generated.failures import OutsideFolder
from files.generated.requests import WriteFile
from files.generated.types import WriteFileResult
from files.operations import _folder


async def write_file(request: WriteFile, context: CallContext) -> WriteFileResult:
    """Return what was written. The mode "x" raises FileExistsError instead of replacing a file."""
    try:
        path = _folder.inside(request.path)
        source = None if request.copy_of is None else _folder.inside(request.copy_of)
    except _folder.LeavesFolder as error:
        field = "path" if str(error) == request.path else "copy_of"
        raise OutsideFolder(field=field) from None
    text = request.text or "" if source is None else source.read_text(encoding="utf-8")
    with path.open("w" if request.overwrite else "x", encoding="utf-8") as file:
        file.write(text)
    return _folder.info(path)
