"""The work of put; this file is yours."""

from __future__ import annotations

from typed_tree.generated.context import CallContext
from typed_tree.generated.failures import NotImplementedYet
from typed_tree.generated.requests import Put
from typed_tree.generated.types import PutResult


async def put(request: Put, context: CallContext) -> PutResult:
    """Put a node or an edge into the tree."""
    raise NotImplementedYet
