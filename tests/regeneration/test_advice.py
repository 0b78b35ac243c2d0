"""What a changed spec means for the user's code, told from the files before and after."""

from __future__ import annotations

from typing import Final

import pytest
from faultwise import pipeline
from faultwise.advice import Advice, Kind, advice
from faultwise.files import ABSENT, Content, Files, OnDisk
from faultwise.load import load
from faultwise.manifest import Entry, Manifest, digest_of
from faultwise.plan import plan

HEAD: Final = """\
faultwise: 1
server: {name: desk, description: A desk.}
types:
  Key: {type: string, pattern: "^K"}
  Part:
    type: object
    properties:
      key: {$ref: "#/types/Key"}
      parts: {type: array, items: {$ref: "#/types/Part"}}
operations:
"""
FIND: Final = """\
  find_part:
    description: Find a part.
    parameters:
      key: {$ref: "#/types/Key"}
      limit: {type: integer, optional: true}
    returns: {$ref: "#/types/Part"}
    failures:
      part_is_locked:
        category: business
        message: "{key} is locked until {until}."
        details:
          until: {type: string}
"""
OTHER: Final = """\
  count_orders:
    description: Count.
    returns: {type: integer}
"""
WORK: Final = "src/desk/operations/find_part.py"
DECLARATION: Final = "src/desk/generated/declarations/find_part.py"


def rendered(operations: str, head: str = HEAD) -> Files:
    """Return the files of a spec."""
    return pipeline.rendered(load((head + operations).encode(), "tools.yaml"))


def advised(before: Files, after: Files, **on_disk: str) -> list[Advice]:
    """Return the advice of the run that comes from one spec to another.

    `on_disk` has what the user has put into the operation `find_part`, or its declaration.
    """
    edited = {WORK: on_disk.get("work"), DECLARATION: on_disk.get("declaration")}
    there: dict[str, OnDisk] = dict.fromkeys(after, ABSENT)
    there |= {
        path: Content((edited.get(path) or file.text).encode()) for path, file in before.items()
    }
    known = {
        path: Entry(file.owner, frozenset({digest_of(file.text.encode())}))
        for path, file in before.items()
    }
    return list(advice(plan(after, there, Manifest(known))))


@pytest.mark.parametrize(
    ("old", "new", "kind", "text"),
    [
        (
            "      limit: {type: integer, optional: true}\n",
            "      limit: {type: integer, optional: true}\n      colour: {type: string}\n",
            Kind.NEW_PARAMETER,
            "find_part: new parameter colour: use it in",
        ),
        (
            "      limit: {type: integer, optional: true}\n",
            "",
            Kind.REMOVED_PARAMETER,
            "find_part: parameter limit is gone: take it out of",
        ),
        ("limit: {", "most: {", Kind.RENAMED_PARAMETER, "parameter limit is now called most"),
        ("integer, opt", "number, opt", Kind.CHANGED_PARAMETER, "parameter limit has changed"),
        (", optional: true", "", Kind.CHANGED_PARAMETER, "parameter limit has changed"),
        ('"^K"', '"^P"', Kind.CHANGED_PARAMETER, "parameter key has changed"),
        ('items: {$ref: "#/types/Part"}', "items: {}", Kind.CHANGED_RESULT, "the result has"),
        (
            "    failures:\n",
            "    failures:\n      gone: {category: business, message: It is gone.}\n",
            Kind.NEW_FAILURE,
            "find_part: new failure gone: raise Gone in",
        ),
        (
            "    failures:\n",
            "    failures:\n      gone: {category: business, message: Gone., match: OSError}\n",
            Kind.NEW_FAILURE,
            "find_part: new failure gone: the handler raises Gone for you",
        ),
        (
            "    failures:\n",
            "    failures:\n      bad: {category: validation, message: Bad., reports: [key]}\n",
            Kind.NEW_FAILURE,
            "find_part: new failure bad: the handler raises Bad for you",
        ),
        (
            "part_is_locked",
            "part_is_closed",
            Kind.REMOVED_FAILURE,
            "failure part_is_locked is gone: raise PartIsLocked no longer in",
        ),
        (
            "until: {type: string}",
            "until: {type: integer}",
            Kind.CHANGED_DETAILS,
            "failure part_is_locked has other details: check where you raise PartIsLocked in",
        ),
    ],
)
def test_a_change_is_told_with_what_to_do(old: str, new: str, kind: Kind, text: str) -> None:
    """Whatever of an operation changes, the advice names it, its kind, and the user's file."""
    assert old in HEAD + FIND
    told = advised(
        rendered(FIND + OTHER), rendered(*_split((HEAD + FIND).replace(old, new) + OTHER))
    )
    [found] = [each for each in told if text in each.text]
    assert (found.kind, found.operation, found.path) == (kind, "find_part", WORK)
    assert found.text.endswith(WORK)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Find a part.", "Look a part up."),
        ("{type: integer, optional", "{type: integer, description: At most., optional"),
        ('pattern: "^K"', 'pattern: "^K", examples: [K1]'),
        ("is locked until", "is closed until"),
        ("category: business", "category: permission"),
    ],
)
def test_other_words_are_no_reason_for_advice(old: str, new: str) -> None:
    """Descriptions, examples and messages concern nobody's code."""
    after = rendered(*_split((HEAD + FIND).replace(old, new)))
    assert after != rendered(FIND)
    assert advised(rendered(FIND), after) == []


@pytest.mark.parametrize(
    ("added", "is_alike"),
    [
        (FIND.replace("find_part", "look_up"), True),
        (OTHER.replace("count_orders", "find_parts"), True),
        (OTHER, False),
    ],
)
def test_work_may_move_to_what_is_alike(added: str, is_alike: bool) -> None:
    """A new operation with the same parameters or nearly the same name may take the old work."""
    told = advised(rendered(FIND), rendered(added), work="the work\n")
    assert [each.kind for each in told] == ([Kind.MOVED_WORK] if is_alike else [])
    assert all(WORK in each.text and each.path != WORK for each in told)


def test_an_untouched_stub_has_no_work_to_move() -> None:
    """Where the user wrote nothing, the old stub is deleted, and nothing is said."""
    assert advised(rendered(FIND), rendered(FIND.replace("find_part", "find_parts"))) == []


@pytest.mark.parametrize(
    "declaration",
    [
        "",
        "\\0",
        "TOOL = (",
        "TOOL = Tool(name=1)\n",
        "TOOL = Tool(**more)\n",
        "TOOL = Tool(name='a', parameters={'properties': 1, 'required': 2}, codes=3, details=4)\n",
        "TOOL = Tool(name='a', parameters={'properties': {'a': [{1: {}}]}, 'required': [[]]})\n",
        "TOOL = Tool(name='a', parameters={'properties': {}}, returns={'$ref': [], '$defs': 1})\n",
        "TOOL = Tool(name='a', parameters=" + "[" * 300 + "]" * 300 + ")\n",
    ],
)
def test_a_declaration_that_is_none_stops_nothing(declaration: str) -> None:
    """What somebody put into a generated file is read as far as it makes sense."""
    after = rendered(FIND.replace("limit", "most"))
    for each in advised(rendered(FIND), after, declaration=declaration):
        assert each.operation == "find_part"


def _split(spec: str) -> tuple[str, str]:
    """Return the operations of a spec, and what stands above them."""
    head, _, operations = spec.partition("operations:\n")
    return operations, f"{head}operations:\n"
