"""The one door to Open-Meteo. Its failures are httpx exceptions, which the spec matches."""

from typing import Any

import httpx

transport: httpx.AsyncBaseTransport | None = None
"""How requests are sent; None is the network. Tests put an `httpx.MockTransport` here."""


async def get(url: str, parameters: dict[str, str | int | float]) -> dict[str, Any]:
    """Return the JSON object at `url`. Raises httpx.HTTPStatusError for an answer of 4xx or 5xx."""
    async with httpx.AsyncClient(transport=transport) as client:
        response = await client.get(url, params=parameters)
    response.raise_for_status()
    body: dict[str, Any] = response.json()
    return body
