"""Signing in again: a signed-in browser that somebody left open decides nothing."""

import time

from django.contrib.auth import authenticate
from django.core.cache import cache
from django.http import HttpRequest

from spaces.admin.callers import caller_of
from spaces.kernel.errors import DomainError, invalid

# Long enough to decide a few asks in a row, too short for whoever finds the browser open later.
FRESH_SECONDS = 5 * 60

# Somebody at a stranger's open browser gets so many guesses in each window; the owner who mistypes waits little.
GUESSES = 5
WINDOW_SECONDS = 5 * 60

_KEPT_AS = "signed_in_again"


def is_fresh(request: HttpRequest) -> bool:
    """Whether this session's person entered their password lately, after and beside signing in."""
    person, at = request.session.get(_KEPT_AS, ("", 0))
    # A clock that was set back makes nothing fresh for longer.
    return bool(person == caller_of(request).subject and 0 <= time.time() - at < FRESH_SECONDS)


def require_fresh_sign_in(request: HttpRequest, password: str) -> None:
    """Pass for a session that is fresh or becomes so with this password; the session's id then changes.

    `throttled` before a guess too many is looked at, `invalid_arguments` for a wrong or missing password.
    """
    if is_fresh(request):
        return
    if not password:
        raise invalid("password", "Enter your password to decide.", fix="Sign in again.")
    subject = caller_of(request).subject
    _count_guess(subject)
    person = authenticate(request, username=request.user.get_username(), password=password)
    if person is None or person.pk != subject:
        raise invalid("password", "This is not your password.", fix="Try again.")
    request.session.cycle_key()
    request.session[_KEPT_AS] = (subject, time.time())


def _count_guess(person_id: str) -> None:
    """Counted per person, not per session or address: a guesser could have many of those."""
    now = time.time()
    key = f"sign-in-again:{person_id}:{int(now // WINDOW_SECONDS)}"
    # add() then incr() never loses a guess that another process counted in between.
    cache.add(key, 0, timeout=2 * WINDOW_SECONDS)
    try:
        guesses = cache.incr(key)
    except ValueError:
        # The entry was evicted in between: the window starts over.
        guesses = 1
    if guesses > GUESSES:
        seconds = int(WINDOW_SECONDS - now % WINDOW_SECONDS) + 1
        raise DomainError(
            "throttled",
            "Too many tries.",
            fix=f"Wait {seconds} seconds, then enter your password.",
            path="password",
            retry_after=seconds,
        )
