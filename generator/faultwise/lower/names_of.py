"""How the things of one operation are called in generated code."""

from __future__ import annotations

from typing import NamedTuple

from faultwise import names
from faultwise.code import Code
from faultwise.resolve import EffectiveOperation
from faultwise.spec import Operation


class OperationNames(NamedTuple):
    """The names that follow from the name of an operation."""

    module: Code
    function: Code
    request: Code
    result: Code
    stem: str
    """What the names of inline types begin with."""


def operation_names(operation: EffectiveOperation) -> OperationNames:
    """Return the names of an operation."""
    function = Code(names.operation_name(operation.name))
    stem = names.class_name(operation.name)
    return OperationNames(
        module=function,
        function=function,
        request=Code(names.request_class(operation.name)),
        result=Code(names.result_class(operation.name)),
        stem=stem,
    )


def attributes(operation: Operation) -> dict[str, str]:
    """Return each parameter's attribute in the request class, by its name on the wire."""
    return {
        name: parameter.python_name or names.attribute_name(name)
        for name, parameter in operation.parameters.items()
    }
