"""The one door to the sources. Their failures are httpx exceptions."""

from typing import Any

import httpx

from research.operations import _library

transport: httpx.AsyncBaseTransport = httpx.MockTransport(_library.respond)
"""How requests are sent. A server that works for real puts `httpx.AsyncHTTPTransport()` here."""


async def get(url: str, parameters: dict[str, str] | None = None) -> Any:
    """Return the JSON at `url`. Raises httpx.HTTPStatusError for an answer of 4xx or 5xx."""
    async with httpx.AsyncClient(transport=transport) as client:
        response = await client.get(url, params=parameters)
    response.raise_for_status()
    return response.json()
