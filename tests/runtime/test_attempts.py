"""Running an operation: what its exceptions mean, and when it is run again."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from .package import attempts, context, failures, redaction, values
from .shop import MalformedOrderId, OrderDatabaseBusy, OverLimit, find_orders, raising, recognise

pytestmark = pytest.mark.anyio

DECLARED = (MalformedOrderId, OrderDatabaseBusy, OverLimit)


class Time:
    """A clock that only moves when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(attempts, "sleep", time.sleep)
    monkeypatch.setattr(attempts, "clock", lambda: time.now)
    monkeypatch.setattr(attempts, "jitter", lambda: 1.0)
    return time


def new_context(arguments: dict[str, Any] | None = None, **changes: object) -> Any:
    return context.CallContext(find_orders(**changes), arguments or {})


async def run(operation: Any, call: Any = None, **options: Any) -> Any:
    call = call or new_context()
    return await attempts.run(
        operation, None, call, declared=DECLARED, recognise=recognise, **options
    )


async def failure_of(operation: Any, call: Any = None, **options: Any) -> Any:
    with pytest.raises(failures.Failure) as caught:
        await run(operation, call, **options)
    return caught.value


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OverLimit(limit=1), OverLimit),
        (ConnectionResetError(), OrderDatabaseBusy),
        (KeyError("x"), failures.NothingFound),
        (TimeoutError(), failures.TimedOut),
        (failures.NotImplementedYet(), failures.NotImplementedYet),
        (failures.InvalidResult("x"), failures.InvalidResult),
        (NotImplementedError(), failures.Unexpected),
        (ValueError(), failures.Unexpected),
        (SystemExit(1), failures.Unexpected),
        (asyncio.CancelledError(), failures.Unexpected),
        (failures.Failure(), failures.Unexpected),
    ],
)
async def test_an_exception_means_a_failure(error: BaseException, expected: Any) -> None:
    """A declared failure means itself, a known exception its failure, and others unexpected."""
    failure = await failure_of(raising(error))
    assert type(failure) is expected
    assert failure is error or failure.__cause__ is error


async def test_nothing_found_is_meant_by_libraries_only() -> None:
    """An operation that raises the signal itself is unexpected; it returns nothing instead."""
    raised = raising(failures.NothingFound())
    assert type(await failure_of(raised, new_context())) is failures.Unexpected


@pytest.mark.parametrize("error", [KeyboardInterrupt(), GeneratorExit()])
async def test_what_stops_the_server_passes(error: BaseException) -> None:
    """An interrupt of the whole process is no failure of the operation."""
    with pytest.raises(type(error)):
        await run(raising(error))


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ([OverLimit(limit=1), ConnectionError()], OrderDatabaseBusy),
        (
            [OverLimit(limit=1), ExceptionGroup("", [ConnectionError(), KeyError()])],
            OrderDatabaseBusy,
        ),
        ([KeyError(), OverLimit(limit=1)], OverLimit),
        ([KeyError(), IndexError()], failures.NothingFound),
        ([TimeoutError(), OverLimit(limit=1)], OverLimit),
        ([TimeoutError(), KeyError()], failures.TimedOut),
        ([OverLimit(limit=1), ValueError()], failures.Unexpected),
    ],
)
async def test_a_group_means_its_first_failure(errors: list[Exception], expected: Any) -> None:
    """Of a group the failure that stands first in the spec counts, if every leaf is known."""
    failure = await failure_of(raising(ExceptionGroup("several", errors)))
    assert type(failure) is expected


async def test_the_clock_of_an_attempt_gives_timed_out() -> None:
    """An attempt that runs out of time is timed out, even where TimeoutError means a failure."""

    async def operation(request: Any, call: Any) -> None:
        await asyncio.sleep(60)

    def everything(error: Exception) -> Any:
        return OverLimit(limit=1)

    with pytest.raises(failures.TimedOut):
        await attempts.run(
            operation, None, new_context(), declared=DECLARED, recognise=everything, timeout=0.01
        )


async def test_a_real_cancellation_passes() -> None:
    """A call that is cancelled is not answered."""

    async def operation(request: Any, call: Any) -> None:
        await asyncio.sleep(60)

    task = asyncio.create_task(run(operation, timeout=50))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def failing_first(times: int, error: Callable[[], Exception]) -> Any:
    async def operation(request: Any, call: Any) -> int:
        attempt: int = call.attempt
        if attempt <= times:
            raise error()
        return attempt

    return operation


def retry(**changes: Any) -> Any:
    options: dict[str, Any] = {
        "attempts": 4,
        "wait": 1.0,
        "max_wait": 3.0,
        "budget": 10.0,
        "repeats": {OrderDatabaseBusy: None},
    }
    return attempts.Retry(**{**options, **changes})


async def test_a_repeated_failure_recovers(time: Time) -> None:
    """The wait doubles up to its limit until the operation succeeds."""
    assert await run(failing_first(3, ConnectionError), retry=retry()) == 4
    assert time.slept == [1.0, 2.0, 3.0]


async def test_jitter_shortens_the_wait_by_half_at_most(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The least jitter waits half as long."""
    monkeypatch.setattr(attempts, "jitter", lambda: 0.0)
    await run(failing_first(3, ConnectionError), retry=retry())
    assert time.slept == [0.5, 1.0, 1.5]


async def test_attempts_run_out(time: Time) -> None:
    """After the last attempt its failure is answered."""
    call = new_context()
    failure = await failure_of(raising(ConnectionError()), call, retry=retry(attempts=2))
    assert (type(failure), call.attempt, time.slept) == (OrderDatabaseBusy, 2, [1.0])


async def test_the_budget_runs_out(time: Time) -> None:
    """No attempt starts after the budget, not even one whose wait would outlive it."""
    call = new_context()
    await failure_of(raising(ConnectionError()), call, retry=retry(budget=2.9))
    assert (call.attempt, time.slept) == (2, [1.0])


async def test_a_long_attempt_is_not_cut_by_the_budget(time: Time) -> None:
    """An attempt that outlasts the budget is answered, and none starts after it."""

    async def operation(request: Any, call: Any) -> None:
        time.now += 20
        raise ConnectionError

    call = new_context()
    await failure_of(operation, call, retry=retry())
    assert call.attempt == 1


@pytest.mark.parametrize(("told", "slept"), [(0.0, [0.0]), (2.5, [2.5]), (3.5, [])])
async def test_the_waiting_time_that_was_told_is_kept(
    time: Time, told: float, slept: list[float]
) -> None:
    """A waiting time that was told is waited for, or answered at once where it is too long."""
    call = new_context()
    error = OrderDatabaseBusy(retry_after=told)
    failure = await failure_of(raising(error), call, retry=retry(attempts=2))
    assert time.slept == slept
    assert failure.retry_after == told


async def test_the_declared_waiting_time_is_kept(time: Time) -> None:
    """Without one that was told, the waiting time of the spec is waited for."""
    await run(failing_first(1, ConnectionError), retry=retry(repeats={OrderDatabaseBusy: 0.25}))
    assert time.slept == [0.25]


async def test_other_failures_are_not_repeated(time: Time) -> None:
    """A failure for which a repetition is not safe is answered at once."""
    call = new_context()
    await failure_of(raising(OverLimit(limit=1)), call, retry=retry())
    assert (call.attempt, time.slept) == (1, [])


async def test_attempts_share_the_context(time: Time) -> None:
    """The call id and the partial results of one attempt are there in the next."""
    seen: list[Any] = []

    async def operation(request: Any, call: Any) -> None:
        seen.append((call.attempt, call.call_id, call.partial_results))
        call.partial({"id": f"#0000{call.attempt}", "total": 1})
        raise ConnectionError

    await failure_of(operation, retry=retry(attempts=2))
    assert [attempt for attempt, _, _ in seen] == [1, 2]
    assert seen[0][1] == seen[1][1]
    assert seen[1][2] == [{"id": "#00001", "total": 1}]


async def test_a_result_that_does_not_fit_is_repeated_like_a_failure(time: Time) -> None:
    """Where an operation says that asking again helps, a bad result is worth another attempt."""
    answers = iter(["garbled", {"id": "#00001", "total": 1}])

    async def operation(request: Any, call: Any) -> Any:
        return next(answers)

    def check(tool: Any, result: Any) -> None:
        if result == "garbled":
            raise failures.InvalidResult("garbled")

    policy = retry(repeats={failures.InvalidResult: None})
    assert await run(operation, check=check, retry=policy) == {"id": "#00001", "total": 1}
    assert time.slept == [1.0]


async def test_an_exception_that_cannot_be_shown_is_still_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An exception whose text cannot be made is unexpected like any other."""

    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no text")

    failure = await failure_of(raising(MuteError()))
    assert failure.correlation_id in caplog.text


async def test_failures_survive_a_process_pool() -> None:
    """A failure can be pickled, so that it comes out of another process as it was."""
    failure = failures.InvalidArguments(field="x", retry_after=1.5, errors=[{"path": "x"}])
    copy = pickle.loads(pickle.dumps(failure))
    assert copy.__dict__ == failure.__dict__


@pytest.mark.parametrize("told", [float("nan"), float("inf"), None])
async def test_a_waiting_time_that_tells_nothing_is_left_out(told: float | None) -> None:
    """Only a finite number of seconds is a waiting time, and none is below 0."""
    assert failures.Failure(retry_after=told).retry_after is None
    assert failures.Failure(retry_after=-1.0).retry_after == 0


async def test_a_failure_tells_its_details_to_people() -> None:
    """The text of a failure names its class and the details that were given."""
    assert str(OverLimit(limit=5, note=values.ABSENT)) == "OverLimit(limit=5)"


async def test_secrets_of_the_call_stay_out_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """A sensitive argument that a library quotes, cut or escaped, is not logged."""
    token = "s3cret 'tøken' 0123456789 abcdefghij"
    quoted = f"{token!r} {token[:12]}...{token[-12:]}"
    call = new_context({"token": token})
    await failure_of(raising(ValueError(quoted)), call)
    assert redaction.REDACTED in caplog.text
    for part in (token, token[:12], token[-12:]):
        assert part not in caplog.text


async def test_a_group_is_repeated_only_where_all_of_it_is_safe(time: Time) -> None:
    """What may have taken effect beside a failure forbids a repetition, and leaves it unknown."""
    raised = raising(ExceptionGroup("both", [MalformedOrderId(), OrderDatabaseBusy()]))
    retry = attempts.Retry(
        attempts=3, wait=0.1, max_wait=1.0, budget=9.0, repeats={MalformedOrderId: None}
    )
    call = new_context()
    failure = await failure_of(raised, call, retry=retry)
    assert type(failure) is MalformedOrderId
    assert failure.outcome == "unknown"
    assert call.attempt == 1


async def test_what_becomes_of_a_cancellation_does_not_matter() -> None:
    """A cancelled call ends as cancelled, even where the operation raises something else."""
    started = asyncio.Event()

    async def operation(request: object, call: object) -> None:
        started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise ConnectionError from None

    task = asyncio.ensure_future(run(operation))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_unexpected_is_logged_whoever_raises_it(caplog: pytest.LogCaptureFixture) -> None:
    """The correlation id of an answer is always in the log."""
    failure = await failure_of(raising(failures.Unexpected()))
    assert failure.correlation_id in caplog.text
