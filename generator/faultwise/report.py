"""What the commands say: the only module that prints, besides the help texts of `cli`.

Results go to stdout, everything about a run that failed goes to stderr; JSON is a result, whatever
it tells. Colour and spinners appear on a terminal only, or where FORCE_COLOR asks for them; Rich
heeds NO_COLOR and TERM.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shlex
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from faultwise import bundle, requirements, words
from faultwise.diagnostics import SpecError, render_all
from faultwise.files import Owner, ProjectError
from faultwise.plan import Action, Plan, Step, unified_diff

if TYPE_CHECKING:
    # What generates takes long to import, and this module reports on other commands, too.
    from faultwise.pipeline import Outcome

_OWN_WORK: Final = (
    "Generated files are the tool's. Move what you wrote to a file of your own, then run "
    "`faultwise generate --force`: it leaves the edited file beside the new one, as NAME.orig."
)

# Patterns whose named groups stand out on a terminal; `terminal` says how each group looks.
_WHOLE: Final = (r"(?s)(?P<strong>.*)",)
_FIRST_WORD: Final = (r"^(?P<strong>\S+)",)
_DIAGNOSTIC: Final = (
    r"(?m)^(?P<strong>\S.*?:\d+:\d+): (?P<severity>error|warning): ",
    r"(?m)^ +\| +(?P<caret>\^+)$",
    r"(?m)^  (?P<help>help:) ",
    r"(?m)^  (?P<note>note:) ",
)
_DIFF: Final = (
    r"(?m)^(?P<strong>(---|\+\+\+) .*)$",
    r"(?m)^(?P<hunk>@@.*)$",
    r"(?m)^(?P<added>\+(?!\+\+ ).*)$",
    r"(?m)^(?P<removed>-(?!-- ).*)$",
)
_PROBLEM: Final = (r"^(?P<severity>error:)", r"(?m)^  (?P<help>help:) ")


def prepare_streams() -> None:
    """Let text that the terminal's encoding lacks be written with escapes, not fail."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def flush_streams() -> None:
    """Write what is still held back, so that a reader that has gone is met here and not later."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            _drop(stream)


@contextlib.contextmanager
def progress(doing: str, *, hidden: bool = False) -> Generator[None]:
    """Show a spinner while the block runs, on a terminal; `hidden` for runs that ask questions."""
    if hidden or not sys.stderr.isatty():
        yield
        return
    from faultwise import terminal

    with terminal.spinner(doing, sys.stderr):
        yield


def version() -> None:
    """Print the version of faultwise."""
    _say(f"faultwise {bundle.version()}")


def examples(listed: Iterable[bundle.Example]) -> None:
    """Print each example's name and what it shows."""
    rows = list(listed)
    width = max((len(example.name) for example in rows), default=0)
    for example in rows:
        _say(f"{example.name:<{width}}  {example.summary}", _FIRST_WORD)


def verbatim(data: bytes) -> None:
    """Write bytes to stdout as they are."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _drop(sys.stdout)


def outcome(outcome: Outcome, *, diff: bool) -> None:
    """Print what a run of `generate` did or would do, and what is left for the user.

    With `diff`, how it would change each file comes before that.
    """
    if diff:
        _difference(outcome.plan)
    match outcome.mode:
        case "diff":
            if not outcome.plan.changes:
                for line in _summary(outcome, words.to_do(outcome.plan)):
                    _complain(line)
        case "check":
            _checked(outcome)
        case _ if outcome.conflicts:
            _conflicts(outcome.conflicts)
        case "dry_run":
            _done(outcome, words.to_do(outcome.plan))
        case _:
            _done(outcome, words.done(outcome.plan, outcome.set_aside))


def outcome_as_json(outcome: Outcome) -> None:
    """Print the same for machines."""
    from faultwise import document

    _say(document.text(document.of_outcome(outcome)))


def _difference(plan: Plan) -> None:
    for step in plan.changes:
        _say(unified_diff(step).removesuffix("\n"), _DIFF)


def _done(outcome: Outcome, lines: Sequence[words.Line]) -> None:
    for line in _summary(outcome, lines):
        _say(line)
    if outcome.plan.changes:
        # It reads both versions of what changed, which most runs have no need of.
        from faultwise.advice import advice

        for each in advice(outcome.plan):
            _say(each.text)
    if _new_stubs(outcome.plan):
        _say("Now write the work of the new operations, in the files under operations/.")
    for line in words.lacking(outcome.requirements):
        _say(line)


def _summary(outcome: Outcome, lines: Sequence[words.Line]) -> list[str]:
    plan = outcome.plan
    if plan.is_empty:
        counts = f"Nothing to do: {_files(plan.counts[Action.KEEP])} up to date."
    elif outcome.mode == "generate":
        counts = f"{words.summary(plan)}."
    else:
        counts = f"Nothing was written. A run would report: {words.summary(plan)}."
    return [*words.aligned(lines), counts]


def _checked(outcome: Outcome) -> None:
    orphans = words.orphans(outcome.plan)
    if outcome.is_fine:
        for line in words.aligned(orphans):
            _say(line)
        _say(f"{_files(outcome.plan.counts[Action.KEEP])} up to date.")
        return
    drift = words.drift(outcome.plan)
    for line in (*words.aligned([*drift, *orphans]), *words.lacking(outcome.requirements)):
        _complain(line)
    if not drift:
        _problem(
            f"{requirements.NAME} lacks what the server needs",
            "Add it there: the file is yours, and faultwise never writes it.",
        )
    elif outcome.plan.conflicts:
        _problem(f"{_files(len(drift))} not up to date", _OWN_WORK)
    else:
        _problem(
            f"{_files(len(drift))} not up to date",
            "Run `faultwise generate`, and commit what it changes.",
        )


def created(target: Path, plan: Plan, *, command: str) -> None:
    """Print that a project stands in `target`, and the commands that come next.

    `command` is the console script of the project.
    """
    stubs = _new_stubs(plan)
    _say(f"Made a project in {target}, with {len(stubs)} operations to write.")
    _say("")
    _say("Install it, run its tests, and start it on http://127.0.0.1:8000/mcp:")
    _say("")
    for line in _next_commands(target, command):
        _say(f"  {line}", _WHOLE)
    _say("")
    if stubs:
        _say(f"Then write the operations in {Path(stubs[0].path).parent.as_posix()}/.")
    _say("After a change to tools.yaml, run: faultwise generate")
    _say("README.md tells how to connect a client.")


def spec_error(error: SpecError, *, as_json: bool = False) -> None:
    """Print the diagnostics of a spec; as JSON they go to stdout."""
    if as_json:
        from faultwise import document

        _say(document.text(document.of_spec_error(error)))
    else:
        _complain(render_all(error.diagnostics, error.lines), _DIAGNOSTIC)


def project_error(error: ProjectError, *, as_json: bool = False) -> None:
    """Print why a project cannot be worked on; as JSON it goes to stdout."""
    if as_json:
        from faultwise import document

        _say(document.text(document.of_project_error(error)))
    else:
        _problem(error.message, error.help)


def _conflicts(steps: Sequence[Step]) -> None:
    """Print which files hold what a user wrote, and what the run would have done to them."""
    for step in steps:
        _complain(f"{step.path} {step.reason}", _WHOLE)
        _complain(unified_diff(step), _DIFF)
    _problem(f"{_files(len(steps))} in conflict; nothing was written", _OWN_WORK)


def interrupted(what_is_left: str) -> None:
    """Print that a run was stopped by the user, and what is left of it."""
    _complain(f"\nInterrupted. {what_is_left}")


def bug(error: BaseException, command: str) -> None:
    """Print that faultwise itself is at fault, and save a report that can be sent.

    The report has no text of the exception: it may quote the spec.
    """
    _problem(
        f"this is a bug of faultwise: {type(error).__name__}",
        f"{_saved(_bug_report(error, command))} at {bundle.repository()}/issues",
    )


def _bug_report(error: BaseException, command: str) -> str:
    lines = [
        f"faultwise {bundle.version()}, {command}",
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}",
    ]
    shown: BaseException | None = error
    while shown is not None:
        lines.append(f"{type(shown).__module__}.{type(shown).__qualname__} at")
        lines += [
            f"  {frame.f_globals.get('__name__')}:{line} in {frame.f_code.co_qualname}"
            for frame, line in traceback.walk_tb(shown.__traceback__)
        ]
        shown = shown.__cause__ or shown.__context__
    return "\n".join(lines) + "\n"


def _saved(report: str) -> str:
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="faultwise-bug-", suffix=".txt", delete=False
        ) as file:
            file.write(report)
    except OSError:
        return f"Please send these lines:\n{report}"
    return f"A report without the text of your spec is in {file.name}. Please send it"


def _next_commands(target: Path, command: str) -> list[str]:
    is_elsewhere = target.resolve() != Path.cwd()
    if os.name == "nt":
        return [
            *([subprocess.list2cmdline(["cd", str(target)])] if is_elsewhere else []),
            "py -m venv .venv",
            '.venv\\Scripts\\pip install -e ".[dev]"',
            ".venv\\Scripts\\pytest",
            f".venv\\Scripts\\{command} --http",
        ]
    return [
        *([f"cd {shlex.quote(str(target))}"] if is_elsewhere else []),
        "python3 -m venv .venv",
        # By path: activating it would take a faultwise in another environment off the PATH.
        '.venv/bin/pip install -e ".[dev]"',
        ".venv/bin/pytest",
        f".venv/bin/{command} --http",
    ]


def _new_stubs(plan: Plan) -> list[Step]:
    return [step for step in plan.having(Action.CREATE) if step.owner is Owner.STUB]


def _files(count: int) -> str:
    return "1 file is" if count == 1 else f"{count} files are"


def _problem(message: str, help_: str) -> None:
    _complain(f"error: {message}\n  help: {help_}", _PROBLEM)


def _say(text: str, patterns: Iterable[str] = ()) -> None:
    _print(text, patterns, sys.stdout)


def _complain(text: str, patterns: Iterable[str] = ()) -> None:
    _print(text, patterns, sys.stderr)


def _print(text: str, patterns: Iterable[str], stream: IO[str]) -> None:
    """Print a line, with the named groups of the patterns in colour on a terminal.

    Where its reader has gone the text is dropped: the work is done by the time that it is reported,
    so it still counts.
    """
    if stream.isatty() or os.environ.get("FORCE_COLOR"):
        from faultwise import terminal

        terminal.show(text, patterns, stream, on_broken_pipe=lambda: _drop(stream))
        return
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        _drop(stream)


def _drop(stream: IO[str]) -> None:
    """Send what is still written to a stream nowhere, after its reader has gone."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
