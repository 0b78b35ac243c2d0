"""Reading values out of library exceptions."""

from __future__ import annotations

import email.message
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .package import reading, schema, values

MISSING = reading.MISSING


class Response:
    status_code = HTTPStatus.NOT_FOUND

    def __init__(self, headers: Any) -> None:
        self.headers = headers
        self._secret = "x"

    def json(self) -> object:
        return {"type": "gone", "items": [1, {"deep": None}], "retry-after": 3}

    async def text(self) -> str:
        return "never awaited"

    def failing(self) -> None:
        raise RuntimeError

    @property
    def broken(self) -> object:
        raise ValueError

    def __str__(self) -> str:
        raise RuntimeError


class LibraryError(Exception):
    def __init__(self, headers: Any = None) -> None:
        super().__init__("first", 2)
        self.response = Response(headers or {"Retry-After": "7"})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("response.status_code", 404),
        ("args.0", "first"),
        ("args.1", 2),
        ("args.2", MISSING),
        ("response.json().type", "gone"),
        ("response.json().items.1.deep", None),
        ("response.json().keys", MISSING),
        ("response.json().TYPE", MISSING),
        ("response.headers.retry-after", "7"),
        ("response._secret", MISSING),
        ("__class__", MISSING),
        ("response.__init__()", MISSING),
        ("response.broken", MISSING),
        ("response.failing()", MISSING),
        ("response.text()", MISSING),
        ("response.status_code()", MISSING),
        ("response.nothing.at.all", MISSING),
        ("response..json", MISSING),
        ("", MISSING),
    ],
)
def test_a_path_is_read_or_missing(path: str, value: object) -> None:
    """A path reads items, attributes, indexes and calls; what cannot be read is missing."""
    found = reading.value_at(LibraryError(), path)
    assert found is value if value is MISSING else found == value


@given(st.text("abc._()-0123 é", max_size=30))
def test_reading_never_raises(path: str) -> None:
    """No path makes a reader raise, whatever it meets."""
    error = LibraryError()
    for path_ in (path, f"response.{path}", f"response.json().{path}", "response"):
        reading.value_at(error, path_)
        reading.seconds(error, path_)
        reading.detail(error, path_, schema.Schema({}))
        assert reading.matches(error, path_, "^never$") is False
        assert reading.equals(error, path_, "never") is False
        assert reading.between(error, path_, minimum=10**6) is False


def test_headers_of_every_kind_ignore_case() -> None:
    """Header mappings of the standard library are read without regard to case."""
    message = email.message.Message()
    message["Retry-After"] = "7"
    for headers in (message, {"RETRY-AFTER": "7"}):
        assert reading.value_at(LibraryError(headers), "response.headers.retry-after") == "7"
        assert reading.value_at(LibraryError(headers), "response.headers.nothing") is MISSING


class HolderError(Exception):
    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


@pytest.mark.parametrize(
    ("value", "same", "different"),
    [
        (404, [404, 404.0], ["404", 405, True]),
        (1, [1], [True, "1"]),
        (True, [True], [1, "true", None]),
        ("a", ["a"], ["b", None]),
        (None, [None], [0, False, ""]),
        (HTTPStatus.OK, [200], ["200"]),
    ],
)
def test_values_are_equal_by_type_and_value(
    value: object, same: list[Any], different: list[Any]
) -> None:
    """A condition tells types apart, but not 1 and 1.0."""
    error = HolderError(value)
    assert [other for other in same if not reading.equals(error, "value", other)] == []
    assert [other for other in different if reading.equals(error, "value", other)] == []
    assert reading.equals(error, "value", *different, *same)


def test_a_missing_value_equals_nothing() -> None:
    """A path that cannot be read does not match null."""
    assert not reading.equals(HolderError(1), "other", None)


@pytest.mark.parametrize(
    ("value", "inside"),
    [
        (500, True),
        (599.0, True),
        (499, False),
        (600, False),
        ("550", False),
        (True, False),
        (float("nan"), False),
    ],
)
def test_numbers_lie_within_bounds(value: object, inside: bool) -> None:
    """Bounds hold for numbers, and include themselves."""
    assert reading.between(HolderError(value), "value", minimum=500, maximum=599) is inside
    assert reading.between(HolderError(550), "value", minimum=500)
    assert not reading.between(HolderError(550), "value", maximum=500)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("disk full", True),
        ("full\n", False),
        (b"disk full", True),
        (None, False),
        (5, False),
        ("\ud800full", True),
    ],
)
def test_a_pattern_is_searched_in_the_text(value: object, found: bool) -> None:
    """A pattern is searched as ECMA-262 says."""
    assert reading.matches(HolderError(value), "value", "full$") is found


def test_null_is_present() -> None:
    """A path that reads null is present, one that cannot be read is not."""
    assert reading.present(HolderError(None), "value", True)
    assert not reading.present(HolderError(None), "value", False)
    assert reading.present(HolderError(None), "other", False)


@pytest.fixture
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "now", lambda: datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC))


@pytest.mark.usefixtures("_noon")
@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (5, 5.0),
        (0.5, 0.5),
        ("5", 5.0),
        (" 1.5 ", 1.5),
        (-3, 0.0),
        ("-3", 0.0),
        (b"5", 5.0),
        ("Mon, 30 Nov 2026 12:00:30 GMT", 30.0),
        ("Mon, 30 Nov 2026 12:00:30 -0000", 30.0),
        ("Mon, 30 Nov 2026 13:00:30 +0100", 30.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        (True, None),
        (None, None),
        ("soon", None),
        ("", None),
        ("nan", None),
        ("1e5", None),
        ("9" * 400, None),
        (float("inf"), None),
        (10**400, None),
        ("Mon, 99 Nov 2026 12:00:30 GMT", None),
        ([5], None),
    ],
)
def test_a_waiting_time_is_read(value: object, seconds: float | None) -> None:
    """Seconds come from a number, its text, or an HTTP date; nonsense tells nothing."""
    assert reading.seconds(HolderError(value), "value") == seconds


def test_a_detail_is_a_copy_that_fits() -> None:
    """A detail is JSON that later changes do not reach; what does not fit is absent."""
    anything, text = schema.Schema({}), schema.Schema({"type": "string"})
    value = {"a": [1]}
    detail = reading.detail(HolderError(value), "value", anything)
    value["a"].append(2)
    assert detail == {"a": [1]}
    assert reading.detail(HolderError(None), "value", anything) is None
    assert reading.detail(HolderError("x"), "value", text) == "x"
    assert reading.detail(HolderError(1), "value", text) is values.ABSENT
    assert reading.detail(HolderError(object()), "value", anything) is values.ABSENT
    assert reading.detail(HolderError(1), "other", anything) is values.ABSENT


def test_what_cannot_be_compared_or_counted_is_no_match() -> None:
    """Numbers and dates beyond what Python can count with tell nothing, and raise nothing."""
    error = Exception(10**400, "Mon, 30 Nov 99999999999999999999 10:00:00 +0000")
    assert reading.between(error, "args.0", minimum=1)
    assert not reading.between(error, "args.0", maximum=1)
    assert reading.seconds(error, "args.1") is None
