"""The manifest as a file: its form, what is refused, and what a merge makes of it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from faultwise import manifest
from faultwise.files import Owner, ProjectError
from faultwise.manifest import Entry, Manifest, ManifestError
from hypothesis import given
from hypothesis import strategies as st

A, B = "a" * 64, "b" * 64
HEADER = '{"manifest": 1, "about": "x"}\n'


def line(path: object = "src/a.py", owner: object = "generated", sha256: object = A) -> str:
    return json.dumps({"path": path, "owner": owner, "sha256": sha256}) + "\n"


def entry(*digests: str, owner: Owner = Owner.GENERATED) -> Entry:
    return Entry(owner, frozenset(digests))


manifests = st.builds(
    Manifest,
    st.dictionaries(
        st.sampled_from(["a.py", "src/b.py", "src/ü.py", "ERRORS.md"]),
        st.builds(Entry, st.sampled_from(Owner), st.frozensets(st.sampled_from([A, B]))),
    ),
)


def test_the_file_has_one_sorted_line_for_each_text() -> None:
    """The manifest is JSON lines, by path and hash, after a line with its version."""
    made = Manifest(
        {"b.py": entry(B, A), "a/x.py": entry(owner=Owner.STUB), "a.py": entry(A)}
    ).text()
    header, *lines = made.splitlines()
    assert json.loads(header)["manifest"] == 1
    assert lines == [
        f'{{"path": "a.py", "owner": "generated", "sha256": "{A}"}}',
        '{"path": "a/x.py", "owner": "stub", "sha256": null}',
        f'{{"path": "b.py", "owner": "generated", "sha256": "{A}"}}',
        f'{{"path": "b.py", "owner": "generated", "sha256": "{B}"}}',
    ]
    assert made.endswith("\n")


@given(manifests)
def test_a_manifest_survives_its_file(made: Manifest) -> None:
    """What is written is read again, with LF, with CRLF, and with a byte order mark."""
    text = made.text()
    assert manifest.parse(text.encode()) == made
    assert manifest.parse(text.replace("\n", "\r\n").encode("utf-8-sig")) == made


@given(
    st.binary() | st.text().map(str.encode) | st.text().map(lambda text: (HEADER + text).encode())
)
def test_no_bytes_break_the_reader(data: bytes) -> None:
    """Whatever a manifest holds, it is read or refused with its name and what to do."""
    try:
        manifest.parse(data)
    except ManifestError as error:
        refused = error
    else:
        return
    assert refused.message.startswith("faultwise.lock:")
    assert refused.help


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "faultwise.lock: its first line, with the version, is missing"),
        (line(), "faultwise.lock: its first line, with the version, is missing"),
        (HEADER + "{", "faultwise.lock:2: it is not JSON"),
        (HEADER + "[" * 100_000, "faultwise.lock:2: it is not JSON"),
        (HEADER + "[]", "faultwise.lock:2: it is no entry of a manifest"),
        (HEADER + '{"path": "a.py"}', "faultwise.lock:2: it is no entry of a manifest"),
        (HEADER + line(path=1), "faultwise.lock:2: it is no entry of a manifest"),
        (HEADER + line(owner="user"), "faultwise.lock:2: 'user' is no owner"),
        (HEADER + line(sha256="A" * 64), "faultwise.lock:2: its sha256 is none"),
        (HEADER + line(sha256=A + "\n"), "faultwise.lock:2: its sha256 is none"),
        ('{"manifest": true}', "faultwise.lock:1: its version is no version"),
        ('{"manifest": 0}', "faultwise.lock:1: its version is no version"),
    ],
)
def test_damage_is_refused_with_its_line(text: str, message: str) -> None:
    """A damaged manifest is refused, and the answer says how to go on without a loss."""
    with pytest.raises(ManifestError) as caught:
        manifest.parse(text.encode())
    assert caught.value.message == message
    assert "Restore faultwise.lock from version control. Or delete it" in caught.value.help


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../outside.py",
        "src/../../outside.py",
        "src//a.py",
        "./a.py",
        "",
        "src/",
        "C:/a.py",
        "src\\a.py",
        "a\x00.py",
        "a\n.py",
        "a\udc80.py",
        ".git/hooks/pre-commit",
        "sub/.GIT/config",
        "a.py.",
        "dir /a.py",
        "faultwise.lock",
        "Faultwise.LOCK",
    ],
)
def test_a_path_that_is_not_in_the_project_is_refused(path: str) -> None:
    """No entry can name what is outside the project, inside .git, or the manifest itself."""
    with pytest.raises(ManifestError, match=r"^faultwise\.lock:2: .* is no path in the project"):
        manifest.parse((HEADER + line(path=path)).encode())


def test_a_newer_manifest_asks_for_an_upgrade() -> None:
    """A version that this faultwise does not know is refused: it may mean something else."""
    with pytest.raises(ManifestError, match="newer faultwise") as caught:
        manifest.parse(b'{"manifest": 2}\n')
    assert caught.value.help == "Upgrade faultwise."


def test_keys_that_are_not_known_are_passed_over() -> None:
    """A later faultwise may say more of an entry without a new version."""
    text = HEADER + line().replace("}", ', "operation": "get_order"}')
    assert manifest.parse(text.encode()) == Manifest({"src/a.py": entry(A)})


@pytest.mark.parametrize("base", ["", f"||||||| base\n{line(sha256=A)}"])
def test_a_merge_conflict_is_read_as_both_sides(base: str) -> None:
    """The lines of a merge conflict are texts that one side or the other has written."""
    text = (
        HEADER
        + f"<<<<<<< ours\n{line(sha256=A)}{line(path='b.py')}{base}=======\n"
        + f"{line(sha256=B)}>>>>>>> theirs\n"
    )
    assert manifest.parse(text.encode()) == Manifest({"src/a.py": entry(A, B), "b.py": entry(A)})


def test_where_branches_differ_on_the_owner_it_is_the_user() -> None:
    """A path that is a stub in one branch and generated in the other is taken for the user's."""
    text = HEADER + line(owner="generated") + line(owner="stub", sha256=B)
    assert manifest.parse(text.encode()) == Manifest({"src/a.py": entry(A, B, owner=Owner.STUB)})


@given(manifests, manifests)
def test_the_union_knows_what_either_knows(one: Manifest, other: Manifest) -> None:
    """A union has each path and each text of both, and does not depend on their order."""
    union = one.union(other)
    assert union == other.union(one)
    assert union == manifest.parse((one.text() + other.text()).encode())
    for made in (one, other):
        for path, each in made.entries.items():
            assert each.digests <= union.entries[path].digests


def test_git_merges_manifests_line_by_line(tmp_path: Path) -> None:
    """Two branches that each generated merge to a manifest that knows the texts of both."""

    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.com")
        subprocess.run(
            ["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True
        )

    def commit(made: Manifest, *, on: str) -> None:
        git("checkout", "-q", "-B", on, *(["main"] if on != "main" else []))
        (tmp_path / manifest.NAME).write_text(made.text(), encoding="utf-8")
        git("commit", "-qam", on)

    git("init", "-q", "-b", "main")
    (tmp_path / ".gitattributes").write_text("faultwise.lock merge=union\n", encoding="utf-8")
    (tmp_path / manifest.NAME).touch()
    git("add", ".")
    git("commit", "-qm", "start")
    commit(Manifest({"a.py": entry(A), "z.py": entry(A)}), on="main")
    commit(Manifest({"a.py": entry(B), "b.py": entry(B)}), on="other")
    git("checkout", "-q", "main")
    commit(Manifest({"a.py": entry("c" * 64), "z.py": entry(B)}), on="main")
    git("merge", "-q", "other")
    assert manifest.read(tmp_path) == Manifest(
        {"a.py": entry(B, "c" * 64), "b.py": entry(B), "z.py": entry(B)}
    )


def test_a_project_without_a_manifest_has_an_empty_one(tmp_path: Path) -> None:
    """Where there is no manifest, nothing is known as written."""
    assert manifest.read(tmp_path) == Manifest()


def test_a_manifest_that_is_no_file_is_refused(tmp_path: Path) -> None:
    """A symbolic link is not followed: it could lead out of the project."""
    (tmp_path / "elsewhere").write_text(Manifest().text(), encoding="utf-8")
    (tmp_path / manifest.NAME).symlink_to("elsewhere")
    with pytest.raises(ManifestError, match="no regular file"):
        manifest.read(tmp_path)


def test_a_project_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    """A missing folder is named."""
    with pytest.raises(ProjectError, match=r"missing: there is no such folder"):
        manifest.read(tmp_path / "missing")
