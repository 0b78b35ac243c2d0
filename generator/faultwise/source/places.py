"""Offsets into a text, as lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right

from faultwise.diagnostics import Span


class Places:
    """Turns offsets into lines and columns."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]

    def span(self, start: int, end: int, *, is_trimmed: bool = True) -> Span:
        """Return the span between two offsets; white space at its end is left out."""
        while is_trimmed and end > start and self.text[end - 1 : end].isspace():
            end -= 1
        return Span(self.file, *self._position(start), *self._position(end))

    def line_end(self, offset: int) -> int:
        """Return the offset at which the line of `offset` ends."""
        match = re.compile(r"[\r\n]|\Z").search(self.text, offset)
        return match.start() if match else len(self.text)

    def line_start(self, offset: int) -> int:
        """Return the offset at which the line of `offset` begins."""
        return self._starts[bisect_right(self._starts, offset) - 1]

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
