"""Real mistakes: each folder under `cases` holds a spec and what its author is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from faultwise.diagnostics import SpecError, render_all
from faultwise.load import load

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_mistake_is_explained(case: Path, updates_golden: bool) -> None:
    """A spec with mistakes gives the diagnostics that were agreed on, in file order."""
    with pytest.raises(SpecError) as caught:
        load((case / "tools.yaml").read_bytes(), "tools.yaml")
    found = render_all(caught.value.diagnostics, caught.value.lines) + "\n"
    golden = case / "expected.txt"
    if updates_golden:
        golden.write_text(found, encoding="utf-8", newline="\n")
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_diagnostic_says_where_what_and_what_to_do(case: Path) -> None:
    """A diagnostic has a place inside the file, a code in kebab case, a message and a remedy."""
    data = (case / "tools.yaml").read_bytes()
    with pytest.raises(SpecError) as caught:
        load(data, "tools.yaml")
    for problem in caught.value.diagnostics:
        lines = caught.value.lines
        assert problem.code.replace("-", "").isalnum()
        assert problem.code.islower()
        assert problem.message
        assert problem.help
        assert 1 <= problem.span.line <= max(1, len(lines) or problem.span.line)
        assert problem.span.column >= 1
        # A library's own words have its names and its addresses in them.
        for foreign in ("pydantic", "yaml.", "errors.", "input_value", "type=", "Traceback"):
            assert foreign not in problem.message + problem.help
