from datetime import UTC, datetime, time

from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def tell_when(apps, schema_editor):
    """Give each decision the time of the move that made it, or the day that an imported text tells."""
    documents = apps.get_model('decisions', 'Document').objects
    versions = apps.get_model('decisions', 'Version').objects
    lines = apps.get_model('decisions', 'StatusLine').objects
    # No move makes a first version: only an import pins one.
    moves = versions.filter(document=OuterRef('pk'), number=OuterRef('decided_version'), base_version__gt=0)
    documents.filter(decided_version__isnull=False).update(decided_at=Subquery(moves.values('created_at')[:1]))
    told = lines.filter(
        document=OuterRef('pk'), status__in=['accepted', 'published', 'rejected'], day__lte=datetime.now(UTC).date()
    )
    imported = documents.filter(decided_version__isnull=False, decided_at__isnull=True).annotate(
        told=Subquery(told.order_by('-position').values('day')[:1])
    )
    for pk, day in imported.filter(told__isnull=False).values_list('pk', 'told').iterator(chunk_size=1000):
        documents.filter(pk=pk).update(decided_at=datetime.combine(day, time(12), tzinfo=UTC))


class Migration(migrations.Migration):

    dependencies = [
        ('decisions', '0007_citations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='document',
            name='decided_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(tell_when, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(condition=models.Q(('decided_at__isnull', False)), fields=['account', 'decided_at'], name='documents_decided'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(condition=models.Q(('access__lte', 0)), fields=['account', '-id'], name='documents_public'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(('decided_at__isnull', True), ('decided_version__isnull', False), _connector='OR'), name='a_decision_has_a_version'),
        ),
    ]
