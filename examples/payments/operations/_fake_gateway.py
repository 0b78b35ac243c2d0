"""A payment gateway in memory, so that the example runs without a network.

Some card numbers always end the same way, as the test cards of real gateways do.
"""

import json
from collections.abc import Callable
from typing import Any

import httpx

DECLINED_CARD = "4000000000000002"
"""The bank declines it."""
CONNECTION_LOST_CARD = "4000000000000010"
"""The first request with each key finds no connection; the second gets through."""
FAULTY_CARD = "4000000000000028"
"""The charge is made, but the gateway answers 500."""
SLOW_CARD = "4000000000000036"
"""The charge is made, but the answer comes too late."""

Json = dict[str, Any]


class FakeGateway:
    """Charges and refunds, and the answers that were given under each idempotency key."""

    def __init__(self) -> None:
        """Start without charges."""
        self.charges: dict[str, Json] = {}
        self.answers: dict[str, httpx.Response] = {}
        self.requests: list[httpx.Request] = []

    def respond(self, request: httpx.Request) -> httpx.Response:
        """Answer one request; raises what httpx raises where the connection fails."""
        self.requests.append(request)
        if request.method == "GET":
            return self._find(request)
        body: Json = json.loads(request.content)
        self._refuse_connection(request, body)
        work = self._charge if request.url.path == "/charges" else self._refund
        answer = self._once(request.headers["idempotency-key"], work, body)
        number = body.get("method", {}).get("number")
        if number == SLOW_CARD:
            raise httpx.ReadTimeout("no answer in time", request=request)
        return httpx.Response(500) if number == FAULTY_CARD else answer

    def _refuse_connection(self, request: httpx.Request, body: Json) -> None:
        key = request.headers["idempotency-key"]
        first = sum(one.headers.get("idempotency-key") == key for one in self.requests) == 1
        if first and body.get("method", {}).get("number") == CONNECTION_LOST_CARD:
            raise httpx.ConnectError("connection refused", request=request)

    def _once(self, key: str, work: Callable[[Json], httpx.Response], body: Json) -> httpx.Response:
        if key not in self.answers:
            self.answers[key] = work(body)
        return self.answers[key]

    def _find(self, request: httpx.Request) -> httpx.Response:
        wanted = request.url.params
        for charge in self.charges.values():
            if wanted.get("id") == charge["id"] or wanted.get("reference") == charge["reference"]:
                return httpx.Response(200, json=charge)
        return httpx.Response(404)

    def _charge(self, body: Json) -> httpx.Response:
        method = body["method"]
        if method.get("number") == DECLINED_CARD:
            return _refusal(402, code="card_declined", reason="insufficient_funds")
        if method.get("expiry", "12/99")[3:] < "26":
            return _refusal(402, code="card_expired")
        for known in self.charges.values():
            if known["reference"] == body["reference"]:
                return _refusal(409, code="reference_used", charge=known["id"])
        charge: Json = {
            "id": f"ch_{len(self.charges) + 1:08x}",
            "reference": body["reference"],
            "amount": body["amount"],
            "currency": body["currency"],
            "status": "succeeded",
            "refunded": 0,
            "created": "2026-06-01T12:00:00Z",
        }
        self.charges[charge["id"]] = charge
        return httpx.Response(200, json=charge)

    def _refund(self, body: Json) -> httpx.Response:
        charge = self.charges.get(body["charge"])
        if charge is None:
            return httpx.Response(404)
        refundable = charge["amount"] - charge["refunded"]
        amount = body.get("amount", refundable)
        if amount > refundable:
            return _refusal(422, code="amount_too_large", refundable=refundable)
        charge["refunded"] += amount
        if charge["refunded"] == charge["amount"]:
            charge["status"] = "refunded"
        return httpx.Response(200, json=charge)


def _refusal(status: int, **error: object) -> httpx.Response:
    return httpx.Response(status, json={"error": error})
