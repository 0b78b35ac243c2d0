"""The formats that are asserted."""

from __future__ import annotations

import datetime
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .package import formats


@pytest.mark.parametrize(
    ("name", "valid", "invalid"),
    [
        (
            "date",
            ["2026-11-30", "2024-02-29", "0000-02-29", "9999-12-31"],
            [
                "2026-11-31",
                "2023-02-29",
                "2026-1-1",
                "20261130",
                "2026-11-30 ",
                "\uff12026-11-30",
                "",
                "2026-11-30\n",
            ],
        ),
        (
            "time",
            [
                "09:30:00Z",
                "09:30:00z",
                "09:30:00.123456789+05:45",
                "23:59:60Z",
                "01:29:60+01:30",
                "15:59:60.5-08:00",
            ],
            [
                "09:30",
                "09:30:00",
                "24:00:00Z",
                "09:60:00Z",
                "09:30:60Z",
                "22:59:60Z",
                "09:30:00+24:00",
                "09:30:00+0100",
                "09:30:00.Z",
                "09:30:00Z\n",
            ],
        ),
        (
            "date-time",
            ["2026-11-30T09:30:00Z", "2026-11-30t09:30:00z", "1998-12-31T15:59:60.123-08:00"],
            ["2026-11-30 09:30:00Z", "2026-11-30T09:30:00", "2026-11-30", "2026-13-01T00:00:00Z"],
        ),
        (
            "email",
            [
                "ada@example.com",
                "te~st@example.com",
                "a.b@localhost",
                '"joe bloggs"@example.com',
                '"a\\"b"@x.org',
                "joe@[127.0.0.1]",
                "joe@[IPv6:::1]",
            ],
            [
                "ada",
                "@example.com",
                "a@",
                ".a@example.com",
                "a.@example.com",
                "a..b@example.com",
                "a b@example.com",
                "a@b=c.com",
                "a@[127.0.0.300]",
                "a@-b.com",
                "a@b..com",
                "é@example.com",
                f"{'a' * 65}@x.org",
                "a@x.org\n",
                "a@[IPv6:fe80::1%eth0]",
            ],
        ),
        (
            "uri",
            [
                "https://example.com/a?b=c#d",
                "urn:isbn:0451450523",
                "mailto:a@b.c",
                "http://[::1]:80/",
                "http://[v1.a]/",
                "tel:+1-816",
                "file:///etc/hosts",
                "a:",
                "http://u:p@h:1/%20",
            ],
            [
                "example.com",
                "//example.com/a",
                "http://a b",
                "http://[::1",
                "http://[nope]/",
                "http://ex%ample",
                "http://é.com",
                ":a",
                "1a:b",
                "http://a/<>",
                "http://a:b/",
                "http://a#b#c",
                "http://a\n",
            ],
        ),
        (
            "uuid",
            ["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
            [
                "2eb8aa08aa9811eab4aa73b441d16380",
                "2eb8aa08-aa98-11ea-b4aa73b441d16380",
                "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
                "2eb8aa08-aa98-11ea-b4aa-73b441d1638g",
                "\uff12eb8aa08-aa98-11ea-b4aa-73b441d16380",
            ],
        ),
    ],
)
def test_the_texts_of_a_format(name: str, valid: list[str], invalid: list[str]) -> None:
    """A format holds for the texts of its standard, and for no others."""
    is_valid = formats.FORMATS[name]
    assert [text for text in valid if not is_valid(text)] == []
    assert [text for text in invalid if is_valid(text)] == []


@given(st.datetimes(timezones=st.just(datetime.UTC)), st.uuids())
def test_what_python_writes_is_valid(moment: datetime.datetime, identifier: uuid.UUID) -> None:
    """Dates, times and UUIDs that Python writes have their formats."""
    assert formats.is_date_time(moment.isoformat())
    assert formats.is_date(moment.date().isoformat())
    assert formats.is_uuid(str(identifier))


@given(st.text())
def test_no_text_is_too_odd(text: str) -> None:
    """Any text at all gets a verdict."""
    for is_valid in formats.FORMATS.values():
        assert is_valid(text) in (True, False)
