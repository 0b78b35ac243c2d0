"""What a spec of the right shape still can have wrong.

Each check is a pure function from a `Subject` to diagnostics, and its docstring says what it holds.
The second group judges values by schemas, which works only where every reference leads somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, TypeAlias

from faultwise.checks.examples import check_examples
from faultwise.checks.failures import (
    check_builtins,
    check_complete,
    check_defined_once,
    check_details,
    check_docs_urls,
    check_fields,
    check_paths,
    check_reports,
)
from faultwise.checks.matching import check_classes, check_conditions, check_reachable
from faultwise.checks.naming import (
    check_chosen_names,
    check_collisions,
    check_parameter_names,
    check_result_types,
    check_wire_names,
)
from faultwise.checks.operations import (
    check_constraints,
    check_durations,
    check_empty,
    check_retries,
)
from faultwise.checks.references import (
    check_alternatives,
    check_reference_cycles,
    check_shared_failures,
    check_types_exist,
)
from faultwise.checks.schemas import (
    check_keywords,
    check_patterns,
    check_required,
    check_sensitive,
    check_values,
)
from faultwise.checks.server import check_server
from faultwise.checks.subject import Subject
from faultwise.checks.templates import (
    check_details_apart,
    check_template_names,
    check_template_syntax,
)
from faultwise.diagnostics import Diagnostic
from faultwise.source import Document
from faultwise.spec import Spec

Check: TypeAlias = Callable[[Subject], Iterator[Diagnostic]]

LOCAL_CHECKS: Final[tuple[Check, ...]] = (
    check_server,
    check_chosen_names,
    check_collisions,
    check_parameter_names,
    check_result_types,
    check_wire_names,
    check_keywords,
    check_patterns,
    check_template_syntax,
    check_defined_once,
    check_builtins,
    check_paths,
    check_docs_urls,
    check_classes,
    check_durations,
)
"""Checks that look at one place each, so that they hold for a part of a spec too."""

CHECKS: Final[tuple[Check, ...]] = (
    *LOCAL_CHECKS,
    check_types_exist,
    check_reference_cycles,
    check_shared_failures,
    check_alternatives,
    check_required,
    check_sensitive,
    check_template_names,
    check_details_apart,
    check_complete,
    check_reports,
    check_fields,
    check_details,
    check_conditions,
    check_reachable,
    check_retries,
    check_constraints,
)
CHECKS_OF_VALUES: Final[tuple[Check, ...]] = (check_values, check_empty, check_examples)

_MOST_OF_A_KIND: Final = 200
"""More than anybody reads; looking for what was meant takes time for each."""

_UNSOUND: Final = frozenset(
    {
        "bad-reference",
        "unknown-type",
        "reference-cycle",
        "reference-chain",
        "endless-type",
        "bad-pattern",
    }
)
"""Codes of problems with which no value can be judged."""


def check(spec: Spec, document: Document) -> tuple[Diagnostic, ...]:
    """Return everything that is wrong with a spec that has the right shape."""
    subject = Subject(spec, document)
    found = _found(CHECKS, subject)
    if _UNSOUND.isdisjoint(problem.code for problem in found):
        found += _found(CHECKS_OF_VALUES, subject)
    return tuple(found)


def check_recovered(spec: Spec, document: Document, *, is_whole: bool) -> tuple[Diagnostic, ...]:
    """Return what is wrong beside the shape, of a spec from which something had to be left out.

    `is_whole` says that nothing is missing that other parts may refer to.
    """
    subject = Subject(spec, document)
    found = _found(CHECKS if is_whole else LOCAL_CHECKS, subject)
    # What is missing was reported where it was left out.
    return tuple(problem for problem in found if problem.code != "missing-key")


def _found(checks: tuple[Check, ...], subject: Subject) -> list[Diagnostic]:
    return [problem for check in checks for problem in islice(check(subject), _MOST_OF_A_KIND)]
