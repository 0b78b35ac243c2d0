"""What checks look at, and how they say what they find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from faultwise.diagnostics import Diagnostic, Related, nearest
from faultwise.names import attribute_name
from faultwise.resolve import EffectiveFailure, EffectiveOperation, resolve
from faultwise.schemas import children
from faultwise.source import Document, Path
from faultwise.spec import TYPE_REFERENCE, Failure, Operation, Property, Schema, Spec

Place: TypeAlias = tuple[Path, Schema]


@dataclass(frozen=True)
class Subject:
    """A spec that has the right shape, with the file that it was read from."""

    spec: Spec
    document: Document

    @cached_property
    def operations(self) -> tuple[EffectiveOperation, ...]:
        """The operations as they take effect."""
        return resolve(self.spec)

    @cached_property
    def schema_roots(self) -> tuple[Place, ...]:
        """Every schema that does not stand inside another, with its place."""
        return tuple(self._schema_roots())

    @cached_property
    def schemas(self) -> tuple[Place, ...]:
        """Every schema of the file, inner ones included, with its place."""
        return tuple(each for path, root in self.schema_roots for each in within(path, root))

    @cached_property
    def written_failures(self) -> Mapping[Path, Failure]:
        """Every failure or overlay that the file writes out, by its place."""
        shared: dict[Path, Failure] = {
            ("failures", name): one for name, one in self.spec.failures.items()
        }
        own: dict[Path, Failure] = {
            ("operations", operation, "failures", name): entry
            for operation, declared in self.spec.operations.items()
            for name, entry in declared.failures.items()
            if entry
        }
        return shared | own

    def _schema_roots(self) -> Iterator[Place]:
        for name, schema in self.spec.types.items():
            yield ("types", name), schema
        for path, failure in self.written_failures.items():
            for name, detail in failure.details.items():
                yield (*path, "details", name), detail
        for operation, declared in self.spec.operations.items():
            place: Path = ("operations", operation)
            for name, parameter in declared.parameters.items():
                yield (*place, "parameters", name), parameter
            if declared.returns is not None:
                yield (*place, "returns"), declared.returns
            if declared.partial_results is not None:
                yield (*place, "partial_results"), declared.partial_results

    def type_of(self, reference: str) -> Property | None:
        """Return the type that a `$ref` means, or None where there is none."""
        if not reference.startswith(TYPE_REFERENCE):
            return None
        return self.spec.types.get(reference.removeprefix(TYPE_REFERENCE))

    def problem(
        self,
        code: str,
        message: str,
        path: Path,
        help_: str,
        *,
        related: Iterable[Related] = (),
    ) -> Diagnostic:
        """Return a diagnostic about the value at `path`."""
        remedy = self.document.hint(path) or help_
        return Diagnostic(code, message, self.document.value_span(path), remedy, tuple(related))

    def key_problem(
        self,
        code: str,
        message: str,
        path: Path,
        help_: str,
        *,
        related: Iterable[Related] = (),
    ) -> Diagnostic:
        """Return a diagnostic about the key of the value at `path`."""
        return Diagnostic(code, message, self.document.key_span(path), help_, tuple(related))

    def related(self, message: str, path: Path) -> Related:
        """Return another place, by the key of the value at `path`."""
        return Related(message, self.document.key_span(path))

    def origin(self, failure: EffectiveFailure, key: str) -> Path:
        """Return where a key of a failure is written, or where the failure is declared."""
        return failure.origins.get(key, failure.place)


def within(path: Path, schema: Schema) -> Iterator[Place]:
    """Yield a schema and all schemas inside it, with their places; references are not followed."""
    waiting = [(path, schema)]
    while waiting:
        place, each = waiting.pop()
        yield place, each
        waiting.extend(inside(place, each))


def inside(path: Path, schema: Schema) -> Iterator[Place]:
    """Yield the schemas that stand directly inside another, with their places."""
    for name, child in (schema.properties or {}).items():
        yield (*path, "properties", name), child
    if isinstance(schema.additional_properties, Schema):
        yield (*path, "additionalProperties"), schema.additional_properties
    if schema.items is not None:
        yield (*path, "items"), schema.items
    for keyword, branches in (("anyOf", schema.any_of), ("oneOf", schema.one_of)):
        for index, branch in enumerate(branches):
            yield (*path, keyword, index), branch


def attributes(operation: Operation) -> dict[str, str]:
    """Return each parameter's wire name by its name in templates."""
    return {
        parameter.python_name or attribute_name(name): name
        for name, parameter in operation.parameters.items()
    }


def is_sensitive(schema: Schema, types: Mapping[str, Property]) -> bool:
    """Whether a value of this schema is or holds something sensitive."""
    seen: set[str] = set()
    waiting: list[Schema] = [schema]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Property) and each.sensitive:
            return True
        if each.ref is not None:
            name = each.ref.removeprefix(TYPE_REFERENCE)
            if name in types and name not in seen:
                seen.add(name)
                waiting.append(types[name])
        waiting.extend(children(each))
    return False


def quoted(names: Iterable[str]) -> str:
    """Return names in a row, each in backticks."""
    return ", ".join(f"`{name}`" for name in names)


def did_you_mean(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return "; did you mean `x`?" where a known name is near, else nothing."""
    near = nearest(name, known, cutoff=cutoff)
    return f"; did you mean `{near}`?" if near else ""


def one_of(known: Iterable[str], *, otherwise: str) -> str:
    """Return the remedy for an unknown name: to use a known one, or `otherwise` without any."""
    names = list(known)
    return f"known here: {quoted(names)}" if names else otherwise
