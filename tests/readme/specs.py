"""The specs of the README: a whole one, and parts that are read in their place in it."""

from __future__ import annotations

import json
from typing import Final, TypeAlias, cast

from faultwise import spec
from faultwise.diagnostics import SpecError
from faultwise.load import load
from faultwise.source import read

from .markdown import Block, blocks

Values: TypeAlias = dict[str, object]

_HOST: Final = "book_redelivery"
"""The operation of the whole spec in whose place parts of an operation are read."""


def keys_of(model: type[spec.Model]) -> set[str]:
    """Return the keys of a model as they are written in a file."""
    return {field.alias or name for name, field in model.model_fields.items()}


def whole() -> Block:
    """Return the one complete spec of the page."""
    [block] = [block for block in blocks("yaml") if block.text.startswith("faultwise: 1")]
    return block


def values(block: Block) -> Values:
    """Return what a block of YAML holds, read as a spec is read."""
    return cast(Values, read(block.text.encode(), f"README.md from line {block.line}").value)


def problems(block: Block) -> list[str]:
    """Return what is wrong with a spec or with a part of one."""
    # JSON is YAML, so a spec that was put together is written as such.
    text = block.text if block == whole() else json.dumps(_framed(values(block)))
    try:
        load(text.encode(), "README.md")
    except SpecError as error:
        return [f"{problem.message}; {problem.help}" for problem in error.diagnostics]
    return []


def _framed(part: Values) -> Values:
    """Return the whole spec with a part of a spec, an operation or a failure in its place."""
    frame = values(whole())
    operations = cast("dict[str, Values]", frame["operations"])
    host = operations[_HOST]
    if part.keys() == {"failures"}:
        operations[_HOST] = {key: host[key] for key in host.keys() - {"examples"}} | part
    elif part.keys() == {"examples"}:
        operations[_HOST] = host | part
    elif part.keys() <= keys_of(spec.Spec):
        return {key: _merged(frame.get(key), part.get(key)) for key in frame.keys() | part.keys()}
    elif part.keys() <= keys_of(spec.Operation):
        operations[_HOST] = {"description": "Do it."} | part
    else:
        operations[_HOST] = {"description": "Do it.", "failures": {"it_failed": part}}
    return frame


def _merged(old: object, new: object) -> object:
    """Return what a part and the frame hold under one key; None is nothing."""
    sources = [cast(Values, each) for each in (old, new) if isinstance(each, dict)]
    if len(sources) == 2:
        return sources[0] | sources[1]
    return old if new is None else new
