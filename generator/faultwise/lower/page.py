"""ERRORS.md: what agents and their developers have to know about the failures."""

from __future__ import annotations

from typing import Final

from faultwise import ir
from faultwise.code import Code, join, markdown, markdown_code
from faultwise.lower.local_retry import declared_seconds, may_be_repeated
from faultwise.resolve import EffectiveFailure, EffectiveOperation
from faultwise.spec import Category, RetryAfterFrom, Spec, ToolAlternative

_NEXT_STEP: Final[dict[Category, str]] = {
    "transient": "Send the same call again",
    "validation": "Correct the arguments and call again",
    "business": "Escalate, or take another way",
    "permission": "Escalate, or get other credentials",
}
_CHECK_FIRST: Final = "Check whether it took effect, before anything else"
_GIVE_UP: Final = "Do not send the call again; escalate"


def errors_page(spec: Spec, operations: tuple[EffectiveOperation, ...]) -> ir.ErrorsPage:
    """Lower the page on errors."""
    wire_names = {operation.name: operation.wire_name for operation in operations}
    tables = [
        tuple((failure.is_builtin, _row(failure, wire_names)) for failure in operation.failures)
        for operation in operations
    ]
    common = tuple(
        row for is_builtin, row in tables[0] if is_builtin and _is_everywhere(row, tables)
    )
    sections = [
        ir.PageSection(
            title=markdown_code(operation.wire_name),
            introduction=(markdown(operation.declared.description),),
            facts=tuple(_facts(operation)),
            rows=tuple(row for _, row in table if row not in common),
        )
        for operation, table in zip(operations, tables, strict=True)
    ]
    if common:
        everywhere = Code("In every operation")
        sections.insert(0, ir.PageSection(everywhere, introduction=(), facts=(), rows=common))
    return ir.ErrorsPage(
        title=markdown(spec.server.title or spec.server.name),
        any_retry=spec.server.retry_semantics == "any_retry",
        sections=tuple(sections),
    )


def _is_everywhere(row: ir.PageRow, tables: list[tuple[tuple[bool, ir.PageRow], ...]]) -> bool:
    """Whether it is the same in all operations, of which there are several."""
    return len(tables) > 1 and all((True, row) in table for table in tables)


def _facts(operation: EffectiveOperation) -> list[Code]:
    facts = [Code("Reads only." if operation.read_only else "Changes things.")]
    if not operation.read_only and operation.repeatable:
        facts.append(Code("Sending a call twice does no more than sending it once."))
    empty = operation.declared.empty
    if empty is not None:
        facts.append(Code(f"Finding nothing is a success: {markdown_code(empty.message)}"))
    if operation.declared.partial_results is not None:
        facts.append(Code("A failure keeps what was done before it, in `partial_results`."))
    if operation.timeout is not None:
        facts.append(Code(f"One attempt may take {duration(operation.timeout)}."))
    facts.append(_retry_fact(operation))
    return facts


def _retry_fact(operation: EffectiveOperation) -> Code:
    retry = operation.retry
    repeated = [failure for failure in operation.failures if may_be_repeated(operation, failure)]
    if retry is None or retry.attempts is None or not repeated:
        return Code("The server does not repeat a call by itself.")
    codes = join(", ", (markdown_code(failure.name) for failure in repeated))
    return Code(
        f"The server itself tries up to {retry.attempts} times after {codes}: it waits"
        f" {duration(retry.wait)}, then twice as long each time, at most"
        f" {duration(retry.max_wait)}, and begins no attempt after {duration(retry.budget)}."
    )


def _row(failure: EffectiveFailure, wire_names: dict[str, str]) -> ir.PageRow:
    return ir.PageRow(
        code=markdown_code(failure.name),
        category=Code(failure.category),
        retryable=Code("yes" if failure.retryable else "no"),
        next_step=_next_step(failure, wire_names),
        when=markdown(failure.when)
        if failure.when
        else markdown_code(failure.message, in_table=True),
    )


def _next_step(failure: EffectiveFailure, wire_names: dict[str, str]) -> Code:
    step = Code(_step(failure))
    wait = failure.retry_after
    seconds = declared_seconds(failure)
    if failure.retryable and isinstance(wait, RetryAfterFrom):
        told = f", else {duration(seconds)}" if seconds is not None else ""
        step = Code(f"{step} after the time that the answer tells{told}")
    elif failure.retryable and seconds is not None:
        step = Code(f"{step} after {duration(seconds)}")
    ways = [_way(alternative, wire_names) for alternative in failure.alternatives]
    if ways and failure.category in ("business", "permission"):
        # They say what the general step says, and say it better.
        step = ways.pop(0)
        if isinstance(failure.alternatives[0], ToolAlternative):
            step = Code(f"C{step[1:]}")
    return join("; or ", [step, *ways])


def _way(alternative: str | ToolAlternative, wire_names: dict[str, str]) -> Code:
    """Return an alternative without the full stop that a list has no use for."""
    if isinstance(alternative, str):
        return markdown(_without_stop(alternative))
    tool = markdown_code(wire_names[alternative.tool])
    return Code(f"call {tool}: {markdown(_without_stop(alternative.because))}")


def _without_stop(text: str) -> str:
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text


def _step(failure: EffectiveFailure) -> str:
    if failure.category == "transient" and not failure.retryable:
        return _CHECK_FIRST if failure.outcome == "unknown" else _GIVE_UP
    return _NEXT_STEP[failure.category]


def duration(seconds: float) -> str:
    """Return a time in the form that specs use: `200ms`, `5s`, `2m`."""
    if seconds < 1:
        return f"{seconds * 1000:g}ms"
    minutes, rest = divmod(seconds, 60)
    return f"{minutes:g}m" if minutes and not rest else f"{seconds:g}s"
