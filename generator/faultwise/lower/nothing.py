"""How an operation says that it found nothing."""

from __future__ import annotations

from faultwise.lower.hints import is_array
from faultwise.resolve import EffectiveOperation
from faultwise.schemas import Types


def nothing_in_words(operation: EffectiveOperation, types: Types) -> str:
    """Return what an operation that declares `empty` returns where there is nothing."""
    empty = operation.declared.empty
    if empty is not None and empty.at is not None:
        return f"None, or a result with nothing in {empty.at},"
    return "None or an empty list" if is_array(operation.declared.returns, dict(types)) else "None"
