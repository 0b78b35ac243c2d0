"""The work of translate; this file is yours."""

from __future__ import annotations

from builtin_overrides.generated.context import CallContext
from builtin_overrides.generated.failures import NotImplementedYet
from builtin_overrides.generated.requests import Translate
from builtin_overrides.generated.types import TranslateResult


async def translate(request: Translate, context: CallContext) -> TranslateResult:
    """Translate a text."""
    raise NotImplementedYet
