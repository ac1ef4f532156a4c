"""What a document's readers are told of what carries it out, and what a move of it means for its links."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import F, Value

from decisions.models import Document, Version
from integrations.models import Job, JobLink, PullRequest, PullRequestLink
from spaces.domain.caller import Caller

_PULL_REQUESTS, _JOBS = "pull_requests", "jobs"

# name -> its column of a pull request, and of a job: both are read in one statement.
_SHOWN: dict[str, tuple[Any, Any]] = {
    "place": (F("pull_request__host"), F("job__url")),
    "owner": (F("pull_request__owner"), F("job__external_id")),
    "repo": (F("pull_request__repo"), Value("")),
    "counted": (F("pull_request__number"), Value(0)),
    "stands": (F("pull_request__state"), F("job__state")),
    "words": (F("pull_request__title"), F("job__title")),
}


def carrying_facts(
    *, document: Document, version: Version, caller: Caller, include: Collection[str] = ()
) -> dict[str, Any]:
    """The pull requests and jobs that stand, newest link first, where they are included: one statement for both.

    Of what an account reads only its members are told: for other readers of the document there are none.
    """
    wanted = [name for name in (_PULL_REQUESTS, _JOBS) if name in include]
    told: dict[str, list[Any]] = {name: [] for name in wanted}
    if wanted and caller.is_member(document.account_id):
        for name, link in _standing(document):
            if name in told:
                told[name].append(link)
    return told


def _standing(document: Document) -> list[tuple[str, PullRequestLink | JobLink]]:
    live: dict[str, Any] = {"document": document, "unlinked_at__isnull": True}
    pull_requests, jobs = (
        links.filter(**live)
        .annotate(named=Value(name), **{alias: pair[column] for alias, pair in _SHOWN.items()})
        .values_list("named", "id", "linked_at", *_SHOWN)
        for column, (name, links) in enumerate(
            ((_PULL_REQUESTS, PullRequestLink.objects), (_JOBS, JobLink.objects))
        )
    )
    return [
        (name, _pull_request(document, link_id, *shown) if name == _PULL_REQUESTS else _job(document, *shown))
        for name, link_id, _, *shown in pull_requests.union(jobs, all=True).order_by("-linked_at", "-id")
    ]


def _pull_request(
    document: Document, link_id: str, host: str, owner: str, repo: str, number: int, state: str, title: str
) -> PullRequestLink:
    row = PullRequest(host=host, owner=owner, repo=repo, number=number, state=state, title=title)
    return PullRequestLink(id=link_id, document_id=document.pk, pull_request=row)


def _job(
    document: Document, url: str, external_id: str, _repo: str, _number: int, state: str, title: str
) -> JobLink:
    row = Job(external_id=external_id, url=url, state=state, title=title)
    return JobLink(document_id=document.pk, job=row)


def links_relocate(*, documents: Sequence[Document]) -> None:
    """Take the links of documents along to the space that they moved to."""
    for document in documents:
        for links in (PullRequestLink.objects, JobLink.objects):
            links.filter(document=document).update(space=document.space)
