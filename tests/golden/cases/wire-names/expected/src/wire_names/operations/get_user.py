"""The work of users.get-User; this file is yours."""

from __future__ import annotations

from wire_names.generated.context import CallContext
from wire_names.generated.failures import NotImplementedYet
from wire_names.generated.requests import GetUser
from wire_names.generated.types import GetUserResult


async def get_user(request: GetUser, context: CallContext) -> GetUserResult:
    """Look up a user.

    Answered without a raise, for arguments and exceptions of the spec:
      NoSuchUser
    """
    raise NotImplementedYet
