"""operations/<operation>.py: the user's file, as it is on its first day."""

from __future__ import annotations

from collections.abc import Iterable

from faultwise import ir, names
from faultwise.code import docstring
from faultwise.imports import future
from faultwise.lower.names_of import operation_names
from faultwise.lower.nothing import nothing_in_words
from faultwise.resolve import EffectiveFailure, EffectiveOperation
from faultwise.schemas import Types


def stub(operation: EffectiveOperation, package: str, types: Types) -> ir.Stub:
    """Lower the stub of one operation."""
    called = operation_names(operation)
    generated = f"{package}.generated"
    imports = future()
    imports.first_party = package
    imports.name(f"{generated}.context", "CallContext")
    imports.name(f"{generated}.failures", "NotImplementedYet")
    imports.name(f"{generated}.requests", called.request)
    imports.name(f"{generated}.types", called.result)
    return ir.Stub(
        imports=imports.block(),
        doc=docstring(f"The work of {operation.wire_name}; this file is yours.", indent=0),
        operation=called.function,
        request=called.request,
        result=called.result,
        function_doc=docstring("\n".join(_doc(operation, generated, types))),
    )


def _doc(operation: EffectiveOperation, generated: str, types: Types) -> Iterable[str]:
    declared = operation.declared
    yield declared.description
    if declared.empty is not None:
        nothing = nothing_in_words(operation, types)
        yield from ("", f"Return {nothing} where there is nothing: that is no failure.")
    if declared.partial_results is not None:
        yield from ("", "Collect what is done already with context.partial(value, key=...).")
    rules = {constraint.failure for constraint in declared.constraints}
    answered = [
        failure
        for failure in operation.own_failures
        if failure.reports or failure.match or failure.name in rules
    ]
    raised = [failure for failure in operation.own_failures if failure not in answered]
    if raised:
        yield from ("", f"Failures to raise, from {generated}.failures:")
        yield from (f"  {_call(failure)}: {failure.when or failure.message}" for failure in raised)
    if answered:
        yield from ("", "Answered without a raise, for arguments and exceptions of the spec:")
        yield "  " + ", ".join(names.failure_class(failure.name) for failure in answered)


def _call(failure: EffectiveFailure) -> str:
    required = [
        f"{names.detail_attribute(name)}=..."
        for name, one in failure.details.items()
        if not one.may_be_absent
    ]
    return f"{names.failure_class(failure.name)}({', '.join(required)})"
