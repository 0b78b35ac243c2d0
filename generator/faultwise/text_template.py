"""The templates in messages: text with `{name}` and `{name:FORMAT}`, and nothing else.

`{{` and `}}` are braces. What a name stands for, and whether it may stand there, is not known here.
"""

from __future__ import annotations

import contextlib
import re
from typing import Final, NamedTuple, TypeAlias

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_BRACES: Final = re.compile(r"\{\{|\}\}|\{|\}")
_NUMBERS_IN_FORMAT: Final = re.compile(r"\d+", re.ASCII)
# Wider than any sentence: a format must not be able to fill the memory.
_WIDEST: Final = 100
_SAMPLES: Final = ("text", 1, 1.5)


class Placeholder(NamedTuple):
    """A place for a value: its name, its Python format ("" where none is given), its offset."""

    name: str
    format: str
    offset: int


Part: TypeAlias = str | Placeholder


class TemplateError(ValueError):
    """A text is no template. `offset` is the character at fault, from 0; `help` the remedy."""

    def __init__(self, message: str, offset: int, help_: str) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.help = help_


def parse(text: str) -> tuple[Part, ...]:
    """Return the parts of a template; texts have their braces resolved, and none is empty.

    Raises TemplateError.
    """
    parts: list[Part] = []
    literal = ""
    position = 0
    while found := _BRACES.search(text, position):
        literal += text[position : found.start()]
        position = found.end()
        if found[0] in ("{{", "}}"):
            literal += found[0][0]
            continue
        if found[0] == "}":
            raise TemplateError("a `}` closes nothing", found.start(), "write `}}` for a brace")
        if literal:
            parts.append(literal)
            literal = ""
        placeholder = _placeholder(text, found.start())
        parts.append(placeholder)
        position = text.index("}", found.start()) + 1
    literal += text[position:]
    if literal:
        parts.append(literal)
    return tuple(parts)


def placeholders(parts: tuple[Part, ...]) -> tuple[Placeholder, ...]:
    """Return the placeholders among the parts of a template."""
    return tuple(part for part in parts if isinstance(part, Placeholder))


def _placeholder(text: str, start: int) -> Placeholder:
    """Return the placeholder that begins at `start`, where a single brace stands."""
    end = text.find("}", start)
    nested = text.find("{", start + 1)
    if end == -1 or (nested != -1 and nested < end and ":" not in text[start:nested]):
        raise TemplateError("a `{` is not closed", start, "close it, or write `{{` for a brace")
    if nested != -1 and nested < end:
        raise TemplateError("a format cannot hold a placeholder", nested, "write the format out")
    name, colon, format_ = text[start + 1 : end].partition(":")
    if not _NAME.fullmatch(name):
        shown = text[start : end + 1]
        raise TemplateError(
            f"`{shown}` is no placeholder" if name.strip() else "a placeholder has no name",
            start,
            "write `{name}` or `{name:FORMAT}` with the name of a parameter or a detail,"
            " or `{{` for a brace; attributes, indexes and calls do not work here",
        )
    if colon and not _is_format(format_):
        raise TemplateError(
            f"`{format_}` is no format for a text or a number",
            start + 1 + len(name) + 1,
            "a format is one of Python's, such as `.2f`, `,` or `>8`",
        )
    return Placeholder(name, format_, start)


def _is_format(format_: str) -> bool:
    """Whether at least one of text, integer and number can be written in this format."""
    if any(
        len(number) > 3 or int(number) > _WIDEST for number in _NUMBERS_IN_FORMAT.findall(format_)
    ):
        return False
    for sample in _SAMPLES:
        with contextlib.suppress(ValueError):
            format(sample, format_)
            return True
    return False
