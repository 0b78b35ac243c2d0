"""Colour and spinners on a terminal, through Rich.

Rich takes as long to import as a small spec takes to read, so `report` imports this module only
where its output goes to a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import IO, Final

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

_PREFIX: Final = "faultwise."
_THEME: Final = Theme(
    {
        f"{_PREFIX}{name}": style
        for name, style in {
            "strong": "bold",
            "severity": "bold red",
            "caret": "bold red",
            "help": "bold cyan",
            "note": "bold blue",
            "hunk": "cyan",
            "added": "green",
            "removed": "red",
        }.items()
    }
)
"""How the groups of a pattern look, by their names."""


class _Console(Console):
    """A console that prints text as it is."""

    def __init__(self, stream: IO[str], on_broken_pipe: Callable[[], None]) -> None:
        super().__init__(
            file=stream,
            theme=_THEME,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=True,
        )
        self._on_broken_pipe = on_broken_pipe

    def on_broken_pipe(self) -> None:
        """Go on when the reader has gone; Rich would end the process."""
        self._on_broken_pipe()


def show(
    text: str, patterns: Iterable[str], stream: IO[str], *, on_broken_pipe: Callable[[], None]
) -> None:
    """Print a line in which the named groups of the patterns look as the theme says."""
    styled = Text(text)
    for pattern in patterns:
        styled.highlight_regex(pattern, style_prefix=_PREFIX)
    _Console(stream, on_broken_pipe).print(styled)


def spinner(doing: str, stream: IO[str]) -> AbstractContextManager[object]:
    """Show a spinner while the block runs."""
    return Console(file=stream, markup=False, emoji=False, highlight=False).status(doing)
