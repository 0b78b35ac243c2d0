"""Templates in messages: what they name is there, and may be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from faultwise.checks.subject import (
    Subject,
    attributes,
    did_you_mean,
    is_sensitive,
    one_of,
    quoted,
)
from faultwise.diagnostics import Diagnostic
from faultwise.resolve import EffectiveFailure
from faultwise.source import Path
from faultwise.spec import TYPE_REFERENCE, Failure, Operation, Property, Schema
from faultwise.text_template import Placeholder, TemplateError, parse, placeholders

_TEXTS = ("message", "description", "user_message")
_MOST_PLACES = 5


def check_template_syntax(subject: Subject) -> Iterator[Diagnostic]:
    """Templates hold placeholders and doubled braces, and nothing else."""
    for path, text in _all_templates(subject):
        try:
            parse(text)
        except TemplateError as error:
            # A few characters are enough to find the place, and more could span two lines.
            part = text[error.offset : error.offset + 200].split("\n")[0]
            end = part.find("}") + 1
            yield Diagnostic(
                "bad-template",
                error.message,
                subject.document.text_span(path, part[:end] if end else part),
                error.help,
            )


def _all_templates(subject: Subject) -> Iterator[tuple[Path, str]]:
    for path, failure in subject.written_failures.items():
        yield from _templates(path, failure)
    for operation, declared in subject.spec.operations.items():
        if declared.empty is not None:
            yield ("operations", operation, "empty", "message"), declared.empty.message


def _templates(path: Path, failure: Failure) -> Iterator[tuple[Path, str]]:
    for key in _TEXTS:
        text = getattr(failure, key)
        if text is not None:
            yield (*path, key), text
    for index, alternative in enumerate(failure.alternatives):
        if isinstance(alternative, str):
            yield (*path, "alternatives", index), alternative


def check_template_names(subject: Subject) -> Iterator[Diagnostic]:
    """What templates name is a parameter or a detail, is not sensitive, and is no object."""
    lacking: dict[tuple[Path, str], _Lacking] = {}
    for operation in subject.operations:
        declared = operation.declared
        scope = _Scope(subject.spec.types, declared, {})
        if declared.empty is not None:
            place: Path = ("operations", operation.name, "empty", "message")
            for placeholder in _named(declared.empty.message):
                yield from _inside_operation(subject, place, placeholder, scope)
        for failure in operation.failures:
            scope = _Scope(subject.spec.types, declared, failure.details)
            for path, text in _effective_templates(subject, failure):
                for placeholder in _named(text):
                    if path[0] == "operations" or placeholder.name in scope.names:
                        yield from _inside_operation(subject, path, placeholder, scope)
                        continue
                    key = (path, placeholder.name)
                    missing = lacking.setdefault(key, _Lacking(scope.names))
                    missing.operations.append(operation.name)
    for (path, name), missing in lacking.items():
        yield _shared_lacks(subject, path, name, missing)


class _Scope(NamedTuple):
    """What a template may name in one operation."""

    types: Mapping[str, Property]
    operation: Operation
    details: Mapping[str, Schema]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*attributes(self.operation), *self.details)))

    def schema(self, name: str) -> Schema | None:
        wire = attributes(self.operation).get(name)
        return self.details.get(name) if wire is None else self.operation.parameters[wire]


@dataclass
class _Lacking:
    """Operations that have a shared failure, but nothing of the name that its text uses."""

    known: tuple[str, ...]
    operations: list[str] = field(default_factory=list[str])


def _effective_templates(subject: Subject, failure: EffectiveFailure) -> Iterator[tuple[Path, str]]:
    """Yield the templates that are written for a failure, replaced ones left out."""
    written = subject.written_failures
    for key in (*_TEXTS, "alternatives"):
        place = failure.origins.get(key, ())
        if place:
            yield from (
                (path, text)
                for path, text in _templates(place[:-1], written[place[:-1]])
                if path[: len(place)] == place
            )


def _named(text: str) -> Iterable[Placeholder]:
    try:
        return {one.name: one for one in placeholders(parse(text))}.values()
    except TemplateError:
        return ()


def _inside_operation(
    subject: Subject, path: Path, placeholder: Placeholder, scope: _Scope
) -> Iterator[Diagnostic]:
    name = placeholder.name
    schema = scope.schema(name)
    span = subject.document.text_span(path, "{" + name)
    if schema is None:
        wire = {name: attribute for attribute, name in attributes(scope.operation).items()}
        near = f"; in Python it is `{wire[name]}`" if name in wire else None
        yield Diagnostic(
            "unknown-placeholder",
            f"`{{{name}}}` is no parameter and no detail here"
            f"{near or did_you_mean(name, scope.names)}",
            span,
            one_of(scope.names, otherwise="write `{{` and `}}` for braces"),
        )
    elif is_sensitive(schema, scope.types):
        yield Diagnostic(
            "sensitive-placeholder",
            f"`{{{name}}}` is sensitive and appears in no text",
            span,
            "leave it out of the text",
        )
    elif _may_be_object(schema, scope.types):
        yield Diagnostic(
            "object-placeholder",
            f"`{{{name}}}` can be an object, which does not read as text",
            span,
            "name what matters of it as a detail of its own",
        )


def _shared_lacks(subject: Subject, path: Path, name: str, missing: _Lacking) -> Diagnostic:
    shown = missing.operations[:_MOST_PLACES]
    more = len(missing.operations) - len(shown)
    operations = quoted(shown) + (f" and {more} more" if more else "")
    return Diagnostic(
        "unknown-placeholder",
        f"`{{{name}}}` is no parameter and no detail of {operations}, which can fail this way"
        f"{did_you_mean(name, missing.known)}",
        subject.document.text_span(path, "{" + name),
        "make it a detail of the failure, or replace the text where the name is missing",
        tuple(
            subject.related("this operation can fail this way", ("operations", one))
            for one in shown
        ),
    )


def _may_be_object(schema: Schema, types: Mapping[str, Property]) -> bool:
    """Whether a value, or an item of a list, can be an object, as far as the schema says."""
    seen: set[str] = set()
    waiting: list[Schema] = [schema]
    while waiting:
        each = waiting.pop()
        if "object" in each.type or (not each.type and each.properties is not None):
            return True
        if each.ref is not None:
            name = each.ref.removeprefix(TYPE_REFERENCE)
            if name in types and name not in seen:
                seen.add(name)
                waiting.append(types[name])
        waiting.extend((*each.any_of, *each.one_of))
        if each.items is not None:
            waiting.append(each.items)
    return False


def check_details_apart(subject: Subject) -> Iterator[Diagnostic]:
    """No detail is named like a parameter: a template could not tell them apart."""
    for operation in subject.operations:
        by_attribute = attributes(operation.declared)
        by_name = by_attribute | {name: name for name in operation.declared.parameters}
        for failure in operation.failures:
            for detail in failure.details:
                if detail not in by_name:
                    continue
                parameter: Path = ("operations", operation.name, "parameters", by_name[detail])
                yield subject.key_problem(
                    "name-collision",
                    f"the detail `{detail}` is named like a parameter of `{operation.name}`",
                    (*subject.origin(failure, "details"), detail),
                    "rename the detail; parameters are sent in `attempted_query` anyway",
                    related=[subject.related("the parameter stands here", parameter)],
                )
