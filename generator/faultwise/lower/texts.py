"""Message templates as Python expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from faultwise.code import Code, Insertion, fstring
from faultwise.lower.names_of import attributes
from faultwise.resolve import EffectiveFailure, EffectiveOperation
from faultwise.text_template import Placeholder, parse

SAY: Final = "say"
"""The function of the generated `results` that writes a value into a text."""


@dataclass(frozen=True)
class Message:
    """The expression of a template."""

    code: Code
    says: bool
    """Whether it puts a value in, and so needs `say`."""


def message(
    text: str, operation: EffectiveOperation, failure: EffectiveFailure | None = None
) -> Message:
    """Return the expression of a template: values of `request` and `failure` put in by `say`."""
    owners = dict.fromkeys(attributes(operation.declared).values(), "request")
    if failure is not None:
        owners |= dict.fromkeys(failure.details, "failure")
    parts = [_part(part, owners) for part in parse(text)]
    says = any(isinstance(part, Insertion) for part in parts)
    return Message(fstring(parts, call=SAY), says)


def _part(part: str | Placeholder, owners: dict[str, str]) -> str | Insertion:
    if isinstance(part, str):
        return part
    return Insertion(Code(f"{owners[part.name]}.{part.name}"), part.format or "")
