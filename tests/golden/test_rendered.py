"""What a spec gives: each folder under `cases` holds a spec and the files that follow from it.

The folders under `examples` hold the files of example specs. After a wanted change,
`python -m pytest tests/golden --update-golden` writes all of them anew; review the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from . import trees

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"


@dataclass(frozen=True)
class Case:
    """A spec, and the folder that holds what it gives."""

    spec: Path
    expected: Path

    def __str__(self) -> str:
        return self.expected.parent.name


CASES = [
    Case(folder / "tools.yaml", folder / "expected")
    for folder in sorted((HERE / "cases").iterdir())
] + [
    Case(EXAMPLES / name / "tools.yaml", HERE / "examples" / name / "expected")
    for name in ("order-support", "time-tools", "weather")
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_spec_gives_the_files_that_were_agreed_on(case: Case, updates_golden: bool) -> None:
    """No file that a spec gives is missing, is new, or differs."""
    found = trees.rendered(case.spec)
    if updates_golden:
        trees.write(case.expected, found)
    apart = trees.difference(trees.read(case.expected), found)
    assert not apart, f"after a wanted change: pytest tests/golden --update-golden\n{apart}"


def test_a_difference_names_every_file() -> None:
    """A file that is missing, one that is new and one that differs are all told."""
    expected = {"gone.py": "a\n", "other.py": "a\nb\n", "same.py": "a\n"}
    found = {"other.py": "a\nc\n", "same.py": "a\n", "surplus.py": "a\n"}
    assert trees.difference(expected, found) == (
        "gone.py is missing\n"
        "--- expected/other.py\n+++ found/other.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
        "surplus.py is new: no such file is expected\n"
    )
