"""Mutants of generated handlers: each changes one thing that a generated test has to notice."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

_WORDS: Final = (
    ("transient", "validation", "business", "permission"),
    ("not_applied", "applied", "unknown"),
)
_CALLS: Final = (
    "Retry",
    "attempts.run",
    "results.empty",
    "results.error",
    "validation.check_arguments",
)
"""Calls whose arguments are changed."""
_ALWAYS_GIVEN: Final = ("isError", "errorCategory", "isRetryable", "code", "message")
"""Arguments without which the call would be refused, so that leaving them out shows nothing."""


@dataclass(frozen=True)
class Mutant:
    """A handler with one thing changed."""

    line: int
    change: str
    source: str


@dataclass(frozen=True)
class _Change:
    """One thing to change: the node that holds it, and how to change that in a copy."""

    node: ast.AST
    line: int
    what: str
    apply: Callable[[Any], None]


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a handler, in the order of its lines."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    changes = [change for node in nodes for change in _changes(node)]
    for change in sorted(changes, key=lambda change: change.line):
        mutated = copy.deepcopy(tree)
        # The nodes of a copy are walked in the order of the original.
        change.apply(list(ast.walk(mutated))[nodes.index(change.node)])
        text = ast.unparse(ast.fix_missing_locations(mutated))
        yield Mutant(change.line, change.what, text)


def _changes(node: ast.AST) -> Iterator[_Change]:
    match node:
        case ast.Assign(targets=[ast.Name(id="TIMEOUT")], value=value):
            yield from _constants(value, "TIMEOUT")
        case ast.AnnAssign(target=ast.Name(id="DECLARED"), value=ast.Tuple() as declared):
            yield from _left_out(declared, "elts", "DECLARED")
        case ast.Call(func=func, keywords=keywords) if ast.unparse(func) in _CALLS:
            yield from _arguments(node, ast.unparse(func), keywords)
        case ast.Try(body=body):
            yield from _left_out(node, "handlers", "clause")
            checks = [number for number, step in enumerate(body) if isinstance(step, ast.Expr)]
            yield from _left_out(node, "body", "step", only=checks)
        case ast.FunctionDef(name="recognise", body=body):
            yield from _recognitions(node, body)
        case ast.AsyncFunctionDef(name="handle", body=body):
            branches = [number for number, step in enumerate(body) if isinstance(step, ast.If)]
            yield from _left_out(node, "body", "branch", only=branches)
        case _:
            pass


def _arguments(call: ast.AST, called: str, keywords: list[ast.keyword]) -> Iterator[_Change]:
    """Leave out each argument, each item inside of one, and change each constant there."""
    for number, keyword in enumerate(keywords):
        name = f"{called} {keyword.arg}"
        if keyword.arg not in _ALWAYS_GIVEN:
            yield _Change(call, keyword.lineno, f"{name} left out", _deleting("keywords", number))
        yield from _constants(keyword.value, name)
        for inner in ast.walk(keyword.value):
            if isinstance(inner, ast.Dict):
                for place in range(len(inner.keys)):
                    what = f"{name}: {ast.unparse(inner.values[place])} left out"
                    yield _Change(inner, inner.lineno, what, _deleting_entry(place))
            elif isinstance(inner, ast.List):
                yield from _left_out(inner, "elts", name)
            elif isinstance(inner, ast.FormattedValue):
                what = f"{name}: {ast.unparse(inner.value)} not said"
                yield _Change(inner, inner.lineno, what, _setting("value", ast.Constant("")))


def _recognitions(function: ast.FunctionDef, body: list[ast.stmt]) -> Iterator[_Change]:
    """Leave out each recognition and each of its conditions, and swap it with the next one."""
    found = [number for number, step in enumerate(body) if isinstance(step, ast.If)]
    yield from _left_out(function, "body", "recognition", only=found)
    for number in found[:-1]:
        what = f"swapped with the next: {_shown(body[number])}"
        yield _Change(function, body[number].lineno, what, _swapping(number))
    for number in found:
        recognition = body[number]
        assert isinstance(recognition, ast.If)
        yield from _constants(recognition.test, "recognition")
        if isinstance(recognition.test, ast.BoolOp):
            conditions = list(range(1, len(recognition.test.values)))
            yield from _left_out(recognition.test, "values", "condition", only=conditions)
        for made in ast.walk(recognition.body[0]):
            if isinstance(made, ast.Call) and made.keywords:
                yield from _left_out(made, "keywords", "recognised")


def _constants(expression: ast.AST, name: str) -> Iterator[_Change]:
    for inner in ast.walk(expression):
        if isinstance(inner, ast.Constant) and inner.value is not None:
            other = _other(inner.value)
            what = f"{name}: {inner.value!r} → {other!r}"
            yield _Change(inner, inner.lineno, what, _setting("value", other))


def _left_out(
    node: ast.AST, items: str, what: str, *, only: list[int] | None = None
) -> Iterator[_Change]:
    """Leave out each of the items of a node, or `only` those in these places."""
    for number, item in enumerate(getattr(node, items)):
        if only is None or number in only:
            shown = f"{what} left out: {_shown(item)}"
            yield _Change(node, item.lineno, shown, _deleting(items, number))


def _shown(node: ast.AST) -> str:
    return ast.unparse(node).strip().partition("\n")[0].rstrip(":")


def _other(value: object) -> object:
    """Return another constant of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    for words in _WORDS:
        if value in words:
            return words[(words.index(str(value)) + 1) % len(words)]
    return f"{value}~"


def _setting(attribute: str, value: object) -> Callable[[Any], None]:
    return lambda node: setattr(node, attribute, value)


def _deleting(items: str, number: int) -> Callable[[Any], None]:
    def apply(node: Any) -> None:
        del getattr(node, items)[number]

    return apply


def _deleting_entry(number: int) -> Callable[[Any], None]:
    def apply(node: Any) -> None:
        del node.keys[number]
        del node.values[number]

    return apply


def _swapping(number: int) -> Callable[[Any], None]:
    def apply(node: Any) -> None:
        body = node.body
        body[number], body[number + 1] = body[number + 1], body[number]

    return apply
