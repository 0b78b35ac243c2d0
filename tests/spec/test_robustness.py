"""Whatever bytes a file holds, the answer is a spec or diagnostics.

`FAULTWISE_EXAMPLES=20000` makes the run a long one.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from faultwise.diagnostics import SpecError, render_all
from faultwise.load import load
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

COUNT = int(os.environ.get("FAULTWISE_EXAMPLES", "150"))
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
THOROUGH = settings(max_examples=COUNT, deadline=None, suppress_health_check=SLOW, database=None)

HERE = Path(__file__).parent
SPECS = [path.read_bytes() for path in sorted((HERE / "valid").glob("*.yaml"))]
MISTAKES = [path.read_bytes() for path in sorted((HERE / "cases").glob("*/tools.yaml"))]
PIECES = [
    b"{", b"}", b"[", b"]", b":", b": ", b"- ", b"\n", b"\t", b"#", b" #", b"'", b'"', b"|", b">",
    b"&a ", b"*a", b"<<: ", b"!!", b"!x ", b"%", b"@", b"`", b"---\n", b"...\n", b"? ", b"~",
    b"null", b"true", b"no", b"1e999", b".nan", b"0x", b"9" * 500, b"{{", b"}}", b"{order}",
    b"$ref: '#/types/Order'", b"\xff", b"\x00", b"\xc2\x85", b"\xe2\x80\xa8", b"\xef\xbb\xbf",
    b"type: ", b"failures: ", b"operations: ", b"\\u0000", b'"\\ud800"', b"(?P<", b"[a-",
    b"match: Exception", b"optional: true", b"sensitive: true", b"false", b"5s", b"{<<: {a: 1}}",
]  # fmt: skip


def survives(data: bytes) -> None:
    """Load a file; anything but a spec or a SpecError that can be shown fails the test."""
    caught: SpecError | None = None
    try:
        load(data, "tools.yaml")
    except SpecError as error:
        caught = error
    if caught is not None:
        assert "tools.yaml:" in render_all(caught.diagnostics, caught.lines)


@THOROUGH
@given(st.binary(max_size=400))
def test_random_bytes_give_diagnostics(data: bytes) -> None:
    """Bytes that are nothing at all are refused with a diagnostic."""
    survives(data)


@THOROUGH
@given(st.data())
def test_damaged_specs_give_diagnostics(data: st.DataObject) -> None:
    """Real specs that were cut, spliced and scribbled on give a spec or diagnostics."""
    text = data.draw(st.sampled_from(SPECS + MISTAKES))
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.sampled_from([0, 0, 1, 5, 40])))
        text = text[:start] + data.draw(st.sampled_from(PIECES)) + text[end:]
    survives(text)


@THOROUGH
@given(st.data())
def test_specs_with_exchanged_lines_give_diagnostics(data: st.DataObject) -> None:
    """Real specs whose lines were moved, repeated and indented anew give a spec or diagnostics."""
    lines = data.draw(st.sampled_from(SPECS)).split(b"\n")
    for _ in range(data.draw(st.integers(1, 8))):
        source = data.draw(st.integers(0, len(lines) - 1))
        target = data.draw(st.integers(0, len(lines) - 1))
        indent = b" " * data.draw(st.sampled_from([0, 2, 4, 6, 8, 10]))
        lines[target] = indent + lines[source].strip()
    survives(b"\n".join(lines))


KEYS = st.sampled_from(
    ["faultwise", "server", "defaults", "types", "failures", "operations", "name", "description",
     "parameters", "returns", "empty", "message", "match", "exception", "where", "category",
     "details", "from", "reports", "retry", "attempts", "timeout", "examples", "arguments",
     "failure", "result", "type", "properties", "items", "anyOf", "$ref", "enum", "const",
     "default", "required", "constraints", "exactly_one_of", "a", "b", "A", "timed_out", "<<"]
)  # fmt: skip
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    KEYS,
    st.sampled_from(["string", "object", "array", "#/types/A", "{a}", "5s", "OSError", "business"]),
)
STRUCTURES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=25,
)


@THOROUGH
@given(STRUCTURES, STRUCTURES, st.dictionaries(KEYS, STRUCTURES), st.dictionaries(KEYS, STRUCTURES))
def test_structures_of_the_wrong_shape_give_diagnostics(
    defaults: object, types: object, failures: object, operation: object
) -> None:
    """Known keys in unknown places, with values of every kind, give a spec or diagnostics."""
    spec: dict[str, object] = {
        "faultwise": 1,
        "server": {"name": "shop", "description": "Sells things."},
        "defaults": defaults,
        "types": {"A": types},
        "failures": failures,
        "operations": {"a": operation, "b": {"description": "B.", "failures": failures}},
    }
    survives(json.dumps(spec).encode())
