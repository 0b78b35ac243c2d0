"""Times `faultwise generate`: `python tests/benchmarks/generate.py`.

First against the least that it can cost, the import of the libraries that it is made of and one run
of `ruff format`; then on specs of growing size. Nothing is judged: the medians are there to read.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks import measure, specs
from tests.benchmarks.imports import imported
from tests.benchmarks.measure import Command

GENERATE: Final = (sys.executable, "-m", "faultwise", "generate")
YARDSTICK_OPERATIONS: Final = 5

_IMPORTS: Final = "import typer, pydantic, jinja2, yaml"
_FORMAT: Final = (
    str(Path(sysconfig.get_path("scripts"), "ruff")),
    "format",
    "--isolated",
    "--no-cache",
    "--line-length=100",
)


class Project:
    """A folder with a spec of so many operations, which can be put in each state that is timed."""

    def __init__(self, folder: Path, operations: int) -> None:
        self.folder = folder
        self._plain = specs.spec(operations)
        self._changed = specs.spec(operations, changed=True)
        self._is_changed = False

    def empty(self) -> None:
        """Leave nothing but the spec."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self._write(self._plain)

    def change(self) -> None:
        """Describe one operation in other words than last time."""
        self._is_changed = not self._is_changed
        self._write(self._changed if self._is_changed else self._plain)

    def cases(self) -> Iterator[tuple[str, Command]]:
        """Yield what is timed, in an order in which each case finds what it needs."""
        befores: dict[str, Callable[[], None]] = {
            "first generation": self.empty,
            "nothing to do": lambda: None,
            "after one change": self.change,
        }
        for name, before in befores.items():
            yield name, Command(GENERATE, self.folder, before)

    def _write(self, spec: str) -> None:
        (self.folder / "tools.yaml").write_text(spec, encoding="utf-8")


def against_the_yardstick(folder: Path, runs: int) -> None:
    """Print what each case costs beside the imports and one formatting of the same files."""
    project = Project(folder / "yardstick", YARDSTICK_OPERATIONS)
    project.empty()
    measure.run(Command(GENERATE, project.folder))
    same_files = folder / "same-files"
    shutil.copytree(project.folder, same_files)
    yardstick = (
        Command((sys.executable, "-c", _IMPORTS), folder),
        Command((*_FORMAT, "."), same_files),
    )
    print(f"{YARDSTICK_OPERATIONS} operations, beside `{_IMPORTS}` and one `ruff format`\n")
    print(f"{'':18}{'wall s':>9}{'cpu s':>9}{'peak MB':>9}{'wall ratio':>12}{'cpu ratio':>12}")
    for name, command in project.cases():
        pairs = measure.paired((command,), yardstick, runs)
        of_case, ratio = measure.median([one for one, _ in pairs]), measure.ratio(pairs)
        print(f"{name:18}{_figures(of_case)}{ratio.wall:12.2f}{ratio.cpu:12.2f}")
        of_yardstick = measure.median([other for _, other in pairs])
        print(f"{'  the yardstick':18}{_figures(of_yardstick)}")


def of_imports(folder: Path) -> None:
    """Print whether Copier is imported, which takes long and only `new` needs."""
    project = Project(folder / "imports", YARDSTICK_OPERATIONS)
    project.empty()
    is_imported = "copier" in imported("generate", cwd=project.folder)
    print(f"\ncopier imported: {'yes' if is_imported else 'no'}")


def by_size(folder: Path, sizes: list[int], runs: int) -> None:
    """Print what each case costs on specs of growing size."""
    print(f"\n{'operations':>10}  {'':18}{'wall s':>9}{'cpu s':>9}{'peak MB':>9}")
    cpu: dict[tuple[int, str], float] = {}
    for size in sizes:
        project = Project(folder / f"of-{size}", size)
        for name, command in project.cases():
            found = measure.median([measure.run(command) for _ in range(runs)])
            cpu[size, name] = found.cpu
            print(f"{size:10}  {name:18}{_figures(found)}", flush=True)
    if 100 in sizes and 1000 in sizes:
        growth = cpu[1000, "first generation"] / cpu[100, "first generation"]
        print(
            f"\nFrom 100 to 1000 operations the first generation takes {growth:.1f} times the cpu."
        )


def _figures(sample: measure.Sample) -> str:
    return f"{sample.wall:9.3f}{sample.cpu:9.3f}{sample.peak:9.1f}"


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs behind each median")
    parser.add_argument("--sizes", type=int, nargs="*", default=[5, 50, 100, 200, 1000])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="faultwise-benchmark-") as name:
        folder = Path(name)
        against_the_yardstick(folder, options.runs)
        of_imports(folder)
        by_size(folder, options.sizes, options.runs)


if __name__ == "__main__":
    main()
