"""A new project: Copier renders `template/project`, and the finished folder is moved into place.

Everything happens in a temporary folder beside the target, so that a run that fails or is
interrupted leaves nothing behind, and an unfinished project is never seen under the target's name.
"""

from __future__ import annotations

import contextlib
import secrets
import shutil
import subprocess
import tempfile
import unicodedata
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from faultwise import bundle
from faultwise.files import ProjectError

ASKED: Final = ("server_name", "title", "description", "author", "license")
"""Questions of `copier.yml` that a person may answer."""

IN_SPEC: Final = frozenset({"server_name", "title", "description"})
"""Those of them that a spec answers."""

_LINE_BREAKERS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})

T = TypeVar("T")


class SpecSource(NamedTuple):
    """A spec to start from: its bytes, which become `tools.yaml`, and what the skeleton needs."""

    data: bytes
    server_name: str
    package: str
    title: str
    description: str
    version: str
    dependencies: Sequence[str]


def create(
    target: Path,
    spec: SpecSource | None,
    *,
    answers: Mapping[str, str],
    ask: bool,
    generate: Callable[[Path], T],
) -> T:
    """Make a project in the folder `target`, and return what `generate` returned for it.

    Without a spec the project starts from the annotated one of the template. `answers` are given
    to Copier; the other questions are asked where `ask` is true and take their defaults elsewhere.
    `generate` is called with the folder of the rendered project, before it is moved to `target`.

    Raises ProjectError where the target is taken or an answer is wrong, OSError, and whatever
    `generate` raises; `target` is then as it was.
    """
    target = _free(target)
    _check_answers(answers, from_spec=spec is not None)
    with _workshop(target) as workshop:
        project = workshop / target.name
        _render(project, spec, answers, ask=ask)
        if spec is not None:
            (project / bundle.SPEC_NAME).write_bytes(spec.data)
        result = generate(project)
        _move(project, target)
    return result


def _free(target: Path) -> Path:
    """Return the absolute path of `target`, which may be absent or an empty folder."""
    if target.is_symlink() and not target.exists():
        raise ProjectError(f"{target}: this is a link to nothing", "Remove it first.")
    resolved = target.resolve()
    taken = next(path for path in (resolved, *resolved.parents) if path.exists())
    if not taken.is_dir():
        raise ProjectError(f"{taken}: this is a file, not a folder", "Choose a new folder.")
    if taken == resolved and any(resolved.iterdir()):
        raise ProjectError(
            f"{target}: the folder is not empty", "Choose a new folder, or empty this one."
        )
    return resolved


def _check_answers(answers: Mapping[str, str], *, from_spec: bool) -> None:
    for name in answers:
        if name not in ASKED:
            raise ProjectError(
                f"--data {name}: there is no such question",
                f"The questions are {', '.join(ASKED)}.",
            )
        if from_spec and name in IN_SPEC:
            raise ProjectError(f"--data {name}: the spec says this", "Change it in the spec.")


@contextlib.contextmanager
def _workshop(target: Path) -> Generator[Path]:
    """Yield a temporary folder on the same file system as `target`, and remove it at the end.

    An empty target holds it itself, since a folder that exists may be a mount of its own. Parents
    of the target that had to be made are removed again where nothing came into them.
    """
    missing = [parent for parent in target.parents if not parent.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    home = target if target.exists() else target.parent
    # Named before it is made: an interruption right behind the making finds what to remove.
    workshop = home / f".faultwise-new-{secrets.token_hex(4)}"
    try:
        workshop.mkdir(mode=0o700)
        yield workshop
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
        with contextlib.suppress(OSError):
            for parent in missing:
                parent.rmdir()


def _render(
    project: Path, spec: SpecSource | None, answers: Mapping[str, str], *, ask: bool
) -> None:
    # Only this function needs Copier, and importing it takes longer than a whole `generate`.
    import copier
    from copier.errors import CopierAnswersInterrupt, CopierError

    data: dict[str, object] = {**answers, "_origin": _origin()}
    if spec is not None:
        data |= {
            "server_name": spec.server_name,
            "package": spec.package,
            "title": _one_line(spec.title) or spec.server_name,
            "description": _one_line(spec.description) or spec.server_name,
            "version": spec.version,
            "dependencies": list(spec.dependencies),
        }
    with tempfile.TemporaryDirectory(prefix="faultwise-template-") as staged:
        _stage(Path(staged))
        try:
            copier.run_copy(
                staged, project, data=data, defaults=not ask, quiet=True, skip_tasks=True
            )
        except CopierAnswersInterrupt as interrupt:
            raise KeyboardInterrupt from interrupt
        except (CopierError, ValueError) as error:
            raise ProjectError(str(error), "Give another answer.") from error


def _one_line(text: str) -> str:
    """Return `text` as a heading or the metadata of a package can hold it."""
    kept = (" " if unicodedata.category(char) in _LINE_BREAKERS else char for char in text)
    return " ".join("".join(kept).split())


def _stage(folder: Path) -> None:
    """Copy the template into a plain folder: of a Git repository Copier renders the latest tag."""
    shutil.copy(bundle.copier_config(), folder)
    relative = Path("template", "project")
    shutil.copytree(bundle.root() / relative, folder / relative)


def _origin() -> dict[str, str]:
    """Return what `copier update` has to know: where the template is, and which release this was.

    A wheel knows the repository and the tag that it was released from; a checkout is itself the
    repository, at the commit that it is on.
    """
    checkout = bundle.checkout()
    described = None if checkout is None else _describe(checkout)
    if checkout is None or described is None:
        return {"_src_path": bundle.repository(), "_commit": f"v{bundle.version()}"}
    return {"_src_path": str(checkout), "_commit": described}


def _describe(checkout: Path) -> str | None:
    """Return the commit of a checkout by its nearest tag, or None where Git cannot tell."""
    command = ["git", "describe", "--tags", "--always"]
    try:
        found = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return found.stdout.strip()


def _move(project: Path, target: Path) -> None:
    """Move a finished project to its place: in one step, or entry by entry into an empty folder."""
    if not target.exists():
        project.rename(target)
        return
    moved: list[Path] = []
    try:
        for entry in sorted(project.iterdir()):
            moved.append(entry.rename(target / entry.name))
    except BaseException:
        for entry in moved:
            entry.rename(project / entry.name)
        raise
