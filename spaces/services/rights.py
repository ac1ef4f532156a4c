"""The checks that several services share: who may act, and whether it takes the person themself."""

from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found


def require_member(caller: Caller, account_id: str, what: str = "account") -> None:
    """Pass for a member; for anybody else the account does not exist."""
    if not caller.is_member(account_id):
        raise not_found(what)


def require_manager(caller: Caller, account_id: str) -> None:
    """Pass for a manager of the account; a plain member or a partner is told who could do it."""
    if not caller.manages(account_id):
        raise DomainError(
            "forbidden",
            "Only a manager (owner or admin) of the account may do this.",
            fix="Ask a manager of the account.",
        )


def require_person(caller: Caller, what: str) -> None:
    """Pass for the person themself, refuse an assistant that acts for them."""
    if caller.is_assistant:
        raise DomainError(
            "person_required",
            f"{what} can be changed by a person only, in the console.",
            fix="Ask your person to do this in the console.",
        )


def account_of(caller: Caller) -> str:
    """The account the credential names; one that names none has to be told which."""
    if caller.account_id is None:
        raise invalid("account_id", "Your credential names no account.", fix="Say which account_id.")
    return caller.account_id
