"""Bytes to a document, or to what is wrong with them."""

from __future__ import annotations

import re
from typing import Final

import yaml

from faultwise.diagnostics import Diagnostic, Span, SpecError, split_lines
from faultwise.source.composer import Composer, FatalError
from faultwise.source.document import Document
from faultwise.source.places import Places
from faultwise.source.syntax import tab_behind, tabs, translated

MAX_BYTES: Final = 4 * 1024 * 1024

_UNREADABLE: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


def read(data: bytes, file: str) -> Document:
    """Read the bytes of a YAML file; `file` is its name in diagnostics.

    Raises SpecError where the bytes are no single YAML document with a mapping at the top.
    """
    text = _decoded(data, file)
    places = Places(file, text)
    unreadable = _UNREADABLE.search(text)
    if unreadable:
        raise _unreadable(places, unreadable)
    composer = Composer(text, places)
    try:
        root = composer.compose()
    except yaml.YAMLError as error:
        problem = tab_behind(text, places, composer.quoted, error) or translated(places, error)
        raise SpecError([*composer.problems, problem], split_lines(text)) from None
    except FatalError as error:
        raise SpecError([*composer.problems, error.diagnostic], split_lines(text)) from None
    problems = [*composer.problems, *tabs(text, places, composer.quoted)]
    return Document(file, text, root, tuple(problems), places)


def _decoded(data: bytes, file: str) -> str:
    if len(data) > MAX_BYTES:
        size = f"{len(data) / 1024 / 1024:.1f} MiB"
        raise SpecError([
            Diagnostic(
                "file-too-large",
                f"the file has {size}, at most 4 MiB are read",
                Span(file, 1, 1, 1, 1),
                "split the server into several, each with a spec of its own",
            )
        ])  # fmt: skip
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        readable = error.object[: error.start].decode("utf-8-sig")
        span = Places(file, readable).span(len(readable), len(readable))
        raise SpecError([
            Diagnostic(
                "not-utf-8",
                f"the byte 0x{error.object[error.start]:02x} is not UTF-8 text",
                span,
                "save the file as UTF-8",
            )
        ]) from None  # fmt: skip


def _unreadable(places: Places, found: re.Match[str]) -> SpecError:
    code = f"U+{ord(found[0]):04X}"
    return SpecError(
        [
            Diagnostic(
                "control-character",
                f"the control character {code} may not stand in a YAML file",
                places.span(found.start(), found.end()),
                "remove it, or write it as an escape in double quotes; is this a text file?",
            )
        ],
        split_lines(places.text),
    )
