"""Values of a file in words, for messages."""

from __future__ import annotations


def described(value: object) -> str:
    """Return what a value is, in words: "the text `x`", "a list", "nothing"."""
    match value:
        case None:
            return "null"
        case bool():
            return f"the boolean `{str(value).lower()}`"
        case int() | float():
            return f"the number `{shortened(str(value))}`"
        case str():
            return f"the text `{shortened(value)}`"
        case list():
            return "a list"
        case _:
            return "a mapping"


def shortened(text: str) -> str:
    """Return text that is quoted in a message: on one line, and not longer than 60 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
