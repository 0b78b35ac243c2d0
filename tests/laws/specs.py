"""Specs that hold every text which the format knows, and YAML that brings any text in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from faultwise.load import load
from faultwise.spec import Spec

Structure: TypeAlias = Any
"""What a YAML file holds: mappings, lists and scalars."""
Say: TypeAlias = Callable[[str], str]
"""Returns the text that stands at a place; the place is told apart by its name."""

_SYNTAX_OF_PATTERNS = frozenset("^$\\.*+?()[]{}|/")


def yaml(value: Structure) -> bytes:
    """Return a structure as YAML in flow style; whatever does not print is an escape."""
    return _flow(value).encode()


def _flow(value: Structure) -> str:
    if isinstance(value, str):
        return '"' + "".join(map(_escaped, value)) + '"'
    if isinstance(value, dict):
        members = cast("dict[str, Structure]", value).items()
        # On lines of their own: YAML takes no key of more than 1024 characters on one line.
        return "{" + ",\n ".join(f"{_flow(key)}: {_flow(one)}" for key, one in members) + "}"
    if isinstance(value, list):
        return "[" + ",\n ".join(map(_flow, cast("list[object]", value))) + "]"
    return json.dumps(value)


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08x}"


def loaded(structure: Structure) -> Spec:
    """Return a structure as a spec that has passed all checks."""
    return load(yaml(structure), "tools.yaml")


def pattern_of(text: str) -> str:
    """Return an ECMA-262 pattern that finds a text."""
    return "".join("\\" + c if c in _SYNTAX_OF_PATTERNS else c for c in text)


def full(say: Say, *, matches: str = "busy") -> Structure:
    """Return a spec that has a text of `say` everywhere where the format takes one."""

    def template(place: str, *names: str) -> str:
        parts = [say(f"{place}/{index}") for index in range(len(names) + 1)]
        escaped = [part.replace("{", "{{").replace("}", "}}") for part in parts]
        return escaped[0] + "".join(map("{}{}".format, names, escaped[1:]))

    def doc(place: str) -> Structure:
        return {"title": say(f"{place}/title"), "description": say(f"{place}/description")}

    def url(place: str) -> str:
        text = "".join(c for c in say(place) if c.isprintable() and c != " ")
        return f"https://example.com/errors?{text}"

    query = say("query")
    colours = [f"{number}{say(f'colour/{number}')}" for number in range(3)]
    busy: Structure = {
        "category": "transient",
        "message": template("busy/message"),
        "description": template("busy/description"),
        "user_message": template("busy/user_message"),
        "when": say("busy/when"),
        "docs_url": url("busy/docs_url"),
        "match": [
            "ConnectionError",
            {
                "exception": "httpx.HTTPStatusError",
                "where": {
                    "response.reason": [say("where/one"), say("where/two"), 7, None],
                    "response.text": say("where/three"),
                },
            },
            {"exception": "OSError", "where": {"args.0": {"matches": matches}}},
        ],
        "retry_after": {"from": "response.headers.retry-after", "default": "2s"},
    }
    search: Structure = {
        **doc("search"),
        "wire_name": "look.up-it",
        "annotations": {"readOnlyHint": True},
        "parameters": {
            "query": {
                "type": "string",
                "pattern": pattern_of(query),
                "examples": [query],
                **doc("search/query"),
            },
            "from": {"type": "string", "default": say("default"), **doc("search/from")},
            "colour": {"enum": colours, "optional": True, **doc("search/colour")},
            "timeZone": {"const": say("const"), "optional": True},
            "filter": {
                "type": "object",
                "properties": {
                    "a-b": {"enum": [colours[0]], **doc("filter/a-b")},
                    "secret": {"type": "string", "sensitive": True, **doc("filter/secret")},
                },
                "additionalProperties": False,
                "default": {"a-b": colours[0]},
                **doc("filter"),
            },
        },
        "returns": {"type": "array", "items": {"$ref": "#/types/Item"}, **doc("search/returns")},
        "empty": {"message": template("search/empty", "{query}", "{from_}", "{colour:>8}")},
        "partial_results": {"type": "string", **doc("search/partial_results")},
        "timeout": "5s",
        "retry": {"attempts": 3},
        "failures": {
            "no_such_colour": {
                "category": "validation",
                "reports": "colour",
                "message": template("no_such_colour", "{colour}", "{query}"),
                "alternatives": [
                    template("alternative", "{query}"),
                    {"tool": "store", "because": say("because")},
                ],
            },
        },
        "examples": [
            {
                "arguments": {"query": query},
                "result": [{"kind": say("const"), "note": say("note")}],
            },
            {"arguments": {"query": query, "from": say("argument")}, "empty": True},
            {
                "arguments": {"query": query},
                "failure": "busy",
                "partial_results": [say("partial/1"), say("partial/2")],
            },
        ],
    }
    # No detail holds it by chance: a test of a failure that told a secret is not written.
    secret = f"secret: {say('token')}"
    store: Structure = {
        **doc("store"),
        "parameters": {
            "amount": {"type": "number", **doc("store/amount")},
            "token": {"type": "string", "sensitive": True, "examples": [secret]},
        },
        "returns": {
            "type": "object",
            "required": ["id"],
            "properties": {"id": {"type": "string", "examples": [say("id")], **doc("store/id")}},
        },
        "failures": {
            "over_limit": {
                "category": "business",
                "when": say("over_limit/when"),
                "details": {
                    "limit": {"type": "number", "examples": [5], **doc("limit")},
                    "reason": {"type": "string", "examples": [say("reason")], **doc("reason")},
                },
                "message": template("over_limit", "{amount:.2f}", "{limit:.2f}", "{reason}"),
                "description": template("over_limit/description", "{limit}"),
                "user_message": template("over_limit/user_message", "{amount}"),
                "alternatives": [template("over_limit/alternative", "{limit:,}")],
            },
            "timed_out": {"message": template("timed_out", "{amount}")},
        },
    }
    return {
        "faultwise": 1,
        "server": {
            "name": "text-server",
            "instructions": say("instructions"),
            **doc("server"),
        },
        "defaults": {"failures": ["busy"]},
        "types": {
            "Item": {
                "type": "object",
                "required": ["kind"],
                "properties": {
                    "kind": {"const": say("const"), **doc("item/kind")},
                    "note": {"type": "string", **doc("item/note")},
                },
                **doc("item"),
            },
            "Colour": {"enum": colours, **doc("colour")},
        },
        "failures": {"busy": busy},
        "operations": {"search": search, "store": store},
    }
