"""What README.md shows works, and what it lists is all that there is."""

from __future__ import annotations

import json
import shlex
from typing import Final, cast

import click
import pytest
import typer.main
from faultwise import bundle, cli, document, names, spec
from faultwise.advice import Kind
from faultwise.files import Owner, ProjectError
from faultwise.load import load
from faultwise.plan import Action, Why
from faultwise.resolve import resolve

from . import specs
from .markdown import README, Block, anchor, blocks, code, links, sections

SCHEMA: Final = specs.keys_of(spec.Property) - {"sensitive"}
TABLES: Final = {
    "Top level": specs.keys_of(spec.Spec),
    "server": specs.keys_of(spec.Server),
    "defaults": specs.keys_of(spec.Defaults),
    "Operations": specs.keys_of(spec.Operation) | specs.keys_of(spec.Annotations),
    "Parameters": specs.keys_of(spec.Parameter) - SCHEMA,
    "Schemas": SCHEMA,
    "constraints": specs.keys_of(spec.Constraint),
    "empty": specs.keys_of(spec.Empty),
    "timeout and retry": specs.keys_of(spec.Retry),
    "Failures": specs.keys_of(spec.Failure),
    "details": specs.keys_of(spec.Detail) - SCHEMA,
    "retry_after": specs.keys_of(spec.RetryAfterFrom),
    "alternatives": specs.keys_of(spec.ToolAlternative),
    "examples": specs.keys_of(spec.Example),
    "Built-in failures": set(names.BUILTIN_FAILURE_CLASSES),
}
"""The keys that the tables of a section have to list."""

COMMANDS = cast(click.Group, typer.main.get_command(cli.app)).commands


def where(block: Block) -> str:
    """Name a block in the report of a test."""
    return f"line-{block.line}"


@pytest.mark.parametrize("block", blocks("yaml"), ids=where)
def test_specs_are_accepted(block: Block) -> None:
    """A whole spec is accepted as it is, and a part of one where it belongs."""
    assert specs.problems(block) == []


@pytest.mark.parametrize("block", blocks("json"), ids=where)
def test_json_can_be_read(block: Block) -> None:
    """What is shown as JSON is JSON."""
    json.loads(block.text)


@pytest.mark.parametrize("block", blocks("python"), ids=where)
def test_code_can_be_compiled(block: Block) -> None:
    """What is shown as Python is Python."""
    compile(block.text, f"README.md from line {block.line}", "exec")


@pytest.mark.parametrize("title", TABLES)
def test_a_table_lists_the_keys_that_there_are(title: str) -> None:
    """The reference of a key stands in the section of what has it, and no other key does."""
    assert sections()[title].first_cells == TABLES[title]


def test_conditions_are_all_described() -> None:
    """The section on `match` has the keys of an entry and of a condition."""
    # A value, or a list of them, is written without the key `equals`.
    keys = specs.keys_of(spec.Match) | specs.keys_of(spec.Condition) - {"equals"}
    assert keys <= sections()["match"].first_cells


def test_every_model_has_its_table() -> None:
    """A key that the format gains has to be described."""
    tables = set[str]().union(*TABLES.values()) | sections()["match"].first_cells
    models = spec.Model.__subclasses__()
    every = {key for model in models if model is not spec.Schema for key in specs.keys_of(model)}
    assert every - tables == {"equals"}


@pytest.mark.parametrize(("column", "semantics"), [(2, "same_call"), (3, "any_retry")])
def test_categories_answer_as_the_table_says(column: int, semantics: str) -> None:
    """What `isRetryable` is for a category holds for a failure that says nothing of it."""
    told = {code(row[0])[0]: row[column] == "`true`" for row in sections()["Categories"].rows}
    failures = {f"is_{category}": {"category": category, "message": "No."} for category in told}
    operation = {"description": "d", "annotations": {"readOnlyHint": True}, "failures": failures}
    text = {
        "faultwise": 1,
        "server": {"name": "a-server", "description": "d", "retry_semantics": semantics},
        "operations": {"do_it": operation},
    }
    [effective] = resolve(load(json.dumps(text).encode(), "tools.yaml"))
    found = {failure.category: failure.retryable for failure in effective.own_failures}
    assert told == found


def test_built_in_failures_are_as_the_table_says() -> None:
    """Class, category and outcome of each built-in failure are those of an operation."""
    effective = resolve(load(specs.whole().text.encode(), "tools.yaml"))[-1]
    rows = sections()["Built-in failures"].rows
    told = {tuple(code(cell)[0] for cell in (*row[:3], row[4])) for row in rows}
    assert told == {
        (one.name, names.failure_class(one.name), one.category, one.outcome)
        for one in effective.failures
        if one.is_builtin
    }


def test_the_answer_for_machines_is_described() -> None:
    """The section names every key of the document, and every word that a value of it can be."""
    section = sections()["For machines"]
    [example] = [json.loads(block.text) for block in section.blocks]
    keys = set(document.of_project_error(ProjectError("", "")))
    assert set(example) == section.first_cells & keys == keys
    told = set(code("\n".join(section.lines)))
    assert told >= {*Action, *Why, *Kind, *Owner, *example["counts"], *example["files"][0]} - {
        "path",
        "message",
    }


def test_commands_are_there() -> None:
    """Commands that the page names exist, with the options that it gives them."""
    lines = [line for block in blocks("sh") for line in block.text.splitlines()]
    lines += [each for section in sections().values() for each in code("\n".join(section.lines))]
    called = [shlex.split(line, comments=True) for line in lines if line.startswith("faultwise ")]
    assert {words[1] for words in called if not words[1].startswith("-")} == set(COMMANDS)
    options = {option for one in COMMANDS.values() for each in one.params for option in each.opts}
    told = code("\n".join(sections()["Commands"].lines))
    assert {word.split()[0] for word in told if word.startswith("--")} <= options | {"--help"}
    for words in (shlex.split(line) for line in lines if line.startswith("python3 ")):
        assert (bundle.root() / words[1]).is_file()


def test_links_lead_somewhere() -> None:
    """Each link into the page has its heading, and each heading of the reference is in the list."""
    anchors = [anchor(title) for title in sections() if title]
    assert len(anchors) == len(set(anchors))
    assert set(links(README.read_text("utf-8"))) <= set(anchors)
    contents = links("\n".join(sections()["faultwise"].lines))
    assert set(anchors) - set(contents) == {"faultwise"}
