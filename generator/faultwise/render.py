"""IR to files, through Jinja; the only module that knows where a generated file goes.

A template can insert nothing but `Code`: text that did not pass one of its doors is refused, so
that no mistake in a template or in lowering can turn the text of a spec into source.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import jinja2

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
        add(f"tests/generated/{rest}" if folder == _TESTS else f"{generated}/{name}", text)
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
        undefined=jinja2.StrictUndefined,
        finalize=_only_code,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


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
