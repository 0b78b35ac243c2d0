"""Generated projects, imported into the process of the tests."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faultwise import pipeline


@dataclass(frozen=True)
class Project:
    """A project on disk, and its import package."""

    folder: Path
    package: str

    def module(self, name: str) -> Any:
        """Return a module of the package; generated code has no types that tests could know."""
        return importlib.import_module(f"{self.package}.{name}")


@contextmanager
def importable(
    folder: Path, spec: bytes, package: str, files: Mapping[str, str]
) -> Generator[Project]:
    """Yield a new project from a spec, with these files put into it, while it can be imported."""
    pipeline.new(folder, spec, spec_name="tools.yaml", answers={}, ask=False)
    for path, text in files.items():
        (folder / path).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder / "src"))
    try:
        yield Project(folder, package)
    finally:
        sys.path.remove(str(folder / "src"))
        for name in [name for name in sys.modules if name.split(".")[0] == package]:
            del sys.modules[name]
