"""The shop's records, kept in memory. A real server would ask its database here."""

from dataclasses import dataclass, field

from order_support.generated.types import Customer, FinancialRecord, Order, Refund

BUSY_ORDER = "#50300"
"""Asking for this order finds the database busy, so that the failure can be shown."""


def _orders() -> dict[str, Order]:
    return {
        "#10001": {
            "id": "#10001",
            "customer_id": "C-001",
            "placed_on": "2026-03-02",
            "status": "delivered",
            "total": 120.0,
            "refunded": 0.0,
        },
        "#10002": {
            "id": "#10002",
            "customer_id": "C-001",
            "placed_on": "2026-04-17",
            "status": "shipped",
            "total": 899.0,
            "refunded": 0.0,
        },
        "#10003": {
            "id": "#10003",
            "customer_id": "C-002",
            "placed_on": "2026-05-08",
            "status": "pending",
            "total": 35.5,
            "refunded": 35.5,
        },
    }


def _customers() -> list[Customer]:
    return [
        {
            "id": "C-001",
            "name": "Ada Byron",
            "email": "ada@example.com",
            "orders": ["#10001", "#10002"],
        },
        {"id": "C-002", "name": "Max Planck", "email": "max@example.com", "orders": ["#10003"]},
    ]


@dataclass
class Store:
    """Orders, customers and refunds, and the roles of the account that this server runs as."""

    orders: dict[str, Order] = field(default_factory=_orders)
    customers: list[Customer] = field(default_factory=_customers)
    refunds: list[Refund] = field(default_factory=list[Refund])
    roles: frozenset[str] = frozenset({"support"})

    def order(self, order_id: str) -> Order | None:
        """Return the order of that number, if there is one. Raises ConnectionError when busy."""
        if order_id == BUSY_ORDER:
            raise ConnectionError("too many connections")
        return self.orders.get(order_id)

    def customer(self, email: str) -> Customer | None:
        """Return the customer with that email address, whatever its case, if there is one."""
        wanted = email.casefold()
        return next((one for one in self.customers if one["email"].casefold() == wanted), None)

    def refund(self, order: Order, amount: float) -> Refund:
        """Book a refund of `amount` pounds and return it."""
        order["refunded"] = round(order["refunded"] + amount, 2)
        refund: Refund = {
            "refund_id": f"R-{len(self.refunds) + 1}",
            "order_id": order["id"],
            "amount": amount,
        }
        self.refunds.append(refund)
        return refund

    def financial_records(self, customer_id: str, year: int) -> list[FinancialRecord]:
        """Return what was booked in a year. Raises PermissionError without the finance role."""
        if "finance" not in self.roles:
            raise PermissionError("the finance role is needed")
        orders = [one for one in self.orders.values() if one["customer_id"] == customer_id]
        return [
            {"booked_on": one["placed_on"], "account": "sales", "amount": one["total"]}
            for one in orders
            if one["placed_on"].startswith(f"{year}-")
        ]


store = Store()
