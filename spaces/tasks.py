"""Work of spaces that runs on a schedule."""

from celery import shared_task

from spaces.services.apps import apps_purge
from spaces.services.audit_checks import CHECK_AUDIT, audit_check_advance
from spaces.services.repeated_calls import repeated_calls_purge
from spaces.services.seals import audit_seal


@shared_task(name="spaces.seal_audit")  # type: ignore[untyped-decorator]
def seal_audit() -> int:
    """How many audit entries were sealed."""
    return audit_seal()


@shared_task(name="spaces.purge_apps")  # type: ignore[untyped-decorator]
def purge_apps() -> int:
    """How many apps were removed that registered and never came back."""
    return apps_purge()


@shared_task(name="spaces.purge_repeated_calls")  # type: ignore[untyped-decorator]
def purge_repeated_calls() -> int:
    """How many calls were forgotten, their time being over."""
    return repeated_calls_purge()


@shared_task(name=CHECK_AUDIT)  # type: ignore[untyped-decorator]
def check_audit(check_id: str) -> bool:
    """Whether a check of the audit log that a manager asked for is at its end after one more turn."""
    return audit_check_advance(check_id=check_id)
