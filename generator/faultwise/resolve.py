"""The operations and failures of a spec as they take effect.

Defaults, shared failures, overlays and built-in failures are merged here, and here only, so that
checks, lint rules and lowering look at the same facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from faultwise.names import BUILTIN_FAILURE_CLASSES
from faultwise.spec import (
    Alternative,
    Annotations,
    Category,
    Defaults,
    Detail,
    Failure,
    Match,
    Operation,
    Outcome,
    Retry,
    RetryAfter,
    RetrySemantics,
    Spec,
    ToolAlternative,
)

Path: TypeAlias = tuple[str | int, ...]
"""A place in the spec file: keys and indexes from the top."""


class EffectiveFailure(NamedTuple):
    """A failure as one operation answers it."""

    name: str
    is_builtin: bool
    category: Category
    message: str
    description: str | None
    user_message: str | None
    when: str | None
    retryable: bool
    outcome: Outcome | None
    """None where the operation is read-only: nothing could take effect."""
    details: Mapping[str, Detail]
    match: tuple[Match, ...]
    reports: tuple[str, ...]
    retry_after: RetryAfter | None
    field: str | None
    alternatives: tuple[Alternative, ...]
    docs_url: str | None
    repeats: bool
    """Whether local retry may send the call again after it."""
    origins: Mapping[str, Path]
    """Where each key that was written stands, by its attribute in `spec.Failure`."""
    place: Path
    """Where the operation, the defaults or the top level declare it."""


class EffectiveOperation(NamedTuple):
    """An operation with everything that it takes over from elsewhere."""

    name: str
    wire_name: str
    declared: Operation
    annotations: Annotations
    timeout: float | None
    """Seconds of one attempt."""
    retry: Retry | None
    failures: tuple[EffectiveFailure, ...]
    """In the order in which they are matched, built-in ones included."""

    @property
    def read_only(self) -> bool:
        """Whether the operation changes nothing."""
        return self.annotations.read_only_hint

    @property
    def repeatable(self) -> bool:
        """Whether sending a call twice does no more than sending it once."""
        return self.read_only or self.annotations.idempotent_hint

    @property
    def own_failures(self) -> tuple[EffectiveFailure, ...]:
        """The failures that the spec declares, without the built-in ones."""
        return tuple(failure for failure in self.failures if not failure.is_builtin)

    def failure(self, name: str) -> EffectiveFailure:
        """Return the failure of this name; KeyError where the operation has none."""
        for failure in self.failures:
            if failure.name == name:
                return failure
        raise KeyError(name)


# Not validated: that would build the validator of failures once more, in every run.
BUILTIN_FAILURES: Final[Mapping[str, Failure]] = {
    "invalid_arguments": Failure.model_construct(
        category="validation",
        message="The arguments do not fit the parameters of this tool.",
        description=(
            "Nothing was done. details.errors names each problem and what is expected there."
            " Correct the arguments and call again."
        ),
        when="the arguments do not fit the parameters",
        outcome="not_applied",
    ),
    "timed_out": Failure.model_construct(
        category="transient",
        message="The operation did not finish in the time that it may take.",
        when="the time limit ran out",
        outcome="unknown",
    ),
    "not_implemented": Failure.model_construct(
        category="business",
        message="This operation is not implemented yet.",
        description=(
            "Nothing was done, and calling again changes nothing."
            " Take another way, or say that this cannot be done at the moment."
        ),
        when="the operation is still a stub",
        outcome="not_applied",
    ),
    "invalid_result": Failure.model_construct(
        category="business",
        message="The operation returned something that does not fit its declared result.",
        description=(
            "This is a fault of the server, not of the arguments: calling again changes nothing."
            " The work may be done although its result cannot be shown."
        ),
        when="the result does not fit its schema",
        outcome="applied",
    ),
    "unexpected": Failure.model_construct(
        category="business",
        message="The operation failed in a way that the server does not know.",
        description=(
            "Do not send the call again."
            " Tell the operator of the server the correlation_id: it finds the cause in the log."
        ),
        when="any other error inside the operation",
        outcome="unknown",
    ),
}

_NOTHING_GIVEN: Final = Failure.model_construct()
# What a built-in failure describes itself by: its own words are wrong where a spec changes that.
_TOLD_BY_DESCRIPTIONS: Final = frozenset({"category", "outcome", "retryable"})
_TIMED_OUT_REPEATABLE: Final = "The same call can succeed later."
_TIMED_OUT_WRITE: Final = (
    "It is not known whether it took effect. Check that before you send the call again."
)


def resolve(spec: Spec) -> tuple[EffectiveOperation, ...]:
    """Return the operations of a spec in the order of the file.

    References that the spec cannot keep (to a shared failure that does not exist) are left out:
    `checks` reports them.
    """
    return tuple(_operation(spec, name) for name in spec.operations)


def _operation(spec: Spec, name: str) -> EffectiveOperation:
    declared = spec.operations[name]
    annotations = _merged(spec.defaults.annotations, declared.annotations)
    return EffectiveOperation(
        name=name,
        wire_name=declared.wire_name or name,
        declared=declared,
        annotations=annotations,
        timeout=_timeout(spec.defaults, declared),
        retry=_retry(spec.defaults, declared),
        failures=tuple(
            _failure(spec, name, annotations, failure, layers)
            for failure, layers in _layers(spec, name).items()
        ),
    )


def _merged(base: Annotations, over: Annotations) -> Annotations:
    given = {key: getattr(over, key) for key in over.model_fields_set}
    return base.model_copy(update=given)


def _timeout(defaults: Defaults, operation: Operation) -> float | None:
    if operation.timeout is False:
        return None
    return defaults.timeout if operation.timeout is None else operation.timeout


def _retry(defaults: Defaults, operation: Operation) -> Retry | None:
    if operation.retry is False:
        return None
    if operation.retry is None or defaults.retry is None:
        return operation.retry or defaults.retry
    given = {key: getattr(operation.retry, key) for key in operation.retry.model_fields_set}
    return defaults.retry.model_copy(update=given)


_Layers: TypeAlias = tuple[tuple[Path, Failure], ...]


def _layers(spec: Spec, operation: str) -> dict[str, _Layers]:
    """Return each failure's definitions, the outermost first, in the order of matching."""
    declared = spec.operations[operation].failures
    names = [name for name, entry in declared.items() if entry is not False]
    names += [name for name in spec.defaults.failures if name not in declared]
    names += [name for name in BUILTIN_FAILURE_CLASSES if name not in declared]
    layers: dict[str, _Layers] = {}
    for name in names:
        found: list[tuple[Path, Failure]] = []
        if name in BUILTIN_FAILURES:
            found.append(((), BUILTIN_FAILURES[name]))
        if name in spec.failures:
            found.append((("failures", name), spec.failures[name]))
        own = declared.get(name)
        if own:
            found.append((("operations", operation, "failures", name), own))
        if found:
            layers[name] = tuple(found)
    return layers


def _failure(
    spec: Spec, operation: str, annotations: Annotations, name: str, layers: _Layers
) -> EffectiveFailure:
    values: dict[str, Any] = {}
    origins: dict[str, Path] = {}
    for path, layer in layers:
        for key in layer.model_fields_set:
            values[key] = getattr(layer, key)
            if path:
                alias = Failure.model_fields[key].alias or key
                origins[key] = (*path, alias)
    merged = _NOTHING_GIVEN.model_copy(update=values)
    is_builtin = name in BUILTIN_FAILURES
    category = merged.category or "business"
    outcome = None if annotations.read_only_hint else merged.outcome or _default_outcome(category)
    repeatable = annotations.read_only_hint or annotations.idempotent_hint
    retryable = merged.retryable
    if retryable is None:
        retryable = _retryable(category, outcome, repeatable, spec.server.retry_semantics)
    description = merged.description or _timed_out_description(name, repeatable)
    if is_builtin and "description" not in origins and origins.keys() & _TOLD_BY_DESCRIPTIONS:
        description = None
    return EffectiveFailure(
        name=name,
        is_builtin=is_builtin,
        category=category,
        message=merged.message or "",
        description=description,
        user_message=merged.user_message,
        when=merged.when,
        retryable=retryable,
        outcome=outcome,
        details=merged.details,
        match=merged.match,
        reports=merged.reports,
        retry_after=merged.retry_after,
        field=merged.field or (merged.reports[0] if len(merged.reports) == 1 else None),
        alternatives=_alternatives(merged.alternatives, operation),
        docs_url=merged.docs_url,
        repeats=category == "transient" and retryable and (repeatable or outcome == "not_applied"),
        origins=origins,
        place=layers[-1][0],
    )


def _default_outcome(category: Category) -> Outcome:
    return "unknown" if category == "transient" else "not_applied"


def _retryable(
    category: Category, outcome: Outcome | None, repeatable: bool, semantics: RetrySemantics
) -> bool:
    if category == "transient":
        return repeatable or outcome != "unknown"
    return category == "validation" and semantics == "any_retry"


def _timed_out_description(name: str, repeatable: bool) -> str | None:
    if name != "timed_out":
        return None
    return _TIMED_OUT_REPEATABLE if repeatable else _TIMED_OUT_WRITE


def _alternatives(alternatives: tuple[Alternative, ...], operation: str) -> tuple[Alternative, ...]:
    return tuple(
        alternative
        for alternative in alternatives
        if not (isinstance(alternative, ToolAlternative) and alternative.tool == operation)
    )
