"""Sensitive values: where they are found, and that they do not get out."""

from __future__ import annotations

import json
from typing import Any, cast
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .package import redaction

CLEAR, SENSITIVE, REDACTED = redaction.CLEAR, redaction.SENSITIVE, redaction.REDACTED
Either, Named, Within = redaction.Either, redaction.Named, redaction.Within

CARD = Within(properties={"number": SENSITIVE, "kind": CLEAR})
TREE = Within(properties={"name": CLEAR, "pin": SENSITIVE, "children": Within(items=Named("Tree"))})
PLAN = redaction.Redaction(
    parameters={
        "token": SENSITIVE,
        "card": Named("Card"),
        "cards": Within(items=Named("Card")),
        "headers": Within(additional=SENSITIVE),
        "payment": Either((Named("Card"), Within(properties={"iban": SENSITIVE, "kind": CLEAR}))),
        "tree": Named("Tree"),
        "lost": Named("NoSuchType"),
    },
    types={"Card": CARD, "Tree": TREE},
)
KNOWN = ("token", "card", "cards", "headers", "payment", "tree", "lost", "plain")


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("token", "t", REDACTED),
        ("token", None, REDACTED),
        ("token", {"a": [1]}, REDACTED),
        ("plain", {"a": [1]}, {"a": [1]}),
        ("card", {"number": "4711", "kind": "visa"}, {"number": REDACTED, "kind": "visa"}),
        ("card", {"nummer": "4711", "kind": "visa"}, {"nummer": REDACTED, "kind": "visa"}),
        ("card", "4711", REDACTED),
        ("card", ["4711"], REDACTED),
        ("card", None, None),
        ("cards", [{"kind": "visa"}, "4711"], [{"kind": "visa"}, REDACTED]),
        ("cards", {"0": {"kind": "visa"}}, REDACTED),
        ("headers", {"x": "y"}, {"x": REDACTED}),
        ("payment", {"kind": "a", "iban": "b"}, {"kind": "a", "iban": REDACTED}),
        (
            "tree",
            {"name": "a", "children": [{"name": "b", "pin": 1}, 7]},
            {"name": "a", "children": [{"name": "b", "pin": REDACTED}, REDACTED]},
        ),
        ("lost", "x", REDACTED),
        ("other", "x", "[unknown argument]"),
    ],
)
def test_what_is_shown_of_an_argument(name: str, value: Any, shown: Any) -> None:
    """What the plan marks, and what it does not foresee, is redacted; the rest is shown."""
    assert redaction.redact({name: value}, KNOWN, PLAN) == {name: shown}


def test_the_names_of_unknown_arguments_are_cut() -> None:
    """A secret that was sent as a name is shown in part at most."""
    assert redaction.redact({"x" * 100: 1}, KNOWN, PLAN) == {"x" * 64: "[unknown argument]"}


def with_marker(marker: Any) -> st.SearchStrategy[Any]:
    """Any JSON, with the marker as a value in places."""
    names = st.sampled_from(["number", "kind", "iban", "children", "pin", "name", "x"])
    leaves = st.one_of(
        st.just(marker), st.none(), st.booleans(), st.integers(), st.text(max_size=5)
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=4)
        ),
        max_leaves=12,
    )


MARKER = "MARKER-4711"


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths at which the marker stands in a value."""
    if value == MARKER:
        return [path]
    if isinstance(value, dict):
        named = cast(Any, value).items()
        return [found for name, item in named for found in places(item, (*path, name))]
    if isinstance(value, list):
        numbered = enumerate(cast(Any, value))
        return [found for index, item in numbered for found in places(item, (*path, index))]
    return []


@given(st.dictionaries(st.sampled_from(KNOWN), with_marker(MARKER), max_size=3))
def test_a_value_is_shown_only_where_the_plan_allows(arguments: dict[str, Any]) -> None:
    """Wherever a value stands, it is shown under clear names only."""
    clear = {"kind", "name"}
    for path in places(redaction.redact(arguments, KNOWN, PLAN)):
        assert path[0] == "plain" or path[-1] in clear or clear & {*path[1:]}


@given(st.dictionaries(st.sampled_from(KNOWN), with_marker(MARKER), max_size=3))
def test_what_is_redacted_is_also_hidden_in_texts(arguments: dict[str, Any]) -> None:
    """Everything that is taken out of the arguments counts as a secret of the call."""
    secrets = redaction.secrets(arguments, PLAN)
    shown = redaction.redact(arguments, KNOWN, PLAN)
    if len(places(arguments)) > len(places(shown)):
        assert MARKER in secrets
    if MARKER in secrets:
        assert MARKER not in redaction.hide(f"before {MARKER} after", secrets)


printable = st.text(st.characters(exclude_categories=["Cs"]), min_size=4, max_size=30)


@given(printable, st.sampled_from([str, repr, json.dumps, quote, quote_plus]), st.text(max_size=10))
def test_a_secret_is_hidden_however_it_is_written(secret: str, write: Any, around: str) -> None:
    """A secret is hidden in a text as it is, and as Python, JSON and URLs write it."""
    written = write(secret)[1:-1] if write in (repr, json.dumps) else write(secret)
    if around and written and written in around + around:
        return
    hidden = redaction.hide(f"{around}{written}{around}", {secret})
    assert REDACTED in hidden
    assert len(written) < 4 or written not in hidden.replace(REDACTED, "")


@given(st.text("abcdefgh12", min_size=8, max_size=40), st.data())
def test_no_piece_of_a_secret_is_left(secret: str, data: st.DataObject) -> None:
    """Where pieces count, any 8 characters of a secret are hidden."""
    start = data.draw(st.integers(0, len(secret) - 8))
    piece = secret[start : start + 8]
    text = f"value={secret[:start]}...{piece}!"
    assert piece not in redaction.hide(text, {secret}, pieces=True)


@pytest.mark.parametrize(
    ("text", "secrets", "hidden"),
    [
        ("at is a cat", {"at"}, "[redacted] is a cat"),
        ("pin 1234.", {"1234"}, "pin [redacted]."),
        ("ab abc abcd", {"abc", "abcd"}, "ab [redacted] [redacted]"),
        ("nothing", set[str](), "nothing"),
        ("a.c abc", {"a.c"}, "[redacted] abc"),
    ],
)
def test_what_is_hidden_in_a_text(text: str, secrets: set[str], hidden: str) -> None:
    """Secrets are hidden as they are; short ones only as whole words."""
    assert redaction.hide(text, secrets) == hidden


def test_numbers_are_secrets_too() -> None:
    """A sensitive number is hidden in texts, and as a number."""
    secrets = redaction.secrets({"token": 4711.0}, PLAN)
    assert secrets == {"4711"}
    assert redaction.hide_within({"a": [4711, "x4711"], "b": True}, secrets) == {
        "a": [REDACTED, "x[redacted]"],
        "b": True,
    }
