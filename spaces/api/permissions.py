"""Whether a credential may be used for an operation; the services judge who may do what to an object."""

from typing import Any

from rest_framework import exceptions, permissions
from rest_framework.request import Request

from spaces.domain.scopes import Scope
from spaces.kernel.declarations import Operation, caller_of
from spaces.kernel.errors import DomainError


class ScopePermission(permissions.BasePermission):
    """Asks for a credential, and for the scope of what the operation does."""

    def has_permission(self, request: Request, view: Any) -> bool:
        operation: Operation | None = getattr(view, "operation", None)
        if operation is None:
            # A method the route does not have: 405 says more than 401.
            return True
        caller = caller_of(request)
        if caller.person is None:
            if operation.visitors:
                return True
            raise exceptions.NotAuthenticated("A credential is needed.")
        needed = Scope.WRITE if operation.writes else Scope.READ
        if needed not in caller.scopes:
            raise DomainError(
                "insufficient_scope",
                f"This credential lacks the scope {needed.value}.",
                fix=f"Use a credential with the scope {needed.value}.",
                needed=[needed.value],
            )
        return True
