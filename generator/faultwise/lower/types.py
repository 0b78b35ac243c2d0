"""types.py, requests.py and failures.py: the typed side of the generated code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from faultwise import ir, names
from faultwise.code import Code, docstring, join, literal, string
from faultwise.imports import Imports, export_order, future
from faultwise.lower.details import (
    Variants,
    defaults_of,
    detail_names,
    may_be_absent,
    variants_of,
)
from faultwise.lower.hints import NONE, Hint, TypeTable, optional, union
from faultwise.lower.names_of import OperationNames, attributes, operation_names
from faultwise.lower.nothing import nothing_in_words
from faultwise.resolve import EffectiveOperation
from faultwise.schemas import Types
from faultwise.spec import Parameter, Schema


class TypedModules(NamedTuple):
    """The three modules that hold the classes of a project."""

    types: ir.TypesModule
    requests: ir.RequestsModule
    failures: ir.FailuresModule


def typed_modules(types: Types, operations: tuple[EffectiveOperation, ...]) -> TypedModules:
    """Lower everything that has a class or an alias of its own."""
    table = TypeTable(dict(types), _taken(types, operations))
    table.define_all()
    requests = _requests(operations, table)
    for operation in operations:
        _results(operation, operation_names(operation), table, types)
    failures = _failures(operations, table)
    return TypedModules(_types(table), requests, failures)


def _taken(types: Types, operations: tuple[EffectiveOperation, ...]) -> set[str]:
    taken = set(types) | set(names.GENERATED_CLASSES)
    for operation in operations:
        called = operation_names(operation)
        taken |= {called.request, called.result}
        taken |= {names.failure_class(failure.name) for failure in operation.failures}
    return taken


def _types(table: TypeTable) -> ir.TypesModule:
    imports = future()
    for _, hint in table.definitions:
        _import_hint(imports, hint)
    if any(definition.alias for definition, _ in table.definitions):
        imports.name("typing", "TypeAlias")
    definitions = tuple(definition for definition, _ in table.definitions)
    return ir.TypesModule(imports=imports.block(), definitions=definitions)


def _import_hint(imports: Imports, hint: Hint, *, types: str | None = None) -> None:
    """Add what a hint needs; `types` is the module of named types where that is another one."""
    if hint.typing:
        imports.name("typing", *hint.typing)
    if hint.values:
        imports.name(".values", *hint.values)
    if hint.types and types:
        imports.name(types, *hint.types)


def _requests(operations: tuple[EffectiveOperation, ...], table: TypeTable) -> ir.RequestsModule:
    imports = future()
    imports.name("collections.abc", "Mapping")
    imports.name("dataclasses", "dataclass")
    imports.name("typing", "ClassVar")
    imports.name(".requests_base", "Request")
    classes: list[ir.RequestClass] = []
    for operation in operations:
        called = operation_names(operation)
        wire = attributes(operation.declared)
        entries: list[ir.Entry] = []
        factories: list[ir.Factory] = []
        for name, parameter in operation.declared.parameters.items():
            hint = table.hint(parameter, owner=called.stem, part=name)
            if parameter.optional and not parameter.given("default"):
                hint = optional(hint)
            _import_hint(imports, hint, types=".types")
            factory = _factory(called, wire[name], parameter, hint)
            if factory is not None:
                factories.append(factory)
            entry = _attribute(wire[name], parameter, hint, factory)
            if parameter.sensitive or isinstance(parameter.default, list | dict):
                imports.name("dataclasses", "field")
            entries.append(entry)
        classes.append(
            ir.RequestClass(
                name=called.request,
                doc=docstring(
                    f"The arguments of {operation.wire_name}.\n\n{operation.declared.description}"
                ),
                wire=literal({attribute: name for name, attribute in wire.items()}),
                entries=tuple(entries),
                factories=tuple(factories),
            )
        )
    return ir.RequestsModule(imports=imports.block(), classes=tuple(classes))


def _factory(
    called: OperationNames, attribute: str, parameter: Parameter, hint: Hint
) -> ir.Factory | None:
    """Return the function that makes a default with named types in it, or None where none has to.

    mypy takes what a lambda returns for a plain dict, whatever type is expected of it.
    """
    if not hint.types or not isinstance(parameter.default, list | dict):
        return None
    name = Code(f"_{called.function}__{attribute}")
    return ir.Factory(name=name, hint=hint.code, value=literal(parameter.default))


def _attribute(name: str, parameter: Parameter, hint: Hint, factory: ir.Factory | None) -> ir.Entry:
    options: list[str] = []
    if factory is not None:
        options.append(f"default_factory={factory.name}")
    elif isinstance(parameter.default, list | dict):
        options.append(f"default_factory=lambda: {literal(parameter.default)}")
    elif not parameter.required_in_call:
        options.append(f"default={literal(parameter.default)}")
    if parameter.sensitive:
        options.append("repr=False")
    value = f"field({', '.join(options)})"
    if len(options) == 1 and options[0].startswith("default="):
        value = options[0].removeprefix("default=")
    return ir.Entry(
        name=Code(name),
        value=Code(f"{hint.code} = {value}" if options else hint.code),
        doc=docstring(parameter.description) if parameter.description else Code(""),
    )


def _results(
    operation: EffectiveOperation, called: OperationNames, table: TypeTable, types: Types
) -> None:
    declared = operation.declared
    doc = f"What the operation {operation.name} returns."
    if declared.returns is None:
        table.alias(called.result, NONE, doc)
    elif declared.empty is None and _is_inline_record(declared.returns):
        table.define(called.result, declared.returns, declared.returns.description or doc)
    else:
        hint = _data_hint(declared.returns, f"{called.stem}Data", doc, table)
        if declared.empty is not None:
            hint = optional(hint)
            nothing = nothing_in_words(operation, types).removesuffix(",")
            doc += f" {nothing} where there is nothing."
        table.alias(called.result, hint, doc)
    if declared.partial_results is not None and declared.partial_results.ref is None:
        name = names.unique(f"{called.stem}PartialResult", table.taken)
        table.taken.add(name)
        doc = f"One partial result of the operation {operation.name}."
        table.define(name, declared.partial_results, doc)


def _data_hint(returns: Schema, name: str, doc: str, table: TypeTable) -> Hint:
    if not _is_inline_record(returns):
        return table.hint(returns, owner=name.removesuffix("Data"), part="data")
    name = names.unique(name, table.taken)
    table.taken.add(name)
    return table.define(name, returns, returns.description or doc)


def _is_inline_record(schema: Schema) -> bool:
    return schema.ref is None and schema.type == ("object",) and bool(schema.properties)


def _failures(operations: tuple[EffectiveOperation, ...], table: TypeTable) -> ir.FailuresModule:
    imports = future()
    imports.name(".builtin_failures", "Failure", *names.BUILTIN_FAILURE_CLASSES.values())
    defaults = defaults_of(operations)
    classes = [
        _failure(name, variants, defaults[name], table, imports)
        for name, variants in variants_of(operations).items()
    ]
    exported = sorted(
        [*names.BUILTIN_FAILURE_CLASSES.values(), "Failure", *(one.name for one in classes)],
        key=export_order,
    )
    return ir.FailuresModule(
        imports=imports.block(),
        classes=tuple(classes),
        exported=tuple(string(name) for name in exported),
    )


def _failure(
    failure: str,
    variants: Variants,
    defaults: Mapping[str, JsonValue],
    table: TypeTable,
    imports: Imports,
) -> ir.FailureClass:
    details: list[ir.DetailParameter] = []
    for name in detail_names(variants):
        attribute = names.detail_attribute(name)
        schemas = {id(one): one for _, f in variants if (one := f.details.get(name)) is not None}
        hint = union(
            table.hint(one, owner=names.failure_class(failure), part=name)
            for one in schemas.values()
        )
        annotation, value = hint, attribute
        if may_be_absent(name, variants):
            imports.name(".values", "ABSENT", "Absent")
            annotation = union([hint, Hint(Code("Absent"))])
        if name in defaults:
            value = f"{literal(defaults[name])} if {attribute} is ABSENT else {attribute}"
        _import_hint(imports, annotation, types=".types")
        doc = next((one.description for one in schemas.values() if one.description), None)
        details.append(
            ir.DetailParameter(
                key=string(name),
                attribute=Code(attribute),
                annotation=annotation.code,
                may_be_absent=annotation is not hint,
                value=Code(value),
                doc=docstring(doc, indent=8) if doc else Code(""),
            )
        )
    if details:
        imports.name(".values", "Outcome")
    return ir.FailureClass(
        name=Code(names.failure_class(failure)),
        doc=docstring(_failure_doc(variants)),
        details=tuple(details),
    )


def _failure_doc(variants: Variants) -> str:
    _, failure = variants[0]
    used = join(", ", dict.fromkeys(Code(operation.wire_name) for operation, _ in variants))
    condition = f"\n\nWhen: {failure.when}" if failure.when else ""
    return f"{failure.message}{condition}\n\nCategory {failure.category}, answered by {used}."
