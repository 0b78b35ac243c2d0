"""The finished server answers as its spec promises, over a folder of its own."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from files.operations import _folder
from files.server import build_server


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a folder with a note and a picture."""
    root = tmp_path / "folder"
    (root / "notes").mkdir(parents=True)
    (root / "notes" / "today.md").write_text("# Today\nBuy milk.\n", encoding="utf-8")
    (root / "logo.png").write_bytes(b"\x89PNG\r\n")
    (tmp_path / "secrets.txt").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(_folder, "root", root)
    return root


def call(tool: str, **arguments: object) -> dict[str, Any]:
    """Call a tool of the finished server and return its answer."""

    async def session() -> dict[str, Any]:
        async with Client(build_server()) as client:
            result = await client.call_tool(tool, arguments)
            answer: dict[str, Any] | None = result.structured_content
            assert answer is not None
            return answer

    return asyncio.run(session())


@pytest.mark.parametrize(
    ("lines", "text"), [(1, "# Today\n"), ({"first": 2, "last": 9}, "Buy milk.\n")]
)
def test_some_lines_are_read(lines: object, text: str) -> None:
    """Lines are given as a number from the top or as a range."""
    assert call("read_file", path="notes/today.md", lines=lines)["result"]["text"] == text


@pytest.mark.parametrize(
    ("path", "code", "category"),
    [
        ("notes/tomorrow.md", "no_such_file", "validation"),
        ("notes", "is_a_folder", "validation"),
        ("notes/today.md/more", "is_a_folder", "validation"),
        ("../secrets.txt", "outside_folder", "permission"),
        ("logo.png", "not_text", "business"),
    ],
)
def test_python_exceptions_become_failures(path: str, code: str, category: str) -> None:
    """What the file system says reaches the agent as a failure with a next step."""
    answer = call("read_file", path=path)
    assert (answer["code"], answer["errorCategory"]) == (code, category)


def test_readable_files_are_kept() -> None:
    """One bad path does not lose what the others hold."""
    answer = call("read_files", paths=["notes/today.md", "notes", "../secrets.txt"])
    assert answer["code"] == "some_files_unreadable"
    assert [partial["path"] for partial in answer["partial_results"]] == ["notes/today.md"]
    assert answer["details"]["unreadable"] == [
        {"path": "notes", "problem": "is a folder"},
        {"path": "../secrets.txt", "problem": "is outside of the folder"},
    ]


def test_files_are_found_by_name_and_age() -> None:
    """Names are compared without regard to case, and the age narrows the search."""
    found = call("find_files", name="TODAY", changed_within_days=1)["result"]
    assert [one["path"] for one in found["files"]] == ["notes/today.md"]
    assert found["searched"] == 2
    assert (
        call("find_files", name="today", changed_since="2999-01-01T00:00:00Z")["resultCount"] == 0
    )


def test_a_folder_that_is_not_there_is_an_empty_result() -> None:
    """The answer keeps its shape when nothing is found."""
    answer = call("find_files", folder="archive", extension="md")
    assert (answer["result"], answer["resultCount"]) == ({"files": [], "searched": 0}, 0)


def test_parameters_that_exclude_each_other() -> None:
    """A combination that makes no sense is refused with what to send instead."""
    both = call("write_file", path="new.md", text="", copy_of="notes/today.md")
    none = call("write_file", path="new.md")
    wide = call("find_files", folder="notes")
    ages = call("find_files", name="a", changed_since="2026-01-01T00:00:00Z", changed_within_days=1)
    assert [answer["code"] for answer in (both, none, wide, ages)] == [
        "text_or_copy",
        "text_or_copy",
        "search_too_wide",
        "invalid_arguments",
    ]


def test_an_existing_file_is_kept_until_overwrite_is_set(folder: Path) -> None:
    """Replacing a file needs the user's consent."""
    path = "notes/today.md"
    answer = call("write_file", path=path, text="gone")
    assert (answer["code"], answer["outcome"]) == ("file_exists", "not_applied")
    assert (folder / path).read_text(encoding="utf-8") == "# Today\nBuy milk.\n"
    assert call("write_file", path=path, text="new", overwrite=True)["result"]["size"] == 3
    assert (folder / path).read_text(encoding="utf-8") == "new"
