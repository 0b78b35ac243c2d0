"""The short guide for the model at the end of the server's instructions."""

from __future__ import annotations

from typing import Final

from faultwise.spec import RetrySemantics, Server

_TITLE: Final = "How to read the answers of these tools:"
_TRANSIENT: Final = (
    "- transient: a passing fault. Where isRetryable is true, send the same call again, after"
    ' retry_after_seconds if that is given. Where outcome is "unknown", check first whether the'
    " call took effect."
)
_VALIDATION: Final = (
    "- validation: the arguments are at fault. Correct them as message and details.errors say, and"
    " call again."
)
_BUSINESS: Final = (
    "- business: a rule forbids it, or the tool cannot do it. Do not repeat the call: take one of"
    " the alternatives, or escalate."
)
_PERMISSION: Final = (
    "- permission: access is refused. Do not repeat the call: other credentials are needed, or"
    " somebody who has them."
)
_SEMANTICS: Final[dict[RetrySemantics, str]] = {
    "same_call": "isRetryable tells whether the same call, unchanged, can succeed later.",
    "any_retry": (
        "isRetryable tells whether another call can succeed: the same one after a transient"
        " failure, a corrected one after a validation failure."
    ),
}
_EMPTY: Final = (
    "An answer with isError false and resultCount 0 is no failure: the search ran and there is"
    " nothing. A failure never means that there is nothing."
)
_PARTIAL: Final = "partial_results of a failure are good: use them, and name what is missing."


def instructions(server: Server) -> str:
    """Return the instructions that a server sends, the guide included unless it is turned off."""
    parts = [server.instructions] if server.instructions else []
    if server.explain_errors:
        parts.append(_guide(server.retry_semantics))
    return "\n\n".join(parts)


def _guide(semantics: RetrySemantics) -> str:
    return "\n".join(
        [
            _TITLE,
            "An error has isError true and an errorCategory:",
            _TRANSIENT,
            _VALIDATION,
            _BUSINESS,
            _PERMISSION,
            _SEMANTICS[semantics],
            _EMPTY,
            _PARTIAL,
        ]
    )
