"""The only place that makes Python identifiers, and that knows which are taken.

Names that an author chooses (operations, failures, types, details) are checked here and never
repaired: `objection` says what is wrong with one and `suggestion` offers a good one. Names that
follow from them (modules, functions, classes, attributes) are made here, by pure functions.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["operation", "failure", "type", "detail"]

MAX_LENGTH: Final = 64
WIRE_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
PARAMETER_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")

_SNAKE: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_PASCAL: Final = re.compile(r"[A-Z][A-Za-z0-9]*")
_WORDS: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z]+|[0-9]+")

_BUILTINS: Final = frozenset(dir(builtins))

# Annotations in generated classes use these: an attribute of that name would hide them there.
TYPE_WORDS: Final = frozenset({"bool", "dict", "float", "int", "list", "object", "str"})

BUILTIN_FAILURE_CLASSES: Final = {
    "invalid_arguments": "InvalidArguments",
    "timed_out": "TimedOut",
    "not_implemented": "NotImplementedYet",
    "invalid_result": "InvalidResult",
    "unexpected": "Unexpected",
}
"""Built-in failures, in the order in which they are documented, and their exception classes."""

GENERATED_CLASSES: Final = frozenset(BUILTIN_FAILURE_CLASSES.values()) | {
    "ABSENT",
    "Absent",
    "Any",
    "BOUND",
    "BoundTool",
    "CallContext",
    "CallToolResult",
    "Category",
    "ClassVar",
    "Constraint",
    "DECLARED",
    "ERAS",
    "Era",
    "Failure",
    "Json",
    "JsonObject",
    "Literal",
    "Mapping",
    "NotRequired",
    "NothingFound",
    "OPERATION",
    "Outcome",
    "RETRY",
    "Redaction",
    "Request",
    "Retry",
    "Sensitive",
    "Surprise",
    "TIMEOUT",
    "TOOL",
    "Tool",
    "TypeAlias",
    "TypedDict",
    "ValidationError",
}
"""Capitalised names that generated modules use themselves."""

_RESERVED_ATTRIBUTES: Final = frozenset({"defaults", "field", "given", "wire"})
"""Names that the body of a request class uses itself."""

_RESERVED_DETAILS: Final = {
    "field": "every failure class takes `field` already, for the parameter at fault",
    "retry_after": "every failure class takes `retry_after` already, in seconds",
    "outcome": "every failure class takes `outcome` already",
    "errors": "`details.errors` lists the problems of invalid arguments",
    "details": "`details` is the attribute that holds all details of a failure",
    "args": "`args` is an attribute of every Python exception",
    "add_note": "`add_note` is a method of every Python exception",
    "with_traceback": "`with_traceback` is a method of every Python exception",
    "self": "`self` is taken in the generated class",
}


def objection(kind: Kind, name: str) -> str | None:
    """Return why `name` cannot be used for a thing of this kind, or None where it can."""
    if len(name) > MAX_LENGTH:
        return f"a name has at most {MAX_LENGTH} characters, this one has {len(name)}"
    if kind == "type":
        if not _PASCAL.fullmatch(name):
            return "a type is named in PascalCase, with letters and digits only"
        return _class_objection(name)
    if not _SNAKE.fullmatch(name):
        return "it has to be in snake_case, with small letters, digits and single underscores"
    if kind == "detail":
        return _RESERVED_DETAILS.get(name)
    if kind == "failure" and name not in BUILTIN_FAILURE_CLASSES:
        return _class_objection(class_name(name))
    return None


def suggestion(kind: Kind, name: str) -> str | None:
    """Return a good name that is close to a bad one, or None where there is none."""
    words = [word.lower() for word in _WORDS.findall(name)]
    while words and words[0][0].isdigit():
        words = [*words[1:], words[0]] if any(not w[0].isdigit() for w in words) else []
    if not words:
        return None
    joined = "_".join(words)
    candidates = [joined, f"{joined}_{kind}"]
    if kind == "failure":
        candidates.append(f"{joined.removesuffix('_error')}_failed")
    if kind == "type":
        candidates = [class_name(candidate) for candidate in candidates]
    good = (c for c in candidates if c != name and objection(kind, c) is None)
    return next(good, None)


def _class_objection(name: str) -> str | None:
    if name in _BUILTINS:
        return f"its class would hide Python's own {name}"
    if name in GENERATED_CLASSES:
        return f"the generated code uses the class name {name} itself"
    return None


def class_name(snake: str) -> str:
    """Return the class of a snake_case name: `refund_exceeds_limit` → `RefundExceedsLimit`."""
    return "".join(word[:1].upper() + word[1:] for word in snake.split("_"))


def failure_class(failure: str) -> str:
    """Return the exception class of a failure, built-in ones included."""
    return BUILTIN_FAILURE_CLASSES.get(failure) or class_name(failure)


def request_class(operation: str) -> str:
    """Return the class that holds the arguments of an operation."""
    return _apart(class_name(operation), GENERATED_CLASSES | _BUILTINS, suffix="Request")


def result_class(operation: str) -> str:
    """Return the type of what an operation returns."""
    return f"{class_name(operation)}Result"


def operation_name(operation: str) -> str:
    """Return the function and module of an operation: its name, apart from Python's own words."""
    taken = keyword.iskeyword(operation) or operation in _BUILTINS
    return f"{operation}_" if taken else operation


def package_name(server: str) -> str:
    """Return the import package of a server: `order-support` → `order_support`."""
    return re.sub(r"[-_.]+", "_", server).lower()


@lru_cache(maxsize=4096)
def attribute_name(wire: str) -> str:
    """Return the attribute of a parameter: `timeZone` → `time_zone`, `from` → `from_`."""
    words = [word.lower() for word in _WORDS.findall(wire)]
    name = "_".join(words) or "value"
    if name[0].isdigit():
        name = f"value_{name}"
    return f"{name}_" if is_taken_attribute(name) else name


def detail_attribute(detail: str) -> str:
    """Return the attribute and keyword argument of a detail: its name, apart from keywords."""
    return f"{detail}_" if keyword.iskeyword(detail) else detail


def is_taken_attribute(name: str) -> bool:
    """Whether a generated request class cannot have an attribute of this name."""
    return keyword.iskeyword(name) or name in TYPE_WORDS or name in _RESERVED_ATTRIBUTES


def is_attribute(name: str) -> bool:
    """Whether an author may choose `name` as `python_name`."""
    return (
        len(name) <= MAX_LENGTH
        and _SNAKE.fullmatch(name.removesuffix("_")) is not None
        and not is_taken_attribute(name)
    )


def is_class_syntax_key(name: str) -> bool:
    """Whether a TypedDict in class syntax can hold this key."""
    return (
        name.isidentifier()
        and name.isascii()
        and not name.startswith("_")
        and not keyword.iskeyword(name)
        and name not in TYPE_WORDS
    )


def inline_class(owner: str, part: str) -> str:
    """Return the class of an object schema that stands inside another: its owner and its place."""
    return owner + "".join(word[:1].upper() + word[1:] for word in _WORDS.findall(part))


def unique(name: str, taken: Iterable[str]) -> str:
    """Return `name`, with a number behind it where it is taken in any capitalisation."""
    folded = {other.lower() for other in taken}
    candidate, number = name, 2
    while candidate.lower() in folded:
        candidate, number = f"{name}{number}", number + 1
    return candidate


def _apart(name: str, taken: frozenset[str], *, suffix: str) -> str:
    return f"{name}{suffix}" if name in taken else name
