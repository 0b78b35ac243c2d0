"""YAML 1.2 with its core schema, and the places of everything in a file."""

from __future__ import annotations

import time
from pathlib import Path
from typing import cast

import pytest
import yaml
from faultwise.diagnostics import SpecError
from faultwise.source import Document, read

from .specs import HEAD, problems

HERE = Path(__file__).parent


def value_of(scalar: str) -> object:
    """Return what an unquoted scalar reads as."""
    value = read(f"key: {scalar}\n".encode(), "tools.yaml").value
    return cast("dict[str, object]", value)["key"]


def document(text: str) -> Document:
    return read(text.encode(), "tools.yaml")


@pytest.mark.parametrize(
    "text",
    ["no", "NO", "on", "yes", "off", "y", "09:30", "16:45:00", "2026-11-30", "1_000", "0b11",
     "2026-11-30T09:30:00+00:00", "1e", "0x", "0o8", "+", "-x", ".", "..", "nulls", "=", "1,5",
     "١٢", "TRUe", "-0x1"],
)  # fmt: skip
def test_what_yaml_1_1_makes_something_else_is_text(text: str) -> None:
    """Country codes, times, dates and grouped digits stay text."""
    assert value_of(text) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True), ("False", False), ("null", None), ("~", None), ("", None),
        ("12", 12), ("-12", -12), ("+12", 12), ("012", 12), ("0o17", 15), ("0xFf", 255),
        ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), ("-1.5E-3", -0.0015),
        ("!!str 5", "5"), ("!!int '5'", 5), ("!!float 5", 5.0), ("! 5", "5"), ("'5'", "5"),
        ("!!null ''", None), ("!!bool 'true'", True),
    ],
)  # fmt: skip
def test_a_scalar_has_the_value_of_the_core_schema(text: str, value: object) -> None:
    """Numbers, booleans, null and the core tags read as YAML 1.2 says."""
    found = value_of(text)
    assert (type(found), found) == (type(value), value)


def test_merged_keys_stand_where_the_merge_stands() -> None:
    """Keys behind `<<` stand at its place, and what a mapping says itself wins."""
    found = document("""
base: &base {a: 1, b: 2}
other: &other {b: 3, c: 4}
x: {first: 0, <<: [*base, *other], last: 9}
y: {<<: *base, a: 7}
z: {a: 8, <<: *base}
quoted: {"<<": 1}
""").value
    value = cast("dict[str, dict[str, object]]", found)
    assert list(value["x"].items()) == [("first", 0), ("a", 1), ("b", 2), ("c", 4), ("last", 9)]
    assert list(value["y"].items()) == [("b", 2), ("a", 7)]
    assert list(value["z"].items()) == [("a", 8), ("b", 2)]
    assert value["quoted"] == {"<<": 1}


def test_places_are_found_by_path() -> None:
    """Keys and values have their lines and columns, in characters, through aliases too."""
    found = document('é: &x {b: [1, "two"]}\nc: *x\n')
    assert str(found.key_span(("é", "b"))) == "tools.yaml:1:8"
    assert str(found.value_span(("é", "b", 1))) == "tools.yaml:1:15"
    assert found.value_span(("é", "b", 1)).end_column == 20
    assert str(found.value_span(("c",))) == "tools.yaml:2:4"
    assert str(found.value_span(("c", "b", 0))) == "tools.yaml:1:12"
    assert found.value_span(("c", "b", 7)) == found.value_span(("c", "b"))


def test_lines_end_where_editors_end_them() -> None:
    """CRLF and CR end a line; a line separator inside a text does not."""
    found = document('a: "x\u2028y"\r\nb: 2\rc: 3\n')
    assert str(found.key_span(("b",))) == "tools.yaml:2:1"
    assert str(found.key_span(("c",))) == "tools.yaml:3:1"


def test_a_byte_order_mark_is_no_text() -> None:
    """A BOM at the beginning of the file is skipped and counts as no column."""
    found = read(b"\xef\xbb\xbfa: 1\n", "tools.yaml")
    assert found.value == {"a": 1}
    assert str(found.key_span(("a",))) == "tools.yaml:1:1"


@pytest.mark.parametrize(
    "text", ["a: |\n  code:\n  \tindented\n", 'a: "x\n\t y"\n', "a: >\n   one\n   \ttwo\n"]
)
def test_a_tab_inside_a_text_is_content(text: str) -> None:
    """Tabs in block texts and in quotes are no indentation."""
    assert not document(text).problems


def code_of(data: bytes) -> str:
    with pytest.raises(SpecError) as caught:
        read(data, "tools.yaml")
    return caught.value.diagnostics[-1].code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"a: 1\n" + b"#" * (4 * 1024 * 1024), "file-too-large"),
        (b"a: " + b"[" * 100_000, "nested-too-deep"),
        (b"- " * 5_000, "nested-too-deep"),
        (b"a: " + b"{a: " * 65 + b"1" + b"}" * 65, "nested-too-deep"),
        (b"a: &a [*a]", "alias-cycle"),
        (b"a: *b", "unknown-alias"),
        (b"? [a]\n: 1\n---\n", "second-document"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(data: bytes, code: str) -> None:
    """Size, depth, cycles and further documents have bounds, and a diagnostic each."""
    assert code_of(data) == code


def test_aliases_cannot_fill_the_memory() -> None:
    """A file of aliases of aliases is refused long before it is expanded, and at once."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    started = time.monotonic()
    assert code_of("\n".join(lines).encode()) == "alias-expansion"
    assert time.monotonic() - started < 5


def test_a_huge_whole_number_is_too_large() -> None:
    """A number that no reader of JSON can hold is a mistake, whatever its length."""
    found = document(f"a: {'9' * 10_000}\nb: {'9' * 305}\nc: 0x{'f' * 500}\n")
    assert [problem.code for problem in found.problems] == ["not-a-finite-number"] * 2
    assert cast("dict[str, int]", found.value)["b"] == int("9" * 305)


def test_without_libyaml_the_same_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML's own parser, where libyaml is not built in, gives the same values and places."""
    specs = [path.read_bytes() for path in sorted((HERE / "valid").glob("*.yaml"))]

    def found() -> list[object]:
        documents = [read(data, "tools.yaml") for data in specs]
        return [(one.value, one.value_span(("operations",))) for one in documents]

    fast = found()
    monkeypatch.setattr("faultwise.source.composer._LOADER", yaml.SafeLoader)
    assert found() == fast


@pytest.mark.parametrize("case", sorted(path.name for path in (HERE / "cases").iterdir()))
def test_without_libyaml_mistakes_are_explained_too(
    case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PyYAML's own parser words its errors in another way, and they are translated as well."""
    monkeypatch.setattr("faultwise.source.composer._LOADER", yaml.SafeLoader)
    found = problems((HERE / "cases" / case / "tools.yaml").read_bytes())
    assert found
    assert "this is not YAML" not in {problem.message for problem in found}


def test_a_large_spec_is_read_quickly() -> None:
    """Two megabytes of a thousand operations take a couple of seconds on a slow machine."""
    one = """\
  op_{n}:
    description: Look up one order of many, by its number, which stands on the invoice.
    parameters: &p{n}
      order_id: {{type: string, pattern: '^#\\d{{5}}$', description: Order number.}}
      limit: {{type: integer, minimum: 1, maximum: 50, default: 10}}
    failures:
      failed_{n}: {{category: business, message: It failed., details: {{a: {{type: string}}}}}}
    # {filler}
"""
    text = HEAD + "operations:\n" + "".join(one.format(n=n, filler="x" * 1500) for n in range(1000))
    started = time.monotonic()
    assert not document(text).problems
    assert time.monotonic() - started < 10
