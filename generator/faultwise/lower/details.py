"""Details of a failure over all operations that declare it: one class has to serve them all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from pydantic import JsonValue

from faultwise.resolve import EffectiveFailure, EffectiveOperation

Variants: TypeAlias = list[tuple[EffectiveOperation, EffectiveFailure]]
"""A failure as each of its operations declares it."""

Defaults: TypeAlias = Mapping[str, Mapping[str, JsonValue]]
"""The details that have a default, by failure and detail."""


def variants_of(operations: tuple[EffectiveOperation, ...]) -> dict[str, Variants]:
    """Return the variants of every declared failure, in the order of the spec."""
    variants: dict[str, Variants] = {}
    for operation in operations:
        for failure in operation.own_failures:
            variants.setdefault(failure.name, []).append((operation, failure))
    return variants


def detail_names(variants: Variants) -> list[str]:
    """Return the details of all variants, those that have to be given first."""
    everything = list(dict.fromkeys(name for _, failure in variants for name in failure.details))
    return sorted(everything, key=lambda name: may_be_absent(name, variants))


def may_be_absent(name: str, variants: Variants) -> bool:
    """Whether the failure can be raised without this detail."""
    details = [failure.details.get(name) for _, failure in variants]
    return any(detail is None or detail.may_be_absent for detail in details)


def defaults_of(operations: tuple[EffectiveOperation, ...]) -> Defaults:
    """Return what stands for a detail that is absent, where all variants say the same."""
    return {failure: _defaults(variants) for failure, variants in variants_of(operations).items()}


def _defaults(variants: Variants) -> dict[str, JsonValue]:
    defaults: dict[str, JsonValue] = {}
    for name in detail_names(variants):
        details = [failure.details.get(name) for _, failure in variants]
        values = [one.default for one in details if one is not None and one.given("default")]
        if len(values) == len(details) and all(repr(value) == repr(values[0]) for value in values):
            defaults[name] = values[0]
    return defaults
