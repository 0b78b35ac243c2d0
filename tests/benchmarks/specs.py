"""Specs of any size: five kinds of operations, over and over."""

from __future__ import annotations

from itertools import count, cycle, islice
from typing import Final

PACKAGE: Final = "desk"

_HEAD: Final = """\
faultwise: 1
server: {name: desk, description: Looks up orders and issues refunds.}
defaults: {timeout: 5s, failures: [database_busy]}
types:
  Order:
    type: object
    required: [id, status, total]
    properties:
      id: {type: string, pattern: '^#[0-9]{5}$'}
      status: {enum: [pending, shipped, delivered]}
      total: {type: number, minimum: 0}
failures:
  database_busy:
    category: transient
    match: ConnectionError
    outcome: not_applied
    message: The order database is under high load.
    description: The request is valid. Send the same call again in a few seconds.
operations:
"""

# Each `@` is the number that tells operations of a kind apart.
_KINDS: Final = (
    """\
  get_order_@:
    description: Look up one order by its number.
    annotations: {readOnlyHint: true}
    parameters:
      order_id: {type: string, pattern: '^#[0-9]{5}$'}
    returns: {$ref: "#/types/Order"}
    empty: {message: "There is no order {order_id}."}
    examples:
      - {arguments: {order_id: "#10001"}, result: {id: "#10001", status: shipped, total: 120.5}}
      - {arguments: {order_id: "#99999"}, empty: true}
""",
    """\
  find_orders_@:
    description: Find the orders of a customer.
    annotations: {readOnlyHint: true}
    retry: {attempts: 2}
    parameters:
      email: {type: string, format: email}
      limit: {type: integer, minimum: 1, maximum: 100, default: 20}
    returns: {type: array, items: {$ref: "#/types/Order"}}
    empty: {message: "No orders belong to {email}."}
""",
    """\
  issue_refund_@:
    description: Refund part or all of an order.
    parameters:
      order_id: {type: string, pattern: '^#[0-9]{5}$'}
      amount: {type: number, exclusiveMinimum: 0}
      reason: {type: string, maxLength: 500, optional: true}
    returns: {type: object, required: [refund_id], properties: {refund_id: {type: string}}}
    failures:
      unknown_order_@:
        category: validation
        field: order_id
        message: "There is no order {order_id}."
      refund_exceeds_limit_@:
        category: business
        details: {limit: {type: number, minimum: 0}}
        message: "A refund of {amount:.2f} is above the limit of {limit:.2f}."
        description: Nothing was refunded. Escalate to a manager.
""",
    """\
  get_records_@:
    description: Read the financial records of a year.
    annotations: {readOnlyHint: true}
    parameters:
      year: {type: integer, minimum: 2000, maximum: 2100}
      token: {type: string, sensitive: true}
    returns: {type: object, properties: {records: {type: array, items: {type: string}}}}
    failures:
      no_permission_@:
        category: permission
        match: PermissionError
        message: This account may not read financial records.
""",
    """\
  cancel_order_@:
    description: Cancel an order that is not shipped yet.
    annotations: {idempotentHint: true}
    parameters:
      order_id: {type: string, pattern: '^#[0-9]{5}$'}
    failures:
      already_shipped_@:
        category: business
        match: {exception: ValueError, where: {args.0: [shipped, delivered]}}
        message: "Order {order_id} is shipped already."
""",
)


def spec(operations: int, *, changed: bool = False) -> str:
    """Return a spec of so many operations; `changed` describes the first one in other words."""
    numbers = (number for number in count(1) for _ in _KINDS)
    kinds = zip(cycle(_KINDS), numbers, strict=False)
    texts = [text.replace("@", str(number)) for text, number in islice(kinds, operations)]
    if changed:
        texts[0] = texts[0].replace("Look up one order", "Look one order up", 1)
    return _HEAD + "".join(texts)
