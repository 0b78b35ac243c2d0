"""The work of publish; this file is yours."""

from __future__ import annotations

from builtin_overrides.generated.context import CallContext
from builtin_overrides.generated.failures import NotImplementedYet
from builtin_overrides.generated.requests import Publish
from builtin_overrides.generated.types import PublishResult


async def publish(request: Publish, context: CallContext) -> PublishResult:
    """Publish a text."""
    raise NotImplementedYet
