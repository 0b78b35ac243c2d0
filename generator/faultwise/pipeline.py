"""What the commands do, from bytes to disk; never prints."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from faultwise import apply, bundle, files, manifest, names
from faultwise.files import Files, ProjectError
from faultwise.format import format_python
from faultwise.load import load
from faultwise.lower import lower
from faultwise.plan import Plan, plan
from faultwise.render import render
from faultwise.spec import Spec


class Generated(NamedTuple):
    """What a run of `generate` did."""

    plan: Plan


class NewProject(NamedTuple):
    """What `new` made."""

    server_name: str
    plan: Plan


def rendered(spec: Spec) -> Files:
    """Return every file that a spec gives, by its path in the project."""
    return format_python(render(lower(spec)))


def generate(project: Path) -> Generated:
    """Bring the generated files of a project up to date with its spec.

    Raises SpecError, ConflictError, and ProjectError where there is no project or it cannot be
    read or written.
    """
    return _generate(project, load(*_spec_of(project)))


def _generate(project: Path, spec: Spec) -> Generated:
    known = manifest.read(project)
    after = rendered(spec)
    on_disk = files.read_project(project, [*after, *known.entries])
    steps = plan(after, on_disk, known)
    apply.apply(steps, project)
    return Generated(steps)


def _spec_of(project: Path) -> tuple[bytes, str]:
    path = project / bundle.SPEC_NAME
    if path.exists() and not path.is_file():
        raise ProjectError(f"{path}: this is no file", "Put the tool spec of the project there.")
    try:
        return path.read_bytes(), str(path)
    except FileNotFoundError as error:
        raise ProjectError(
            f"{path}: there is no such file",
            "Run this in the folder that holds tools.yaml, or name that folder;"
            " `faultwise new` makes a project.",
        ) from error


def new(
    target: Path,
    spec: bytes | None,
    *,
    spec_name: str,
    answers: Mapping[str, str],
    ask: bool,
) -> NewProject:
    """Make a project in the folder `target`, from a spec or from the annotated one.

    `spec_name` stands for the spec in diagnostics. `answers` go to Copier; where `ask` is true it
    asks the other questions. Raises what `generate` raises; nothing is left behind then.
    """
    # Copier takes a third of a second to import, and only this command needs it.
    from faultwise import skeleton

    source: skeleton.SpecSource | None = None
    if spec is not None:
        server = load(spec, spec_name).server
        source = skeleton.SpecSource(
            data=spec,
            server_name=server.name,
            package=names.package_name(server.name),
            title=server.title or server.name,
            description=server.description,
            version=server.version,
            dependencies=server.dependencies,
        )

    def fill(project: Path) -> NewProject:
        # The project has another name until it is whole: a diagnostic names the file alone.
        made = load(_spec_of(project)[0], bundle.SPEC_NAME)
        return NewProject(made.server.name, _generate(project, made).plan)

    return skeleton.create(target, source, answers=answers, ask=ask, generate=fill)
