"""Work of spaces that runs on a schedule."""

from celery import shared_task

from spaces.services.seals import audit_seal


@shared_task(name="spaces.seal_audit")  # type: ignore[untyped-decorator]
def seal_audit() -> int:
    """How many audit entries were sealed."""
    return audit_seal()
