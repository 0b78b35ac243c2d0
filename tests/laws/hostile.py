"""Texts that break out of careless quotation, and what hypothesis makes of them."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = (
    '"', "'", '"""', "'''", "\\", '\\"', "\\\\", "\\n", "\\N{DIGIT ONE}", "\\u0022", "\\x22",
    "\n", "\r", "\r\n", "\t", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029", "\0", "\x07",
    "\x1b[31m",
    "\x7f", "\xa0", "\ufeff", "\ufffe", "\u200b", "\u200d", "\u202e", "\u2066", "\u061c",
    "{", "}", "{{", "}}", "{x}", "{0}", "{x!r}", "{x:>8}", "{{x}}", "{%", "%}", "{% endfor %}",
    "{{ 7*7 }}", "{#", "#}", "${x}", "%s", "%(x)s", "$(id)", "`id`",
    "*/", "/*", "//", "<!--", "-->", "#", "# noqa", "# type: ignore", "# fmt: off", "# fmt: skip",
    "# pyright: ignore", "# ruff: noqa", "# -*- coding: latin-1 -*-", "# isort: skip_file",
    ">>> 1/0", ":param x:", "TODO", "f\"{x}\"", "r\"", "b'", "u\"", "\nimport os\n", "\ndef f():\n",
    "|", "\\|", "a|b", "<script>", "<b>", "&amp;", "[x](javascript:0)", "![x](y)", "http://x.y/z",
    "https://x.y/(z)", "www.x.y", "a@x.y", "* x", "- x", "1. x", "+ x", "# x", "> x", "***", "---",
    "===", "~~~", "~x~", "```", "`", "``x`", "_x_", "    x", "[ ]", "[^1]", ":smile:", "@x", "\\",
    "\u0301", "e\u0301", "\u0661", "\ud55c\uad6d\uc5b4 \ub2e8\uc5b4", "\u4e2d\u6587",
    "\u05d0\u05d1",
    "\u2019", "\u201c", "\u2013", "\uff02", "\u037e", "\U0001f600", "\U0001f468\u200d\U0001f469",
    "\U000e0041", "\U0010ffff", "x" * 130, "word " * 60, "\ub2e8\uc5b4 " * 60, "'" * 120,
    "\\" * 120,
    " ", "  ", "~", "null", "true", "0", "1e3", "-", ":", ", ", "=", "[", "]", "(", ")", ";", "!",
)  # fmt: skip
"""Pieces with a meaning in Python, ruff, Jinja, YAML, TOML or Markdown, and odd characters."""

ALL = " ".join(PIECES)

_PRINTED = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)

texts = (
    st.lists(st.one_of(st.sampled_from(PIECES), _PRINTED), min_size=1, max_size=6)
    .map("".join)
    .filter(str.strip)
)
"""Texts that are not blank."""
