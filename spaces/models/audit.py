"""The audit log: one entry a write, never changed."""

from django.conf import settings
from django.db import models

from spaces.kernel.append_only import AppendOnly
from spaces.kernel.ids import PublicIdField


class AuditEntry(AppendOnly):
    """Who did what to which object: the person, the assistant that acted for them, before and after.

    Ids are kept as words without foreign keys: an entry outlives whatever it tells of.
    """

    id = PublicIdField("audit", primary_key=True)
    at = models.DateTimeField()
    account_id = PublicIdField("acct", null=True)  # type: ignore[misc]
    person_id = PublicIdField("user", null=True)  # type: ignore[misc]
    byline = models.CharField(max_length=300)
    # An agent's id or an app's client id; empty where the person acted themself.
    assistant_id = models.CharField(max_length=120, blank=True)
    act = models.CharField(max_length=60)
    object_id = models.CharField(max_length=60)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = (
            models.Index(fields=["account_id", "-id"], name="audit_of_account"),
            models.Index(fields=["object_id", "-id"], name="audit_of_object"),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.act} {self.object_id} by {self.byline}"


class AuditSeal(AppendOnly):
    """A seal over entries that were written since the seal before, which it is chained to."""

    # 1, 2, …: two tasks that seal at once make the same number, and one of them fails.
    number = models.PositiveBigIntegerField(primary_key=True)
    at = models.DateTimeField()
    # Keyed, over the seal before and the digest of each entry.
    mac = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"seal {self.number}"


class SealedEntry(AppendOnly):
    """An entry that a seal names, and the digest it had then."""

    entry = models.OneToOneField(
        AuditEntry, primary_key=True, on_delete=models.PROTECT, related_name="sealed"
    )
    seal = models.ForeignKey(AuditSeal, on_delete=models.PROTECT, related_name="entries")
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "sealed entries"


class AuditCheck(models.Model):
    """A check of the log that a manager asked for: how far it is, and what it found."""

    id = PublicIdField("acheck", primary_key=True)
    account = models.ForeignKey("spaces.Account", on_delete=models.CASCADE, related_name="audit_checks")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # The last seal that was looked at and its MAC, from where the next turn goes on.
    last_seal = models.PositiveBigIntegerField(default=0)
    last_mac = models.CharField(max_length=64, blank=True)
    # Entries of the account under seals, and those that no seal names yet.
    sealed = models.PositiveBigIntegerField(default=0)
    unsealed = models.PositiveBigIntegerField(default=0)
    # The first faults in words, and how many there are.
    faults = models.JSONField(default=list)
    faults_total = models.PositiveBigIntegerField(default=0)

    class Meta:
        indexes = (models.Index(fields=["account", "-id"], name="checks_of_account"),)

    def __str__(self) -> str:
        return f"check of {self.started_at:%Y-%m-%d %H:%M}"
