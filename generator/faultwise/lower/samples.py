"""Values for generated tests: valid ones, and ones that break a schema.

Everything is made up deterministically and judged by the runtime's own validation. Where no value
can be found the answer is `NO_VALUE`, and the tests that need one are left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias

from pydantic import JsonValue

from faultwise import runtime, schemas
from faultwise.lower.patterns import matching
from faultwise.spec import TYPE_REFERENCE, Schema, SchemaType, StringFormat


class _NoValue(Enum):
    NO_VALUE = "no value"


NO_VALUE: Final = _NoValue.NO_VALUE
Sample: TypeAlias = JsonValue | Literal[_NoValue.NO_VALUE]

_DEEPEST: Final = 8
_MOST_CANDIDATES: Final = 40
_LONGEST: Final = 10_000
"""Longer texts and lists are not made up: nobody wants them in a test."""
_FORMATS: Final[dict[StringFormat, tuple[str, ...]]] = {
    "date": ("2026-11-30", "2026-12-01", "2026-12-02"),
    "date-time": ("2026-11-30T09:30:00Z", "2026-12-01T09:30:00Z", "2026-12-02T09:30:00Z"),
    "time": ("09:30:00Z", "10:30:00Z", "11:30:00Z"),
    "email": ("ada@example.com", "grace@example.com", "alan@example.com"),
    "uri": ("https://example.com/a", "https://example.com/b", "https://example.com/c"),
    "uuid": (
        "3b59d1fd-7a9f-4605-88ab-5a075da5ce44",
        "3b59d1fd-7a9f-4605-88ab-5a075da5ce45",
        "3b59d1fd-7a9f-4605-88ab-5a075da5ce46",
    ),
}
_ALL_TYPES: Final[tuple[SchemaType, ...]] = (
    "string",
    "integer",
    "number",
    "boolean",
    "array",
    "object",
    "null",
)


class Samples(NamedTuple):
    """Makes values for the schemas of one spec."""

    types: schemas.Types

    def valid(self, schema: Schema) -> Sample:
        """Return a value that the schema accepts."""
        return next(self.several(schema), NO_VALUE)

    def several(self, schema: Schema) -> Iterator[JsonValue]:
        """Yield values that the schema accepts, the best ones first; some of them may be equal."""
        return self._fitting(schema, 0)

    def invalid(self, schema: Schema) -> Sample:
        """Return a value that the schema rejects; it is short and plain."""
        document = schemas.document(schema, self.types)
        wrong: tuple[JsonValue, ...] = ("", "?", -1, 1.5, True, {}, [], None, "x" * 2000)
        return next((value for value in wrong if not runtime.fits(document, value)), NO_VALUE)

    def _fitting(self, schema: Schema, depth: int) -> Iterator[JsonValue]:
        """Yield accepted values, the best ones first."""
        document = schemas.document(schema, self.types)
        candidates = itertools.islice(self._candidates(schema, depth), _MOST_CANDIDATES)
        return (value for value in candidates if runtime.fits(document, value))

    def _candidates(self, schema: Schema, depth: int) -> Iterator[JsonValue]:
        if depth > _DEEPEST:
            return
        yield from schema.examples
        if schema.given("default"):
            yield schema.default
        if schema.given("const"):
            yield schema.const
        yield from schema.enum
        if schema.ref is not None:
            target = self.types[schema.ref.removeprefix(TYPE_REFERENCE)]
            yield from self._fitting(target, depth + 1)
        for branch in (*schema.any_of, *schema.one_of):
            yield from self._fitting(branch, depth + 1)
        for kind in schema.type or _ALL_TYPES:
            yield from self._of_type(kind, schema, depth)

    def _of_type(self, kind: SchemaType, schema: Schema, depth: int) -> Iterator[JsonValue]:
        if kind == "string":
            yield from _texts(schema)
        elif kind in ("integer", "number"):
            yield from _numbers(schema, whole=kind == "integer")
        elif kind == "boolean":
            yield from (True, False)
        elif kind == "null":
            yield None
        elif kind == "array":
            yield from self._arrays(schema, depth)
        else:
            yield from self._objects(schema, depth)

    def _arrays(self, schema: Schema, depth: int) -> Iterator[JsonValue]:
        least = schema.min_items or 0
        if least > _LONGEST:
            return
        items = self._several(schema.items, max(least, 1), depth)
        for length in (max(least, 1), least):
            if length <= len(items):
                yield items[:length]

    def _several(self, schema: Schema | None, count: int, depth: int) -> list[JsonValue]:
        """Return up to `count` values, different ones where there are enough of them."""
        if schema is None:
            return list(range(1, count + 1))
        found: list[JsonValue] = []
        for value in self._fitting(schema, depth + 1):
            if value not in found:
                found.append(value)
            if len(found) == count:
                return found
        return [found[index % len(found)] for index in range(count)] if found else []

    def _objects(self, schema: Schema, depth: int) -> Iterator[JsonValue]:
        properties = schema.properties or {}
        made = {
            name: value
            for name, child in properties.items()
            if (value := next(self._fitting(child, depth + 1), NO_VALUE)) is not NO_VALUE
        }
        required = {name: made.get(name, "text") for name in schema.required}
        yield {name: value for name, value in made.items() if name in required} | required
        yield made | required
        extra = schema.additional_properties
        count = max(schema.min_properties or 0, 1)
        other = extra if isinstance(extra, Schema) else None
        if extra is not False:
            values = self._several(other, count, depth)
            yield required | {f"key{i}": value for i, value in enumerate(values, start=1)}


def _texts(schema: Schema) -> Iterator[JsonValue]:
    if schema.format is not None:
        yield from _FORMATS[schema.format]
    least, most = schema.min_length or 0, schema.max_length
    if least > _LONGEST:
        return
    if schema.pattern is not None:
        for longest in dict.fromkeys((2, max(least, 2))):
            yield from matching(schema.pattern, longest=longest)
    for base in ("text", "more text", "other text", "a", "b", "c", "1", "2"):
        text = base if most is None else base[:most]
        if text or not most:
            yield text + "x" * (least - len(text))


def _numbers(schema: Schema, *, whole: bool) -> Iterator[JsonValue]:
    low = schema.minimum if schema.minimum is not None else schema.exclusive_minimum
    high = schema.maximum if schema.maximum is not None else schema.exclusive_maximum
    step = schema.multiple_of or 1
    starts: list[int | float] = [1, 2, 3]
    if low is not None:
        first = -(-low // step) * step
        starts = [first, first + step, first + 2 * step, low, low + 0.5]
    elif high is not None:
        first = high // step * step
        starts = [first, first - step, first - 2 * step, high, high - 0.5]
    starts += [step, 2 * step, 3 * step, 0]
    if low is not None and high is not None:
        starts.append((low + high) / 2)
    for number in starts:
        if isinstance(number, float) and number.is_integer():
            yield int(number)
        elif not whole or isinstance(number, int):
            yield number
