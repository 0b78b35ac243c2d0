"""Message templates and PATHs."""

from __future__ import annotations

import pytest
from faultwise import exception_path, text_template
from faultwise.exception_path import PathError, Step
from faultwise.text_template import Placeholder, TemplateError


def test_a_template_is_text_and_placeholders() -> None:
    """Names and formats are told apart from text, and doubled braces are braces."""
    assert text_template.parse("A £{amount:.2f} of {{x}} for {name}{other}.") == (
        "A £",
        Placeholder("amount", ".2f", 3),
        " of {x} for ",
        Placeholder("name", "", 29),
        Placeholder("other", "", 35),
        ".",
    )
    assert text_template.parse("") == ()


@pytest.mark.parametrize(
    ("text", "offset"),
    [("a {", 2), ("a }", 2), ("{}", 0), ("{a.b}", 0), ("{a[0]}", 0), ("{a()}", 0), ("{a!r}", 0),
     ("{a:{b}}", 3), ("{a:zz}", 3), ("{a:999999999}", 3), ("{0}", 0), ("{é}", 0), ("{{a}", 3),
     ("{a {b}", 0), ("{a:.99999f}", 3)],
)  # fmt: skip
def test_anything_else_is_no_template(text: str, offset: int) -> None:
    """Attributes, indexes, calls, conversions and open braces are refused at their place."""
    with pytest.raises(TemplateError) as caught:
        text_template.parse(text)
    assert caught.value.offset == offset


@pytest.mark.parametrize("format_", ["s", "d", ".2f", ",", "+.1%", ">8", "_x", "", "*^20"])
def test_formats_of_texts_and_numbers_are_taken(format_: str) -> None:
    """A format that Python has for a text, an integer or a number is fine."""
    assert text_template.parse("{a:" + format_ + "}") == (Placeholder("a", format_, 0),)


def test_a_path_is_names_indexes_and_calls() -> None:
    """Steps are joined by dots, and `()` calls."""
    assert exception_path.parse("response.json().type") == (
        Step("response"),
        Step("json", is_call=True),
        Step("type"),
    )
    assert exception_path.parse("args.0") == (Step("args"), Step("0"))
    assert exception_path.parse("response.headers.retry-after")[-1] == Step("retry-after")


@pytest.mark.parametrize(
    "text",
    ["", ".", "a.", "a..b", "_a", "a.__class__", "a[0]", "a(1)", "a()()", "a.0()", "a b", "()",
     "a.()", "a'", "a;b",
     ".".join("a" * 21), "a." + "1" * 10],
)  # fmt: skip
def test_anything_else_is_no_path(text: str) -> None:
    """Private names, arguments, brackets and empty steps are refused."""
    with pytest.raises(PathError):
        exception_path.parse(text)
