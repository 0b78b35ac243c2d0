"""Arguments for generated tests: ones that fit an operation, and ones that do not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from pydantic import JsonValue

from faultwise import runtime, schemas
from faultwise.lower.facts import Facts
from faultwise.lower.redaction import hides, sensitive_texts
from faultwise.lower.samples import NO_VALUE, Samples
from faultwise.resolve import EffectiveOperation
from faultwise.spec import Parameter

Arguments: TypeAlias = Mapping[str, JsonValue]

_MARKER: Final = "marker-5d2c9f"
"""What stands for a secret where it fits: no spec holds it by chance."""
_LONG_ENOUGH: Final = 4
"""A shorter secret can be a word like any other, and is hidden only where it stands alone."""

_KINDS: Final = ("exactly_one_of", "at_least_one_of", "at_most_one_of", "all_or_none_of")
_UNKNOWN_ARGUMENT: Final = "no_such_argument"


class ArgumentChooser:
    """Chooses the arguments of the calls that an operation is tested with."""

    def __init__(self, operation: EffectiveOperation, facts: Facts) -> None:
        self._declared = operation.declared
        self._samples = Samples(facts.types)
        self._hidden = facts.hidden
        self._types = facts.types
        self.schema = schemas.parameters(self._declared.parameters, facts.types)
        self._problems = runtime.validator(self.schema)
        self._defaults = {
            name: parameter.default
            for name, parameter in self._declared.parameters.items()
            if parameter.given("default")
        }

    @cached_property
    def valid(self) -> Arguments | None:
        """Arguments that fit, from an example or made up; None where none were found."""
        return next((one for one in self._candidates() if self.fits(one)), None)

    def fits(self, arguments: Arguments) -> bool:
        """Whether a call with these arguments reaches the operation."""
        return not self.problems(arguments) and not self.broken_rules(arguments)

    def problems(self, arguments: Arguments) -> list[runtime.Problem]:
        """Return what the schemas of the parameters find wrong."""
        return self._problems(dict(arguments))

    def broken_rules(self, arguments: Arguments) -> int:
        """Return how many rules across parameters the arguments break."""
        return sum(
            bool(members) and not runtime.holds(kind, members, dict(arguments), self._defaults)
            for constraint in self._declared.constraints
            for kind in _KINDS
            for members in (getattr(constraint, kind),)
        )

    def with_a_secret(self) -> tuple[Arguments, str] | None:
        """Return arguments that fit and a sensitive text in them, or None."""
        sensitive = {
            name: parameter
            for name, parameter in self._declared.parameters.items()
            if hides(parameter, self._hidden)
        }
        if not sensitive or self.valid is None:
            return None
        marked = [{**self.valid, name: _MARKER} for name in sensitive]
        for arguments in (*marked, *self._candidates()):
            for name, parameter in sensitive.items():
                texts = sensitive_texts(arguments.get(name), parameter, self._types)
                longest = max(texts, key=len, default="")
                if len(longest) >= _LONG_ENOUGH and self.fits(arguments):
                    return arguments, longest
        return None

    def holds_a_secret_of(self, arguments: Arguments, told: object) -> bool:
        """Whether something that a failure tells is, by chance, a sensitive value of a call."""
        text = json.dumps(told)
        return any(
            secret in text
            for name, parameter in self._declared.parameters.items()
            if name in arguments and hides(parameter, self._hidden)
            for secret in _texts(arguments[name])
        )

    def without_a_required_one(self) -> Arguments | None:
        """Return arguments of which a required one is missing, or None."""
        for name in self._required():
            return {key: value for key, value in (self.valid or {}).items() if key != name}
        return None

    def with_an_unknown_one(self) -> Arguments | None:
        """Return arguments with one that the operation does not have, or None."""
        if self.valid is None or _UNKNOWN_ARGUMENT in self._declared.parameters:
            return None
        return {**self.valid, _UNKNOWN_ARGUMENT: 1}

    def with_a_wrong_value(self) -> Iterator[tuple[str, Arguments]]:
        """Yield, for each parameter that can have one, arguments with a value that breaks it."""
        for name, parameter in self._declared.parameters.items():
            wrong = self._samples.invalid(parameter)
            if wrong is not NO_VALUE and self.valid is not None:
                yield name, {**self.valid, name: wrong}

    def _required(self) -> list[str]:
        parameters = self._declared.parameters
        return [name for name, parameter in parameters.items() if parameter.required_in_call]

    def _candidates(self) -> Iterator[Arguments]:
        yield from (example.arguments for example in self._declared.examples)
        parameters = self._declared.parameters
        made = self._made({name: parameters[name] for name in self._required()})
        yield made
        optional = self._made(
            {
                name: _without_default(parameter)
                for name, parameter in parameters.items()
                if not parameter.required_in_call
            }
        )
        # Rules across parameters may ask for one of the optional ones, for several, or for all.
        yield from ({**made, name: value} for name, value in optional.items())
        chosen = dict(made)
        for constraint in self._declared.constraints:
            for name in constraint.exactly_one_of[:1] + constraint.at_least_one_of[:1]:
                chosen |= {name: optional[name]} if name in optional else {}
        yield chosen
        yield {**made, **optional}

    def _made(self, parameters: Mapping[str, Parameter]) -> dict[str, JsonValue]:
        return {
            name: value
            for name, parameter in parameters.items()
            if (value := self._samples.valid(parameter)) is not NO_VALUE
        }


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
    elif value is not None:
        yield json.dumps(value).strip('"')


def _without_default(parameter: Parameter) -> Parameter:
    """Return a parameter for which a value other than its default is made up."""
    given = {key: getattr(parameter, key) for key in parameter.model_fields_set - {"default"}}
    return Parameter.model_construct(**given)
