"""A Markdown page taken apart: headings, fenced blocks and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

README: Final = Path(__file__).parents[2] / "README.md"

_HEADING: Final = re.compile(r"(#+) (.+)")
_FENCE: Final = re.compile(r"```(\w*)")
_CODE: Final = re.compile(r"`([^`]+)`")
_LINK: Final = re.compile(r"\]\(#([^)]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language ("" where none is named), text, and first line in the page."""

    language: str
    text: str
    line: int


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it, up to the next heading of any level."""

    title: str
    lines: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def rows(self) -> list[list[str]]:
        """The rows of the tables, cell by cell, without headings and rules."""
        table: list[list[str]] = []
        for number, line in enumerate(self.lines):
            following = self.lines[number + 1] if number + 1 < len(self.lines) else ""
            if line.startswith("|") and not line.startswith("|--") and "|--" not in following[:3]:
                table.append([cell.strip() for cell in line.strip("|").split("|")])
        return table

    @property
    def first_cells(self) -> set[str]:
        """What stands as code in the first column of the tables."""
        return {name for row in self.rows for name in code(row[0])}


def code(text: str) -> list[str]:
    """Return what stands between backticks in a line."""
    return _CODE.findall(text)


def sections() -> dict[str, Section]:
    """Return the sections of the README by title, without backticks in it."""
    return {section.title: section for section in _sections(README.read_text("utf-8"))}


def blocks(language: str) -> list[Block]:
    """Return the fenced blocks of a language, in the order of the page."""
    return [
        block
        for section in sections().values()
        for block in section.blocks
        if block.language == language
    ]


def links(text: str) -> list[str]:
    """Return the places in the page itself that a text refers to."""
    return _LINK.findall(text)


def anchor(title: str) -> str:
    """Return the place of a heading as GitHub names it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _sections(page: str) -> Iterator[Section]:
    title = ""
    lines: list[str] = []
    found: list[Block] = []
    fence: Block | None = None
    inside: list[str] = []
    for number, line in enumerate(page.splitlines(), start=1):
        if fence is not None:
            if line == "```":
                text = "\n".join(inside) + "\n"
                found.append(Block(fence.language, text, fence.line))
                fence = None
            else:
                inside.append(line)
        elif opening := _FENCE.fullmatch(line):
            fence, inside = Block(opening[1], "", number + 1), []
        elif heading := _HEADING.fullmatch(line):
            yield Section(title, tuple(lines), tuple(found))
            title, lines, found = heading[2].replace("`", ""), [], []
        else:
            lines.append(line)
    yield Section(title, tuple(lines), tuple(found))
