"""The work of sign; this file is yours."""

from __future__ import annotations

from sensitive_values.generated.context import CallContext
from sensitive_values.generated.failures import NotImplementedYet
from sensitive_values.generated.requests import Sign
from sensitive_values.generated.types import SignResult


async def sign(request: Sign, context: CallContext) -> SignResult:
    """Sign a document.

    Failures to raise, from sensitive_values.generated.failures:
      WrongPin(): The PIN does not open key {document}.
    """
    raise NotImplementedYet
