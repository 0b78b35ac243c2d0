"""How diagnostics read."""

from __future__ import annotations

from faultwise.diagnostics import Diagnostic, Related, Span, SpecError, nearest, render, render_all


def at(line: int, column: int, end_column: int) -> Span:
    return Span("tools.yaml", line, column, line, end_column)


def caret_line(text: str, column: int, end_column: int) -> tuple[str, str]:
    shown = render(Diagnostic("code", "wrong", at(1, column, end_column)), [text]).split("\n")
    return shown[1], shown[2]


def test_a_diagnostic_reads_as_headline_excerpt_and_remedy() -> None:
    """The place stands first, then the line with carets, then what to do and other places."""
    problem = Diagnostic(
        "unknown-key",
        "unknown key `catagory`",
        at(2, 5, 13),
        "rename it",
        (Related("the key stands here", at(1, 1, 5)),),
    )
    assert render(problem, ["busy:", "    catagory: transient"]) == (
        "tools.yaml:2:5: error: unknown key `catagory` [unknown-key]\n"
        "  2 |     catagory: transient\n"
        "    |     ^^^^^^^^\n"
        "  help: rename it\n"
        "  note: tools.yaml:1:1: the key stands here\n"
        "  1 | busy:\n"
        "    | ^^^^"
    )


def test_carets_stand_under_what_they_mean() -> None:
    """Tabs, wide characters and combining marks before the place are taken into account."""
    for text, column in (("\ta: x", 5), ("中文: x", 5), ("e\u0301: x", 5), ("\u202ea: x", 5)):
        line, carets = caret_line(text, column, column + 1)
        wide = sum(character in "中文" for character in line)
        combining = line.count("\u0301")
        assert carets.index("^") == line.index("x") + wide - combining


def test_a_terminal_cannot_be_told_anything() -> None:
    """Control characters, direction marks and line separators of a file are written out."""
    problem = Diagnostic("code", "bad \x1b[31m\u202e", at(1, 1, 2))
    shown = render(problem, ["\x1b]0;title\x07 \u2028"])
    assert not any(character in shown for character in "\x1b\x07\u202e\u2028")


def test_a_long_line_is_cut_around_the_place() -> None:
    """Of a line of thousands of characters the part around the place is shown."""
    line, carets = caret_line("a" * 3000 + "HERE" + "b" * 3000, 3001, 3005)
    assert len(line) < 120
    assert line[carets.index("^") :].startswith("HERE")


def test_diagnostics_come_in_file_order_each_once() -> None:
    """An error sorts its diagnostics by place and drops repetitions."""
    first, second = Diagnostic("b", "x", at(1, 1, 2)), Diagnostic("a", "x", at(2, 1, 2))
    assert SpecError([second, first, second]).diagnostics == (first, second)


def test_many_diagnostics_are_counted() -> None:
    """Behind the limit the rest is counted, not shown."""
    many = [Diagnostic("code", "x", at(line, 1, 2)) for line in range(1, 60)]
    shown = render_all(many, [])
    assert shown.count("error:") == 50
    assert "9 more" in shown.split("\n")[-1]


def test_the_nearest_name_is_found() -> None:
    """A misspelling finds the word that was meant, and nonsense finds nothing."""
    assert nearest("catagory", ["category", "message"]) == "category"
    assert nearest("OrderID", ["OrderId", "Order"]) == "OrderId"
    assert nearest("zzz", ["category", "message"]) is None
