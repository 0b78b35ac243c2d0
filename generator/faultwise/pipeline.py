"""What the commands do, from bytes to disk; never prints."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from faultwise import apply, bundle, files, manifest, names, requirements
from faultwise.files import Files, ProjectError
from faultwise.format import format_python
from faultwise.load import load
from faultwise.lower import lower
from faultwise.plan import Plan, Step, plan
from faultwise.render import render
from faultwise.requirements import Requirements
from faultwise.spec import Spec


class Mode(StrEnum):
    """What `generate` is asked for: to write, or in which way to tell what it would write."""

    GENERATE = "generate"
    DRY_RUN = "dry_run"
    CHECK = "check"
    DIFF = "diff"


class Outcome(NamedTuple):
    """What a run of `generate` did or would do, and what it leaves to the user.

    `conflicts` kept it from writing. `set_aside` has where edited texts are now, by their paths.
    """

    mode: Mode
    plan: Plan
    requirements: Requirements
    conflicts: tuple[Step, ...] = ()
    set_aside: Mapping[str, str] = MappingProxyType({})

    @property
    def is_written(self) -> bool:
        """Whether anything in the project was written or deleted."""
        return self.mode is Mode.GENERATE and not self.conflicts and not self.plan.is_empty

    @property
    def overwrites(self) -> bool:
        """Whether the run writes, or would write, over what is in conflict."""
        return self.mode in (Mode.GENERATE, Mode.DRY_RUN) and not self.conflicts

    @property
    def is_up_to_date(self) -> bool:
        """Whether nothing was to be done, by the run or in pyproject.toml."""
        return self.plan.is_empty and not self.requirements.missing

    @property
    def is_fine(self) -> bool:
        """Whether the run did what it was asked for, and a check found nothing."""
        return self.is_up_to_date if self.mode is Mode.CHECK else not self.conflicts


class NewProject(NamedTuple):
    """What `new` made."""

    server_name: str
    plan: Plan


def rendered(spec: Spec) -> Files:
    """Return every file that a spec gives, by its path in the project."""
    return format_python(render(lower(spec)))


def generate(project: Path, mode: Mode = Mode.GENERATE, *, force: bool = False) -> Outcome:
    """Bring the generated files of a project up to date with its spec, or tell what that takes.

    With `force`, the generated text goes over edits; without, they are conflicts and nothing is
    written. Raises SpecError, and ProjectError where there is no project or it cannot be read or
    written.
    """
    spec = load(*_spec_of(project))
    steps = _planned(project, spec)
    lacking = requirements.check(project, [*requirements.RUNTIME, *spec.server.dependencies])
    outcome = Outcome(mode, steps, lacking)
    try:
        if mode is Mode.GENERATE:
            applied = apply.apply(steps, project, force=force)
            return outcome._replace(set_aside=applied.set_aside)
        if mode is Mode.DRY_RUN:
            apply.rehearse(steps, project, force=force)
    except apply.ConflictError as error:
        return outcome._replace(conflicts=error.conflicts)
    return outcome


def _planned(project: Path, spec: Spec) -> Plan:
    known = manifest.read(project)
    after = rendered(spec)
    on_disk = files.read_project(project, [*after, *known.entries])
    return plan(after, on_disk, known)


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
        steps = _planned(project, made)
        apply.apply(steps, project)
        return NewProject(made.server.name, steps)

    return skeleton.create(target, source, answers=answers, ask=ask, generate=fill)
