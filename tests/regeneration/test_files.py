"""Reading a project that may hold anything, from paths that anybody may have written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from faultwise.files import (
    ABSENT,
    Alias,
    Blocked,
    Content,
    Obstacle,
    OnDisk,
    ProjectError,
    read_project,
)

from .disk import write


def at(project: Path, path: str) -> OnDisk:
    return read_project(project, [path])[path]


def test_what_stands_at_a_path_is_told_apart(tmp_path: Path) -> None:
    """A file is read whole; what is no regular file is named, and never opened."""
    write(tmp_path, "src/a.py", "a\r\n")
    (tmp_path / "src/link.py").symlink_to("a.py")
    (tmp_path / "src/dangling.py").symlink_to("nowhere")
    os.mkfifo(tmp_path / "src/pipe.py")
    assert read_project(
        tmp_path,
        [
            "src/a.py",
            "src/b.py",
            "lib/deep/b.py",
            "src/link.py",
            "src/dangling.py",
            "src/pipe.py",
            "src",
            "src/a.py/b.py",
        ],
    ) == {
        "src/a.py": Content(b"a\r\n"),
        "src/b.py": ABSENT,
        "lib/deep/b.py": ABSENT,
        "src/link.py": Obstacle("a symbolic link"),
        "src/dangling.py": Obstacle("a symbolic link"),
        "src/pipe.py": Obstacle("no regular file"),
        "src": Obstacle("a folder"),
        "src/a.py/b.py": Blocked("src/a.py"),
    }


@pytest.mark.parametrize("path", ["/etc/passwd", "../outside.py", "src/../../x", ".git/config", ""])
def test_a_path_that_is_not_in_the_project_is_refused(tmp_path: Path, path: str) -> None:
    """A path that could lead out of the project is an error, before anything is read."""
    with pytest.raises(ProjectError, match="is no path in the project"):
        read_project(tmp_path, [path])


@pytest.mark.parametrize("target", ["..", "../outside", "/"])
def test_a_folder_that_leads_out_of_the_project_is_refused(tmp_path: Path, target: str) -> None:
    """A symbolic link above a path must stay in the project."""
    project = tmp_path / "project"
    write(tmp_path, "outside/a.py", "secret")
    project.mkdir()
    (project / "src").symlink_to(target)
    with pytest.raises(ProjectError, match=r"^src: a symbolic link leads out of the project"):
        read_project(project, ["src/a.py"])


def test_a_circle_of_links_is_an_error(tmp_path: Path) -> None:
    """Symbolic links that lead to each other are named, not followed for ever."""
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(ProjectError, match=r"^a: cannot read it: too many"):
        read_project(tmp_path, ["a/x.py"])


def test_a_folder_that_is_a_dangling_link_blocks(tmp_path: Path) -> None:
    """Nothing can be written below a link that leads to nothing."""
    (tmp_path / "src").symlink_to("nowhere")
    assert at(tmp_path, "src/shop/a.py") == Blocked("src")


def test_a_project_may_be_reached_through_a_link(tmp_path: Path) -> None:
    """The way to the project is the user's own business."""
    write(tmp_path, "real/src/a.py", "a")
    (tmp_path / "link").symlink_to("real")
    assert at(tmp_path / "link", "src/a.py") == Content(b"a")


def test_the_first_of_two_paths_to_one_file_has_it(tmp_path: Path) -> None:
    """Where a link inside the project makes two paths one file, the later path says so."""
    write(tmp_path, "src/real/a.py", "a")
    (tmp_path / "src/link").symlink_to("real")
    paths = ["src/link/a.py", "src/real/a.py"]
    assert list(read_project(tmp_path, paths).values()) == [Content(b"a"), Alias("src/link/a.py")]
    assert read_project(tmp_path, paths[::-1])["src/link/a.py"] == Alias("src/real/a.py")


@pytest.mark.parametrize("order", [1, -1])
def test_a_file_system_that_folds_case_gives_an_alias(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: int
) -> None:
    """A path that opens a file of another spelling is no file of its own."""
    write(tmp_path, "docs/Errors.md", "a")
    # As on macOS and Windows: a name is found in any spelling.
    monkeypatch.setattr("faultwise.files.os.path.lexists", Path.is_absolute)
    found = read_project(tmp_path, ["docs/ERRORS.md", "docs/Errors.md", "docs/other.md"][::order])
    assert found == {
        "docs/ERRORS.md": Alias("docs/Errors.md"),
        "docs/Errors.md": Content(b"a"),
        "docs/other.md": ABSENT,
    }


def test_a_file_system_that_tells_case_apart_has_two_files(tmp_path: Path) -> None:
    """Where spellings are different files, one says nothing about the other."""
    write(tmp_path, "Errors.md", "a")
    assert at(tmp_path, "ERRORS.md") == ABSENT


def test_a_project_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    """A missing folder is named, with what to do."""
    with pytest.raises(ProjectError) as caught:
        read_project(tmp_path / "missing", ["a.py"])
    assert str(caught.value) == (
        f"{tmp_path / 'missing'}: there is no such folder\n"
        "  help: Name the folder that holds the project."
    )
