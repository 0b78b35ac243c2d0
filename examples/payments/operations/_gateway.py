"""The one door to the payment gateway. Its failures are httpx exceptions."""

from typing import Any

import httpx

from payments.operations._fake_gateway import FakeGateway

URL = "https://gateway.example"

transport: httpx.AsyncBaseTransport = httpx.MockTransport(FakeGateway().respond)
"""How requests are sent. A server that works for real puts `httpx.AsyncHTTPTransport()` here."""


async def get(path: str, parameters: dict[str, str]) -> Any:
    """Return the JSON at `path`. Raises httpx.HTTPStatusError for an answer of 4xx or 5xx."""
    async with httpx.AsyncClient(base_url=URL, transport=transport) as client:
        response = await client.get(path, params=parameters)
    response.raise_for_status()
    return response.json()


async def post(path: str, body: dict[str, Any], idempotency_key: str) -> Any:
    """Return the JSON that `path` answers; with the same key the gateway does the work once."""
    headers = {"idempotency-key": idempotency_key}
    async with httpx.AsyncClient(base_url=URL, transport=transport) as client:
        response = await client.post(path, json=body, headers=headers)
    response.raise_for_status()
    return response.json()
