"""The only doors from text to source: whatever passes here cannot leave its constant.

A template inserts nothing but `Code`. Text of a spec becomes `Code` through `literal`, `fstring`,
`docstring` or one of the Markdown doors, and through nothing else. There is no door to a comment:
text such as `type: ignore` or `fmt: off` would not stay a comment to the tools that read them.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, cast

_TEXT_WIDTH: Final = 72
_NARROWEST: Final = 32
_LONGEST_LINE: Final = 100
_LINE_WIDTH: Final = 96
# The arguments of an answer in a handler: no literal begins further to the right.
_DEEPEST_BLOCK: Final = 12
_PLAIN_FORMAT: Final = re.compile(r"[ -~]*")
# An underscore inside a word is plain text; at its edge it is emphasis.
_MARKDOWN_SPECIAL: Final = re.compile(r"[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])")
_MARKDOWN_START: Final = re.compile(r"^(\d*)([#+=.)-])")
_BLANKS: Final = re.compile(r"\s+")


class Code(str):
    """Source text that is safe to insert as it is."""

    __slots__ = ()


class Insertion(NamedTuple):
    """A value in the middle of a text: an expression and how to format what it gives."""

    expression: Code
    format: str = ""


def join(separator: str, parts: Iterable[Code]) -> Code:
    """Return the parts with a separator of our own between them."""
    return Code(separator.join(parts))


def literal(value: object, *, indent: int = _DEEPEST_BLOCK, before: int = 0) -> Code:
    """Return a JSON value as a Python expression; TypeError for anything else.

    A text that is too long for its line becomes several adjacent strings in parentheses. The line
    is indented by `indent` columns, and `before` columns of it are taken.
    """
    if isinstance(value, str):
        return _text(value, max(_NARROWEST, _LONGEST_LINE - indent - before - len('"",')))
    if value is None or isinstance(value, bool | int):
        return Code(repr(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise TypeError("a number without a JSON form")
        return Code(repr(value))
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, object]", value).items()
        items = (
            f"{string(key)}: "
            + literal(item, indent=indent + 4, before=_columns(key) + len('"": '))
            for key, item in pairs
        )
        return Code("{" + ", ".join(items) + "}")
    if isinstance(value, Sequence):
        parts = cast("Sequence[object]", value)
        return Code("[" + ", ".join(literal(item, indent=indent + 4) for item in parts) + "]")
    raise TypeError(f"no literal for {type(value).__name__}")


def string(text: str) -> Code:
    """Return a text as one string literal, however long."""
    return Code(_quoted(text))


def strings(texts: Iterable[str]) -> Code:
    """Return texts as a tuple expression."""
    parts = [string(text) for text in texts]
    return Code("(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")")


def fstring(parts: Sequence[str | Insertion], *, call: str) -> Code:
    """Return an expression for texts with values between them, each passed through `call`."""
    if not any(isinstance(part, Insertion) for part in parts):
        return _text("".join(part for part in parts if isinstance(part, str)), _TEXT_WIDTH)
    pieces = [""]
    for part in parts:
        if isinstance(part, Insertion):
            pieces[-1] += "{" + _called(part, call) + "}"
            continue
        first, *others = [_braced(chunk) for chunk in _chunks(part)] or [""]
        # A value stays with the word that it touches.
        pieces = (
            [*pieces, first] if pieces[-1].endswith(" ") else [*pieces[:-1], pieces[-1] + first]
        )
        pieces += [*others, ""] if (others or [first])[-1].endswith(" ") else others
    lines = _packed(pieces, _TEXT_WIDTH)
    rendered = [f'f"{line}"' if _has_insertion(line) else _plain(line) for line in lines]
    return Code(rendered[0] if len(rendered) == 1 else "(" + " ".join(rendered) + ")")


def docstring(text: str, *, indent: int = 4) -> Code:
    """Return a text as a docstring for a block that is indented by `indent` columns."""
    width = _LINE_WIDTH - indent
    lines: list[str] = []
    for number, paragraph in enumerate(_printable(line) for line in _lines(text)):
        lines += _wrapped(paragraph, width - 3 if number == 0 else width)
    while lines and not lines[-1]:
        lines.pop()
    body = "\n".join(lines) or "No description."
    # Quotes at the end would join the closing ones.
    text_end = len(body.rstrip('"'))
    body = (body[:text_end] + '\\"' * (len(body) - text_end)).replace('"""', '\\"\\"\\"')
    if len(lines) > 1:
        body += "\n"
    margin = " " * indent
    padded = re.sub(r"\n(?!\n)", f"\n{margin}", body)
    return Code(f'"""{padded}"""')


def markdown(text: str) -> Code:
    """Return a text as Markdown prose on one line, without markup of its own."""
    flat = _BLANKS.sub(" ", text).strip()
    escaped = _MARKDOWN_SPECIAL.sub(r"\\\g<0>", _printable_text(flat))
    return Code(_MARKDOWN_START.sub(r"\1\\\2", escaped))


def markdown_code(text: str, *, in_table: bool = False) -> Code:
    """Return a text as inline Markdown code on one line; `in_table` makes it fit for a cell."""
    flat = _printable_text(_BLANKS.sub(" ", text).strip())
    if in_table and "\\|" in flat:
        # Readers differ about whether a backslash before `\|` takes its effect away.
        return markdown(text)
    if in_table:
        flat = flat.replace("|", "\\|")
    longest = max((len(run) for run in re.findall(r"`+", flat)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") or not flat else ""
    return Code(f"{fence}{pad}{flat}{pad}{fence}")


def _quoted(text: str) -> str:
    """Return a string literal in double quotes, everything that does not print escaped."""
    return f'"{_escaped_text(text)}"'


def _escaped_text(text: str) -> str:
    if text.isprintable() and '"' not in text and "\\" not in text:
        return text
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable():
        return character
    return repr(character)[1:-1]


def _text(text: str, room: int) -> Code:
    """Return a text as one string where there is room for it, else as several."""
    if _columns(text) <= room:
        return string(text)
    lines = _packed(_chunks(text), min(room, _TEXT_WIDTH))
    if len(lines) == 1:
        return string(text)
    return Code("(" + " ".join(f'"{line}"' for line in lines) + ")")


def _chunks(text: str) -> list[str]:
    """Split a text behind blanks and line breaks; each chunk is escaped for double quotes."""
    return [_escaped_text(chunk) for chunk in re.findall(r"[^ \n]*(?: +|\n+)|[^ \n]+", text)]


def _braced(escaped: str) -> str:
    r"""Double the braces of escaped text; `\N{...}` never occurs, `repr` writes code points."""
    return escaped.replace("{", "{{").replace("}", "}}")


def _packed(pieces: Iterable[str], width: int) -> list[str]:
    """Fill lines of about that width with pieces that are never cut; a line break ends a line."""
    lines = [""]
    for piece in pieces:
        is_full = lines[-1].endswith("\\n") or _columns(lines[-1] + piece.rstrip()) > width
        if lines[-1] and is_full:
            lines.append("")
        lines[-1] += piece
    return lines


def _has_insertion(line: str) -> bool:
    return "{" in line.replace("{{", "").replace("}}", "")


def _plain(line: str) -> str:
    """Return a line of an f-string that holds no value as an ordinary string."""
    return '"' + line.replace("{{", "{").replace("}}", "}") + '"'


def _called(part: Insertion, call: str) -> str:
    """Return the call that formats a value; fit for the inside of an f-string in double quotes."""
    if not part.format:
        return f"{call}({part.expression})"
    if _PLAIN_FORMAT.fullmatch(part.format) and not set(part.format) & set("\\'\"{}#"):
        return f"{call}({part.expression}, '{part.format}')"
    # Before Python 3.12 an expression in an f-string holds no quote of its kind and no backslash.
    points = ", ".join(str(ord(character)) for character in part.format)
    return f"{call}({part.expression}, ''.join(map(chr, ({points},))))"


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def _printable(line: str) -> str:
    """Escape a line for a docstring: no backslash and nothing unprintable is left."""
    return _printable_text(line.replace("\\", "\\\\"))


def _printable_text(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else _escaped(c) for c in line)


def _wrapped(paragraph: str, width: int) -> list[str]:
    """Break a paragraph at its blanks; a word that is too long has a line of its own."""
    text = paragraph.strip()
    indent = len(paragraph) - len(paragraph.lstrip(" "))
    margin = " " * indent if text and indent < width // 2 else ""
    if len(margin) + _columns(text) <= width:
        return [margin + text]
    lines = [""]
    for blanks, word in re.findall(r"( *)([^ ]+)", text):
        longer = lines[-1] + blanks + word
        if lines[-1] and len(margin) + _columns(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return [margin + line for line in lines]


def _columns(text: str) -> int:
    """Return how wide a text is shown, as linters measure it: Chinese letters take two columns."""
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
