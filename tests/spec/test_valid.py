"""Specs that have nothing wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from faultwise.load import load
from faultwise.resolve import BUILTIN_FAILURES
from faultwise.spec import Failure

from .specs import codes, spec, with_operation

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
SPECS = sorted([*(HERE / "valid").glob("*.yaml"), *EXAMPLES.glob("*/tools.yaml")])


@pytest.mark.parametrize("path", SPECS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_real_spec_loads(path: Path) -> None:
    """A spec of a real server, and every example, loads without a diagnostic."""
    assert load(path.read_bytes(), path.name).operations


@pytest.mark.parametrize(
    "body",
    [
        "parameters: {a: {type: [string, null], default: null}}",
        "parameters: {a: {enum: [null, x]}}",
        "parameters: {a: {const: null, optional: true}}",
        "parameters: {a: {type: null}}",
        "parameters: {a: {type: string, examples: [x], minLength: 1}}",
        "parameters: {a: {type: integer, default: 5.0}}",
        "returns: {type: object, required: [a], additionalProperties: true, properties: {}}",
        "returns: {anyOf: [{required: [a]}, {required: [b]}]}",
        "empty: {message: None., result: null}\nreturns: {type: [object, null]}",
        "failures: {timed_out: null}",
        "failures: {timed_out: {message: Slow., match: OSError, retry_after: 5s}}",
        """
        failures:
          gone:
            category: business
            message: Gone.
            match: {exception: OSError, where: {errno: null, args.0: [null, 1, x, true]}}
        """,
        "parameters: {timeZone: {type: string}}\nempty: {message: 'Not in {time_zone}.'}",
        "parameters: {from: {type: string}}\nempty: {message: 'None from {from_}.'}",
        "parameters: {a: {type: number}}\nempty: {message: 'Over {a:,.2f} {{exactly}}.'}",
        "timeout: false\nretry: false",
    ],
)
def test_what_the_format_allows_is_accepted(body: str) -> None:
    """What the format's page allows gives no diagnostic."""
    assert codes(with_operation(body)) == []


def test_a_type_may_hold_itself() -> None:
    """Recursion through properties and items is fine as long as a value can end."""
    assert not codes(
        spec("""
            types:
              Tree:
                type: object
                required: [children]
                properties:
                  children: {type: array, items: {$ref: "#/types/Tree"}}
                  parent: {anyOf: [{$ref: "#/types/Tree"}, {type: null}]}
            operations:
              get_tree:
                description: Look a tree up.
                returns: {$ref: "#/types/Tree", description: The whole tree.}
        """)
    )


def test_top_level_keys_that_begin_with_x_are_free() -> None:
    """Whatever stands under a key such as `x-common` is for anchors, and is not checked."""
    assert not codes(
        spec("""
            x-common: &common {category: transient, message: Busy.}
            x-anything: [1, {two: null}]
            operations:
              get_order:
                description: Look up one order.
                failures:
                  busy: {<<: *common, description: Try again.}
        """)
    )


def test_one_failure_may_replace_keys_of_a_shared_one() -> None:
    """An overlay gives any subset of keys, also in several operations apart."""
    assert not codes(
        spec("""
            defaults: {failures: [busy]}
            failures:
              busy: {category: transient, message: Busy.}
            operations:
              get_order:
                description: Look up one order.
                failures: {busy: {message: The order is busy.}}
              list_orders:
                description: List all orders.
                failures: {busy: false}
              find_orders:
                description: Find orders.
                failures: {busy: {category: business}, unexpected: {user_message: Sorry.}}
        """)
    )


@pytest.mark.parametrize("version", ["true", "1.0", '"1"', "2", "null", "[1]"])
def test_only_the_number_one_is_a_version(version: str) -> None:
    """What equals 1 in Python is still not the format version."""
    data = spec("operations: {get_order: {description: Look up one order.}}")
    replaced = data.replace(b"faultwise: 1", f"faultwise: {version}".encode())
    assert len(codes(replaced)) == 1


@pytest.mark.parametrize(
    "body",
    [
        "examples: [{arguments: {}, empty: 1}]\nempty: {message: None.}",
        "parameters: {a: {type: []}}",
        "parameters: {a: {minLength: true}}",
        "parameters: {a: {minimum: true}}",
        "parameters: {a: {uniqueItems: 1}}",
        "parameters: {a: {optional: 1, type: string}}",
    ],
)
def test_values_of_a_kind_that_python_takes_for_another_are_refused(body: str) -> None:
    """Booleans are no numbers, numbers are no booleans, and an empty list of types is none."""
    assert len(codes(with_operation(body))) == 1


def test_the_built_in_failures_are_failures_of_the_format() -> None:
    """What the format brings along could stand in a spec as it is."""
    for failure in BUILTIN_FAILURES.values():
        written = failure.model_dump(exclude_unset=True, by_alias=True)
        assert Failure.model_validate(written) == failure
