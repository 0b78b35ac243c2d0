"""How often, and after which waits, an operation is called that always fails in the same way."""

from __future__ import annotations

from faultwise.resolve import EffectiveFailure, EffectiveOperation
from faultwise.spec import RetryAfterFrom


def declared_seconds(failure: EffectiveFailure) -> float | None:
    """Return the waiting time that the spec declares for a failure, or None."""
    declared = failure.retry_after
    return declared.default if isinstance(declared, RetryAfterFrom) else declared


def may_be_repeated(operation: EffectiveOperation, failure: EffectiveFailure) -> bool:
    """Whether the server itself may try again after a failure; a wait that is told may be short."""
    tells = isinstance(failure.retry_after, RetryAfterFrom)
    return attempts(operation, failure, told=0.0 if tells else None) > 1


def attempts(
    operation: EffectiveOperation, failure: EffectiveFailure, told: float | None = None
) -> int:
    """Return the number of attempts; `told` is the waiting time that the exception tells."""
    return len(pauses(operation, failure, told)) + 1


def pauses(
    operation: EffectiveOperation, failure: EffectiveFailure, told: float | None = None
) -> tuple[float, ...]:
    """Return the seconds that are waited before each attempt but the first.

    `told` is the waiting time that the exception tells. Each wait is as long as it can be:
    generated tests take the jitter away.
    """
    retry = operation.retry
    if retry is None or retry.attempts is None or not failure.repeats:
        return ()
    seconds = told if told is not None else declared_seconds(failure)
    waited: list[float] = []
    while len(waited) + 1 < retry.attempts:
        doubled = min(retry.wait * 2 ** len(waited), retry.max_wait)
        pause = seconds if seconds is not None else doubled
        if pause > retry.max_wait or sum(waited) + pause > retry.budget:
            break
        waited.append(pause)
    return tuple(waited)
