"""The work of users.list; this file is yours."""

from __future__ import annotations

from wire_names.generated.context import CallContext
from wire_names.generated.failures import NotImplementedYet
from wire_names.generated.requests import ListUsers
from wire_names.generated.types import ListUsersResult


async def list_users(request: ListUsers, context: CallContext) -> ListUsersResult:
    """List all users."""
    raise NotImplementedYet
