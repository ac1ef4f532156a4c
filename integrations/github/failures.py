"""What it means that a request to GitHub failed: for the credential, the host, or only for what was asked."""

import math
from collections.abc import Mapping
from datetime import datetime

import requests
import urllib3

from integrations.domain.pull_requests import Trouble
from integrations.github.batches import Stopped, Unanswered, limit_words
from integrations.github.bounded import TooLong
from integrations.github.limits import pause_asked_for, pause_of
from integrations.github.parts import word
from spaces.kernel.errors import DomainError


def refused(
    status: int, headers: Mapping[str, str], body: object, *, host: str, now: datetime, by_app: bool = False
) -> Stopped | Unanswered:
    """What an error status says. Header names are in lower case; `by_app`: an App asked for itself."""
    pause = pause_asked_for(status, headers, body, now=now)
    if pause:
        return Stopped(Trouble.LIMITED, limit_words(pause), pause)
    if status == 401 or (status == 403 and word(body, "message")):
        return Stopped(Trouble.BAD_CREDENTIAL, _bad_credential(status, headers))
    if by_app and status == 404:
        words = "GitHub knows no such installation of this account's GitHub App."
        return Stopped(Trouble.BAD_CREDENTIAL, words)
    if status >= 500 and "retry-after" in headers:
        words = f"{host} is down for a while: it answers with status {status}."
        return Stopped(Trouble.UNREACHABLE, words, pause_of(headers, now=now))
    if status >= 500:
        return Unanswered(f"it answers with status {status}")
    return Stopped(Trouble.UNREACHABLE, f"{host} does not answer as GitHub does: with status {status}.")


def unheard(error: Exception, *, host: str) -> Stopped | Unanswered:
    """What it says that no answer came, or not the whole of one."""
    # requests wraps those of urllib3, and lets some through.
    causes = (error, *error.args[:1])
    if any(isinstance(each, requests.ReadTimeout | urllib3.exceptions.ReadTimeoutError) for each in causes):
        return Unanswered("it takes too long")
    if isinstance(error, TooLong):
        return Unanswered("its answer is too long")
    if isinstance(error, requests.exceptions.RetryError):
        return Stopped(
            Trouble.UNREACHABLE, f"{host} sends requests on to another address, which is not asked."
        )
    if isinstance(error, requests.exceptions.SSLError):
        return Stopped(Trouble.UNREACHABLE, f"{host} could not be reached: its certificate is not trusted.")
    broken = urllib3.exceptions.ProtocolError | urllib3.exceptions.DecodeError
    if any(isinstance(each, broken) for each in causes):
        return Unanswered("its answer broke off")
    return Stopped(Trouble.UNREACHABLE, f"{host} could not be reached.")


def refusal_of(stop: Stopped, *, now: datetime) -> DomainError:
    """What a person is told who asks GitHub something at once: `throttled` for a limit, else `upstream`."""
    if stop.trouble is Trouble.LIMITED and stop.paused_until:
        seconds = math.ceil((stop.paused_until - now).total_seconds())
        return DomainError("throttled", stop.words, fix="Try again then.", retry_after=max(1, seconds))
    if stop.trouble is Trouble.BAD_CREDENTIAL:
        return DomainError("upstream", stop.words, fix="Enter a credential that GitHub accepts.")
    fix = "Try again later. If it stays so, tell those who run this service."
    return DomainError("upstream", stop.words, fix=fix)


def _bad_credential(status: int, headers: Mapping[str, str]) -> str:
    if "x-github-sso" in headers:
        return "GitHub refuses this account's credential: its owner has to sign on for the organization."
    if status == 401:
        return "GitHub does not accept this account's credential: it has ended, was revoked or was mistyped."
    return "GitHub refuses this account's credential: it may not read here, or was suspended."
