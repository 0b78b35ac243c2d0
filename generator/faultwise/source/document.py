"""A file that was read: its values, and where each of them stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from faultwise.diagnostics import Diagnostic, Span, split_lines
from faultwise.source.nodes import Child, Node
from faultwise.source.places import Places

Path: TypeAlias = tuple[str | int, ...]
"""A place in a file: keys and indexes from the top."""

# Nobody writes more on the one line that a comma takes apart.
_MOST_ENTRIES: Final = 100
_COMMENT_BEHIND: Final = re.compile(r"[ \t]*(?<=\s)#(?P<tight>\S)?(?P<text>.*)")


@dataclass(frozen=True, eq=False)
class Document:
    """A file that was read: its plain value, and where each part of it stands.

    `problems` are mistakes that did not keep the rest from being read.
    """

    file: str
    text: str
    root: Child
    problems: tuple[Diagnostic, ...]
    _places: Places

    @property
    def value(self) -> object:
        """The content as dicts, lists, texts, numbers, booleans and None."""
        return self.root.node.value

    @property
    def lines(self) -> list[str]:
        """The lines of the file, for rendering diagnostics."""
        return split_lines(self.text)

    def value_span(self, path: Path) -> Span:
        """Return where the value at `path` stands, or the nearest value around it."""
        child = self._walk(path)[-1]
        return self._places.span(child.start, child.end)

    def key_span(self, path: Path) -> Span:
        """Return where the key of the value at `path` stands; a list item has its own place."""
        child = self._walk(path)[-1]
        return self._places.span(child.key_start, child.key_end)

    def text_span(self, path: Path, part: str) -> Span:
        """Return where `part` stands in the text at `path`; the whole text where it does not."""
        child = self._walk(path)[-1]
        start = self.text.find(part, child.start, child.end)
        if start == -1:
            return self.value_span(path)
        return self._places.span(start, start + len(part))

    def has(self, path: Path) -> bool:
        """Whether there is a value at `path`."""
        return len(self._walk(path)) == len(path) + 1

    def at(self, path: Path) -> object:
        """Return the plain value at `path`, or the nearest one around it."""
        return self._walk(path)[-1].node.value

    def hint(self, path: Path) -> str | None:
        """Return which trap of YAML explains the value at `path`, or None."""
        chain = self._walk(path)
        child = chain[-1]
        if len(chain) > 1 and self._is_made_by_comma(chain[-2].node, child):
            return (
                "the comma before it ended an unquoted text, so this became a key:"
                " put the whole text in quotes"
            )
        key = self.text[child.key_start : child.key_end]
        is_entry = child.key_start != child.start
        if is_entry and "{" in key and self.text[child.key_start] not in ("'", '"'):
            return f"a `:` is missing in `{key}`, before the brace"
        if child.node.children is None and self._is_plain(child):
            comment = _COMMENT_BEHIND.match(self.text, child.end)
            # A space behind the `#` is how people write comments that they mean.
            if comment and (comment["text"] if child.node.value is None else comment["tight"]):
                return (
                    "` #` begins a comment, so what stands behind it is no part of the value:"
                    " put the text in quotes"
                )
        return None

    def _walk(self, path: Path) -> list[Child]:
        """Return the values on the way to `path`, as far as it exists."""
        chain = [self.root]
        for step in path:
            children = chain[-1].node.children
            if isinstance(children, dict):
                found = children.get(step) if isinstance(step, str) else None
            elif isinstance(children, list) and isinstance(step, int):
                found = children[step] if step < len(children) else None
            else:
                found = None
            if found is None:
                break
            chain.append(found)
        return chain

    def _is_plain(self, child: Child) -> bool:
        return self.text[child.start : child.start + 1] not in ("'", '"', "|", ">")

    def _is_made_by_comma(self, parent: Node, child: Child) -> bool:
        if child.start != child.key_end or child.node.value is not None:
            return False
        if not isinstance(parent.children, dict) or len(parent.children) > _MOST_ENTRIES:
            return False
        before = [c for c in parent.children.values() if c.end <= child.key_start]
        return (
            bool(before)
            and isinstance(before[-1].node.value, str)
            and self._is_plain(before[-1])
            and self.text[before[-1].end : child.key_start].strip() == ","
        )
