"""The one door to the chat service. It turns a refusal in the body into an httpx exception."""

from typing import Any

import httpx

from chat.operations._fake_service import FakeService

URL = "https://chat.example/api/"

transport: httpx.AsyncBaseTransport = httpx.MockTransport(FakeService().respond)
"""How requests are sent. A server that works for real puts `httpx.AsyncHTTPTransport()` here."""


async def call(method: str, **arguments: object) -> dict[str, Any]:
    """Return what a method of the service answers.

    Raises httpx.HTTPStatusError for an answer of 4xx or 5xx, and for one of 200 whose body says
    `"ok": false`, so that the spec can match both.
    """
    given = {name: value for name, value in arguments.items() if value is not None}
    async with httpx.AsyncClient(base_url=URL, transport=transport) as client:
        response = await client.post(method, json=given)
    response.raise_for_status()
    body: dict[str, Any] = response.json()
    if body["ok"] is False:
        raise httpx.HTTPStatusError(body["error"], request=response.request, response=response)
    return body
