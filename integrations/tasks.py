"""Work of integrations that runs on a schedule; each is safe to run twice, or twice at once."""

from celery import shared_task

from integrations.notices.digests import digests_send
from integrations.notices.due import due_notices_write


@shared_task(name="integrations.write_due_notices")  # type: ignore[untyped-decorator]
def write_due_notices() -> int:
    """How many people were told of a due day."""
    return due_notices_write()


@shared_task(name="integrations.send_notices")  # type: ignore[untyped-decorator]
def send_notices() -> int:
    """How many mails were sent."""
    return digests_send()
