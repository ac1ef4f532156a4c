"""Whether a credential may be used for an operation; the services judge who may do what to an object."""

from typing import Any

from rest_framework import exceptions, permissions
from rest_framework.request import Request

from spaces.kernel.declarations import Operation, caller_of
from spaces.kernel.errors import DomainError


class ScopePermission(permissions.BasePermission):
    """Asks for a credential, and for the scopes that the operation names."""

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
        if missing := sorted(scope.value for scope in operation.scopes - caller.scopes):
            named = " and ".join(missing)
            raise DomainError(
                "insufficient_scope",
                f"This credential lacks the scope {named}.",
                fix=f"Use a credential with the scope {named}.",
                needed=missing,
            )
        return True
