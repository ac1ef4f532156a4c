"""The one exception handler: every error of the API leaves as the same problem body."""

import logging
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from spaces.domain.caller import Caller
from spaces.domain.scopes import Scope
from spaces.kernel.challenges import challenge, wider_challenge
from spaces.kernel.errors import DomainError, Issue, not_found

logger = logging.getLogger("decisions.errors")


def issues_in(detail: Any, path: str = "") -> Iterator[Issue]:
    """Each leaf of a serializer's error tree, as a path and a problem."""
    if isinstance(detail, dict):
        for key, value in detail.items():
            yield from issues_in(value, f"{path}.{key}" if path else str(key))
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            nested = isinstance(value, dict | list)
            yield from issues_in(value, f"{path}[{index}]" if nested else path)
    else:
        yield {"path": _characters(path), "problem": _characters(str(detail))}


def _characters(text: str) -> str:
    # A refusal repeats what was sent, and half of a surrogate pair cannot be sent back.
    return text.encode("utf-8", "replace").decode()


def invalid_arguments(error: exceptions.ValidationError) -> DomainError:
    """The problem behind a serializer's refusal; its path is the first argument at fault."""
    issues = [issue for issue in issues_in(error.detail) if issue["problem"]]
    first = issues[0] if issues else {"path": "", "problem": "The arguments are not of the right form."}
    said = f"{first['path']}: {first['problem']}" if first["path"] else first["problem"]
    return DomainError(
        "invalid_arguments",
        said,
        fix="Correct the arguments listed in issues and call again.",
        path=first["path"] or None,
        issues=issues,
    )


def as_domain_error(error: Exception) -> DomainError:
    """Any exception as a DomainError; an unexpected one is logged and told without its text."""
    match error:
        case DomainError():
            return error
        case exceptions.ValidationError():
            return invalid_arguments(error)
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return DomainError(
                "unauthenticated",
                str(error.detail),
                fix="Send a valid credential: an agent key as `Authorization: Bearer dk_…`, or sign in.",
            )
        case exceptions.PermissionDenied() | PermissionDenied():
            return DomainError(
                "forbidden",
                str(getattr(error, "detail", "You may not do this.")),
                fix="Ask a manager of the account, or use a credential that is allowed to.",
            )
        case exceptions.NotFound() | Http404():
            return not_found("resource")
        case RequestDataTooBig():
            return DomainError("too_large", "The request is too large.", fix="Send less at once.")
        case exceptions.Throttled():
            wait = max(1, round(getattr(error, "wait", None) or 1))
            return DomainError(
                "throttled",
                "Too many calls in a short time.",
                fix=f"Wait {wait} seconds, then call again.",
                retry_after=wait,
            )
        case exceptions.APIException() if error.status_code < 500:
            return DomainError(
                "invalid_arguments", str(error.detail), fix="See the API's description for how to call this."
            )
    logger.error("unexpected error", exc_info=error)
    return DomainError(
        "internal",
        "Something went wrong on our side; nothing was changed.",
        fix="Try again later; if it happens again, tell the people who run the service.",
    )


def exception_handler(error: Exception, context: dict[str, Any]) -> Response:
    """The answer to any exception of a view: a problem body with its status and headers."""
    problem = as_domain_error(error)
    status = problem.http_status
    # 405, 406 and 415 say more to an HTTP client than a bare 400.
    if problem.code == "invalid_arguments" and isinstance(error, exceptions.APIException):
        status = error.status_code
    response = Response(problem.body(), status=status)
    if told := _challenge(error, problem, context):
        response["WWW-Authenticate"] = told
    if "retry_after" in problem.facts:
        response["Retry-After"] = str(problem.facts["retry_after"])
    return response


def _challenge(error: Exception, problem: DomainError, context: dict[str, Any]) -> str:
    """The value of WWW-Authenticate for a credential that is missing, no good or too narrow; else empty.

    A credential that nobody can widen, an agent key, is not challenged for its scopes.
    """
    if problem.http_status == 401:
        return challenge(refused=isinstance(error, exceptions.AuthenticationFailed))
    caller = getattr(context.get("request"), "auth", None)
    if problem.code == "insufficient_scope" and isinstance(caller, Caller) and caller.can_ask_for_scopes:
        return wider_challenge(caller.scopes | {Scope(scope) for scope in problem.facts["needed"]})
    return ""
