"""Law 4: whatever text a spec holds, it changes only constants, and the output is sound.

`FAULTWISE_EXAMPLES=1000` makes the run a long one.
"""

from __future__ import annotations

import ast
import os
import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from faultwise.files import Files
from faultwise.format import format_python
from faultwise.lower import lower
from faultwise.render import render
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from . import hostile, projects, specs, trees

COUNT = int(os.environ.get("FAULTWISE_EXAMPLES", "25"))
THOROUGH = settings(
    max_examples=COUNT,
    deadline=None,
    database=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
STRIDE = max(1, len(hostile.PIECES) // COUNT)
"""How far the hostile pieces move from one spec to the next."""


def files_of(say: specs.Say) -> Files:
    """Return what is rendered, not formatted, for a spec that says something."""
    return render(lower(specs.loaded(specs.full(say))))


@cache
def tame() -> Files:
    """Return what is rendered for a spec of plain texts."""
    return files_of(lambda place: "Some text.")


@cache
def tame_shapes() -> dict[str, str]:
    """Return the syntax tree of each module for plain texts, by path."""
    return {path: trees.shape(each.text) for path, each in tame().items() if path.endswith(".py")}


def drawn(data: st.DataObject) -> specs.Say:
    """Return texts, one in the place of all or each of its own."""
    pool = data.draw(st.lists(hostile.texts, min_size=1, max_size=5))
    start = data.draw(st.integers(0, 100))
    chosen: dict[str, str] = {}
    return lambda place: chosen.setdefault(place, pool[(start + len(chosen)) % len(pool)])


def pieces_from(start: int) -> specs.Say:
    """Return the hostile pieces, another one in each place."""
    chosen: dict[str, str] = {}

    def say(place: str) -> str:
        piece = hostile.PIECES[(start + len(chosen)) % len(hostile.PIECES)]
        return chosen.setdefault(place, piece if piece.strip() else f".{piece}.")

    return say


def changes_only_constants(found: Files) -> None:
    """Hold rendered files to the syntax trees of those for plain texts."""
    assert list(found) == list(tame())
    for path, expected in tame_shapes().items():
        if found[path].text != tame()[path].text:
            assert trees.shape(found[path].text) == expected, path


@THOROUGH
@given(st.data())
def test_texts_change_only_constants(data: st.DataObject) -> None:
    """Every module has the syntax tree of the one for plain texts, and the same files exist."""
    changes_only_constants(files_of(drawn(data)))


@pytest.mark.parametrize("start", range(0, len(hostile.PIECES), STRIDE))
def test_hostile_pieces_change_only_constants(start: int) -> None:
    """Each piece alone is nothing but a constant, wherever it stands."""
    changes_only_constants(files_of(pieces_from(start)))


@THOROUGH
@given(st.data())
def test_formatting_changes_no_text(data: st.DataObject) -> None:
    """The formatter accepts every module and leaves its texts as they were rendered."""
    found = files_of(drawn(data))
    changed = {path: each for path, each in found.items() if each.text != tame()[path].text}
    formatted = format_python(changed)
    for path, each in changed.items():
        if path.endswith(".py"):
            before, after = each.text, formatted[path].text
            assert trees.shape(after) == trees.shape(before), path
            assert {_words(text) for text in trees.texts(after)} == {
                _words(text) for text in trees.texts(before)
            }, path


def _words(text: str) -> str:
    """Return a text without its blanks: a formatter indents docstrings anew."""
    return " ".join(text.split())


@THOROUGH
@given(st.data())
def test_texts_arrive_unchanged(data: st.DataObject) -> None:
    """What a client sees is, character by character, what the spec says."""
    structure = specs.full(drawn(data))
    found = render(lower(specs.loaded(structure)))
    for name in ("search", "store"):
        declared = structure["operations"][name]
        source = found[f"src/text_server/generated/declarations/{name}.py"].text
        tool = _arguments_of("Tool", source)
        assert (tool["title"], tool["description"]) == (declared["title"], declared["description"])
        shown = tool["parameters"]["properties"]
        for parameter, schema in declared["parameters"].items():
            assert shown[parameter] == _without_own_keys(schema)
    server = _arguments_of("ToolServer", found["src/text_server/generated/tools.py"].text)
    assert server["description"] == structure["server"]["description"]
    assert server["instructions"].startswith(structure["server"]["instructions"])


def _arguments_of(called: str, source: str) -> dict[str, Any]:
    """Return the constant keyword arguments of the one call of a function."""
    call = next(
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == called
    )
    arguments: dict[str, Any] = {}
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Constant | ast.Dict):
            arguments[str(keyword.arg)] = ast.literal_eval(keyword.value)
    return arguments


def _without_own_keys(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_without_own_keys(item) for item in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    members = cast("dict[str, Any]", schema).items()
    return {key: _without_own_keys(one) for key, one in members if key not in OWN_KEYS}


OWN_KEYS = {"optional", "sensitive"}

BLOCKS = MarkdownIt("commonmark").enable("table")


def outline(markdown: str) -> list[str]:
    """Return the structure of a page: its blocks, and what inside them is not plain text."""
    found: list[str] = []
    for token in BLOCKS.parse(markdown):
        found.append(f"{token.type} {token.tag} {token.level}")
        found += [
            f"  {inner.type}"
            for inner in token.children or []
            if inner.type not in {"text", "code_inline"}
        ]
    return found


@THOROUGH
@given(st.data())
def test_the_page_on_errors_keeps_its_structure(data: st.DataObject) -> None:
    """ERRORS.md has the blocks, rows and cells of the page for plain texts, and no HTML or link."""
    assert outline(files_of(drawn(data))["ERRORS.md"].text) == outline(tame()["ERRORS.md"].text)


@pytest.mark.parametrize("start", range(len(hostile.PIECES)))
def test_hostile_pieces_keep_the_structure_of_the_page(start: int) -> None:
    """Each piece alone is nothing but text in ERRORS.md, wherever it stands."""
    page = files_of(pieces_from(start))["ERRORS.md"].text
    assert outline(page) == outline(tame()["ERRORS.md"].text)
    assert len({_cells(line) for line in page.splitlines() if line.startswith("| ")}) == 1


def _cells(row: str) -> int:
    """Return the number of cells of a table's row, for readers to whom `\\\\` is a backslash."""
    return len(re.findall(r"(?<!\\)(?:\\\\)*\|", row))


def skeleton(target: Path, say: specs.Say) -> tuple[dict[str, Any], str]:
    """Return pyproject.toml as it is read, and README.md, of a new project that says something."""
    project = projects.made(target, specs.full(say), author=say("author"))
    toml = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    return toml, (project / "README.md").read_text("utf-8")


@pytest.mark.parametrize("start", range(0, len(hostile.PIECES), STRIDE * 4))
def test_hostile_pieces_keep_the_structure_of_the_skeleton(start: int, tmp_path: Path) -> None:
    """pyproject.toml holds the texts as values, README.md as text; else they are as ever."""
    say = pieces_from(start)
    toml, readme = skeleton(tmp_path / "hostile", say)
    plain, plain_readme = skeleton(tmp_path / "plain", lambda place: "Some text.")
    assert outline(readme) == outline(plain_readme)
    described = toml["project"].pop("description")
    assert _visible(described) == _visible(say("server/description"))
    [author] = toml["project"].pop("authors", [{"name": ""}])
    assert _visible(author["name"]) == _visible(say("author"))
    del plain["project"]["description"], plain["project"]["authors"]
    assert toml == plain


def _visible(text: str) -> str:
    """Return a text without blanks and controls, which a line of metadata has no room for."""
    hidden = {"Cc", "Zs", "Zl", "Zp"}
    return "".join(letter for letter in text if unicodedata.category(letter) not in hidden)


@pytest.mark.slow
def test_projects_that_say_hostile_things_are_sound(tmp_path: Path) -> None:
    """A project full of hostile pieces passes its own tests, ruff and both type checkers."""
    for number, start in enumerate((0, 31, 77)):
        say = pieces_from(start)
        structure = specs.full(say, matches=specs.pattern_of(say("matches")))
        project = projects.made(tmp_path / str(number), structure)
        projects.passes_its_tests(project)
        projects.is_neat(project)
        if number == 0:
            projects.is_well_typed(project)
