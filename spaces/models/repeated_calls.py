"""Calls that made something, remembered for a while so that the same call makes nothing twice."""

from django.conf import settings
from django.db import models


class RepeatedCall(models.Model):
    """A call that made an object: who made it, through which assistant, and what came of it.

    Written in the transaction that makes the object, so that there is one exactly where there is the other.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # An agent's id or an app's client id; empty where the person acted themself.
    assistant_id = models.CharField(max_length=120, blank=True)
    operation = models.CharField(max_length=80)
    # SHA-256 in hexadecimal of the arguments, or of the key that the client named the call by.
    digest = models.CharField(max_length=64)
    arguments_digest = models.CharField(max_length=64)
    object_id = models.CharField(max_length=60, blank=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            # Of two same calls at once, the second waits here for the first to end.
            models.UniqueConstraint(
                fields=["person", "assistant_id", "operation", "digest"], name="one_object_per_call"
            ),
        )

    def __str__(self) -> str:
        return f"{self.operation} of {self.object_id}"
