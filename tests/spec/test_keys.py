"""Every keyword of JSON Schema is read under its own name, wherever a schema stands."""

from __future__ import annotations

import pytest
from faultwise import spec

KEYWORDS = {
    *("type", "enum", "const", "format", "pattern", "minLength", "maxLength", "minimum", "maximum"),
    *("exclusiveMinimum", "exclusiveMaximum", "multipleOf", "items", "minItems", "maxItems"),
    *("uniqueItems", "properties", "required", "additionalProperties", "minProperties"),
    *("maxProperties", "anyOf", "oneOf", "$ref", "title", "description", "default", "examples"),
    "deprecated",
}


@pytest.mark.parametrize(
    ("model", "own"),
    [
        (spec.Schema, set[str]()),
        (spec.Property, {"sensitive"}),
        (spec.Parameter, {"sensitive", "optional", "python_name"}),
        (spec.Detail, {"optional", "from"}),
    ],
)
def test_a_schema_has_the_keywords_of_the_format(model: type[spec.Schema], own: set[str]) -> None:
    """A schema takes the keywords of the format and its own keys, and nothing else."""
    keys = {field.alias or name for name, field in model.model_fields.items()}
    assert keys == KEYWORDS | own
