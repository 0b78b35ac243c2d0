"""The commands. Exit codes: 0 fine, 1 findings or drift, 2 wrong usage, 3 a bug of ours."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from types import FrameType
from typing import Annotated, Final

import typer

from faultwise import bundle, report
from faultwise.diagnostics import SpecError, nearest
from faultwise.files import ProjectError

FINDINGS: Final = 1
WRONG_USAGE: Final = 2
BUG: Final = 3
_KILLED_BY: Final = 128

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def main() -> None:
    """Run the command line; leaves by SystemExit with the exit code."""
    report.prepare_streams()
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", None)):
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)
    try:
        app(prog_name="faultwise")
    finally:
        report.flush_streams()


class _Stopped(BaseException):
    """A signal asked the process to end; raised so that what is half-made is cleaned up."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__()


def _stop(number: int, _frame: FrameType | None) -> None:
    raise _Stopped(number)


@contextlib.contextmanager
def _reported(command: str, *, left_when_stopped: str, as_json: bool = False) -> Generator[None]:
    """Turn whatever a command raises into a message, or JSON, and an exit code."""
    try:
        yield
    except typer.Exit:
        raise
    except SpecError as error:
        report.spec_error(error, as_json=as_json)
        raise typer.Exit(FINDINGS) from error
    except ProjectError as error:
        report.project_error(error, as_json=as_json)
        raise typer.Exit(WRONG_USAGE) from error
    except KeyboardInterrupt as error:
        report.interrupted(left_when_stopped)
        raise typer.Exit(_KILLED_BY + signal.SIGINT) from error
    except _Stopped as error:
        report.interrupted(left_when_stopped)
        raise typer.Exit(_KILLED_BY + error.number) from error
    except Exception as error:
        # Some libraries derive errors of their own from OSError; those have no number.
        if isinstance(error, OSError) and error.errno is not None:
            report.project_error(_refused(error), as_json=as_json)
            raise typer.Exit(WRONG_USAGE) from error
        report.bug(error, command)
        raise typer.Exit(BUG) from error


def _refused(error: OSError) -> ProjectError:
    place = f"{error.filename}: " if error.filename else ""
    reason = (error.strerror or type(error).__name__).lower()
    return ProjectError(f"{place}{reason}", "Put this right, then run the command again.")


def _print_version(wanted: bool) -> None:
    if wanted:
        report.version()
        raise typer.Exit


def _example_names(incomplete: str) -> list[tuple[str, str]]:
    return [
        (example.name, example.summary)
        for example in bundle.examples().values()
        if example.name.startswith(incomplete)
    ]


@app.callback(epilog="faultwise COMMAND --help tells more about a command.")
def faultwise(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Generate an MCP server whose errors tell an agent what to do next.

    \b
    Start with:
      faultwise new my-server          a project from an annotated spec
      faultwise examples               other specs to start from
    Then edit tools.yaml, and in the project:
      faultwise generate
    """


@app.command()
def new(
    target: Annotated[
        Path, typer.Argument(metavar="TARGET", help="Folder to make: absent, or empty.")
    ],
    spec: Annotated[
        Path | None,
        typer.Option("--spec", metavar="FILE", help="Start from this tool spec."),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(
            "--example",
            metavar="NAME",
            autocompletion=_example_names,
            help="Start from an example; `faultwise examples` lists them.",
        ),
    ] = None,
    *,
    defaults: Annotated[
        bool, typer.Option("--defaults", help="Ask nothing: take the default answers.")
    ] = False,
    data: Annotated[
        list[str] | None,
        typer.Option(
            "--data", "-d", metavar="KEY=VALUE", help="Answer a question here. May be repeated."
        ),
    ] = None,
) -> None:
    """Make a new project, with a server that runs and tests that pass.

    It starts from the spec that you name, or else from an annotated one that teaches the format.
    The spec becomes tools.yaml in the project. Questions are asked on a terminal; elsewhere the
    defaults are taken. A run that fails or is interrupted leaves nothing behind.

    \b
    Questions, for --data:
      server_name, title, description    only where no spec answers them
      author, license                    license is none or MIT

    \b
    Examples:
      faultwise new my-server
      faultwise new my-server --spec tools.yaml
      faultwise new my-server --example order-support --defaults
      faultwise new my-server --data author="Ada Byron" --data license=MIT
    """
    with _reported("new", left_when_stopped="Nothing was made."):
        # What generates takes long to import, and neither --help nor completion needs it.
        from faultwise import pipeline

        source = _source(spec, example)
        ask = not defaults and sys.stdin.isatty() and sys.stdout.isatty()
        with report.progress("Making the project", hidden=ask):
            made = pipeline.new(
                target,
                None if source is None else _read(source),
                spec_name=bundle.SPEC_NAME if source is None else str(source),
                answers=_answers(data or []),
                ask=ask,
            )
        report.created(target, made.plan, command=made.server_name)


@app.command()
def generate(
    project: Annotated[
        Path,
        typer.Argument(
            metavar="PROJECT",
            show_default=False,
            help="The folder that holds tools.yaml, or that file. Default: this folder.",
        ),
    ] = Path(),
    *,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Write nothing; exit with 1 where not all is up to date. For CI."
        ),
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; show what would change.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; list what a run would do.")
    ] = False,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Overwrite generated files that were edited; keep the edits as .orig."
        ),
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Answer with one JSON document on stdout.")
    ] = False,
) -> None:
    """Bring the generated files up to date with tools.yaml.

    Handlers, failures, schemas, tests and ERRORS.md are written anew where they changed, and a new
    operation gets a stub. What you wrote is never touched: a generated file that somebody edited
    stops the run before anything is written.

    \b
    Examples:
      faultwise generate
      faultwise generate path/to/my-server
      faultwise generate --check           in CI: is what is committed up to date?
      faultwise generate --diff            what would change, line by line
    """
    with _reported("generate", left_when_stopped="Run it again to complete it.", as_json=json):
        _refuse_together(check=check, diff=diff, dry_run=dry_run, force=force, json=json)
        # What generates takes long to import, and neither --help nor completion needs it.
        from faultwise import pipeline

        mode = pipeline.Mode.GENERATE
        if check:
            mode = pipeline.Mode.CHECK
        elif diff:
            mode = pipeline.Mode.DIFF
        elif dry_run:
            mode = pipeline.Mode.DRY_RUN
        with report.progress("Generating"):
            outcome = pipeline.generate(_project(project), mode, force=force)
        if json:
            report.outcome_as_json(outcome)
        else:
            report.outcome(outcome, diff=diff)
        if not outcome.is_fine:
            raise typer.Exit(FINDINGS)


@app.command()
def examples(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", autocompletion=_example_names, help="Print the spec of this example."
        ),
    ] = None,
) -> None:
    """List the specs that ship with faultwise, or print one.

    \b
    Examples:
      faultwise examples
      faultwise examples order-support > tools.yaml
    """
    with _reported("examples", left_when_stopped="Nothing was changed."):
        if name is None:
            report.examples(bundle.examples().values())
        else:
            report.verbatim(_example(name).read_bytes())


def _refuse_together(*, check: bool, diff: bool, dry_run: bool, force: bool, json: bool) -> None:
    """Refuse options of `generate` that contradict each other, or of which one says it all."""
    refused = (
        (
            check and dry_run,
            "--check and --dry-run",
            "--check writes nothing either: give it alone.",
        ),
        (check and force, "--check and --force", "--check overwrites nothing: leave --force out."),
        (
            diff and dry_run,
            "--diff and --dry-run",
            "--diff writes nothing either: give one of them.",
        ),
        (
            diff and force,
            "--diff and --force",
            "--diff shows what --force would overwrite anyway: leave --force out.",
        ),
        (
            diff and json,
            "--diff and --json",
            "--json holds the differences of files in conflict: leave --diff out.",
        ),
    )
    for together, options, help_ in refused:
        if together:
            raise ProjectError(f"{options} do not go together", help_)


def _source(spec: Path | None, example: str | None) -> Path | None:
    if spec is not None and example is not None:
        raise ProjectError("--spec and --example exclude each other", "Give one of them.")
    return spec if example is None else _example(example)


def _example(name: str) -> Path:
    known = bundle.examples()
    if name not in known:
        close = nearest(name, known)
        hint = f"Did you mean {close}?" if close else f"There are {', '.join(known)}."
        raise ProjectError(f"{name}: there is no such example", hint)
    return known[name].spec


def _read(spec: Path) -> bytes:
    try:
        return spec.read_bytes()
    except FileNotFoundError as error:
        raise ProjectError(
            f"{spec}: there is no such file",
            "`faultwise examples` lists specs to start from.",
        ) from error
    except IsADirectoryError as error:
        raise ProjectError(
            f"{spec}: this is a folder", f"Name the file: {spec / bundle.SPEC_NAME}"
        ) from error


def _answers(data: list[str]) -> dict[str, str]:
    answers: dict[str, str] = {}
    for item in data:
        name, equals, value = item.partition("=")
        if not equals:
            raise ProjectError(f"--data {item}: there is no =", "Write --data KEY=VALUE.")
        answers[name.strip()] = value
    return answers


def _project(path: Path) -> Path:
    """Return the project that the user named, by its folder or by the spec in it."""
    if path.is_dir():
        return path
    if path.is_file() and path.name == bundle.SPEC_NAME:
        return path.parent
    if path.exists():
        raise ProjectError(
            f"{path}: a project's spec is called {bundle.SPEC_NAME}",
            "Name the folder of a project; `faultwise new --spec` makes one from a spec.",
        )
    raise ProjectError(f"{path}: there is no such folder", "`faultwise new` makes a project.")
