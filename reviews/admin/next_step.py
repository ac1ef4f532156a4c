"""The one thing a person does next with a document, as a table in reading order."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from decisions.domain.kinds import BINDING, Status
from decisions.models import Document
from reviews.admin.judged import Judged
from reviews.admin.moves import words_for
from spaces.admin.pages import page_url


@dataclass(frozen=True, slots=True)
class Step:
    """What comes next in words, and the links that do it, the first of them first."""

    words: str
    links: tuple[tuple[str, str], ...] = ()


def next_step(judged: Judged) -> Step | None:
    """The first step of the table that fits; None where nothing waits."""
    return next((step for fits in _STEPS if (step := fits(judged))), None)


def act_url(document: Document, act: str, **query: object) -> str:
    """The address of an act on a document's page."""
    url = reverse(f"admin:decisions_document_{act}", args=[document.pk])
    return f"{url}?{urlencode(query)}" if query else url


def move_url(document: Document, to: Status, base_version: int) -> str:
    """The address of a move, made from the version that is read."""
    return act_url(document, "status", status=to.value, base_version=base_version)


def _ask(judged: Judged) -> Step | None:
    if not judged.asks:
        return None
    ask = judged.asks[0]
    return Step(
        _("%(name)s asks you to %(act)s it.") % {"name": ask.assistant_name, "act": ask.act},
        ((_("Look at the ask"), page_url(ask)),),
    )


def _review(judged: Judged) -> Step | None:
    if not (judged.is_asked and "approve" in judged.can):
        return None
    document = judged.document
    version = document.current_version
    return Step(
        _("Your review of version %(version)s is asked for%(until)s.")
        % {"version": version, "until": _until(judged)},
        (
            (_("Approve"), act_url(document, "reviews_approve", version=version)),
            (_("Ask for changes"), act_url(document, "reviews_changes", version=version)),
        ),
    )


def _decide(judged: Judged) -> Step | None:
    deciding = (*sorted(BINDING), Status.REJECTED)
    open_moves = tuple(each for each in deciding if f"set_status:{each}" in judged.can)
    if not judged.waits_for_me or not BINDING & set(open_moves):
        return None
    return Step(
        _("Nothing is missing: it waits for you to decide%(until)s.") % {"until": _until(judged)},
        tuple(_move(judged, each) for each in open_moves),
    )


def _revise(judged: Judged) -> Step | None:
    blocked_by = judged.standing.approvals.blocked_by
    if not (judged.is_author and blocked_by and judged.waits_for_me):
        return None
    edit = (_("Edit the text"), act_url(judged.document, "edit"))
    people = {"people": judged.named(blocked_by)}
    if not judged.is_changed_since_blocked:
        return Step(_("%(people)s asked for changes.") % people, (edit,))
    if set(blocked_by) <= set(judged.standing.approvals.waiting_for):
        told = _("%(people)s asked for changes to an earlier version. Another look is asked for.")
        return Step(told % people, (edit,))
    ask = (_("Ask for reviews"), act_url(judged.document, "reviews_request"))
    return Step(_("%(people)s asked for changes to an earlier version. Is it mended?") % people, (ask, edit))


def _start(judged: Judged) -> Step | None:
    starts = f"set_status:{Status.IN_REVIEW}" in judged.can and judged.document.status != Status.IN_REVIEW
    if not (judged.waits_for_me and starts):
        return None
    return Step(_("Is it ready to be reviewed?"), (_move(judged, Status.IN_REVIEW),))


def _ask_for_reviews(judged: Judged) -> Step | None:
    approvals = judged.standing.approvals
    lacking = approvals.missing and not approvals.waiting_for and judged.waiting.who != "nobody"
    if not (lacking and judged.waits_for_me and "request_review" in judged.can):
        return None
    return Step(
        _("%(count)s of %(needed)s approvals are in, and nobody is asked.")
        % {"count": len(approvals.approved_by), "needed": approvals.needed},
        ((_("Ask for reviews"), act_url(judged.document, "reviews_request")),),
    )


def _wait(judged: Judged) -> Step | None:
    if judged.waiting.who == "nobody":
        return None
    if judged.waits_for_me:
        people = _("you")
    elif judged.waiting.people:
        people = judged.named(judged.waiting.people)
    else:
        people = _("the managers")
    return Step(_("It waits for %(people)s%(until)s.") % {"people": people, "until": _until(judged)})


_STEPS: tuple[Callable[[Judged], Step | None], ...] = (
    _ask,
    _review,
    _decide,
    _revise,
    _start,
    _ask_for_reviews,
    _wait,
)


def _move(judged: Judged, to: Status) -> tuple[str, str]:
    document = judged.document
    return words_for(to, Status(document.status)), move_url(document, to, document.current_version)


def _until(judged: Judged) -> str:
    if not judged.waiting.until:
        return ""
    return _(" by %(day)s (%(left)s)") % {"day": judged.waiting.until, "left": judged.days}
