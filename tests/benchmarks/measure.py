"""Times processes from outside, two in turn, so that a busy machine slows both alike. POSIX."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# Linux counts in kibibytes, macOS in bytes.
_BYTES_PER_UNIT: Final = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Sample:
    """What one command cost, with the processes that it waited for."""

    wall: float
    """Seconds on the clock."""
    cpu: float
    """Seconds of processor time."""
    peak: float
    """Megabytes of the largest process."""


@dataclass(frozen=True)
class Command:
    """A command, and what puts the folder in the state that it is timed in."""

    arguments: Sequence[str]
    cwd: Path
    before: Callable[[], None] = lambda: None
    variables: Mapping[str, str] | None = None


def run(command: Command) -> Sample:
    """Run a command once. Raises CalledProcessError, with its output, where it fails."""
    command.before()
    started = time.perf_counter()
    process = subprocess.Popen(
        command.arguments,
        cwd=command.cwd,
        env={**_environment(), **(command.variables or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    output = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.stdout:
        process.stdout.close()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(command.arguments), output)
    cpu = usage.ru_utime + usage.ru_stime
    return Sample(wall, cpu, usage.ru_maxrss * _BYTES_PER_UNIT / 1e6)


def _environment() -> dict[str, str]:
    # Modules that are compiled anew in every run are a setting of developers and of containers.
    return {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def paired(
    one: Sequence[Command], other: Sequence[Command], runs: int
) -> list[tuple[Sample, Sample]]:
    """Run two pieces of work in turn, once to warm up and then `runs` times."""
    pairs = [
        (_sum([run(command) for command in one]), _sum([run(command) for command in other]))
        for _ in range(runs + 1)
    ]
    return pairs[1:]


def median(samples: Sequence[Sample]) -> Sample:
    """Return the median of each figure."""
    return Sample(
        statistics.median(sample.wall for sample in samples),
        statistics.median(sample.cpu for sample in samples),
        statistics.median(sample.peak for sample in samples),
    )


def ratio(pairs: Sequence[tuple[Sample, Sample]]) -> Sample:
    """Return the median of the ratios of the pairs."""
    return median(
        [
            Sample(one.wall / other.wall, one.cpu / other.cpu, one.peak / other.peak)
            for one, other in pairs
        ]
    )


def _sum(samples: Sequence[Sample]) -> Sample:
    return Sample(
        sum(sample.wall for sample in samples),
        sum(sample.cpu for sample in samples),
        max(sample.peak for sample in samples),
    )
