"""Law 5: whatever bytes come in, the commands exit with 0, 1 or 2.

`python tests/laws/fuzz.py --count 20000 --seed 1` is the long run.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from unittest import mock

import pytest
from faultwise import load

from . import fuzz

COUNT = 250
SEED = 20261130


def test_mutated_inputs_give_diagnostics_or_a_result(capsys: pytest.CaptureFixture[str]) -> None:
    """Inputs of every kind end a command as it should end; count, seed and codes are told."""
    told: list[str] = []
    broken = fuzz.fuzz(COUNT, SEED, say=told.append)
    with capsys.disabled():
        sys.stdout.write(f"\n{told[-1]}\n")
    assert broken == []
    assert told[-1].startswith(f"{COUNT} inputs from seed {SEED}: ")
    accepted = re.search(r"(\d+) exited with 0", told[-1])
    assert accepted is not None
    assert int(accepted[1]) > COUNT // 20, "too few inputs get as far as lowering"


def test_a_crash_would_be_found(tmp_path: Path) -> None:
    """The harness itself tells a bug from a refusal."""
    commands = fuzz.Commands(tmp_path)
    assert commands.run(b"faultwise: 2\n") == 1
    with mock.patch.object(load, "check", side_effect=ZeroDivisionError):
        assert commands.run(fuzz.valid_specs()[0]) not in fuzz.ALLOWED
    assert "ZeroDivisionError" in commands.said
