"""Findings with a place in a file, and how they read on a terminal.

Everything here is plain text and plain data: no colour, no printing. `report` prints.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

Severity: TypeAlias = Literal["error", "warning"]

SHOWN_AT_MOST: Final = 50
# Comparing words takes time: names past these, in alphabetical order, are not suggested.
_COMPARED: Final = 500
_LINE_WIDTH: Final = 100
_TAB_WIDTH: Final = 4
_CUT: Final = "…"
# Control, format (bidirectional marks), surrogate, and the two line breaks that are no line ends
# in a file: shown as they are, they would change what a terminal shows.
_ESCAPED_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file: from (line, column) up to, not including, (end_line, end_column).

    Lines and columns count from 1, columns in characters.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Related(NamedTuple):
    """Another place that a diagnostic is about."""

    message: str
    span: Span


class Diagnostic(NamedTuple):
    """One finding: what is wrong, where, and in `help` what to do.

    `code` is stable and in kebab case.
    """

    code: str
    message: str
    span: Span
    help: str | None = None
    related: tuple[Related, ...] = ()
    severity: Severity = "error"


class SpecError(Exception):
    """A spec cannot be used. Holds every diagnostic, in file order, and the lines of the file."""

    def __init__(self, diagnostics: Iterable[Diagnostic], lines: Sequence[str] = ()) -> None:
        self.diagnostics = in_file_order(diagnostics)
        self.lines = tuple(lines)
        super().__init__("\n".join(headline(diagnostic) for diagnostic in self.diagnostics))


def in_file_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics by file, place and code, each once."""
    distinct = dict.fromkeys(diagnostics)
    return tuple(sorted(distinct, key=lambda each: (each.span, each.code, each.message)))


def nearest(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """Return the known word that `word` was most likely meant to be, or None.

    `cutoff` is how near it has to be: 1 is equal but for capitals, 0 is anything.
    """
    by_folded = {each.casefold(): each for each in sorted(known, reverse=True)[-_COMPARED:]}
    close = difflib.get_close_matches(word.casefold()[:100], by_folded, n=1, cutoff=cutoff)
    return by_folded[close[0]] if close else None


def split_lines(text: str) -> list[str]:
    """Split a file's text where editors do: at LF, CRLF and CR, and at nothing else."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def headline(diagnostic: Diagnostic) -> str:
    """Return `file:line:column: error: message [code]` on one line."""
    return _visible(
        f"{diagnostic.span}: {diagnostic.severity}: {diagnostic.message} [{diagnostic.code}]"
    )


def render(diagnostic: Diagnostic, lines: Sequence[str]) -> str:
    """Return one diagnostic as text: headline, the line at fault with a caret, help, other places.

    `lines` are the lines of the file that the diagnostic is about.
    """
    parts = [headline(diagnostic), *_excerpt(diagnostic.span, lines)]
    if diagnostic.help:
        parts.append(f"  help: {_visible(diagnostic.help)}")
    for related in diagnostic.related:
        parts.append(f"  note: {_visible(f'{related.span}: {related.message}')}")
        if related.span.file == diagnostic.span.file:
            parts.extend(_excerpt(related.span, lines))
    return "\n".join(parts)


def render_all(
    diagnostics: Sequence[Diagnostic], lines: Sequence[str], *, limit: int = SHOWN_AT_MOST
) -> str:
    """Return the first `limit` diagnostics as text, and a last line that counts the others."""
    shown = [render(diagnostic, lines) for diagnostic in diagnostics[:limit]]
    hidden = len(diagnostics) - len(shown)
    if hidden:
        shown.append(f"… and {hidden} more; fix these first, then run the command again.")
    return "\n\n".join(shown)


def _excerpt(span: Span, lines: Sequence[str]) -> Iterator[str]:
    """Yield the line at `span` and a line of carets under it; nothing where it shows nothing."""
    if not 0 < span.line <= len(lines):
        return
    line = lines[span.line - 1].rstrip()
    if not line:
        return
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    end = max(start + 1, min(end, len(line)))
    first, last = _window(start, end, len(line))
    before, marked, after = (
        _visible(part)
        for part in (line[first:start], line[start:end][: last - start], line[end:last])
    )
    left = _CUT if first else ""
    right = _CUT if last < len(line) else ""
    gutter = f"  {span.line} | "
    margin = " " * (len(gutter) - 2) + "| "
    yield f"{gutter}{left}{before}{marked}{after}{right}"
    yield f"{margin}{' ' * _width(left + before)}{'^' * max(1, _width(marked))}"


def _window(start: int, end: int, length: int) -> tuple[int, int]:
    """Return which characters of a line are shown, so that what is marked can be seen."""
    if length <= _LINE_WIDTH:
        return 0, length
    marked = min(end - start, _LINE_WIDTH)
    first = max(0, min(start - (_LINE_WIDTH - marked) // 2, length - _LINE_WIDTH))
    return first, first + _LINE_WIDTH


def _visible(text: str) -> str:
    """Return `text` with what a terminal would act on written out."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character == "\t":
        return " " * _TAB_WIDTH
    if unicodedata.category(character) not in _ESCAPED_CATEGORIES:
        return character
    return character.encode("unicode_escape").decode("ascii")


def _width(text: str) -> int:
    """Return how many columns of a terminal `text` takes."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
