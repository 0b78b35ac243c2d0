"""What a changed spec means for the work that the user has written, operation by operation.

Pure: what was there is read from the generated modules that a plan replaces, what there will be
from those that it writes. So nothing has to be remembered between two runs, and a project that an
older version made gets the same advice.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import warnings
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple, cast

from faultwise import names
from faultwise.files import Content
from faultwise.plan import Action, Plan, Step, Why

_DECLARATIONS: Final = "/generated/declarations/"
_HANDLERS: Final = "/generated/handlers/"
_OPERATIONS: Final = "/operations/"
# Two names this much alike are taken for one operation under a new name.
_ALIKE: Final = 0.6

# Of a schema: what changes no value that fits. Types count where they are referred to.
_NO_MATTER: Final = frozenset({"title", "description", "examples", "deprecated", "$defs"})
_VALUES: Final = frozenset({"const", "enum", "default", "required"})


class Kind(StrEnum):
    """What a piece of advice is about; the words are part of the output for machines."""

    NEW_FAILURE = "new_failure"
    REMOVED_FAILURE = "removed_failure"
    CHANGED_DETAILS = "changed_details"
    NEW_PARAMETER = "new_parameter"
    REMOVED_PARAMETER = "removed_parameter"
    RENAMED_PARAMETER = "renamed_parameter"
    CHANGED_PARAMETER = "changed_parameter"
    CHANGED_RESULT = "changed_result"
    MOVED_WORK = "moved_work"


class Advice(NamedTuple):
    """What the user may want to do now, in the file `path`, after a change to an operation.

    `text` is a sentence that begins with the operation's name.
    """

    kind: Kind
    operation: str
    path: str
    text: str


class _Facts(NamedTuple):
    """What a declaration says about its operation."""

    name: str
    parameters: Mapping[str, object]
    """The shape of each parameter, by its name on the wire."""
    required: frozenset[str]
    returns: object
    failures: tuple[str, ...]
    details: Mapping[str, object]


def advice(plan: Plan) -> tuple[Advice, ...]:
    """Return what carrying out a plan means for the user's own code."""
    by_path = {step.path: step for step in plan.steps}
    declarations = [step for step in plan.changes if _DECLARATIONS in step.path]
    changed: list[Advice] = []
    for step in declarations:
        old, new = _facts(_before(step)), _facts(_after(step))
        if old and new:
            handler = by_path.get(step.path.replace(_DECLARATIONS, _HANDLERS))
            automatic = _raised_for_the_user(_after(step), _after(handler) if handler else "")
            changed += _changes(old, new, _work(step.path), automatic)
    return (*changed, *_moves(plan, by_path, declarations))


def _changes(old: _Facts, new: _Facts, path: str, automatic: frozenset[str]) -> Iterator[Advice]:
    yield from _parameters(old, new, path)
    if old.returns != new.returns:
        text = "the result has changed: return what the new schema says from"
        yield _told(Kind.CHANGED_RESULT, new, path, text)
    for failure in _added(new.failures, old.failures):
        name = names.failure_class(failure)
        if name in automatic:
            text = f"new failure {failure}: the handler raises {name} for you; no change needed in"
        else:
            text = f"new failure {failure}: raise {name} in"
        yield _told(Kind.NEW_FAILURE, new, path, text)
    for failure in _added(old.failures, new.failures):
        text = f"failure {failure} is gone: raise {names.failure_class(failure)} no longer in"
        yield _told(Kind.REMOVED_FAILURE, new, path, text)
    for failure in new.failures:
        if failure in old.failures and old.details.get(failure) != new.details.get(failure):
            name = names.failure_class(failure)
            text = f"failure {failure} has other details: check where you raise {name} in"
            yield _told(Kind.CHANGED_DETAILS, new, path, text)


def _parameters(old: _Facts, new: _Facts, path: str) -> Iterator[Advice]:
    added = _added(new.parameters, old.parameters)
    removed = _added(old.parameters, new.parameters)
    if len(added) == len(removed) == 1 and _is_same_parameter(old, removed[0], new, added[0]):
        text = f"parameter {removed[0]} is now called {added[0]}: rename it in"
        yield _told(Kind.RENAMED_PARAMETER, new, path, text)
        added = removed = []
    for name in added:
        optional = "" if name in new.required else "optional "
        text = f"new {optional}parameter {name}: use it in"
        yield _told(Kind.NEW_PARAMETER, new, path, text)
    for name in removed:
        text = f"parameter {name} is gone: take it out of"
        yield _told(Kind.REMOVED_PARAMETER, new, path, text)
    for name in new.parameters:
        if name in old.parameters and not _is_same_parameter(old, name, new, name):
            text = f"parameter {name} has changed: check how you use it in"
            yield _told(Kind.CHANGED_PARAMETER, new, path, text)


def _told(kind: Kind, facts: _Facts, path: str, text: str) -> Advice:
    return Advice(kind, facts.name, path, f"{facts.name}: {text} {path}")


def _is_same_parameter(old: _Facts, before: str, new: _Facts, after: str) -> bool:
    return old.parameters[before] == new.parameters[after] and (before in old.required) == (
        after in new.required
    )


def _added(now: Iterable[str], before: Iterable[str]) -> list[str]:
    known = set(before)
    return [name for name in now if name not in known]


def _moves(
    plan: Plan, by_path: Mapping[str, Step], declarations: Iterable[Step]
) -> Iterator[Advice]:
    """Match work that nothing uses any more with the stubs that it may belong in."""
    new = {
        _work(step.path): facts
        for step in declarations
        if step.action is Action.CREATE and step.why is Why.NEW
        if (facts := _facts(_after(step)))
    }
    for orphan in plan.having(Action.ORPHAN):
        declaration = by_path.get(_declaration(orphan.path))
        old = _facts(_before(declaration)) if declaration else None
        if not old or not new:
            continue
        likeness = {path: _likeness(old, facts) for path, facts in new.items()}
        path = max(likeness, key=likeness.__getitem__)
        if likeness[path] < _ALIKE:
            continue
        facts = new.pop(path)
        text = f"it looks like {old.name}, which is gone: the work in {orphan.path} may belong in"
        yield _told(Kind.MOVED_WORK, facts, path, text)


def _likeness(old: _Facts, new: _Facts) -> float:
    """Return how much two operations are alike: 1 or more where their parameters are the same."""
    names_ = difflib.SequenceMatcher(None, old.name, new.name).ratio()
    same = old.parameters and (old.parameters, old.required) == (new.parameters, new.required)
    return names_ + 1 if same else names_


def _work(declaration: str) -> str:
    """Return the path of the user's work for a declaration."""
    return declaration.replace(_DECLARATIONS, _OPERATIONS)


def _declaration(work: str) -> str:
    return _DECLARATIONS.join(work.rsplit(_OPERATIONS, 1))


def _before(step: Step) -> str:
    """Return the text that a step replaces."""
    return step.before.data.decode(errors="replace") if isinstance(step.before, Content) else ""


def _after(step: Step) -> str:
    return step.after.text if step.after else ""


def _facts(declaration: str) -> _Facts | None:
    """Return what a declaration says, or None where it is none: anybody may have edited it."""
    tree = _parsed(declaration)
    arguments = next(map(_literals, _calls(tree, "Tool")), dict[str, object]())
    name, schema = arguments.get("name"), _mapping(arguments.get("parameters"))
    if not isinstance(name, str) or "properties" not in schema:
        return None
    types = _mapping(schema.get("$defs"))
    try:
        return _Facts(
            name=name,
            parameters={
                key: _shape(value, types) for key, value in _mapping(schema["properties"]).items()
            },
            required=frozenset(_texts(schema.get("required"))),
            returns=_document(arguments.get("returns")),
            failures=tuple(
                code
                for code in _texts(arguments.get("codes"))
                if code not in names.BUILTIN_FAILURE_CLASSES
            ),
            details={
                code: _document(value) for code, value in _mapping(arguments.get("details")).items()
            },
        )
    except RecursionError:
        return None


def _raised_for_the_user(declaration: str, handler: str) -> frozenset[str]:
    """Return the failure classes that generated code raises: recognised, or found in arguments."""
    tree = _parsed(handler)
    recognised = (
        returned.value.func
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
        for returned in ast.walk(function)
        if isinstance(returned, ast.Return) and isinstance(returned.value, ast.Call)
    )
    reported = (
        value
        for call in _calls(tree, "check_arguments")
        for keyword in call.keywords
        if isinstance(keyword.value, ast.Dict)
        for value in keyword.value.values
    )
    constrained = (
        keyword.value
        for call in _calls(_parsed(declaration), "Constraint")
        for keyword in call.keywords
    )
    return frozenset(
        each.id for each in (*recognised, *reported, *constrained) if isinstance(each, ast.Name)
    )


def _parsed(text: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            # Whoever edited the text is warned where it runs, not here.
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module(body=[], type_ignores=[])


def _calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    """Yield the calls of a function or method of this name."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if called == name:
                yield node
            case _:
                pass


def _literals(call: ast.Call) -> dict[str, object]:
    """Return the keyword arguments of a call that are constants."""
    found: dict[str, object] = {}
    for keyword in call.keywords:
        with contextlib.suppress(ValueError, TypeError, RecursionError, MemoryError):
            if keyword.arg:
                found[keyword.arg] = ast.literal_eval(keyword.value)
    return found


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        return {}
    items = cast("dict[object, object]", value).items()
    return {key: each for key, each in items if isinstance(key, str)}


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        return ()
    return tuple(each for each in cast("Iterable[object]", value) if isinstance(each, str))


def _document(schema: object) -> object:
    """Return the shape of a schema that brings the types with it that it refers to."""
    return _shape(schema, _mapping(_mapping(schema).get("$defs")))


def _shape(schema: object, types: Mapping[str, object]) -> object:
    """Return what two schemas have in common that accept the same values, types included."""
    used: dict[str, object] = {}
    return _bare(schema, types, used), used


def _bare(schema: object, types: Mapping[str, object], used: dict[str, object]) -> object:
    """Return a schema without its texts; put the types that it refers to into `used`."""
    if isinstance(schema, list):
        return [_bare(each, types, used) for each in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    bare: dict[str, object] = {}
    for key, value in _mapping(cast("object", schema)).items():
        if key in _VALUES:
            bare[key] = value
        elif key == "properties":
            bare[key] = {name: _bare(each, types, used) for name, each in _mapping(value).items()}
        elif key not in _NO_MATTER:
            bare[key] = _bare(value, types, used)
    name = str(bare.get("$ref", "")).rpartition("/")[2]
    if name in types and name not in used:
        used[name] = None
        used[name] = _bare(types[name], types, used)
    return bare
