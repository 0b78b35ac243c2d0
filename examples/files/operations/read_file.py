"""Read a text file, or some of its lines."""

from files.generated.context import CallContext
from files.generated.requests import ReadFile
from files.generated.types import ReadFileResult
from files.operations import _folder


async def read_file(request: ReadFile, context: CallContext) -> ReadFileResult:
    """Return the text. What Python raises about the file is matched by the spec."""
    text = _folder.inside(request.path, "path").read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    if isinstance(request.lines, int):
        text = "".join(lines[: request.lines])
    elif request.lines is not None:
        text = "".join(lines[request.lines["first"] - 1 : request.lines["last"]])
    return {"path": request.path, "text": text}
