"""Find a customer by their email address."""

from order_support.generated.context import CallContext
from order_support.generated.requests import FindCustomer
from order_support.generated.types import FindCustomerResult
from order_support.operations import _store


async def find_customer(request: FindCustomer, context: CallContext) -> FindCustomerResult:
    """Return the customer, or None where nobody has that address."""
    return _store.store.customer(request.email)
