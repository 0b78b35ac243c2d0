"""Spec to IR: the only package that knows both the format and Python."""

from __future__ import annotations

from faultwise import ir
from faultwise.code import Code
from faultwise.lower.declarations import declaration, tools
from faultwise.lower.facts import facts_of
from faultwise.lower.handlers import handler
from faultwise.lower.names_of import operation_names
from faultwise.lower.page import errors_page
from faultwise.lower.stubs import stub
from faultwise.lower.tests import test_module
from faultwise.lower.types import typed_modules
from faultwise.resolve import EffectiveOperation
from faultwise.spec import Spec


def lower(spec: Spec) -> ir.Project:
    """Return everything that is rendered for a spec; the spec has passed all checks."""
    facts = facts_of(spec)
    operations = facts.operations
    typed = typed_modules(spec.types, operations)

    def modules(operation: EffectiveOperation) -> ir.OperationModules:
        return ir.OperationModules(
            module=operation_names(operation).module,
            declaration=declaration(operation, spec.types),
            handler=handler(operation, facts.wire_names),
            stub=stub(operation, facts.package, facts.types),
            tests=test_module(operation, facts),
        )

    return ir.Project(
        package=Code(facts.package),
        types=typed.types,
        requests=typed.requests,
        failures=typed.failures,
        tools=tools(spec, operations),
        operations=map(modules, operations),
        errors=errors_page(spec, operations),
    )
