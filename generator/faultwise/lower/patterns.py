"""Texts that match an ECMA-262 pattern; the only module that knows the library for it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Final, cast

import exrex  # type: ignore[import-untyped]  # it declares no types
from regress import Regex

_MOST_CANDIDATES: Final = 40
_NAMED_GROUP: Final = re.compile(r"\(\?<(?=[A-Za-z_])")


def matching(pattern: str, *, longest: int = 2) -> Iterator[str]:
    """Yield a few texts that match a valid pattern, in a fixed order; maybe none.

    Repetitions go up to `longest`, where the pattern leaves it open.
    """
    regex = Regex(pattern, "u")
    # The library reads Python's patterns: close enough for candidates, which are judged here.
    source = _NAMED_GROUP.sub("(?P<", pattern).replace("\\/", "/")
    try:
        candidates = cast(
            "Iterable[str]",
            exrex.generate(source, limit=longest),  # pyright: ignore[reportUnknownMemberType]
        )
        for text in itertools.islice(candidates, _MOST_CANDIDATES):
            if regex.find(text) is not None:
                yield text
    except Exception:
        # It has no error of its own for what it cannot read.
        return
