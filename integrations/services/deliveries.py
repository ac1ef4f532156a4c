"""The inbox of GitHub's webhooks: what was delivered, kept until the pull requests it names are read again.

Nothing of a delivery is believed: it only makes rows due. A delivery's id counts as known once its work is done.
"""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from celery import current_app
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from decisions.domain.references import parse_reference
from integrations.domain.pull_requests import ACTIVE, Address, Trouble
from integrations.github.webhooks import Event, signature_fits
from integrations.models import Delivery, GitHubConnection, PullRequest
from integrations.services.due import pull_requests_of
from integrations.services.offers import offers_make
from integrations.services.reading import pull_requests_read
from spaces.kernel.ids import uuid_of
from spaces.services.secrets import CREDENTIALS, Unreadable

WORK = "integrations.work_delivery"
# A worker has long begun with one that is older, or died with it.
_LEFT_ALONE = timedelta(minutes=1)
# A fault that time mends is gone by then, and any other never is; what is linked is read by time alone as well.
MAX_TRIES = 10
KEPT = timedelta(days=30)
_AT_ONCE = 500

log = logging.getLogger(__name__)


def connection_signing(connection_id: str, body: bytes, signature: str | None) -> GitHubConnection | None:
    """The live connection whose webhook secret signed these bytes; None for any other signature or id."""
    live = GitHubConnection.objects.filter(removed_at__isnull=True)
    known = live.filter(pk=connection_id).first() if uuid_of(connection_id, "github") else None
    try:
        secret = CREDENTIALS.opened(known.webhook_secret) if known else ""
    except Unreadable:
        secret = ""
    # An unknown connection takes the same work: its id is no secret, and whether it is in use is nobody's business.
    fits = signature_fits(secret.encode() or b"none", body, signature)
    return known if fits and secret else None


def delivery_take(
    *, connection: GitHubConnection, delivery_id: str, event_name: str, event: Event
) -> tuple[Delivery, bool]:
    """The delivery in the inbox, and whether it is new work; one that comes again is new until it was done."""
    delivery, _ = Delivery.objects.get_or_create(
        connection=connection,
        delivery_id=delivery_id,
        defaults={"event": event_name, "content": _content(event), "received_at": timezone.now()},
    )
    is_new = delivery.done_at is None
    if is_new:
        transaction.on_commit(lambda: _enqueue(delivery.pk))
    return delivery, is_new


def delivery_work(delivery_id: int) -> int:
    """How many pull requests a delivery made due; they are read at once where the credential is free.

    Safe to repeat. A fault is noted, and the delivery stays to be worked on again.
    """
    delivery = (
        Delivery.objects.select_related("connection").filter(pk=delivery_id, done_at__isnull=True).first()
    )
    if delivery is None:
        return 0
    row = Delivery.objects.filter(pk=delivery.pk)
    # Counted before: one that kills its worker must come to an end too.
    row.update(tries=F("tries") + 1)
    try:
        made_due = _work(delivery) if delivery.connection.removed_at is None else []
    except Exception as error:
        log.exception("a delivery of GitHub's could not be worked on")
        row.update(problem=type(error).__name__)
        return 0
    row.update(problem="", done_at=timezone.now())
    if made_due:
        pull_requests_read(connection=delivery.connection, only=made_due)
    return len(made_due)


def deliveries_left() -> list[int]:
    """Those that were taken and not worked on: their worker died, or the queue did not take them."""
    left = Delivery.objects.filter(
        done_at__isnull=True, tries__lt=MAX_TRIES, received_at__lt=timezone.now() - _LEFT_ALONE
    )
    return list(left.order_by("received_at").values_list("pk", flat=True)[:_AT_ONCE])


def deliveries_forget() -> int:
    """How many old deliveries were forgotten; GitHub itself offers to send one again for three days only."""
    old = Delivery.objects.filter(received_at__lt=timezone.now() - KEPT)
    some = list(old.order_by("received_at").values_list("pk", flat=True)[:_AT_ONCE])
    forgotten, _ = Delivery.objects.filter(pk__in=some).delete()
    return forgotten


def _enqueue(pk: int) -> None:
    try:
        current_app.send_task(WORK, (pk,), retry=False)
    except OperationalError:
        # GitHub waits ten seconds for its answer; what is in the inbox is worked on without the queue's help.
        log.warning("the queue does not take a delivery: it waits in the inbox")


def _work(delivery: Delivery) -> list[str]:
    connection, content = delivery.connection, delivery.content
    if content["moved"]:
        _follow(delivery)
    if content["implements"] and content["pull_requests"]:
        named = content["pull_requests"][0]
        address = Address(connection.host, content["owner"], content["repo"], named["number"])
        references = [found for text in content["implements"] if (found := parse_reference(text))]
        offers_make(account_id=connection.account_id, address=address, references=references)
    return _make_due(connection, content)


def _make_due(connection: GitHubConnection, content: dict[str, Any]) -> list[str]:
    """The ids of the rows that are meant, due from now on."""
    with transaction.atomic():
        meant = pull_requests_of(connection).filter(_meant(content))
        held = meant.select_for_update(no_key=True, of=("self",)).order_by("pk")
        ids = list(held.values_list("pk", flat=True))
        PullRequest.objects.filter(pk__in=ids).update(next_read_at=timezone.now())
    return ids


def _meant(content: dict[str, Any]) -> Q:
    names = {name.lower() for name in (f"{content['owner']}/{content['repo']}", content["old_name"]) if name}
    if not content["pull_requests"]:
        of_repository = Q(name_key__in=names)
        if content["repo_node_id"]:
            of_repository |= Q(repo_node_id=content["repo_node_id"])
        # A link that broke when another took the name may be mended by the next one.
        broken = Q(trouble=Trouble.REPLACED.value) if content["moved"] else Q(pk__in=[])
        return of_repository & (Q(state__in=list(ACTIVE)) | broken)
    meant = Q(pk__in=[])
    for named in content["pull_requests"]:
        meant |= Q(name_key__in=names, number=named["number"])
        if named["node_id"]:
            meant |= Q(node_id=named["node_id"])
    return meant


def _follow(delivery: Delivery) -> None:
    """Give what is in a renamed or transferred repository its new name: the old one may be taken by another."""
    connection, content = delivery.connection, delivery.content
    if not content["repo_node_id"]:
        return
    rows = PullRequest.objects.filter(
        account=connection.account_id, host=connection.host, repo_node_id=content["repo_node_id"]
    )
    name_key = f"{content['owner']}/{content['repo']}".lower()
    renamed = rows.exclude(name_key=name_key)
    if name_key in _left_names(delivery):
        # Late: the repository has moved on from there. Only what is still where this move began takes part in it.
        renamed = renamed.filter(name_key=content["old_name"].lower())
    for pk in list(renamed.order_by("pk").values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                PullRequest.objects.filter(pk=pk).update(
                    owner=content["owner"], repo=content["repo"], name_key=name_key
                )
        except IntegrityError:
            # It was linked by its new name too: reading either finds that they are one.
            continue


def _left_names(delivery: Delivery) -> set[str]:
    """The names that the repository had before other moves that were delivered."""
    moves = Delivery.objects.filter(
        connection=delivery.connection,
        event="repository",
        content__repo_node_id=delivery.content["repo_node_id"],
    )
    return {content["old_name"].lower() for content in moves.values_list("content", flat=True)}


def _content(event: Event) -> dict[str, Any]:
    return {
        "owner": event.owner,
        "repo": event.repo,
        "repo_node_id": event.repo_node_id,
        "pull_requests": list(_named(event)),
        "moved": event.moved,
        "old_name": event.old_name,
        "implements": [str(reference) for reference in event.implements],
    }


def _named(event: Event) -> Iterator[dict[str, Any]]:
    for touched in event.pull_requests:
        yield {"number": touched.address.number, "node_id": touched.node_id}
