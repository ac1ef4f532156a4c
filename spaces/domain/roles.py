"""Roles in an account, and what each may do, as a table."""

from enum import StrEnum


class Role(StrEnum):
    OWNER = "owner"
    ADMIN = "admin"
    MEMBER = "member"


# The account's managers; an owner differs from an admin only in that the last one cannot leave.
MANAGERS = frozenset({Role.OWNER, Role.ADMIN})
