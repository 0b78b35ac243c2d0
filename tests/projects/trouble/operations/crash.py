"""Fails in a way that nobody foresaw."""

from trouble.generated.context import CallContext
from trouble.generated.requests import Crash


async def crash(request: Crash, context: CallContext) -> None:
    """Raise an exception that says more than a client may know."""
    raise RuntimeError(f"no connection to db.internal with {request.password}")
