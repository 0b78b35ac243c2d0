"""Never ends by itself."""

import asyncio

from trouble.generated.context import CallContext
from trouble.generated.requests import Linger


async def linger(request: Linger, context: CallContext) -> None:
    """Tell that work began, and wait."""
    await context.progress(1, 2, "began")
    await asyncio.Event().wait()
