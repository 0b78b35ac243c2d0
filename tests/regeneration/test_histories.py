"""Random histories of a project: edits, specs, kills, damage, `--force`, merges.

The number of histories is taken from FAULTWISE_HISTORIES.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from faultwise import manifest
from faultwise.apply import TEMPORARY_NAME, ConflictError
from faultwise.files import Files, Owner, Rendered
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from .disk import generate, killed_at, planned, texts, tree

OWNERS = {
    "ERRORS.md": Owner.GENERATED,
    "src/shop/generated/tools.py": Owner.GENERATED,
    "src/shop/generated/handlers/get.py": Owner.GENERATED,
    "src/shop/generated/handlers/put.py": Owner.GENERATED,
    "src/shop/operations/get.py": Owner.STUB,
    "src/shop/operations/put.py": Owner.STUB,
}
paths = st.sampled_from(sorted(OWNERS))
# A path's text is one of few, so that histories come back to what they had before.
specs = st.dictionaries(paths, st.integers(1, 3)).map(
    lambda versions: {
        path: Rendered(OWNERS[path], f"{path} {version}\nsecond line\n")
        for path, version in versions.items()
    }
)
OURS = {f"{path} {version}\nsecond line\n".encode() for path in OWNERS for version in (1, 2, 3)}


def lf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")


class Histories(RuleBasedStateMachine):
    """A project and its user. `known` is whether the manifest knows all that was written."""

    rendered: Files

    def __init__(self) -> None:
        super().__init__()
        self.project = Path(tempfile.mkdtemp(prefix="history-")).resolve()
        self.rendered = {}
        self.edits = 0
        self.known = True
        self.manifests: list[bytes] = []
        self.placed: set[str] = set()

    def teardown(self) -> None:
        shutil.rmtree(self.project)

    @initialize(spec=specs)
    def start(self, spec: Files) -> None:
        self.rendered = spec
        self.generated(force=False)

    @rule(spec=specs)
    def change_the_spec(self, spec: Files) -> None:
        self.rendered = spec

    @rule(path=paths, append=st.booleans(), beside=st.booleans())
    def edit(self, path: str, append: bool, beside: bool) -> None:
        location = self.at(f"{path}.orig" if beside else path)
        if location is None:
            return
        self.edits += 1
        before = location.read_bytes() if append and location.is_file() else b""
        location.write_bytes(before + f"edit {self.edits}\n".encode())

    @rule(path=paths)
    def check_out_with_crlf(self, path: str) -> None:
        location = self.project / path
        if location.is_file():
            location.write_bytes(lf(location.read_bytes()).replace(b"\n", b"\r\n"))

    @rule(path=paths)
    def delete(self, path: str) -> None:
        if (self.project / path).is_file():
            (self.project / path).unlink()

    @rule(path=paths, to=paths)
    def rename(self, path: str, to: str) -> None:
        location = self.at(to)
        if location and (self.project / path).is_file() and not location.exists():
            (self.project / path).rename(location)
            self.placed.add(to)

    @rule(path=paths)
    def put_a_folder_in_the_way(self, path: str) -> None:
        location = self.at(path)
        if location and not location.exists():
            location.mkdir()
            self.edits += 1
            (location / "mine.txt").write_bytes(f"edit {self.edits}\n".encode())

    @rule()
    def lose_the_manifest(self) -> None:
        (self.project / manifest.NAME).unlink(missing_ok=True)
        self.known = False

    @precondition(lambda self: self.manifests)
    @rule(data=st.data(), merge=st.booleans())
    def bring_an_old_manifest(self, data: st.DataObject, merge: bool) -> None:
        old = data.draw(st.sampled_from(self.manifests))
        location = self.project / manifest.NAME
        if merge and location.exists():
            ours = location.read_bytes()
            location.write_bytes(
                b"<<<<<<< ours\n" + ours + b"=======\n" + old + b">>>>>>> theirs\n"
            )
        else:
            location.write_bytes(old)
            self.known = False

    @rule(call=st.integers(0, 40), torn=st.booleans(), force=st.booleans())
    def generate_and_be_killed(self, call: int, torn: bool, force: bool) -> None:
        users = self.users()
        try:
            killed_at(self.project, call, self.rendered, force=force)
        except ConflictError:
            assert not force
        for path in self.project.rglob(TEMPORARY_NAME):
            if torn:
                path.write_bytes(path.read_bytes()[:5])
        assert users <= self.users()

    @rule(force=st.booleans())
    def generate(self, force: bool) -> None:
        self.generated(force=force)

    def generated(self, *, force: bool) -> None:
        ready = planned(self.project, self.rendered)
        users, before, lock = self.users(), self.whole(), self.lock()
        try:
            generate(self.project, self.rendered, force=force)
        except ConflictError:
            assert not force
            assert ready.conflicts
            assert (self.whole(), self.lock()) == (before, lock)
            return
        after = tree(self.project)
        assert users <= self.users()
        assert ready.is_empty == (
            after == before and manifest.parse(lock) == manifest.read(self.project)
        )
        assert planned(self.project, self.rendered).is_empty
        for path, each in self.rendered.items():
            if each.owner is Owner.GENERATED:
                assert lf(after[path]) == each.text.encode()
            else:
                assert (self.project / path).exists()
        if self.known:
            self.is_as_fresh(after)
        self.manifests.append(self.lock())

    def is_as_fresh(self, found: dict[str, bytes]) -> None:
        """Check that what is left is what a fresh project has, and what the user put there."""
        fresh = texts(self.rendered)
        for path, data in found.items():
            assert not path.endswith(TEMPORARY_NAME)
            if lf(data) in OURS and path in OWNERS and path not in self.placed:
                assert lf(data) == fresh[path]

    def whole(self) -> dict[str, bytes]:
        """Return each file but those that a killed run left behind."""
        found = tree(self.project)
        return {path: data for path, data in found.items() if not path.endswith(TEMPORARY_NAME)}

    def users(self) -> set[bytes]:
        """Return each text in the project that a user wrote."""
        return {data for data in self.whole().values() if lf(data) not in OURS}

    def lock(self) -> bytes:
        location = self.project / manifest.NAME
        return location.read_bytes() if location.exists() else manifest.Manifest().text().encode()

    def at(self, path: str) -> Path | None:
        """Return where a user can write a file, with the folder made, or None."""
        location = self.project / path
        location.parent.mkdir(parents=True, exist_ok=True)
        return None if location.is_dir() else location


TestHistories = Histories.TestCase
TestHistories.settings = settings(
    max_examples=int(os.environ.get("FAULTWISE_HISTORIES", "40")),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
