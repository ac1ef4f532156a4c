"""What the peers' one tool reads."""

from django.db import models


class Note(models.Model):
    id = models.CharField(primary_key=True, max_length=31)
    text = models.TextField()

    class Meta:
        managed = False
        db_table = "note"


def note_of(note_id: str) -> dict[str, str]:
    """The row of an id, by one indexed read."""
    note = Note.objects.get(pk=note_id)
    return {"id": note.pk, "text": note.text}
