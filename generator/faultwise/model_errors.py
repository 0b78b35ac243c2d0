"""What pydantic finds wrong with a spec, in words for its author."""

from __future__ import annotations

import types
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final, Union, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from faultwise.diagnostics import Diagnostic, nearest
from faultwise.source import Document, Path, described, shortened
from faultwise.spec import TYPE_REFERENCE, Condition, Model, Spec

MOST_ERRORS: Final = 500
"""More mistakes than anybody reads; looking for what was meant takes time for each."""

# Kinds of values by pydantic's names for the errors.
_EXPECTED: Final[Mapping[str, str]] = {
    "string_type": "a text",
    "bool_type": "`true` or `false`",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "list_type": "a list",
    "tuple_type": "a list",
}

# How keys are written that say little by their names alone.
_FORMS: Final[Mapping[str, str]] = {
    "faultwise": "faultwise: 1",
    "server": "server: {name: order-support, description: What it is for.}",
    "operations": "operations: {get_order: {description: What it does.}}",
    "name": "name: order-support",
    "defaults": "defaults: {timeout: 5s}",
    "types": "types: {Order: {type: object}}",
    "annotations": "annotations: {readOnlyHint: true}",
    "parameters": "parameters: {order_id: {type: string}}",
    "properties": "properties: {total: {type: number}}",
    "returns": "returns: {type: object}",
    "items": "items: {type: string}",
    "partial_results": "partial_results: {type: string}",
    "empty": "empty: {message: No order has this number.}",
    "retry": "retry: {attempts: 3}",
    "failures": "failures: {busy: {category: transient, message: Try again.}}",
    "details": "details: {limit: {type: number}}",
    "where": "where: {response.status_code: 503}",
    "exception": "exception: TimeoutError",
    "arguments": 'arguments: {order_id: "7"}',
    "from": "from: response.headers.retry-after",
}

# Keywords of JSON Schema and habits from elsewhere that the format answers in its own way.
_HABITS: Final[Mapping[str, str]] = {
    "allOf": "write the keywords beside each other, or put the object's properties together",
    "not": "the format has no `not`: say what is allowed",
    "if": "the format has no conditions: use `anyOf`, or `constraints` across parameters",
    "then": "the format has no conditions: use `anyOf`, or `constraints` across parameters",
    "else": "the format has no conditions: use `anyOf`, or `constraints` across parameters",
    "nullable": "write `type: [string, null]`",
    "$defs": "schemas that are used twice stand under `types` at the top",
    "definitions": "schemas that are used twice stand under `types` at the top",
    "prefixItems": "give all items one schema with `items`",
    "patternProperties": "give all other properties one schema with `additionalProperties`",
    "contains": "the format has no `contains`: say what every item is with `items`",
    "example": "write `examples: [...]`",
    "where": "conditions stand in the entry: `match: {exception: ..., where: {...}}`",
    "gt": "write `min`, which the value itself may have",
    "gte": "write `min`",
    "ge": "write `min`",
    "lt": "write `max`, which the value itself may have",
    "lte": "write `max`",
    "le": "write `max`",
    "eq": "write the value itself, or a list of values, instead of the mapping",
    "readOnlyHint": "hints stand under `annotations`",
    "destructiveHint": "hints stand under `annotations`",
    "idempotentHint": "hints stand under `annotations`",
    "openWorldHint": "hints stand under `annotations`",
}


def diagnostics_of(error: ValidationError, document: Document) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each place at which the spec does not have the shape of a spec."""
    by_path: dict[Path, list[ErrorDetails]] = defaultdict(list)
    for detail in error.errors(include_url=False)[:MOST_ERRORS]:
        by_path[path_of(detail, document.has)].append(detail)
    meant = {
        (*path[:-1], meant_key(path))
        for path, details in by_path.items()
        if any(detail["type"] == "extra_forbidden" for detail in details)
    }
    for path, details in by_path.items():
        if path not in meant:
            yield from _at_path(path, details, document)


def path_of(detail: ErrorDetails, has: Callable[[Path], bool]) -> Path:
    """Return the place in the file that pydantic's `loc` means; `has` knows what is in the file.

    Two things in a `loc` are no steps in the file: the tags of unions, and the index 0 of a
    single value where a list is allowed too.
    """
    path: Path = ()
    steps = detail["loc"]
    for number, step in enumerate(steps):
        is_last = number == len(steps) - 1
        if has((*path, step)) or (is_last and detail["type"] == "missing"):
            path = (*path, step)
    return path


def meant_key(path: Path) -> str | None:
    """Return the key that an unknown one at `path` is probably a misspelling of, or None."""
    if path[-1] in _HABITS:
        return None
    return nearest(str(path[-1]), _keys_at(path[:-1]))


def _at_path(path: Path, details: list[ErrorDetails], document: Document) -> Iterator[Diagnostic]:
    kinds = {detail["type"] for detail in details}
    first = details[0]
    if "missing" in kinds:
        yield _missing(path, document)
    elif "extra_forbidden" in kinds:
        yield _unknown_key(path, document)
    elif document.at(path) is None:
        yield Diagnostic(
            "no-value",
            f"`{path[-1]}` has no value" if path else "the file has no value",
            document.value_span(path),
            document.hint(path) or "give it a value, or remove the key",
        )
    elif kinds <= _EXPECTED.keys():
        yield _wrong_kind(path, kinds, document)
    else:
        yield _wrong_value(path, first, document)


def _missing(path: Path, document: Document) -> Diagnostic:
    parent, key = path[:-1], path[-1]
    span = document.key_span(parent)
    owner = f"`{parent[-1]}`" if parent and isinstance(parent[-1], str) else "this entry"
    return Diagnostic(
        "missing-key",
        f"the key `{key}` is missing" + (f" in {owner}" if parent else ""),
        span,
        f"add `{_FORMS.get(str(key), f'{key}:')}`",
    )


def _unknown_key(path: Path, document: Document) -> Diagnostic:
    key = str(path[-1])
    known = _keys_at(path[:-1])
    near = nearest(key, known)
    help_ = document.hint(path) or _HABITS.get(key)
    message = f"unknown key `{shortened(key)}`"
    if help_ is None and near is not None:
        message += f"; did you mean `{near}`?"
    if help_ is None:
        help_ = f"rename it to `{near}`, or remove it" if near else _known_keys(known)
    return Diagnostic("unknown-key", message, document.key_span(path), help_)


def _known_keys(known: list[str]) -> str:
    shown = ", ".join(f"`{key}`" for key in known)
    return f"remove it; known here: {shown}" if known else "remove it"


def _wrong_kind(path: Path, kinds: set[str], document: Document) -> Diagnostic:
    value = document.at(path)
    expected = list(dict.fromkeys(_EXPECTED[kind] for kind in sorted(kinds)))
    if set(expected) == {"a whole number", "a number"}:
        expected = ["a number"]
    wanted = " or ".join(expected)
    return Diagnostic(
        "wrong-type",
        f"{wanted} is expected here, this is {described(value)}",
        document.value_span(path),
        document.hint(path) or _type_meant(wanted, value, document) or _remedy(path, wanted, value),
    )


def _type_meant(wanted: str, value: object, document: Document) -> str | None:
    """Return how a type is referred to, where its name stands in the place of a schema."""
    types = document.at(("types",)) if document.has(("types",)) else None
    is_type = isinstance(value, str) and isinstance(types, dict) and value in types
    return (
        f'write `{{$ref: "{TYPE_REFERENCE}{value}"}}`'
        if wanted == "a mapping" and is_type
        else None
    )


def _remedy(path: Path, wanted: str, value: object) -> str:
    if path and path[-1] == "required" and isinstance(value, bool):
        return (
            "list the names of required properties in the object;"
            " a parameter is required unless it has `optional: true`"
        )
    if wanted == "a text" and isinstance(value, dict | list):
        return "a text that begins with a brace or a bracket is put in quotes"
    if wanted == "a text" and isinstance(value, int | float):
        return "put it in quotes"
    if wanted in ("a number", "a whole number") and isinstance(value, str):
        return "write a number, without quotes and units"
    if wanted == "a list" and isinstance(value, str):
        return f"put it in brackets: `[{shortened(value)}]`"
    if wanted == "a mapping" and isinstance(value, list):
        return "write `name: value` lines, without `-`"
    if wanted == "a mapping" and path and path[-1] in _FORMS:
        return f"write it as in `{_FORMS[str(path[-1])]}`"
    if wanted == "`true` or `false`" and isinstance(value, str):
        if value.lower() in ("true", "false"):
            return f"write `{value.lower()}`, without quotes"
        return "write `true` or `false`; `yes`, `no`, `on` and `off` are texts in YAML 1.2"
    return f"write {wanted}"


def _wrong_value(path: Path, detail: ErrorDetails, document: Document) -> Diagnostic:
    value = described(document.at(path))
    context = detail.get("ctx", {})
    span = document.value_span(path)
    hint = document.hint(path)
    match detail["type"]:
        case "literal_error":
            return _not_an_option(path, document, _options(str(context.get("expected", ""))))
        case "duration":
            return Diagnostic(
                "bad-duration",
                f"a duration is expected here, this is {value}",
                span,
                hint or "write a number and its unit, such as `200ms`, `5s` or `2m`",
            )
        case "equals":
            return Diagnostic(
                "unknown-key",
                "unknown key `equals`",
                document.key_span((*path, "equals")),
                "write the value itself, or a list of values, instead of the mapping",
            )
        case "greater_than_equal" | "greater_than" | "less_than_equal" | "less_than":
            word, bound = _BOUNDS[detail["type"]]
            return Diagnostic(
                "out-of-range",
                f"a number {word} {context.get(bound)} is expected here, this is {value}",
                span,
                hint or "give another number",
            )
        case "too_short":
            return Diagnostic(
                "nothing-in-it",
                f"`{path[-1]}` is empty, at least {context.get('min_length')} entry is needed",
                span,
                "add one",
            )
        case _:
            return Diagnostic(
                "wrong-value", f"{value} does not fit here", span, hint or "see the format's page"
            )


_BOUNDS: Final = {
    "greater_than_equal": ("not below", "ge"),
    "greater_than": ("above", "gt"),
    "less_than_equal": ("not above", "le"),
    "less_than": ("below", "lt"),
}


def _options(expected: str) -> list[str]:
    """Return the values that pydantic lists: "'a', 'b' or 'c'"."""
    items = expected.replace(" or ", ", ").split(", ")
    return [{"True": "true", "False": "false"}.get(item, item.strip("'")) for item in items]


def _not_an_option(path: Path, document: Document, options: list[str]) -> Diagnostic:
    value = document.at(path)
    near = nearest(value, options) if isinstance(value, str) and value not in options else None
    shown = [f"`{option}`" for option in options]
    wanted = shown[0] if len(shown) == 1 else f"one of {', '.join(shown)}"
    message = f"{wanted} is expected here, this is {described(value)}"
    if near:
        message += f"; did you mean `{near}`?"
    remedy = f"write {wanted}" if near is None else f"write `{near}`"
    if isinstance(value, str) and value in options:
        remedy = f"write {value} without quotes"
    span = document.value_span(path)
    return Diagnostic("not-an-option", message, span, document.hint(path) or remedy)


def _keys_at(path: Path) -> list[str]:
    """Return the keys that the format knows at a place."""
    annotations: list[object] = [Spec]
    for step in path:
        annotations = [inner for each in annotations for inner in _inside(each, step)]
    models = [model for each in annotations for model in _models(each)]
    return list(
        dict.fromkeys(
            field.alias or name
            for model in models
            for name, field in model.model_fields.items()
            # A condition that is a value is written as that value.
            if model is not Condition or name != "equals"
        )
    )


def _models(annotation: object) -> list[type[Model]]:
    """Return the models that a value of this type can be, directly or as the only item."""
    annotation, arguments = _unwrapped(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return [annotation]
    if annotation in (tuple, Union, types.UnionType):
        return [model for argument in arguments for model in _models(argument)]
    return []


def _inside(annotation: object, step: str | int) -> list[object]:
    """Return the types of what stands at `step` in a value of this type."""
    annotation, arguments = _unwrapped(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return [
            field.annotation
            for name, field in annotation.model_fields.items()
            if step == (field.alias or name)
        ]
    if annotation in (Union, types.UnionType):
        return [inner for argument in arguments for inner in _inside(argument, step)]
    if annotation is tuple:
        return [arguments[0]] if isinstance(step, int) else _inside(arguments[0], step)
    if isinstance(annotation, type) and issubclass(annotation, Mapping):
        return [arguments[1]] if isinstance(step, str) else []
    return []


def _unwrapped(annotation: object) -> tuple[object, tuple[Any, ...]]:
    """Return a type's origin and its arguments, out of `Annotated`."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    origin = get_origin(annotation)
    return (annotation, ()) if origin is None else (origin, get_args(annotation))
