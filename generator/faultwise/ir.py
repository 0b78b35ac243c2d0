"""What is rendered: frozen data in which every string is `Code`.

Templates loop over it and insert it; they decide nothing. The names follow the generated project,
not the spec.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from faultwise.code import Code

EMPTY: Final = Code("")


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A named line of a block: an attribute, a key, an argument."""

    name: Code
    value: Code
    doc: Code = EMPTY
    """A docstring that follows it, or nothing."""


@dataclass(frozen=True, kw_only=True)
class Definition:
    """A definition in types.py: an alias, or a TypedDict in class or functional syntax."""

    name: Code
    doc: Code
    alias: Code = EMPTY
    is_functional: bool = False
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TypesModule:
    """types.py."""

    imports: Code
    definitions: tuple[Definition, ...]


@dataclass(frozen=True, kw_only=True)
class Factory:
    """A function that makes the default of one attribute."""

    name: Code
    hint: Code
    value: Code


@dataclass(frozen=True, kw_only=True)
class RequestClass:
    """The class that holds the arguments of one operation."""

    name: Code
    doc: Code
    wire: Code
    """Attribute → name on the wire, as a dict expression."""
    entries: tuple[Entry, ...]
    factories: tuple[Factory, ...]


@dataclass(frozen=True, kw_only=True)
class RequestsModule:
    """requests.py."""

    imports: Code
    classes: tuple[RequestClass, ...]


@dataclass(frozen=True, kw_only=True)
class FailureClass:
    """The exception class of one declared failure."""

    name: Code
    doc: Code
    parameters: tuple[Entry, ...]
    """Keyword arguments with annotation; `value` holds annotation and default."""
    details: Code
    """The details that were given, as a dict expression."""


@dataclass(frozen=True, kw_only=True)
class FailuresModule:
    """failures.py."""

    imports: Code
    classes: tuple[FailureClass, ...]
    exported: tuple[Code, ...]


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """declarations/<operation>.py: what a client sees of a tool, and what the answers need."""

    imports: Code
    doc: Code
    arguments: tuple[Entry, ...]
    """Keyword arguments of `Tool`."""


@dataclass(frozen=True, kw_only=True)
class Recognition:
    """One library exception that means something here."""

    condition: Code
    outcome: Code


@dataclass(frozen=True, kw_only=True)
class Branch:
    """One `except` clause of a handler."""

    exception: Code
    arguments: tuple[Entry, ...]
    """Keyword arguments of `results.error`."""


@dataclass(frozen=True, kw_only=True)
class Handler:
    """handlers/<operation>.py."""

    imports: Code
    doc: Code
    operation: Code
    request: Code
    declared: tuple[Code, ...]
    """Exception classes in the order in which they are matched."""
    timeout: Code
    retry: tuple[Entry, ...]
    reports: Code
    recognitions: tuple[Recognition, ...]
    empty_message: Code
    """The text of a valid empty result; nothing where the operation declares none."""
    branches: tuple[Branch, ...]


@dataclass(frozen=True, kw_only=True)
class Stub:
    """operations/<operation>.py, written once."""

    imports: Code
    doc: Code
    operation: Code
    request: Code
    result: Code
    function_doc: Code


@dataclass(frozen=True, kw_only=True)
class TestCase:
    """One generated test."""

    name: Code
    """What follows the operation in its name."""
    doc: Code
    arrange: tuple[Code, ...]
    """Statements before the call."""
    arguments: Code
    behaviour: Code
    """The operation that takes the place of the real one."""
    before: tuple[Code, ...]
    """Statements between the call and the comparison of its answer."""
    expected: Code
    """The whole answer, as a dict expression."""
    after: tuple[Code, ...]
    """Statements behind the comparison."""
    logs: bool
    """Whether it looks at the log."""


@dataclass(frozen=True, kw_only=True)
class TestModule:
    """tests/generated/test_<operation>.py."""

    imports: Code
    doc: Code
    operation_target: Code
    handler_target: Code
    tool: Code
    stem: Code
    has_timeout: bool
    """Whether a test shortens the time limit."""
    listed: Code
    """What the server lists for the tool, without its output schema."""
    cases: tuple[TestCase, ...]


@dataclass(frozen=True, kw_only=True)
class OperationModules:
    """Everything that is rendered for one operation."""

    module: Code
    declaration: Declaration
    handler: Handler
    stub: Stub
    tests: TestModule


@dataclass(frozen=True, kw_only=True)
class ToolsModule:
    """tools.py."""

    imports: Code
    settings: tuple[Entry, ...]
    bound: tuple[Code, ...]
    """Handler modules, as they are called in tools.py."""


@dataclass(frozen=True, kw_only=True)
class PageRow:
    """One failure in ERRORS.md."""

    code: Code
    category: Code
    retryable: Code
    next_step: Code
    when: Code


@dataclass(frozen=True, kw_only=True)
class PageSection:
    """One operation in ERRORS.md."""

    title: Code
    description: Code
    facts: tuple[Code, ...]
    rows: tuple[PageRow, ...]


@dataclass(frozen=True, kw_only=True)
class ErrorsPage:
    """ERRORS.md."""

    title: Code
    any_retry: bool
    sections: tuple[PageSection, ...]


@dataclass(frozen=True, kw_only=True)
class Project:
    """A whole generated project."""

    package: Code
    types: TypesModule
    requests: RequestsModule
    failures: FailuresModule
    tools: ToolsModule
    operations: tuple[OperationModules, ...]
    errors: ErrorsPage
