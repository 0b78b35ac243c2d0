"""The static modules of a generated project, imported from a temporary package."""

from __future__ import annotations

import atexit
import importlib
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

_TEMPLATE = Path(__file__).resolve().parents[2] / "template" / "generated"
_PACKAGE = "runtime_under_test"
# Another template module needs modules that are rendered from a spec.
_NEEDS_A_SPEC = {"testing.py"}


def _make_package() -> None:
    folder = Path(tempfile.mkdtemp(prefix="faultwise-runtime-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = folder / _PACKAGE
    package.mkdir()
    for module in sorted(_TEMPLATE.glob("*.py")):
        if module.name not in _NEEDS_A_SPEC:
            shutil.copy(module, package)
    sys.path.insert(0, str(folder))


def _module(name: str) -> Any:
    return importlib.import_module(f"{_PACKAGE}.{name}")


_make_package()

attempts = _module("attempts")
constraints = _module("constraints")
failures = _module("builtin_failures")
context = _module("context")
formats = _module("formats")
listing = _module("listing")
reading = _module("reading")
redaction = _module("redaction")
requests_base = _module("requests_base")
results = _module("results")
schema = _module("schema")
tool = _module("tool")
tool_server = _module("tool_server")
validation = _module("validation")
values = _module("values")
wording = _module("wording")
