"""What a tool has to answer, worked out from the spec and not from the generated code.

Generated tests compare against this. It shares no code with the runtime on purpose: each is
checked by the other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, NamedTuple

from pydantic import JsonValue

from faultwise.lower.facts import Facts
from faultwise.lower.hints import is_array
from faultwise.lower.names_of import attributes
from faultwise.lower.redaction import hides
from faultwise.resolve import EffectiveFailure, EffectiveOperation
from faultwise.spec import TYPE_REFERENCE, Property, RetryAfterFrom, Schema, ToolAlternative
from faultwise.text_template import parse

Answer = dict[str, JsonValue]

_REDACTED: Final = "[redacted]"
_UNKNOWN: Final = "[unknown argument]"
_LONGEST_TEXT: Final = 500
_MOST_ITEMS: Final = 20
_CUT: Final = "…"


class Call(NamedTuple):
    """A call of one operation, and how it ends."""

    operation: EffectiveOperation
    arguments: Mapping[str, JsonValue]
    facts: Facts

    def data(self, result: JsonValue) -> Answer:
        """Return the answer for a result that holds something."""
        answer: Answer = {"isError": False, "result": result}
        empty = self.operation.declared.empty
        if empty is not None:
            counted = at(result, empty.at)
            answer["resultCount"] = len(counted) if isinstance(counted, list) else 1
        return answer

    def empty(self, returned: JsonValue = None) -> Answer:
        """Return the answer for nothing found; `returned` is what the operation returned."""
        declared = self.operation.declared
        assert declared.empty is not None
        result: JsonValue = [] if is_array(declared.returns, dict(self.facts.types)) else None
        if declared.empty.given("result"):
            result = declared.empty.result
        elif returned is not None:
            result = returned
        return {
            "isError": False,
            "result": result,
            "resultCount": 0,
            "message": self._text(declared.empty.message, {}),
        }

    def failure(
        self,
        failure: EffectiveFailure,
        *,
        details: Mapping[str, JsonValue] | None = None,
        partial_results: tuple[JsonValue, ...] = (),
        field: str | None = None,
        told: float | None = None,
        attempts: int = 1,
    ) -> Answer:
        """Return the answer for a failure; `told` is the waiting time that an exception told."""
        defaults = self.facts.defaults.get(failure.name, {})
        details = {
            name: value for name, value in defaults.items() if name in failure.details
        } | dict(details or {})
        declared = failure.retry_after
        seconds = declared.default if isinstance(declared, RetryAfterFrom) else declared
        seconds = told if told is not None else seconds
        values: dict[str, JsonValue] = {
            "isError": True,
            "errorCategory": failure.category,
            "isRetryable": failure.retryable,
            "code": failure.name,
            "message": self._text(failure.message, details),
            "description": self._optional(failure.description, details),
            "attempted_query": self.attempted_query(),
            "partial_results": list(partial_results),
            "details": details or None,
            "field": field or failure.field,
            "user_message": self._optional(failure.user_message, details),
            "alternatives": self._alternatives(failure, details) or None,
            "retry_after_seconds": seconds if failure.retryable else None,
            "attempts": attempts if attempts > 1 else None,
            "outcome": failure.outcome,
            "docs_url": failure.docs_url,
        }
        return {name: value for name, value in values.items() if value is not None}

    def attempted_query(self) -> Answer:
        """Return what the answer shows of the call."""
        parameters = self.operation.declared.parameters
        shown = {
            name: _shortened(self._shown(value, parameters[name]))
            if name in parameters
            else _UNKNOWN
            for name, value in self.arguments.items()
        }
        return {"tool": self.operation.wire_name, "arguments": shown}

    def _shown(self, value: JsonValue, schema: Schema) -> JsonValue:
        if not hides(schema, self.facts.hidden):
            return value
        if isinstance(schema, Property) and schema.sensitive:
            return _REDACTED
        if value is None:
            return None
        if schema.ref is not None:
            value = self._shown(value, self.facts.types[schema.ref.removeprefix(TYPE_REFERENCE)])
        for branch in (*schema.any_of, *schema.one_of):
            value = self._shown(value, branch)
        if isinstance(value, dict) and schema.properties:
            return {
                name: self._shown(item, schema.properties[name])
                if name in schema.properties
                else self._other(item, schema)
                for name, item in value.items()
            }
        if isinstance(value, dict) and isinstance(schema.additional_properties, Schema):
            return {name: self._other(item, schema) for name, item in value.items()}
        if isinstance(value, list) and schema.items is not None:
            return [self._shown(item, schema.items) for item in value]
        return value if schema.ref is not None or schema.any_of or schema.one_of else _REDACTED

    def _other(self, value: JsonValue, schema: Schema) -> JsonValue:
        extra = schema.additional_properties
        return self._shown(value, extra) if isinstance(extra, Schema) else _REDACTED

    def _optional(self, text: str | None, details: Mapping[str, JsonValue]) -> JsonValue:
        return self._text(text, details) if text else None

    def _alternatives(
        self, failure: EffectiveFailure, details: Mapping[str, JsonValue]
    ) -> list[JsonValue]:
        return [
            {"tool": self.facts.wire_names[one.tool], "because": one.because}
            if isinstance(one, ToolAlternative)
            else self._text(one, details)
            for one in failure.alternatives
        ]

    def _text(self, template: str, details: Mapping[str, JsonValue]) -> str:
        values = self._values() | dict(details)
        return "".join(
            part if isinstance(part, str) else _said(values.get(part.name), part.format or "")
            for part in parse(template)
        )

    def _values(self) -> dict[str, JsonValue]:
        declared = self.operation.declared
        return {
            attribute: self.arguments.get(name, declared.parameters[name].default)
            for name, attribute in attributes(declared).items()
        }


def at(value: JsonValue, path: str | None) -> JsonValue:
    """Return what stands at a dotted path of a value, or None."""
    for step in path.split(".") if path else ():
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _said(value: JsonValue, format_: str) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    text = _plain(value)
    try:
        return format(value if is_number else text, format_) if format_ else text
    except ValueError:
        return text


def _plain(value: JsonValue) -> str:
    if value is None:
        return "not given"
    if isinstance(value, str):
        return value if len(value) <= _LONGEST_TEXT else value[:_LONGEST_TEXT] + _CUT
    if isinstance(value, list):
        items = [_plain(item) for item in value[:_MOST_ITEMS]]
        return ", ".join(items + ([_CUT] if len(value) > _MOST_ITEMS else []))
    return json.dumps(value, ensure_ascii=False)


def _shortened(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return value if len(value) <= _LONGEST_TEXT else value[:_LONGEST_TEXT] + _CUT
    if isinstance(value, list):
        items: list[JsonValue] = [_shortened(item) for item in value[:_MOST_ITEMS]]
        return items if len(value) <= _MOST_ITEMS else [*items, _CUT]
    if isinstance(value, dict):
        return {name: _shortened(item) for name, item in value.items()}
    return value
