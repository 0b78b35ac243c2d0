"""Examples: each is a call that the finished tool answers as the example says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from pydantic import JsonValue

from faultwise import runtime, schemas
from faultwise.checks.fit import Misfit, misfits, worded
from faultwise.checks.operations import CONSTRAINT_KINDS, undeclared_failure
from faultwise.checks.subject import Subject, did_you_mean, one_of, quoted
from faultwise.diagnostics import Diagnostic
from faultwise.resolve import EffectiveFailure, EffectiveOperation
from faultwise.runtime import Problem
from faultwise.schemas import JsonSchema
from faultwise.source import Path
from faultwise.spec import TYPE_REFERENCE, Detail, Example, Property, Schema

_INVALID = "invalid_arguments"


def check_examples(subject: Subject) -> Iterator[Diagnostic]:
    """Examples have one outcome, and arguments, results and details that lead to it."""
    for operation in subject.operations:
        call = _Call(subject, operation)
        for index, example in enumerate(operation.declared.examples):
            path: Path = ("operations", operation.name, "examples", index)
            yield from call.problems(example, path)


@dataclass(frozen=True)
class _Call:
    """What is needed to judge the examples of one operation."""

    subject: Subject
    operation: EffectiveOperation

    @cached_property
    def parameters(self) -> JsonSchema:
        return schemas.parameters(self.operation.declared.parameters, self.subject.spec.types)

    @cached_property
    def validate(self) -> Callable[[JsonValue], list[Problem]]:
        return runtime.validator(self.parameters)

    @cached_property
    def defaults(self) -> Mapping[str, JsonValue]:
        declared = self.operation.declared.parameters
        return {name: one.default for name, one in declared.items() if one.given("default")}

    def problems(self, example: Example, path: Path) -> Iterator[Diagnostic]:
        outcomes = [key for key in ("result", "empty", "failure") if example.given(key)]
        if len(outcomes) != 1:
            yield self.subject.key_problem(
                "one-outcome",
                "an example has exactly one of `result`, `empty` and `failure`"
                + (", this one has several" if outcomes else ""),
                path,
                "keep one of them" if outcomes else "say what the call answers",
            )
            return
        yield from self._arguments(example, path)
        if example.failure is None:
            yield from self._success(example, path)
        else:
            yield from self._failure(example, example.failure, path)

    def _arguments(self, example: Example, path: Path) -> Iterator[Diagnostic]:
        arguments = dict(example.arguments)
        problems = self.validate(arguments)
        answers = self._answers(problems, arguments)
        if not answers:
            if example.failure == _INVALID:
                yield self.subject.problem(
                    "example-is-valid",
                    f"these arguments fit, so the call does not answer `{_INVALID}`",
                    (*path, "arguments"),
                    "give arguments that break a schema or a constraint",
                )
            return
        if example.failure in answers:
            return
        answer = " or ".join(f"`{name}`" for name in answers)
        say = self.subject.problem
        if problems:
            first = problems[0]
            what = f"these arguments do not fit: {worded(first)}"
            place = (*path, "arguments", *first.path)
            if runtime.is_argument_itself(first) and first.path[0] not in arguments:
                place = (*path, "arguments")
            if runtime.is_unknown(first):
                say = self.subject.key_problem
            help_ = f"{runtime.expected(first, self.parameters)} is expected here"
        else:
            what = "these arguments break a constraint"
            place = (*path, "arguments")
            help_ = "see `constraints` of the operation"
        yield say(
            "example-is-invalid",
            f"{what}, so the call answers {answer}",
            place,
            f"{help_}; or write `failure: {answers[0]}`",
        )

    def _answers(self, problems: list[Problem], arguments: dict[str, JsonValue]) -> list[str]:
        """Return the failures that the arguments alone can lead to; none where they fit."""
        owners = [self._owner(problem) for problem in problems]
        owners += [
            constraint.failure or _INVALID
            for constraint in self.operation.declared.constraints
            for kind in CONSTRAINT_KINDS
            if constraint.given(kind)
            and not runtime.holds(kind, getattr(constraint, kind), arguments, self.defaults)
        ]
        distinct = list(dict.fromkeys(owners))
        return distinct if len(distinct) < 2 else [_INVALID]

    def _owner(self, problem: Problem) -> str:
        if not runtime.is_argument_itself(problem):
            for failure in self.operation.failures:
                if problem.path[0] in failure.reports:
                    return failure.name
        return _INVALID

    def _success(self, example: Example, path: Path) -> Iterator[Diagnostic]:
        declared = self.operation.declared
        for key in ("details", "partial_results"):
            if example.given(key):
                yield self.subject.key_problem(
                    "only-with-failure",
                    f"`{key}` never stands in the answer of a call that succeeds",
                    (*path, key),
                    "remove it, or say which `failure` the call answers",
                )
        if example.empty:
            if declared.empty is None:
                yield self.subject.key_problem(
                    "empty-not-declared",
                    f"`{self.operation.name}` does not say that it can find nothing",
                    (*path, "empty"),
                    "add `empty:` with a `message` to the operation",
                )
            return
        yield from self._result(example.result, (*path, "result"))

    def _result(self, result: JsonValue, path: Path) -> Iterator[Diagnostic]:
        declared = self.operation.declared
        if declared.empty is not None and self._is_empty(result):
            yield self.subject.problem(
                "example-is-empty",
                "this result counts as empty, so it is no answer with data",
                path,
                "write `empty: true`, or give a result that holds something",
            )
            return
        if declared.returns is None:
            if result is not None:
                yield self.subject.problem(
                    "value-does-not-fit",
                    f"`{self.operation.name}` has no `returns`, so its result is null",
                    path,
                    "add `returns`, or write `result: null`",
                )
            return
        document = schemas.document(declared.returns, self.subject.spec.types)
        yield from self._misfits(
            misfits(document, result), "this result does not fit `returns`", path
        )

    def _is_empty(self, result: JsonValue) -> bool:
        empty = self.operation.declared.empty
        if result is None or result == []:
            return True
        for step in empty.at.split(".") if empty is not None and empty.at else ():
            if not isinstance(result, dict) or step not in result:
                return False
            result = result[step]
        return result == []

    def _failure(self, example: Example, name: str, path: Path) -> Iterator[Diagnostic]:
        failure = next((one for one in self.operation.failures if one.name == name), None)
        if failure is None:
            yield undeclared_failure(self.subject, self.operation, name, (*path, "failure"))
            return
        yield from self._details(example, failure, path)
        yield from self._partial_results(example, path)

    def _details(
        self, example: Example, failure: EffectiveFailure, path: Path
    ) -> Iterator[Diagnostic]:
        given = example.details or {}
        types = self.subject.spec.types
        for name, value in given.items():
            place = (*path, "details", name)
            detail = failure.details.get(name)
            if detail is None:
                yield self.subject.key_problem(
                    "unknown-detail",
                    f"`{failure.name}` has no detail `{name}`{did_you_mean(name, failure.details)}",
                    place,
                    one_of(failure.details, otherwise="remove it"),
                )
                continue
            document = schemas.document(detail, types)
            yield from self._misfits(
                misfits(document, value), f"this does not fit the detail `{name}`", place
            )
        lacking = [
            name
            for name, detail in failure.details.items()
            if name not in given and not detail.may_be_absent and not _has_sample(detail, types)
        ]
        if lacking:
            yield self.subject.problem(
                "missing-detail",
                f"`{failure.name}` needs a value for {quoted(lacking)}",
                (*path, "failure"),
                "add it under `details` of the example, or give the detail `examples`",
            )

    def _partial_results(self, example: Example, path: Path) -> Iterator[Diagnostic]:
        if not example.given("partial_results"):
            return
        schema = self.operation.declared.partial_results
        if schema is None:
            yield self.subject.key_problem(
                "no-partial-results",
                f"`{self.operation.name}` does not say what a partial result is",
                (*path, "partial_results"),
                "add `partial_results:` with a schema to the operation",
            )
            return
        document = schemas.document(schema, self.subject.spec.types)
        for index, value in enumerate(example.partial_results):
            yield from self._misfits(
                misfits(document, value),
                "this does not fit `partial_results`",
                (*path, "partial_results", index),
            )

    def _misfits(self, found: tuple[Misfit, ...], message: str, path: Path) -> Iterator[Diagnostic]:
        for each in found:
            say = self.subject.key_problem if each.is_about_key else self.subject.problem
            yield say(
                "value-does-not-fit",
                f"{message}: {each.text}",
                (*path, *each.path),
                f"{each.expected} is expected here",
            )


def _has_sample(detail: Detail, types: Mapping[str, Property]) -> bool:
    """Whether a value of a detail follows from its schema or from the type that it refers to."""
    schema: Schema = detail
    for _ in range(len(types) + 1):
        if schema.examples or schema.enum or schema.given("const") or schema.given("default"):
            return True
        if schema.ref is None:
            return False
        schema = cast(Schema, types[schema.ref.removeprefix(TYPE_REFERENCE)])
    return False
