"""Measures the generated tests: `python -m tests.projects.mutate_handlers [EXAMPLE ...]`.

Changes one thing at a time in the generated handlers of example projects, and runs the generated
tests of the operation each time. Prints how many changes the tests notice, and which they do not.
Exits with 1 where a change survives. Takes minutes.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from .mutants import Mutant, mutants

DEFAULT: Final = ("order-support", "weather")
NOTICED: Final = 42
"""Exit code of a run of tests that failed; another one says that they could not be run."""
PATIENCE: Final = 60.0
"""Seconds after which a run of tests that does not end counts as one that failed."""


@dataclass(frozen=True)
class Handler:
    """A generated handler, by paths in its project, and the tests that look at it."""

    package: str
    path: str
    tests: str


def handlers(project: Path, package: str) -> Iterator[Handler]:
    """Yield the handlers of a project."""
    folder = project / "src" / package / "generated" / "handlers"
    for path in sorted(folder.glob("[!_]*.py")):
        yield Handler(
            package, path.relative_to(project).as_posix(), f"tests/generated/test_{path.name}"
        )


def run_tests(project: str, handler: Handler) -> None:
    """Run the tests of a handler, until the first fails; leaves with 0 or NOTICED."""
    # The operating system closes these with the process.
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.chdir(project)
    sys.path.insert(0, str(Path(project, "src")))
    sys.dont_write_bytecode = True
    import pytest

    # The eras differ in the protocol, which no handler knows.
    options = ["-x", "-q", "-p", "no:cacheprovider", "-k", "auto", handler.tests]
    sys.exit(NOTICED if pytest.main(options) else 0)


def passes(project: Path, handler: Handler) -> bool:
    """Whether the tests of a handler pass."""
    # A fork of a process that has imported the SDK already spares each run two seconds.
    context = multiprocessing.get_context("forkserver")
    process = context.Process(target=run_tests, args=(str(project), handler))
    process.start()
    process.join(PATIENCE)
    if process.exitcode is None:
        process.kill()
        process.join()
    elif process.exitcode not in (0, NOTICED):
        raise RuntimeError(f"{handler.tests} could not be run in {project}")
    return process.exitcode == 0


def survives(mutant: Mutant, handler: Handler, copies: SimpleQueue[Path]) -> bool:
    """Whether the tests pass although the handler is changed."""
    project = copies.get()
    path = project / handler.path
    before = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutant.source, encoding="utf-8")
        return passes(project, handler)
    finally:
        path.write_text(before, encoding="utf-8")
        copies.put(project)


def measure(name: str, folder: Path) -> int:
    """Measure the tests of an example, print the outcome, and return the number of survivors."""
    # Each run of tests imports this module again, and needs nothing of the generator.
    from faultwise import bundle, names, pipeline

    if name not in bundle.examples():
        sys.exit(f"There is no example {name}, but: {', '.join(bundle.examples())}")
    workers = os.cpu_count() or 1
    original = folder / name
    spec = bundle.examples()[name].spec
    made = pipeline.new(original, spec.read_bytes(), spec_name=spec.name, answers={}, ask=False)
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(workers):
        copies.put(shutil.copytree(original, folder / f"{name}-{number}"))
    total, survivors, began = 0, 0, time.monotonic()
    with ThreadPoolExecutor(workers) as pool:
        for handler in handlers(original, names.package_name(made.server_name)):
            if not passes(original, handler):
                sys.exit(f"{name}: {handler.tests} fails before anything is changed")
            found = list(mutants((original / handler.path).read_text(encoding="utf-8")))
            survives_here = partial(survives, handler=handler, copies=copies)
            alive = list(pool.map(survives_here, found))
            total += len(found)
            survivors += sum(alive)
            for mutant, is_alive in zip(found, alive, strict=True):
                if is_alive:
                    print(f"{handler.path}:{mutant.line}: survived: {mutant.change}", flush=True)
    seconds = time.monotonic() - began
    print(f"{name}: {total - survivors} of {total} killed, {survivors} survived, {seconds:.0f} s")
    return survivors


def main(examples: Sequence[str]) -> int:
    """Return 0 where the tests notice every change, else 1."""
    multiprocessing.set_forkserver_preload(["anyio.pytest_plugin", "mcp", "pytest"])
    with tempfile.TemporaryDirectory(prefix="faultwise-mutants-") as folder:
        return int(sum(measure(name, Path(folder)) for name in examples) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or DEFAULT))
