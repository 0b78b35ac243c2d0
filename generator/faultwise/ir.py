"""What is rendered: immutable data in which every string is `Code`.

Templates loop over it and insert it; they decide nothing. The names follow the generated project,
not the spec. They are named tuples because defining as many dataclasses takes four times as long,
in every run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from faultwise.code import Code

EMPTY: Final = Code("")


class Entry(NamedTuple):
    """A named line of a block: an attribute, a key, an argument."""

    name: Code
    value: Code
    doc: Code = EMPTY
    """A docstring that follows it, or nothing."""


class Definition(NamedTuple):
    """A definition in types.py: an alias, or a TypedDict in class or functional syntax."""

    name: Code
    doc: Code
    alias: Code = EMPTY
    is_functional: bool = False
    entries: tuple[Entry, ...] = ()


class TypesModule(NamedTuple):
    """types.py."""

    imports: Code
    definitions: tuple[Definition, ...]


class Factory(NamedTuple):
    """A function that makes the default of one attribute."""

    name: Code
    hint: Code
    value: Code


class RequestClass(NamedTuple):
    """The class that holds the arguments of one operation."""

    name: Code
    doc: Code
    wire: Code
    """Attribute → name on the wire, as a dict expression."""
    entries: tuple[Entry, ...]
    factories: tuple[Factory, ...]


class RequestsModule(NamedTuple):
    """requests.py."""

    imports: Code
    classes: tuple[RequestClass, ...]


class DetailParameter(NamedTuple):
    """A detail of a failure: a keyword argument of its class, and an attribute."""

    key: Code
    """Its name in the answer, as a string."""
    attribute: Code
    annotation: Code
    may_be_absent: bool
    value: Code
    """What the attribute holds; a default stands in for what is absent."""
    doc: Code


class FailureClass(NamedTuple):
    """The exception class of one declared failure."""

    name: Code
    doc: Code
    details: tuple[DetailParameter, ...]


class FailuresModule(NamedTuple):
    """failures.py."""

    imports: Code
    classes: tuple[FailureClass, ...]
    exported: tuple[Code, ...]


class Declaration(NamedTuple):
    """declarations/<operation>.py: what a client sees of a tool, and what the answers need."""

    imports: Code
    doc: Code
    arguments: tuple[Entry, ...]
    """Keyword arguments of `Tool`."""


class Recognition(NamedTuple):
    """One library exception that means something here."""

    condition: Code
    outcome: Code


class Branch(NamedTuple):
    """One `except` clause of a handler."""

    exception: Code
    arguments: tuple[Entry, ...]
    """Keyword arguments of `results.error`."""


class Handler(NamedTuple):
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
    """Parameter → the failure that reports it, as a dict expression; nothing where none does."""
    recognitions: tuple[Recognition, ...]
    empty_message: Code
    """The text of a valid empty result; nothing where the operation declares none."""
    matches_empty: bool
    """Whether an exception can say that there is nothing."""
    branches: tuple[Branch, ...]


class Stub(NamedTuple):
    """operations/<operation>.py, written once."""

    imports: Code
    doc: Code
    operation: Code
    request: Code
    result: Code
    function_doc: Code


class TestCase(NamedTuple):
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


class TestModule(NamedTuple):
    """tests/generated/test_<operation>.py."""

    imports: Code
    doc: Code
    operation_target: Code
    tool: Code
    stem: Code
    listed: Code
    """What the server lists for the tool, without its output schema."""
    cases: tuple[TestCase, ...]


class OperationModules(NamedTuple):
    """Everything that is rendered for one operation."""

    module: Code
    declaration: Declaration
    handler: Handler
    stub: Stub
    tests: TestModule


class ToolsModule(NamedTuple):
    """tools.py."""

    imports: Code
    settings: tuple[Entry, ...]
    bound: tuple[Code, ...]
    """Handler modules, as they are called in tools.py."""


class PageRow(NamedTuple):
    """One failure in ERRORS.md."""

    code: Code
    category: Code
    retryable: Code
    next_step: Code
    when: Code


class PageSection(NamedTuple):
    """One operation in ERRORS.md, or what is the same in all of them."""

    title: Code
    introduction: tuple[Code, ...]
    facts: tuple[Code, ...]
    rows: tuple[PageRow, ...]


class ErrorsPage(NamedTuple):
    """ERRORS.md."""

    title: Code
    any_retry: bool
    sections: tuple[PageSection, ...]


class Project(NamedTuple):
    """A whole generated project."""

    package: Code
    types: TypesModule
    requests: RequestsModule
    failures: FailuresModule
    tools: ToolsModule
    operations: Iterator[OperationModules]
    """Lowered one by one, as they are rendered: together they take more memory than the rest."""
    errors: ErrorsPage
