"""Message templates as Python expressions."""

from __future__ import annotations

from typing import Final, NamedTuple

from faultwise import names
from faultwise.code import Code, Insertion, fstring
from faultwise.lower.names_of import attributes
from faultwise.resolve import EffectiveFailure, EffectiveOperation
from faultwise.text_template import Placeholder, parse

SAY: Final = "say"
"""The function of the generated `results` that writes a value into a text."""


class Message(NamedTuple):
    """The expression of a template."""

    code: Code
    says: bool
    """Whether it puts a value in, and so needs `say`."""


def message(
    text: str, operation: EffectiveOperation, failure: EffectiveFailure | None = None
) -> Message:
    """Return the expression of a template: values of `request` and `failure` put in by `say`."""
    values = {name: f"request.{name}" for name in attributes(operation.declared).values()}
    if failure is not None:
        values |= {name: f"failure.{names.detail_attribute(name)}" for name in failure.details}
    parts = [_part(part, values) for part in parse(text)]
    says = any(isinstance(part, Insertion) for part in parts)
    return Message(fstring(parts, call=SAY), says)


def _part(part: str | Placeholder, values: dict[str, str]) -> str | Insertion:
    if isinstance(part, str):
        return part
    return Insertion(Code(values[part.name]), part.format or "")
