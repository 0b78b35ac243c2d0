"""Small specs, and what is found in them."""

from __future__ import annotations

import textwrap

from faultwise.diagnostics import Diagnostic, SpecError
from faultwise.load import load

HEAD = """\
faultwise: 1

server:
  name: shop
  description: Sells things.

"""


def spec(body: str) -> bytes:
    """Return a spec file: the head that every one has, and `body` behind it."""
    return (HEAD + textwrap.dedent(body).lstrip("\n")).encode()


def with_operation(body: str) -> bytes:
    """Return a spec file with one operation, `get_order`, that has the keys in `body`."""
    keys = textwrap.indent(textwrap.dedent(body).lstrip("\n"), "    ")
    return spec("operations:\n  get_order:\n    description: Look up one order.\n" + keys)


def problems(data: bytes) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a spec file; none where it loads."""
    try:
        load(data, "tools.yaml")
    except SpecError as error:
        return error.diagnostics
    return ()


def codes(data: bytes) -> list[str]:
    """Return the codes of the diagnostics of a spec file, in file order."""
    return [problem.code for problem in problems(data)]
