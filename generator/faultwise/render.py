"""IR to files, through Jinja; the only module that knows where a generated file goes.

A template can insert nothing but `Code`: text that did not pass one of its doors is refused, so
that no mistake in a template or in lowering can turn the text of a spec into source.
"""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

import jinja2
from jinja2 import compiler
from jinja2.bccache import Bucket

from faultwise import bundle, ir
from faultwise.code import Code
from faultwise.files import Files, Owner, Rendered

_SUFFIX: Final = ".jinja"
_TESTS: Final = "tests"
_ERRORS: Final = "ERRORS.md"


def render(project: ir.Project) -> Files:
    """Return every file of a project that `generate` is responsible for, unformatted."""
    generated = f"src/{project.package}/generated"
    files: dict[str, Rendered] = {}

    def add(path: str, text: str, owner: Owner = Owner.GENERATED) -> None:
        files[path] = Rendered(owner, text)

    for name, text in _static_files().items():
        folder, _, rest = name.partition("/")
        path = f"tests/generated/{rest}" if folder == _TESTS else f"{generated}/{name}"
        files[path] = Rendered(Owner.GENERATED, text, is_formatted=True)
    shared = _fill("generated/tests/conftest.py", {"package": project.package})
    add("tests/generated/conftest.py", shared)
    for name in ("types", "requests", "failures", "tools"):
        add(f"{generated}/{name}.py", _fill(f"generated/{name}.py", {name: getattr(project, name)}))
    for modules in project.operations:
        values = {name: getattr(modules, name) for name in ("declaration", "handler", "stub")}
        values["tests"] = modules.tests
        module = modules.module
        for part in ("declarations", "handlers"):
            add(f"{generated}/{part}/{module}.py", _fill(f"generated/{part}/operation.py", values))
        add(f"tests/generated/test_{module}.py", _fill("generated/tests/operation.py", values))
        stub = _fill("stubs/operation.py", values)
        add(f"src/{project.package}/operations/{module}.py", stub, Owner.STUB)
    add(_ERRORS, _fill(f"generated/{_ERRORS}", {"errors": project.errors}))
    return files


def _fill(template: str, values: dict[str, object]) -> str:
    return _environment().get_template(template + _SUFFIX).render(values)


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(bundle.template()),
        bytecode_cache=_Compiled(),
        undefined=jinja2.StrictUndefined,
        finalize=_only_code,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


class _Compiled(jinja2.BytecodeCache):
    """Compiled templates, kept where Python keeps compiled modules and under the same settings.

    To compile them takes longer than to render a small project. What cannot be read is compiled
    anew, and what cannot be written is not kept.
    """

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the path of the template."""
        return filename or name

    def get_source_checksum(self, source: str) -> str:
        """Return what changes with the template and with whatever compiles it."""
        compilers = [Path(module).stat() for module in (compiler.__file__, __file__)]
        made_by = [(module.st_mtime_ns, module.st_size) for module in compilers]
        return super().get_source_checksum(f"{made_by}{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket, or leave it empty."""
        try:
            with Path(cache_from_source(bucket.key)).open("rb") as file:
                bucket.load_bytecode(file)
        except Exception:  # whatever half a file may raise
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the bucket, where Python may keep modules."""
        if sys.dont_write_bytecode:
            return
        place = Path(cache_from_source(bucket.key))
        with contextlib.suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            # Another run may read meanwhile: it finds the old file or the new one.
            own = place.with_suffix(f".{os.getpid()}")
            own.write_bytes(bucket.bytecode_to_string())
            own.replace(place)


def _only_code(value: object) -> object:
    if isinstance(value, Code):
        return value
    # Jinja calls this for the text of the template itself, too, when it folds constants.
    raise TypeError(f"a template may insert Code only, not {type(value).__name__}")


@cache
def _static_files() -> dict[str, str]:
    """Return the files of `template/generated` that are the same in every project, by path."""
    folder: Path = bundle.template() / "generated"
    paths = sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}
