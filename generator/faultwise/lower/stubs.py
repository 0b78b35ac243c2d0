"""operations/<operation>.py: the user's file, as it is on its first day."""

from __future__ import annotations

from faultwise import ir, names
from faultwise.code import docstring
from faultwise.imports import future
from faultwise.lower.names_of import operation_names
from faultwise.resolve import EffectiveFailure, EffectiveOperation


def stub(operation: EffectiveOperation, package: str) -> ir.Stub:
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
        function_doc=docstring(_doc(operation, generated)),
    )


def _doc(operation: EffectiveOperation, generated: str) -> str:
    lines = [operation.declared.description]
    if operation.declared.empty is not None:
        lines += ["", "Return None or an empty list where there is nothing: that is no failure."]
    if operation.declared.partial_results is not None:
        lines += ["", "Collect what is done already with context.partial(value, key=...)."]
    own = operation.own_failures
    if own:
        lines += ["", f"Failures to raise, from {generated}.failures:"]
        lines += [f"  {_call(failure)}: {failure.when or failure.message}" for failure in own]
    return "\n".join(lines)


def _call(failure: EffectiveFailure) -> str:
    required = [
        f"{names.detail_attribute(name)}=..."
        for name, one in failure.details.items()
        if not one.may_be_absent
    ]
    return f"{names.failure_class(failure.name)}({', '.join(required)})"
