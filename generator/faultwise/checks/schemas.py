"""Schemas: what they say can be met, and the values that they quote fit them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pydantic import JsonValue
from regress import Regex, RegressError

from faultwise import schemas
from faultwise.checks.fit import misfit
from faultwise.checks.subject import Subject, did_you_mean, inside, one_of
from faultwise.diagnostics import Diagnostic, nearest
from faultwise.source import Path
from faultwise.spec import TYPE_REFERENCE, Property, Schema

_RANGES: Final = (
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minimum", "maximum"),
)
_STRICT_RANGES: Final = (
    ("minimum", "exclusiveMaximum"),
    ("exclusiveMinimum", "maximum"),
    ("exclusiveMinimum", "exclusiveMaximum"),
)


def check_keywords(subject: Subject) -> Iterator[Diagnostic]:
    """Keywords do not contradict each other."""
    for path, schema in subject.schemas:
        written = schemas.wire(schema)
        yield from _ranges(subject, path, written)
        yield from _repeated(subject, path, schema)


def _ranges(subject: Subject, path: Path, written: Mapping[str, JsonValue]) -> Iterator[Diagnostic]:
    for low, high in (*_RANGES, *_STRICT_RANGES):
        least, most = written.get(low), written.get(high)
        if not isinstance(least, int | float) or not isinstance(most, int | float):
            continue
        if least > most or (least == most and (low, high) in _STRICT_RANGES):
            yield subject.problem(
                "empty-range",
                f"no value is both in `{low}: {least}` and in `{high}: {most}`",
                (*path, high),
                "exchange the two, or correct one of them",
                related=[subject.related(f"`{low}` stands here", (*path, low))],
            )


def _repeated(subject: Subject, path: Path, schema: Schema) -> Iterator[Diagnostic]:
    for keyword, names in (("type", schema.type), ("required", schema.required)):
        if len(set(names)) == len(names):
            continue
        seen: set[str] = set()
        for index, name in enumerate(names):
            if name in seen:
                yield subject.problem(
                    "repeated-entry",
                    f"`{name}` stands in `{keyword}` twice",
                    (*path, keyword, index),
                    "remove one of the two",
                )
            seen.add(name)


def check_required(subject: Subject) -> Iterator[Diagnostic]:
    """Properties that are required can be there, and are not one of the described ones misspelt."""
    for path, schema in subject.schemas:
        if schema.ref or schema.any_of or schema.one_of:
            continue
        known = list(schema.properties or {})
        is_closed = schema.additional_properties is False
        for index, name in enumerate(schema.required):
            if name not in known and (is_closed or nearest(name, known)):
                yield subject.problem(
                    "unknown-property",
                    f"`{name}` is required, but is none of the properties"
                    f"{did_you_mean(name, known)}",
                    (*path, "required", index),
                    one_of(known, otherwise="describe it under `properties`"),
                )


def check_patterns(subject: Subject) -> Iterator[Diagnostic]:
    """Patterns are regular expressions of ECMA-262."""
    for path, schema in subject.schemas:
        if schema.pattern is not None:
            yield from pattern_problems(subject, schema.pattern, (*path, "pattern"))


_FOREIGN_SYNTAX: Final = {
    "(?P<": "ECMA-262 writes a named group as `(?<name>…)`",
    "(?i)": "ECMA-262 has no inline flags: write `[Aa]` for both cases",
    r"\A": "ECMA-262 has `^` for the beginning",
    r"\Z": "ECMA-262 has `$` for the end",
    r"\z": "ECMA-262 has `$` for the end",
    "[:": "ECMA-262 has no POSIX classes: write `[A-Za-z]` or the like",
}


def pattern_problems(subject: Subject, pattern: str, path: Path) -> Iterator[Diagnostic]:
    """Yield a diagnostic where `pattern`, which stands at `path`, is no regular expression."""
    try:
        Regex(pattern, "u")
    except RegressError:
        remedy = next((text for mark, text in _FOREIGN_SYNTAX.items() if mark in pattern), None)
        yield subject.problem(
            "bad-pattern",
            "this is no regular expression of ECMA-262",
            path,
            remedy
            or r"close brackets and groups, and put a backslash only before what has one"
            " in JavaScript with the flag `u`",
        )


def check_values(subject: Subject) -> Iterator[Diagnostic]:
    """`default`, `examples`, `enum` and `const` fit the schema that they stand in."""
    for path, schema in subject.schemas:
        if not (schema.enum or schema.examples or schema.given("default") or schema.given("const")):
            continue
        document = schemas.document(schema, subject.spec.types)
        for keyword, values in (("enum", schema.enum), ("const", _given(schema, "const"))):
            rest = {key: value for key, value in document.items() if key not in ("enum", "const")}
            yield from _misfits(subject, rest, keyword, values, path)
        for keyword, values in (
            ("default", _given(schema, "default")),
            ("examples", schema.examples),
        ):
            yield from _misfits(subject, document, keyword, values, path)


def _given(schema: Schema, key: str) -> tuple[JsonValue, ...]:
    return (getattr(schema, key),) if schema.given(key) else ()


def _misfits(
    subject: Subject,
    document: schemas.JsonSchema,
    keyword: str,
    values: Iterable[JsonValue],
    path: Path,
) -> Iterator[Diagnostic]:
    is_list = keyword in ("enum", "examples")
    for index, value in enumerate(values):
        found = misfit(document, value)
        if found is not None:
            place = (*path, keyword, index) if is_list else (*path, keyword)
            yield subject.problem(
                "value-does-not-fit",
                f"this {_NOUNS[keyword]} does not fit its own schema: {found.text}",
                (*place, *found.path),
                f"{found.expected} is expected here",
            )


_NOUNS: Final = {
    "enum": "allowed value",
    "const": "constant",
    "default": "default",
    "examples": "example",
}


def check_sensitive(subject: Subject) -> Iterator[Diagnostic]:
    """Nothing sensitive stands in what a tool answers."""
    for operation, declared in subject.spec.operations.items():
        for key in ("returns", "partial_results"):
            schema = getattr(declared, key)
            if schema is not None:
                path: Path = ("operations", operation, key)
                yield from _sensitive(subject, path, schema, f"`{key}` of `{operation}`")
    for path, failure in subject.written_failures.items():
        for name, detail in failure.details.items():
            yield from _sensitive(subject, (*path, "details", name), detail, f"the detail `{name}`")


def _sensitive(subject: Subject, path: Path, schema: Schema, answer: str) -> Iterator[Diagnostic]:
    """Yield the marks that an answer's schema reaches, types included."""
    seen: set[str] = set()
    waiting = [(path, schema)]
    while waiting:
        place, each = waiting.pop()
        if isinstance(each, Property) and each.sensitive:
            yield subject.key_problem(
                "sensitive-answer",
                f"a sensitive value cannot stand in {answer}: it appears in no answer",
                (*place, "sensitive"),
                "remove the key, or leave the property out of what is answered",
                related=[subject.related("the answer is described here", path)],
            )
        if each.ref is not None:
            name = each.ref.removeprefix(TYPE_REFERENCE)
            if name in subject.spec.types and name not in seen:
                seen.add(name)
                waiting.append((("types", name), subject.spec.types[name]))
        waiting.extend(inside(place, each))
