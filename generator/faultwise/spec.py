"""The models of the tool spec, format version 1.

The models know YAML and JSON Schema, and nothing of Python code. They are strict, frozen and
closed: a key that they do not name is an error. What one model cannot see alone (references,
names, templates, reachability) is the work of `checks`; merging of defaults, shared failures
and built-in failures is the work of `resolve`.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    JsonValue,
    Tag,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticCustomError

FORMAT_VERSION: Final = 1

Category: TypeAlias = Literal["transient", "validation", "business", "permission"]
Outcome: TypeAlias = Literal["not_applied", "applied", "unknown"]
RetrySemantics: TypeAlias = Literal["same_call", "any_retry"]
SchemaType: TypeAlias = Literal["null", "boolean", "integer", "number", "string", "array", "object"]
StringFormat: TypeAlias = Literal["date", "date-time", "time", "email", "uri", "uuid"]

DURATION_PATTERN: Final = r"^(0|[1-9][0-9]*)(\.[0-9]+)?(ms|s|m)$"
_SECONDS_PER_UNIT: Final[Mapping[str, float]] = {"ms": 0.001, "s": 1.0, "m": 60.0}


class Model(BaseModel):
    """What all models of the format share."""

    # Built when the first spec is read, each once and not again for every model that holds it.
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", defer_build=True)

    NULLABLE: ClassVar[frozenset[str]] = frozenset()
    """The attributes that may be null in the file."""

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[BaseModel], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Refuse a key without a value: None is how the models say that a key is absent.

        A validator of all fields would do the same, and take longer to build than all the rest.
        """
        made = handler(source)
        model = cast("dict[str, Any]", handler.resolve_ref_schema(made))
        for name, field in model["schema"]["fields"].items():
            value = field["schema"]
            if value["type"] == "default" and name not in cls.NULLABLE:
                while value["schema"]["type"] == "nullable":
                    value["schema"] = value["schema"]["schema"]
        return made

    def given(self, key: str) -> bool:
        """Whether the attribute `key` was written in the file, null included."""
        return key in self.model_fields_set


def _seconds(value: object) -> object:
    """Turn `200ms`, `5s` or `2m` into seconds."""
    match = re.match(DURATION_PATTERN, value) if isinstance(value, str) else None
    # Python's `$` matches before a final newline, and a number can be beyond any clock.
    if match is None or match.end() != len(match.string) or len(match.string) > 12:
        raise PydanticCustomError(
            "duration", "a duration is expected here, such as 200ms, 5s or 2m"
        )
    number = float(match[1] + (match[2] or ""))
    # Rounded because 0.001 has no exact binary form: 200ms has to read 0.2.
    return round(number * _SECONDS_PER_UNIT[match[3]], 9)


def _listed(value: object) -> list[object]:
    """Where one item or a list is allowed, make it a list."""
    return cast("list[object]", value) if isinstance(value, list) else [value]


def _null_named(value: object) -> object:
    """Read YAML's null as the name of the type."""
    return ["null" if item is None else item for item in _listed(value)]


Duration: TypeAlias = Annotated[
    float,
    BeforeValidator(_seconds),
    WithJsonSchema({"type": "string", "pattern": DURATION_PATTERN, "examples": ["200ms", "5s"]}),
]
"""Seconds; written as text with a unit."""


def _boolean_or_mapping(value: object) -> str:
    return "boolean" if isinstance(value, bool) else "mapping"


AdditionalProperties: TypeAlias = Annotated[
    Annotated[bool, Tag("boolean")] | Annotated["Property", Tag("mapping")],
    Discriminator(_boolean_or_mapping),
]


class Schema(Model):
    """A JSON Schema 2020-12 in the subset that the format allows."""

    NULLABLE = frozenset({"const", "default", "type"})

    type: Annotated[
        tuple[SchemaType, ...], BeforeValidator(_null_named), Field(min_length=1, strict=False)
    ] = ()
    enum: Annotated[tuple[JsonValue, ...], Field(min_length=1, strict=False)] = ()
    const: JsonValue = None
    format: StringFormat | None = None
    pattern: str | None = None
    min_length: Annotated[int | None, Field(alias="minLength", ge=0)] = None
    max_length: Annotated[int | None, Field(alias="maxLength", ge=0)] = None
    minimum: int | float | None = None
    maximum: int | float | None = None
    exclusive_minimum: Annotated[int | float | None, Field(alias="exclusiveMinimum")] = None
    exclusive_maximum: Annotated[int | float | None, Field(alias="exclusiveMaximum")] = None
    multiple_of: Annotated[int | float | None, Field(alias="multipleOf", gt=0)] = None
    items: "Schema | None" = None
    min_items: Annotated[int | None, Field(alias="minItems", ge=0)] = None
    max_items: Annotated[int | None, Field(alias="maxItems", ge=0)] = None
    unique_items: Annotated[bool | None, Field(alias="uniqueItems")] = None
    properties: "Mapping[str, Property] | None" = None
    required: Annotated[tuple[str, ...], Field(strict=False)] = ()
    additional_properties: Annotated[
        AdditionalProperties | None, Field(alias="additionalProperties")
    ] = None
    min_properties: Annotated[int | None, Field(alias="minProperties", ge=0)] = None
    max_properties: Annotated[int | None, Field(alias="maxProperties", ge=0)] = None
    any_of: Annotated[tuple["Schema", ...], Field(alias="anyOf", min_length=1, strict=False)] = ()
    one_of: Annotated[tuple["Schema", ...], Field(alias="oneOf", min_length=1, strict=False)] = ()
    ref: Annotated[str | None, Field(alias="$ref")] = None
    title: str | None = None
    description: str | None = None
    default: JsonValue = None
    examples: Annotated[tuple[JsonValue, ...], Field(strict=False)] = ()
    deprecated: bool | None = None


class Property(Schema):
    """A property of an object; its value may be sensitive."""

    sensitive: bool = False


class Parameter(Property):
    """A parameter of an operation."""

    optional: bool = False
    python_name: str | None = None

    @property
    def required_in_call(self) -> bool:
        """Whether a call without this parameter is refused."""
        return not self.optional and not self.given("default")


class Detail(Schema):
    """A typed attribute of a failure, sent in `details`."""

    optional: bool = False
    source: Annotated[str | None, Field(alias="from")] = None

    @property
    def may_be_absent(self) -> bool:
        """Whether a failure can be raised without this detail."""
        return self.optional or self.given("default")


class Annotations(Model):
    """MCP's tool annotations."""

    read_only_hint: Annotated[bool, Field(alias="readOnlyHint")] = False
    destructive_hint: Annotated[bool, Field(alias="destructiveHint")] = True
    idempotent_hint: Annotated[bool, Field(alias="idempotentHint")] = False
    open_world_hint: Annotated[bool, Field(alias="openWorldHint")] = True


class Retry(Model):
    """Local recovery of one operation; `attempts` may come from `defaults`."""

    attempts: Annotated[int | None, Field(ge=2)] = None
    wait: Duration = 0.2
    max_wait: Duration = 5.0
    budget: Duration = 30.0


Scalar: TypeAlias = str | int | float | bool | None


def _condition(value: object) -> object:
    """Read a scalar or a list of scalars as the condition that one of them is equal."""
    if isinstance(value, dict):
        if "equals" in value:
            raise PydanticCustomError("equals", "a value is written as it is, or as a list")
        return cast("dict[str, object]", value)
    return {"equals": _listed(value)}


class Condition(Model):
    """What the value at a PATH has to be; `equals` is written as a scalar or a list."""

    equals: Annotated[tuple[Scalar, ...], Field(min_length=1, strict=False)] = ()
    min: int | float | None = None
    max: int | float | None = None
    matches: str | None = None
    present: bool | None = None


def _match_entry(value: object) -> object:
    return {"exception": value} if isinstance(value, str) else value


class Match(Model):
    """Library exceptions that mean one thing."""

    exception: Annotated[
        tuple[str, ...], BeforeValidator(_listed), Field(min_length=1, strict=False)
    ]
    where: Mapping[str, Annotated[Condition, BeforeValidator(_condition)]] = Field(
        default_factory=dict
    )


Matches: TypeAlias = Annotated[
    tuple[Annotated[Match, BeforeValidator(_match_entry)], ...],
    BeforeValidator(_listed),
    Field(strict=False),
]


class RetryAfterFrom(Model):
    """A waiting time that an exception tells."""

    source: Annotated[str, Field(alias="from")]
    default: Duration | None = None


class ToolAlternative(Model):
    """Another operation that may reach the goal."""

    tool: str
    because: str


def _text_or_mapping(value: object) -> str:
    return "text" if isinstance(value, str) else "mapping"


def _duration_or_mapping(value: object) -> str:
    return "mapping" if isinstance(value, dict) else "duration"


RetryAfter: TypeAlias = Annotated[
    Annotated[Duration, Tag("duration")] | Annotated[RetryAfterFrom, Tag("mapping")],
    Discriminator(_duration_or_mapping),
]
Alternative: TypeAlias = Annotated[
    Annotated[str, Tag("text")] | Annotated[ToolAlternative, Tag("mapping")],
    Discriminator(_text_or_mapping),
]


class Failure(Model):
    """One way to fail, or the keys of it that are replaced.

    Every key is optional here: an overlay over a shared or built-in failure gives any subset.
    `checks` requires `category` and `message` of a failure that is neither.
    """

    category: Category | None = None
    message: str | None = None
    description: str | None = None
    user_message: str | None = None
    when: str | None = None
    retryable: bool | None = None
    outcome: Outcome | None = None
    details: Mapping[str, Detail] = Field(default_factory=dict)
    match: Matches = ()
    reports: Annotated[tuple[str, ...], BeforeValidator(_listed), Field(strict=False)] = ()
    retry_after: RetryAfter | None = None
    field: str | None = None
    alternatives: Annotated[tuple[Alternative, ...], Field(strict=False)] = ()
    docs_url: str | None = None
    allow: Annotated[tuple[str, ...], Field(strict=False)] = ()


class Empty(Model):
    """Finding nothing is a success."""

    NULLABLE = frozenset({"result"})

    message: str
    match: Matches = ()
    at: str | None = None
    result: JsonValue = None


class Constraint(Model):
    """One rule across parameters; exactly one of the four kinds is given."""

    exactly_one_of: Annotated[tuple[str, ...], Field(strict=False)] = ()
    at_least_one_of: Annotated[tuple[str, ...], Field(strict=False)] = ()
    at_most_one_of: Annotated[tuple[str, ...], Field(strict=False)] = ()
    all_or_none_of: Annotated[tuple[str, ...], Field(strict=False)] = ()
    failure: str | None = None


def _true(value: object) -> object:
    """Refuse 1, which equals true in Python."""
    if not isinstance(value, bool):
        raise PydanticCustomError("literal_error", "true is expected here", {"expected": "True"})
    return value


class Example(Model):
    """A call and what it answers: `result`, `empty: true` or `failure`."""

    NULLABLE = frozenset({"result"})

    arguments: Mapping[str, JsonValue]
    result: JsonValue = None
    empty: Annotated[Literal[True] | None, BeforeValidator(_true)] = None
    failure: str | None = None
    details: Mapping[str, JsonValue] | None = None
    partial_results: Annotated[tuple[JsonValue, ...], Field(strict=False)] = ()


def _version(value: object) -> object:
    """Refuse 1.0 and true: they equal 1 in Python, and so `Literal` takes them."""
    if type(value) is not int:
        raise PydanticCustomError("literal_error", "1 is expected here", {"expected": "1"})
    return value


def _false_or_value(value: object) -> str:
    return "false" if value is False else "value"


FailureEntry: TypeAlias = Annotated[
    Annotated[Literal[False], Tag("false")] | Annotated[Failure | None, Tag("value")],
    Discriminator(_false_or_value),
]
RetryEntry: TypeAlias = Annotated[
    Annotated[Literal[False], Tag("false")] | Annotated[Retry, Tag("value")],
    Discriminator(_false_or_value),
]
TimeoutEntry: TypeAlias = Annotated[
    Annotated[Literal[False], Tag("false")] | Annotated[Duration, Tag("value")],
    Discriminator(_false_or_value),
]


class Operation(Model):
    """One tool of the server."""

    description: str
    title: str | None = None
    wire_name: str | None = None
    annotations: Annotations = Annotations.model_construct()
    parameters: Mapping[str, Parameter] = Field(default_factory=dict)
    constraints: Annotated[tuple[Constraint, ...], Field(strict=False)] = ()
    returns: Schema | None = None
    empty: Empty | None = None
    partial_results: Schema | None = None
    timeout: TimeoutEntry | None = None
    retry: RetryEntry | None = None
    failures: Mapping[str, FailureEntry] = Field(default_factory=dict)
    examples: Annotated[tuple[Example, ...], Field(strict=False)] = ()
    allow: Annotated[tuple[str, ...], Field(strict=False)] = ()


class Server(Model):
    """The server as a whole."""

    name: str
    description: str
    title: str | None = None
    version: str = "0.1.0"
    instructions: str | None = None
    retry_semantics: RetrySemantics = "same_call"
    explain_errors: bool = True
    dependencies: Annotated[tuple[str, ...], Field(strict=False)] = ()


class Defaults(Model):
    """What every operation starts from."""

    annotations: Annotations = Annotations.model_construct()
    timeout: Duration | None = None
    retry: Retry | None = None
    failures: Annotated[tuple[str, ...], Field(strict=False)] = ()


class Spec(Model):
    """A whole spec file."""

    faultwise: Annotated[Literal[1], BeforeValidator(_version)]
    server: Server
    defaults: Defaults = Defaults()
    types: Mapping[str, Property] = Field(default_factory=dict)
    failures: Mapping[str, Failure] = Field(default_factory=dict)
    operations: Annotated[Mapping[str, Operation], Field(min_length=1)]


TYPE_REFERENCE: Final = "#/types/"

_OWN_SCHEMA_KEYS: Final = frozenset({"sensitive", "optional", "python_name", "source"})


def schema_keywords(schema: Schema) -> dict[str, Any]:
    """Return the JSON Schema keywords that were written, by their names in the file.

    Subschemas stay models; the format's own keys are left out.
    """
    given = schema.model_fields_set
    return {
        keyword: getattr(schema, name)
        for name, keyword in _keywords_of(type(schema))
        if name in given
    }


@cache
def _keywords_of(model: type[Schema]) -> tuple[tuple[str, str], ...]:
    """Return the attributes of a model that are JSON Schema, with their names in the file."""
    return tuple(
        (name, field.alias or name)
        for name, field in model.model_fields.items()
        if name not in _OWN_SCHEMA_KEYS
    )
