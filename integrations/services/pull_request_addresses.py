"""The pull request that a caller's arguments name."""

from collections.abc import Callable

from django.conf import settings

from integrations.domain.pull_request_urls import NotAPullRequest, Reason, address_of, parse_pull_request
from integrations.domain.pull_requests import Address
from spaces.kernel.errors import DomainError, invalid


def address_named(*, url: str = "", repo: str = "", number: int = 0) -> Address | None:
    """The address that `url`, or `repo` and `number`, name; None where neither is given.

    `invalid_arguments` where one of a pair lacks, or where both ways are given and do not agree.
    """
    if repo and not number:
        raise invalid("number", "A repository needs the number too.", fix="Send repo and number together.")
    if number and not repo:
        raise invalid("repo", "A number needs its repository.", fix="Send repo and number together.")
    hosts = list(settings.GITHUB_HOSTS)
    by_url = _read("url", lambda: parse_pull_request(url, hosts=hosts)) if url else None
    by_repo = _read("repo", lambda: address_of(repo=repo, number=number, hosts=hosts)) if repo else None
    if by_url and by_repo and key_of(by_url) != key_of(by_repo):
        raise invalid(
            "url", f"It is {by_url}, and repo and number say {by_repo}.", fix="Send one of the two."
        )
    return by_url or by_repo


def key_of(address: Address) -> dict[str, str | int]:
    """The columns by which a row is found: GitHub compares names without their case."""
    return {"host": address.host, "name_key": address.name.lower(), "number": address.number}


def nothing_named(*ways: str) -> DomainError:
    """The refusal of a call that names no pull request."""
    return invalid("url", "Which pull request is not said.", fix=f"Send {', '.join(ways)}.")


def _read(path: str, read: Callable[[], Address]) -> Address:
    try:
        return read()
    except NotAPullRequest as error:
        at = "number" if path == "repo" and error.reason is Reason.NUMBER else path
        raise invalid(at, error.words, fix=error.fix) from error
