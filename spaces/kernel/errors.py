"""The one error every rule raises, and the table of its codes."""

from collections.abc import Iterable
from typing import Any, TypedDict

# code -> HTTP status. Adding an error is adding a row; product.md §9 is the contract.
CODES: dict[str, int] = {
    "invalid_arguments": 400,
    "unauthenticated": 401,
    "insufficient_scope": 403,
    "forbidden": 403,
    "person_required": 403,
    "not_found": 404,
    "conflict": 409,
    "invalid_transition": 409,
    "approvals_missing": 409,
    "approval_invalid": 409,
    "below_access_floor": 409,
    "already_done": 409,
    "too_large": 413,
    "throttled": 429,
    "upstream": 502,
    # Not in the contract's list: an unexpected fault of ours, told without its text.
    "internal": 500,
}


class Issue(TypedDict):
    """One thing wrong with one argument."""

    path: str
    problem: str


class DomainError(Exception):
    """A refusal: a code from CODES, a sentence, what to do next, and facts a caller can act on."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        fix: str,
        path: str | None = None,
        issues: Iterable[Issue] = (),
        **facts: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.fix = fix
        self.path = path
        self.issues = list(issues)
        self.facts = facts

    @property
    def http_status(self) -> int:
        return CODES[self.code]

    def body(self) -> dict[str, Any]:
        """The problem body every surface shows."""
        return {
            "error": self.code,
            "detail": self.detail,
            "fix": self.fix,
            "path": self.path,
            "issues": self.issues,
            **self.facts,
        }


def invalid(path: str, problem: str, *, fix: str = "Correct the argument and call again.") -> DomainError:
    """An `invalid_arguments` about one argument."""
    return DomainError(
        "invalid_arguments",
        f"{path}: {problem}",
        fix=fix,
        path=path,
        issues=[{"path": path, "problem": problem}],
    )


def not_found(what: str) -> DomainError:
    """A `not_found` that reads the same for what is absent and for what may not be read.

    It never repeats the id: the bytes must not tell the two apart.
    """
    return DomainError(
        "not_found",
        f"There is no such {what}, or it is not yours to read.",
        fix=f"Check the id, or list what you can read to find the {what}.",
    )
