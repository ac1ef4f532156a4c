"""Roles in an account, and what each may do, as a table."""

from enum import StrEnum


class Role(StrEnum):
    OWNER = "owner"
    ADMIN = "admin"
    MEMBER = "member"


# The account's managers; an owner differs from an admin only in that the last one cannot leave.
MANAGERS = frozenset({Role.OWNER, Role.ADMIN})


def may_give(acting: Role | None, role: Role) -> bool:
    """Whether somebody with a role in an account gives another person this one: only owners make owners."""
    return acting in MANAGERS and (role is not Role.OWNER or acting is Role.OWNER)
