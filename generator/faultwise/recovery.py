"""Goes on behind mistakes in the shape of a spec, so that one run reports the others too.

Misspelt keys are read as what they were meant to be, and values of a wrong kind are left out. What
is made here is good for finding more mistakes, and for nothing else.
"""

from __future__ import annotations

import copy
from typing import Final, NamedTuple, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from faultwise.model_errors import MOST_ERRORS, meant_key, path_of
from faultwise.source import Path
from faultwise.spec import Spec

_MOST_ROUNDS: Final = 8
_PLACEHOLDER: Final = "text"
_TEXTS: Final = frozenset({"description", "message", "because"})
# Keys that nothing elsewhere in a spec depends on: without them every other check still holds.
_LEAVES: Final = _TEXTS | {
    "title", "version", "instructions", "user_message", "when", "docs_url", "explain_errors",
    "retry_semantics", "outcome", "retryable", "timeout", "attempts", "wait", "max_wait", "budget",
    "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "minLength", "maxLength",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems",
    "maxItems", "uniqueItems", "minProperties", "maxProperties", "format", "pattern", "deprecated",
    "faultwise",
}  # fmt: skip


class Recovered(NamedTuple):
    """What can be made of a spec. `is_whole` where nothing is lost that other parts may need."""

    spec: Spec
    is_whole: bool


def recover(values: dict[str, object], error: ValidationError) -> Recovered | None:
    """Return a spec of the right shape, as near to `values` as can be; None where none is."""
    if error.error_count() > MOST_ERRORS:
        return None
    values = copy.deepcopy(values)
    is_whole = True
    for _ in range(_MOST_ROUNDS):
        for detail in error.errors(include_url=False):
            path = path_of(detail, lambda path: _has(values, path))
            if not path:
                return None
            is_whole &= _repair(values, path, detail)
        try:
            return Recovered(Spec.model_validate(values), is_whole)
        except ValidationError as next_error:
            error = next_error
    return None


def _repair(values: dict[str, object], path: Path, detail: ErrorDetails) -> bool:
    """Repair one place; return whether nothing is lost that matters elsewhere."""
    parent, key = _at(values, path[:-1]), path[-1]
    if detail["type"] == "missing":
        return _fill(values, path)
    if isinstance(parent, list):
        items = cast("list[object]", parent)
        if isinstance(key, int) and key < len(items):
            # Not removed: the indexes behind it have to stay what they are in the file.
            return _remove(values, path[:-1])
        return False
    if not isinstance(parent, dict) or key not in parent:
        # Another error of the same value was there before.
        return True
    mapping = cast("dict[str | int, object]", parent)
    if detail["type"] != "extra_forbidden":
        return _remove(values, path)
    value = mapping.pop(key)
    meant = meant_key(path)
    if meant is not None and meant not in mapping:
        mapping[meant] = value
        return True
    return not isinstance(value, dict | list)


def _fill(values: dict[str, object], path: Path) -> bool:
    """Put something where a required key is missing, or leave the whole out."""
    key = path[-1]
    parent = _at(values, path[:-1])
    if key in _TEXTS and isinstance(parent, dict):
        cast("dict[str | int, object]", parent)[key] = _PLACEHOLDER
        return True
    if path == ("faultwise",):
        values["faultwise"] = 1
        return True
    if path == ("server", "name"):
        cast("dict[str, object]", values["server"])["name"] = "recovered-server"
        return True
    return _remove(values, path[:-1])


def _remove(values: dict[str, object], path: Path) -> bool:
    if not path:
        values.clear()
        return False
    parent = _at(values, path[:-1])
    if isinstance(parent, list):
        return _remove(values, path[:-1])
    if isinstance(parent, dict):
        cast("dict[str | int, object]", parent).pop(path[-1], None)
    return path[-1] in _LEAVES


def _has(values: object, path: Path) -> bool:
    missing = object()
    return _at(values, path, missing) is not missing


def _at(values: object, path: Path, default: object = None) -> object:
    for step in path:
        if isinstance(values, dict) and step in values:
            values = cast("dict[str | int, object]", values)[step]
        elif isinstance(values, list) and isinstance(step, int):
            items = cast("list[object]", values)
            if step >= len(items):
                return default
            values = items[step]
        else:
            return default
    return values
