"""What lowering one operation has to know of the whole spec, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from faultwise import names
from faultwise.lower.details import Defaults, defaults_of
from faultwise.lower.redaction import hidden_types
from faultwise.resolve import EffectiveOperation, resolve
from faultwise.schemas import Types
from faultwise.spec import Spec


class Facts(NamedTuple):
    """The spec, and what follows from it for every operation."""

    spec: Spec
    package: str
    """The import package of the project."""
    operations: tuple[EffectiveOperation, ...]
    wire_names: Mapping[str, str]
    """Each operation's name on the wire."""
    hidden: frozenset[str]
    """The types that can hold something sensitive."""
    defaults: Defaults
    """What stands for details that are absent."""

    @property
    def types(self) -> Types:
        """The named types of the spec."""
        return self.spec.types


def facts_of(spec: Spec) -> Facts:
    """Return the facts of a spec."""
    operations = resolve(spec)
    return Facts(
        spec=spec,
        package=names.package_name(spec.server.name),
        operations=operations,
        wire_names={operation.name: operation.wire_name for operation in operations},
        hidden=hidden_types(spec.types),
        defaults=defaults_of(operations),
    )
