"""The answer of `faultwise generate --json`: one document of one shape, whatever happened.

Every key is always there. A key that is added leaves `format` as it is; one that goes, or comes to
mean something else, raises it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from faultwise import manifest, requirements
from faultwise.diagnostics import Diagnostic, Span, SpecError
from faultwise.files import ProjectError
from faultwise.plan import Action, Plan, Step, unified_diff

if TYPE_CHECKING:
    # A spec that is wrong is told without what generates.
    from faultwise.pipeline import Outcome

FORMAT: Final = 1

_OVERWRITE: Final = "overwrite"
_ACTIONS: Final = (*(action.value for action in Action), _OVERWRITE)

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | None"
Document: TypeAlias = Mapping[str, Json]


def text(document: Document) -> str:
    """Return a document as JSON text."""
    return json.dumps(document, indent=2)


def of_outcome(outcome: Outcome) -> Document:
    """Return what a run did or would do."""
    plan = outcome.plan
    actions = [_action(step, overwrites=outcome.overwrites) for step in plan.steps]
    return _document(
        ok=outcome.is_fine,
        up_to_date=outcome.is_up_to_date,
        written=outcome.is_written,
        counts={name: actions.count(name) for name in _ACTIONS},
        files=[
            _file(step, action, outcome.set_aside.get(step.path))
            for step, action in zip(plan.steps, actions, strict=True)
        ],
        manifest=_manifest(plan),
        requirements={
            "path": requirements.NAME,
            "missing": list(outcome.requirements.missing),
            "problem": outcome.requirements.problem,
        },
        advice=_advice(plan),
    )


def of_spec_error(error: SpecError) -> Document:
    """Return the diagnostics of a spec."""
    return _document(diagnostics=[_diagnostic(each) for each in error.diagnostics])


def of_project_error(error: ProjectError) -> Document:
    """Return why a project cannot be worked on."""
    return _document(error={"message": error.message, "help": error.help})


def _document(
    *,
    ok: bool = False,
    up_to_date: bool = False,
    written: bool = False,
    counts: Document | None = None,
    files: Sequence[Json] = (),
    manifest: Document | None = None,
    requirements: Document | None = None,
    advice: Sequence[Json] = (),
    diagnostics: Sequence[Json] = (),
    error: Document | None = None,
) -> Document:
    return {
        "format": FORMAT,
        "ok": ok,
        "up_to_date": up_to_date,
        "written": written,
        "counts": counts or dict.fromkeys(_ACTIONS, 0),
        "files": files,
        "manifest": manifest,
        "requirements": requirements,
        "advice": advice,
        "diagnostics": diagnostics,
        "error": error,
    }


def _action(step: Step, *, overwrites: bool) -> str:
    if overwrites and step.action is Action.CONFLICT:
        return _OVERWRITE if step.after else Action.DELETE.value
    return step.action.value


def _file(step: Step, action: str, set_aside: str | None) -> Document:
    return {
        "path": step.path,
        "owner": step.owner.value,
        "action": action,
        "reason": step.why.value,
        "message": f"{step.path} {step.reason}",
        "diff": unified_diff(step) if step.action is Action.CONFLICT else None,
        "set_aside": set_aside,
    }


def _manifest(plan: Plan) -> Document:
    action = Action.UPDATE if plan.manifest_is_stale else Action.KEEP
    return {"path": manifest.NAME, "action": action.value}


def _advice(plan: Plan) -> list[Json]:
    if not plan.changes:
        return []
    from faultwise.advice import advice

    return [
        {
            "kind": each.kind.value,
            "operation": each.operation,
            "path": each.path,
            "message": each.text,
        }
        for each in advice(plan)
    ]


def _diagnostic(diagnostic: Diagnostic) -> Document:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "help": diagnostic.help,
        **_place(diagnostic.span),
        "related": [
            {"message": related.message, **_place(related.span)} for related in diagnostic.related
        ],
    }


def _place(span: Span) -> Document:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
