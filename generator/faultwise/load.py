"""A spec file to a `Spec`, or every mistake in it at once."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from typing import NamedTuple, cast

from pydantic import ValidationError

from faultwise.checks import check, check_recovered
from faultwise.diagnostics import Diagnostic, SpecError
from faultwise.model_errors import diagnostics_of
from faultwise.recovery import recover
from faultwise.source import Document, read
from faultwise.spec import Spec


class Loaded(NamedTuple):
    """A spec, and the file that it was read from."""

    spec: Spec
    document: Document


def load(data: bytes, file: str) -> Spec:
    """Return the spec that the bytes of a file hold; `file` is its name in diagnostics.

    Raises SpecError with every diagnostic.
    """
    return load_document(data, file).spec


def load_document(data: bytes, file: str) -> Loaded:
    """Return the spec together with the places of everything in it. Raises SpecError."""
    with _collector_paused():
        return _loaded(data, file)


def _loaded(data: bytes, file: str) -> Loaded:
    document = read(data, file)
    values = _without_free_keys(document)
    problems: list[Diagnostic] = list(document.problems)
    try:
        spec = Spec.model_validate(values)
    except ValidationError as error:
        problems.extend(diagnostics_of(error, document))
        recovered = recover(values, error)
        if recovered is not None:
            problems.extend(check_recovered(recovered.spec, document, is_whole=recovered.is_whole))
        raise SpecError(problems, document.lines) from None
    problems.extend(check(spec, document))
    if problems:
        raise SpecError(problems, document.lines)
    return Loaded(spec, document)


@contextmanager
def _collector_paused() -> Generator[None]:
    """Keep the cyclic garbage collector from walking a tree that only grows."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _without_free_keys(document: Document) -> dict[str, object]:
    """Return the top level without the keys that begin with `x-`."""
    top = cast("dict[str, object]", document.value)
    return {key: value for key, value in top.items() if not key.startswith("x-")}
