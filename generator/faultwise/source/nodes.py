"""What a YAML file is made of, before it has a meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Child(NamedTuple):
    """An entry of a mapping or an item of a list, with offsets into the text."""

    node: Node
    start: int
    end: int
    key_start: int
    key_end: int


@dataclass(slots=True, eq=False)
class Node:
    """A value of the file. `size` and `depth` count what stands in it, aliases included."""

    value: object
    children: dict[str, Child] | list[Child] | None = None
    size: int = 1
    depth: int = 1
