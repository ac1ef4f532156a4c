"""Work of integrations that runs on a schedule; each is safe to run twice, or twice at once."""

from celery import shared_task
from django.utils import timezone

from integrations.models import GitHubConnection
from integrations.notices.digests import digests_send
from integrations.notices.due import due_notices_write
from integrations.services.deliveries import WORK, deliveries_forget, deliveries_left, delivery_work
from integrations.services.due import connections_due, due_list_mend, unconnected_say_so
from integrations.services.reading import pull_requests_read

# A reading ends long before: no round is begun after a minute, and one takes ninety seconds at most.
_READING_LIMITS = {"soft_time_limit": 180, "time_limit": 210}
# What a worker that was away finds is no longer of use: the due-list says what is due by then.
_READING_EXPIRES = 60


@shared_task(name="integrations.write_due_notices")  # type: ignore[untyped-decorator]
def write_due_notices() -> int:
    """How many people were told of a due day."""
    return due_notices_write()


@shared_task(name="integrations.send_notices")  # type: ignore[untyped-decorator]
def send_notices() -> int:
    """How many mails were sent."""
    return digests_send()


@shared_task(name="integrations.read_due")  # type: ignore[untyped-decorator]
def read_due() -> int:
    """How many connections are to be read with now; each is a task of its own, so that none waits for another."""
    unconnected_say_so()
    connections = connections_due(timezone.now())
    for connection_id in connections:
        read_connection.apply_async((connection_id,), expires=_READING_EXPIRES)
    return len(connections)


@shared_task(name="integrations.read_connection", **_READING_LIMITS)  # type: ignore[untyped-decorator]
def read_connection(connection_id: str) -> int:
    """How many pull requests were read with a connection.

    Never waits: while another reads with it, or GitHub asks for a pause, all stays due.
    """
    connection = GitHubConnection.objects.filter(pk=connection_id, removed_at__isnull=True).first()
    return pull_requests_read(connection=connection) if connection else 0


@shared_task(name="integrations.mend_due_list")  # type: ignore[untyped-decorator]
def mend_due_list() -> int:
    """How many rows of the due-list were not as the links say."""
    return due_list_mend()


@shared_task(name=WORK, **_READING_LIMITS)  # type: ignore[untyped-decorator]
def work_delivery(delivery_id: int) -> int:
    """How many pull requests a webhook made due."""
    return delivery_work(delivery_id)


@shared_task(name="integrations.work_left_deliveries")  # type: ignore[untyped-decorator]
def work_left_deliveries() -> int:
    """How many webhooks nobody had worked on, and are a task again; old ones are forgotten beside."""
    deliveries_forget()
    left = deliveries_left()
    for delivery_id in left:
        work_delivery.apply_async((delivery_id,), expires=_READING_EXPIRES)
    return len(left)
