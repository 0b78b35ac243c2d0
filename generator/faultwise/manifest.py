"""The manifest: what `faultwise generate` wrote, so that it can tell its own text from a user's.

`faultwise.lock` is JSON, one object a line: first the version, then one line for each text that a
path may hold, sorted. Such lines merge as lines do: where two branches both generated, the union of
their lines is right, with or without the marks of a merge conflict.

The manifest comes from a repository and is untrusted. It never makes a text the tool's: only the
hash of what stands on disk does. A missing one means that nothing is known as written.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from faultwise.files import (
    Absent,
    Content,
    Owner,
    ProjectError,
    look,
    normalised,
    path_problem,
    project_root,
)

NAME: Final = "faultwise.lock"
VERSION: Final = 1

_ABOUT: Final = "What faultwise generate wrote. Keep it in version control; do not edit it."
_CONFLICT_MARKS: Final = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_RESTORE: Final = (
    f"Restore {NAME} from version control. Or delete it: no file is lost, and files that are not "
    "as generated are then shown as conflicts."
)

_Json: TypeAlias = "dict[str, _Json] | list[_Json] | str | int | float | None"
_Line: TypeAlias = tuple[str, Owner, str | None]


class ManifestError(ProjectError):
    """The manifest is damaged, or of a version that this faultwise does not know."""


class Entry(NamedTuple):
    """What is known of one path: its owner, and the hash of each text that was written there.

    No hash means that all that was ever seen there was the user's. Several mean that a run was
    killed, or that branches were merged, so that either text may stand there.
    """

    owner: Owner
    digests: frozenset[str]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is known as written, by path."""

    entries: Mapping[str, Entry] = field(default_factory=dict[str, Entry])
    is_tidy: bool = field(default=True, compare=False)
    """Whether its file is as it would be written: without the marks of a merge, for example."""

    def union(self, other: Manifest) -> Manifest:
        """Return the manifest that knows each text that either of the two knows."""
        return _of([*_lines(self), *_lines(other)])

    def text(self) -> str:
        """Return the manifest as it stands in its file."""
        return "".join(
            f"{json.dumps(line, ensure_ascii=False)}\n"
            for line in (
                {"manifest": VERSION, "about": _ABOUT},
                *(
                    {"path": path, "owner": owner.value, "sha256": digest}
                    for path, owner, digest in _lines(self)
                ),
            )
        )


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a file's bytes, in hexadecimal, with line ends normalised."""
    return hashlib.sha256(normalised(data)).hexdigest()


def read(project: Path) -> Manifest:
    """Return the manifest of a project; an empty one where there is none.

    Raises ManifestError, a ProjectError, where it cannot be used.
    """
    match look(project_root(project) / NAME, NAME):
        case Absent():
            return Manifest()
        case Content(data):
            return parse(data)
        case _:
            raise ManifestError(f"{NAME}: it is no regular file", _RESTORE)


def parse(data: bytes) -> Manifest:
    """Return the manifest that a file holds. Raises ManifestError where it cannot be used."""
    try:
        text = normalised(data).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ManifestError(f"{NAME}: it is not UTF-8 text", _RESTORE) from error
    versions: set[object] = set()
    lines: list[_Line] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith(_CONFLICT_MARKS):
            continue
        try:
            parsed: _Json = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _damaged(number, "it is not JSON") from error
        match parsed:
            case {"manifest": version}:
                versions.add(_known_version(number, version))
            case {"path": str(path), "owner": str(owner), "sha256": str() | None as digest}:
                lines.append(_checked(number, path, owner, digest))
            case _:
                raise _damaged(number, "it is no entry of a manifest")
    if not versions:
        raise ManifestError(f"{NAME}: its first line, with the version, is missing", _RESTORE)
    made = _of(lines)
    return Manifest(made.entries, is_tidy=text == made.text())


def _lines(manifest: Manifest) -> Iterable[_Line]:
    for path, entry in sorted(manifest.entries.items()):
        if not entry.digests:
            yield path, entry.owner, None
        for digest in sorted(entry.digests):
            yield path, entry.owner, digest


def _of(lines: Iterable[_Line]) -> Manifest:
    entries: dict[str, Entry] = {}
    for path, owner, digest in lines:
        digests = frozenset[str]() if digest is None else frozenset({digest})
        if path in entries:
            digests |= entries[path].digests
            # Where two branches differ, the answer that keeps more is that the user owns it.
            owner = owner if owner is entries[path].owner else Owner.STUB
        entries[path] = Entry(owner, digests)
    return Manifest(entries)


def _known_version(number: int, version: object) -> int:
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _damaged(number, "its version is no version")
    if version > VERSION:
        raise ManifestError(
            f"{NAME}:{number}: it was written by a newer faultwise (manifest version {version}; "
            f"this one knows {VERSION})",
            "Upgrade faultwise.",
        )
    return version


def _checked(number: int, path: str, owner: str, digest: str | None) -> _Line:
    problem = "it is the manifest" if path.casefold() == NAME else path_problem(path)
    if problem:
        raise _damaged(number, f"{path!r} is no path in the project: {problem}")
    if owner not in set(Owner):
        raise _damaged(number, f"{owner!r} is no owner")
    if digest is not None and not _DIGEST.fullmatch(digest):
        raise _damaged(number, "its sha256 is none")
    return path, Owner(owner), digest


def _damaged(number: int, what: str) -> ManifestError:
    return ManifestError(f"{NAME}:{number}: {what}", _RESTORE)
