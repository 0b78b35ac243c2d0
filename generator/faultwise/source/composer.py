"""The parser's events, made into nodes.

Composing from events keeps deep nesting off the call stack, and every duplicate key in sight.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol, cast

import yaml

from faultwise.diagnostics import Diagnostic, Related, nearest
from faultwise.source.nodes import Child, Node
from faultwise.source.places import Places
from faultwise.source.syntax import TAB_INDENT, offset
from faultwise.source.words import described, shortened

MAX_DEPTH: Final = 64
MAX_ALIASED_NODES: Final = 250_000


_NULL: Final = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEANS: Final = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False
}  # fmt: skip
_INTEGER: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_NON_FINITE: Final = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_PROPERTIES: Final = re.compile(r"(?:[&!]\S*\s*)+")
# The first characters that a plain scalar other than text can have.
_NOT_TEXT: Final = frozenset("-+.0123456789tTfFnN~")
# Beyond this a number is infinite for every reader of JSON that uses doubles.
_LARGEST_NUMBER: Final = 2**1023
_LONGEST_INTEGER: Final = 400

_KIND_OF: Final[Mapping[type[object], str]] = {
    int: "int",
    float: "float",
    bool: "bool",
    type(None): "null",
}
_CORE_TAGS: Final = {
    f"tag:yaml.org,2002:{name}": name
    for name in ("str", "int", "float", "bool", "null", "map", "seq")
}


class _EventSource(Protocol):
    """What is used of PyYAML's loaders."""

    def check_event(self) -> bool: ...

    def get_event(self) -> yaml.Event: ...

    def dispose(self) -> None: ...


_LOADER: Final = cast(
    "Callable[[str], _EventSource]", getattr(yaml, "CSafeLoader", yaml.SafeLoader)
)


def _events(text: str) -> Iterator[yaml.Event]:
    """Yield the parser's events; raises yaml.YAMLError where the text is not YAML."""
    source = _LOADER(text)
    try:
        while source.check_event():
            yield source.get_event()
    finally:
        source.dispose()


class FatalError(Exception):
    """Nothing behind this place can be read."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class _Key(NamedTuple):
    """A key, with its offsets; `<<` where it is not quoted is a merge."""

    name: str
    start: int
    end: int
    is_merge: bool


@dataclass(slots=True, eq=False)
class _Frame:
    """A list or mapping that is not finished yet."""

    node: Node
    start: int
    anchor: str | None
    values: dict[str, object] | list[object]
    children: dict[str, Child] | list[Child]
    key: _Key | None = None
    """The key whose value comes next."""
    merges: list[tuple[int, Child]] = field(default_factory=list[tuple[int, Child]])
    """What `<<` brings, each with the number of entries before it."""
    is_skipping: bool = False
    """The next value has a key that cannot be used."""


class Composer:
    """Makes nodes from the parser's events."""

    def __init__(self, text: str, places: Places) -> None:
        self.problems: list[Diagnostic] = []
        self.quoted: list[tuple[int, int]] = []
        """Offsets of texts in which a tab at the start of a line is content."""
        self._text = text
        self._places = places
        self._frames: list[_Frame] = []
        self._anchors: dict[str, Child | None] = {}
        self._aliased = 0
        self._root: Child | None = None
        self._has_tabs = TAB_INDENT.search(text) is not None

    def compose(self) -> Child:
        """Return the top of the only document."""
        for event in _events(self._text):
            start, end = offset(event.start_mark), offset(event.end_mark)
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event, start, end)
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                self._open(event, start, end)
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                self._close(end)
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event.anchor or "", start, end)
            elif isinstance(event, yaml.DocumentStartEvent) and self._root is not None:
                raise self._fatal(
                    "second-document",
                    "a second document begins here; a spec is one document",
                    start,
                    end,
                    "remove the `---`, or move what follows to a file of its own",
                )
        if self._root is None:
            raise self._fatal(
                "empty-file",
                "the file is empty",
                0,
                0,
                "a spec begins with `faultwise: 1`, `server:` and `operations:`",
            )
        return self._root

    def _scalar(self, event: yaml.ScalarEvent, start: int, end: int) -> None:
        if self._has_tabs and event.style:
            self.quoted.append((start, end))
        is_plain = not event.style
        value: object = event.value
        if event.tag is None:
            if is_plain:
                value = self._resolved(event.value, start, end)
        elif event.tag != "!":
            value = self._tagged(event.tag, event.value, start, end)
        if event.style == '"' and not event.value.isascii() and _SURROGATE.search(event.value):
            self._surrogate(start, end)
            value = _SURROGATE.sub("\ufffd", event.value)
        node = Node(value)
        if event.anchor is not None or event.tag is not None:
            start = self._behind_properties(start, end)
        child = Child(node, start, end, start, end)
        if event.anchor is not None:
            self._anchors[event.anchor] = child
        self._add(child, is_merge=is_plain and event.value == "<<")

    def _surrogate(self, start: int, end: int) -> None:
        self.problems.append(
            Diagnostic(
                "not-a-character",
                "an escape in this text is half a character",
                self._places.span(start, end),
                "write the character itself, or one escape such as \\U0001F600",
            )
        )

    def _behind_properties(self, start: int, end: int) -> int:
        """Return where a value begins behind its anchor and its tag."""
        found = _PROPERTIES.match(self._text, start, end)
        return found.end() if found else start

    def _open(self, event: yaml.CollectionStartEvent, start: int, end: int) -> None:
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        if event.tag is not None and _CORE_TAGS.get(event.tag) != ("map" if is_mapping else "seq"):
            self._unknown_tag(event.tag, start, end)
        if len(self._frames) >= MAX_DEPTH:
            raise self._too_deep(start, end)
        frame = (
            _Frame(Node({}), start, event.anchor, {}, {})
            if is_mapping
            else _Frame(Node([]), start, event.anchor, [], [])
        )
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._frames.append(frame)

    def _close(self, end: int) -> None:
        frame = self._frames.pop()
        if frame.merges and isinstance(frame.children, dict):
            frame.children = _with_merges(frame.children, frame.merges)
            frame.values = {key: child.node.value for key, child in frame.children.items()}
        node = frame.node
        node.value, node.children = frame.values, frame.children
        items = frame.children.values() if isinstance(frame.children, dict) else frame.children
        for child in items:
            node.size += child.node.size
            node.depth = max(node.depth, child.node.depth + 1)
        child = Child(node, frame.start, end, frame.start, end)
        if frame.anchor is not None:
            self._anchors[frame.anchor] = child
        self._add(child)

    def _alias(self, anchor: str, start: int, end: int) -> None:
        if anchor not in self._anchors:
            near = nearest(anchor, self._anchors)
            raise self._fatal(
                "unknown-alias",
                f"`*{anchor}` repeats an anchor that does not stand before it",
                start,
                end,
                f"did you mean `*{near}`?" if near else f"write `&{anchor}` before the first use",
            )
        target = self._anchors[anchor]
        if target is None:
            raise self._fatal(
                "alias-cycle",
                f"`*{anchor}` stands inside the value that it repeats",
                start,
                end,
                "write the value out; for a type that refers to itself use `$ref`",
            )
        self._aliased += target.node.size
        if self._aliased > MAX_ALIASED_NODES:
            raise self._fatal(
                "alias-expansion",
                f"the aliases up to here repeat more than {MAX_ALIASED_NODES:,} values",
                start,
                end,
                "use fewer aliases, or share schemas under `types`",
            )
        if len(self._frames) + target.node.depth > MAX_DEPTH:
            raise self._too_deep(start, end)
        self._add(Child(target.node, start, end, start, end))

    def _add(self, child: Child, *, is_merge: bool = False) -> None:
        """Put a finished value where it belongs: as key, entry, item or root."""
        if not self._frames:
            self._set_root(child)
            return
        frame = self._frames[-1]
        if isinstance(frame.children, list):
            frame.children.append(child)
            assert isinstance(frame.values, list)
            frame.values.append(child.node.value)
        elif frame.is_skipping:
            frame.is_skipping = False
        elif frame.key is None:
            self._set_key(frame, child, is_merge=is_merge)
        else:
            key = frame.key
            frame.key = None
            entry = Child(child.node, child.start, child.end, key.start, key.end)
            if key.is_merge:
                self._merge(frame, entry)
                return
            frame.children[key.name] = entry
            assert isinstance(frame.values, dict)
            frame.values[key.name] = child.node.value

    def _set_root(self, child: Child) -> None:
        if not isinstance(child.node.children, dict):
            raise self._fatal(
                "not-a-mapping",
                "a spec is a mapping, with keys such as `server:` and `operations:`",
                child.start,
                child.end,
                "begin the file with `faultwise: 1`",
            )
        self._root = child

    def _set_key(self, frame: _Frame, child: Child, *, is_merge: bool) -> None:
        assert isinstance(frame.children, dict)
        key = child.node.value
        if not isinstance(key, str):
            written = self._text[child.start : child.end].strip()
            if child.node.children is not None:
                self._problem(
                    "key-is-not-text",
                    "a key is text, this is a list or a mapping",
                    child,
                    "a text that begins with a brace or a bracket is put in quotes",
                )
                frame.is_skipping = True
                return
            kind = described(key)
            self._problem(
                "key-is-not-text",
                f"a key is text, this is {kind}",
                child,
                f'put it in quotes: `"{written}"`' if written else "write the key before the `:`",
            )
            key = written
        if is_merge:
            earlier = frame.merges[0][1] if frame.merges else None
        else:
            earlier = frame.children.get(key)
        if earlier is not None:
            shown = "<<" if is_merge else key
            self.problems.append(
                Diagnostic(
                    "duplicate-key",
                    f"the key `{shown}` stands here twice",
                    self._places.span(child.start, child.end),
                    "`<<` takes a list: `<<: [*one, *other]`"
                    if is_merge
                    else "remove one of the two, or rename it",
                    (
                        Related(
                            "the first one stands here",
                            self._places.span(earlier.key_start, earlier.key_end),
                        ),
                    ),
                )
            )
            frame.is_skipping = True
            return
        frame.key = _Key(key, child.key_start, child.key_end, is_merge)

    def _merge(self, frame: _Frame, entry: Child) -> None:
        children = entry.node.children
        sources = children if isinstance(children, list) else [entry]
        for source in sources:
            if not isinstance(source.node.children, dict):
                self._problem(
                    "wrong-merge",
                    "`<<` takes a mapping or a list of mappings",
                    source,
                    "give it an alias of a mapping, such as `<<: *base`",
                )
                return
        frame.merges.extend((len(frame.children), source) for source in sources)

    def _resolved(self, text: str, start: int, end: int) -> object:
        """Return the value of an unquoted scalar in YAML's core schema."""
        if text in _NULL:
            return None
        if text[0] not in _NOT_TEXT:
            return text
        if text in _BOOLEANS:
            return _BOOLEANS[text]
        if _INTEGER.fullmatch(text):
            return self._integer(text, start, end)
        if _FLOAT.fullmatch(text):
            return self._float(text, start, end)
        if _NON_FINITE.fullmatch(text):
            self._not_finite(f"`{text}` is not a number in JSON", start, end)
            return 0.0
        return text

    def _integer(self, text: str, start: int, end: int) -> int:
        base = {"0o": 8, "0x": 16}.get(text[:2], 10)
        value = int(text, base) if len(text) <= _LONGEST_INTEGER else _LARGEST_NUMBER
        if abs(value) >= _LARGEST_NUMBER:
            self._not_finite("this number is too large", start, end)
            return 0
        return value

    def _float(self, text: str, start: int, end: int) -> float:
        value = float(text)
        if math.isinf(value):
            self._not_finite("this number is too large", start, end)
            return 0.0
        return value

    def _not_finite(self, message: str, start: int, end: int) -> None:
        self.problems.append(
            Diagnostic(
                "not-a-finite-number",
                message,
                self._places.span(start, end),
                "give a finite number, or put the text in quotes",
            )
        )

    def _tagged(self, tag: str, text: str, start: int, end: int) -> object:
        kind = _CORE_TAGS.get(tag)
        if kind == "str":
            return text
        if kind is None or kind in ("map", "seq"):
            self._unknown_tag(tag, start, end)
            return text
        value = self._resolved(text, start, end)
        if kind == "float" and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        if _KIND_OF.get(type(value)) == kind:
            return value
        self.problems.append(
            Diagnostic(
                "wrong-tag",
                f"`!!{kind}` does not fit the text `{shortened(text)}`",
                self._places.span(start, end),
                "remove the tag",
            )
        )
        return text

    def _unknown_tag(self, tag: str, start: int, end: int) -> None:
        shown = tag.replace("tag:yaml.org,2002:", "!!")
        self.problems.append(
            Diagnostic(
                "unknown-tag",
                f"the tag `{shortened(shown)}` means nothing here",
                self._places.span(start, max(end, start + 1)),
                "remove it; a text that begins with `!` is put in quotes",
            )
        )

    def _problem(self, code: str, message: str, child: Child, help_: str) -> None:
        span = self._places.span(child.start, child.end)
        self.problems.append(Diagnostic(code, message, span, help_))

    def _fatal(self, code: str, message: str, start: int, end: int, help_: str) -> FatalError:
        return FatalError(Diagnostic(code, message, self._places.span(start, end), help_))

    def _too_deep(self, start: int, end: int) -> FatalError:
        return self._fatal(
            "nested-too-deep",
            f"values stand inside each other more than {MAX_DEPTH} deep here",
            start,
            end,
            "move inner schemas to `types` and refer to them with `$ref`",
        )


def _with_merges(own: Mapping[str, Child], merges: Sequence[tuple[int, Child]]) -> dict[str, Child]:
    """Return the entries of a mapping; merged ones stand where `<<` stands, own ones win."""

    def entries() -> Iterator[tuple[str, Child]]:
        pending = list(merges)
        for number, (key, child) in enumerate(own.items()):
            while pending and pending[0][0] <= number:
                yield from _entries_of(pending.pop(0)[1])
            yield key, child
        for _, source in pending:
            yield from _entries_of(source)

    merged: dict[str, Child] = {}
    for key, child in entries():
        if key not in own:
            merged.setdefault(key, child)
        elif own[key] is child:
            merged[key] = child
    return merged


def _entries_of(source: Child) -> Iterator[tuple[str, Child]]:
    assert isinstance(source.node.children, dict)
    yield from source.node.children.items()
