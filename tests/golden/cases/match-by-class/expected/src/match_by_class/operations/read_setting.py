"""The work of read_setting; this file is yours."""

from __future__ import annotations

from match_by_class.generated.context import CallContext
from match_by_class.generated.failures import NotImplementedYet
from match_by_class.generated.requests import ReadSetting
from match_by_class.generated.types import ReadSettingResult


async def read_setting(request: ReadSetting, context: CallContext) -> ReadSettingResult:
    """Read a setting.

    Return None where there is nothing: that is no failure.

    Answered without a raise, for arguments and exceptions of the spec:
      NotAllowed, SettingUnreadable, StorageBroken
    """
    raise NotImplementedYet
