"""Who a console request is from."""

from django.http import HttpRequest

from spaces.domain.caller import Caller
from spaces.models import User
from spaces.services.credentials import caller_for_person

_KEPT_AS = "console_caller"


def caller_of(request: HttpRequest) -> Caller:
    """The signed-in person as caller; their memberships are read once per request."""
    caller = getattr(request, _KEPT_AS, None)
    if caller is None:
        if not isinstance(request.user, User):
            raise TypeError("Console pages are for people who signed in.")
        caller = caller_for_person(request.user)
        setattr(request, _KEPT_AS, caller)
    return caller
