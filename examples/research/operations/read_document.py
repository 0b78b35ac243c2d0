"""Read one document that the sources hold."""

from research.generated.context import CallContext
from research.generated.requests import ReadDocument
from research.generated.types import ReadDocumentResult
from research.operations import _sources


async def read_document(request: ReadDocument, context: CallContext) -> ReadDocumentResult:
    """Return the document. A source that answers 404 has none; the spec reads that as empty."""
    source, number = request.id.split("-")
    url = f"https://{source}.example/{number}"
    context.attempted({"url": url})
    document = await _sources.get(url)
    return {"id": request.id, "title": document["title"], "text": document["text"], "url": url}
