"""Mistakes in YAML's syntax, in words for the author of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import yaml

from faultwise.diagnostics import Diagnostic, Related, Span
from faultwise.source.places import Places

_CUT_TEXT: Final = re.compile(r"[ \t]#\S")
TAB_INDENT: Final = re.compile(r"^ *(\t)[ \t]*(?=[^\s])", re.MULTILINE)


def offset(mark: object) -> int:
    """Return the offset in characters that a mark of the parser stands for; 0 without a mark."""
    index: int = getattr(mark, "index", 0)
    return index


def tabs(text: str, places: Places, quoted: Sequence[tuple[int, int]]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each line that is indented with a tab."""
    for match in TAB_INDENT.finditer(text):
        if any(start < match.start(1) < end for start, end in quoted):
            continue
        yield Diagnostic(
            "tab-in-indentation",
            "this line is indented with a tab",
            places.span(match.start(1), match.end(1), is_trimmed=False),
            "indent with spaces",
        )


def tab_behind(
    text: str,
    places: Places,
    quoted: Sequence[tuple[int, int]],
    error: yaml.YAMLError,
) -> Diagnostic | None:
    """Return the tab that the parser stumbled over, or None where it was something else."""
    mark = getattr(error, "problem_mark", None)
    limit = places.line_end(offset(mark)) if mark else len(text)
    return next(tabs(text[:limit], places, quoted), None)


class _Translation(NamedTuple):
    """What a problem of the parser means to the author of a file."""

    code: str
    message: str
    help: str
    is_at_begin: bool = False
    """The place to look at is where the value begins, not where the parser gave up."""


_SYNTAX: Final = "yaml-syntax"
_QUOTE: Final = "if this is a text, put the whole text in quotes"

# Parts of the messages of libyaml and of PyYAML's own parser, the first that is found counts.
_TRANSLATIONS: Final[Mapping[str, _Translation]] = {
    "maximum nesting depth": _Translation(
        "nested-too-deep",
        "values stand inside each other too deep here",
        "close brackets, or move inner schemas to `types` and refer to them with `$ref`",
    ),
    "mapping values are not allowed": _Translation(
        _SYNTAX,
        "a `:` stands here where no key can stand",
        "put a text that holds `: ` in quotes; if this is a key, check the indentation of its line",
    ),
    "could not find expected ':'": _Translation(
        _SYNTAX,
        "this line is no `key: value`: the `:` is missing",
        "write `key: value`, with a space behind the colon; check quotes and indentation",
    ),
    "found unexpected end of stream": _Translation(
        _SYNTAX,
        "a quotation mark is not closed",
        'close it; inside single quotes a quote is doubled, inside double quotes it is \\"',
        is_at_begin=True,
    ),
    "found unexpected document indicator": _Translation(
        _SYNTAX,
        "a quotation mark is not closed",
        "close it before the next `---`",
        is_at_begin=True,
    ),
    "unknown escape character": _Translation(
        _SYNTAX,
        "this backslash begins no escape that YAML knows",
        "use single quotes, in which a backslash is itself, or double the backslash",
    ),
    "expected hexdecimal number": _Translation(
        _SYNTAX, "this escape needs hexadecimal digits", r"write it as \x41, \u0041 or \U00000041"
    ),
    "invalid Unicode character escape": _Translation(
        _SYNTAX, "this escape is no character", "leave it out"
    ),
    "cannot start any token": _Translation(
        _SYNTAX, "no value can begin with this character", _QUOTE
    ),
    "tab character": _Translation(
        "tab-in-indentation", "this line is indented with a tab", "indent with spaces"
    ),
    "',' or '}'": _Translation(
        _SYNTAX,
        "a `,` or the closing `}` is expected here",
        "close the brace, or put a text that holds braces, commas or quotes in quotes",
    ),
    "',' or ']'": _Translation(
        _SYNTAX,
        "a `,` or the closing `]` is expected here",
        "close the bracket, or put a text that holds brackets, commas or quotes in quotes",
    ),
    "sequence entries are not allowed": _Translation(
        _SYNTAX, "a list cannot begin here", "put the `-` on a line of its own, indented"
    ),
    "mapping keys are not allowed": _Translation(
        _SYNTAX, "a key cannot begin here", "put it on a line of its own, and check its indentation"
    ),
    "'-' indicator": _Translation(
        _SYNTAX,
        "an item of the list is expected here",
        "begin the line with `- `, or indent it as the keys above the list",
    ),
    "expected key": _Translation(
        _SYNTAX,
        "a key is expected here",
        "check the indentation of this line and of the one above; put a text that begins with"
        " a quote, a brace or a bracket wholly in quotes",
    ),
    "<block end>": _Translation(
        _SYNTAX,
        "the indentation of this line fits nothing above it",
        "indent it as its neighbours",
    ),
    "<document start>": _Translation(
        _SYNTAX,
        "the indentation of this line fits nothing above it",
        "indent it as its neighbours; a spec is one mapping",
    ),
    "node content": _Translation(_SYNTAX, "a value is expected here", _QUOTE),
    "unexpected ':'": _Translation(_SYNTAX, "a `:` stands here in unquoted text", _QUOTE),
    "undefined tag handle": _Translation(
        "unknown-tag", "this tag means nothing here", "remove it, or put the text in quotes"
    ),
    "incompatible YAML document": _Translation(
        _SYNTAX, "the file asks for another version of YAML", "remove the `%YAML` line"
    ),
    "alphabetic or numeric": _Translation(
        _SYNTAX,
        "a name of letters and digits is expected behind `&` or `*`",
        "a text that begins with `&` or `*` is put in quotes",
    ),
    "directive": _Translation(
        _SYNTAX, "this directive means nothing here", "a text that begins with `%` is put in quotes"
    ),
    "more than one anchor": _Translation(_SYNTAX, "a value has one anchor at most", "remove one"),
    "indentation indicator": _Translation(
        _SYNTAX, "the number behind `|` or `>` is 1 to 9", "leave it out"
    ),
    "comment or line break": _Translation(
        _SYNTAX,
        "nothing but a comment can stand here on this line",
        "begin the text on the next line, indented; a text that begins with `|`, `>` or `%`"
        " is put in quotes",
    ),
}
_UNTRANSLATED: Final = _Translation(
    _SYNTAX, "this is not YAML", "check quotes, brackets and indentation here and above"
)


def translated(places: Places, error: yaml.YAMLError) -> Diagnostic:
    """Return the parser's complaint in words for the author of the file."""
    problem = str(getattr(error, "problem", "") or "")
    meaning = next(
        (meaning for part, meaning in _TRANSLATIONS.items() if part in problem), _UNTRANSLATED
    )
    mark = getattr(error, "problem_mark", None)
    context = getattr(error, "context_mark", None)
    meaning = _sharper(meaning, places, offset(context), offset(mark))
    if meaning.is_at_begin and context is not None:
        return Diagnostic(meaning.code, meaning.message, _line(places, context), meaning.help)
    related: tuple[Related, ...] = ()
    if context is not None and mark is not None and context.line != mark.line:
        related = (Related("it belongs to what begins here", _line(places, context)),)
    return Diagnostic(meaning.code, meaning.message, _line(places, mark), meaning.help, related)


def _sharper(meaning: _Translation, places: Places, begin: int, end: int) -> _Translation:
    """Return what the text between the beginning of a value and its fault tells in addition."""
    before = places.text[places.line_start(end) : end].rstrip()
    if meaning is _TRANSLATIONS["expected key"] and before and before[-1] in "\"'}]":
        return meaning._replace(
            message=f"text stands behind the closing `{before[-1]}`",
            help="put the whole text in quotes, and other quotes in it than those",
        )
    if meaning.message.startswith("a `,` or") and _CUT_TEXT.search(places.text, begin, end):
        return meaning._replace(
            help="` #` begins a comment that takes the rest of the line: put the text in quotes",
        )
    return meaning


def _line(places: Places, mark: object) -> Span:
    """Return the span from a mark to the end of its line."""
    start = min(offset(mark), len(places.text))
    return places.span(start, places.line_end(start))
