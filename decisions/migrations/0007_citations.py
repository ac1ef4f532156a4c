import django.db.models.deletion
from django.db import migrations, models


# Documents read at once: some hundred references each at most, so that a batch of rows stays small.
BATCH = 200


def cite_what_the_texts_name(apps, schema_editor):
    """Fill the citations of every document from its current version, some documents at a time."""
    version_model = apps.get_model('decisions', 'Version')
    citation = apps.get_model('decisions', 'DocumentCitation')
    current = (
        version_model.objects.filter(number=models.F('document__current_version'))
        .order_by('pk')
        .values_list('pk', 'document_id', 'document__space_id', 'references')
    )
    last = 0
    while batch := list(current.filter(pk__gt=last)[:BATCH]):
        last = batch[-1][0]
        citation.objects.bulk_create(
            (
                citation(document_id=document, space_id=space, kind=kind, number=number, part=part)
                for _, document, space, references in batch
                for kind, number, part in sorted({tuple(called) for _, *called in references})
            ),
            batch_size=1_000,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('decisions', '0006_implementation'),
        ('spaces', '0003_repeated_calls'),
    ]

    operations = [
        migrations.CreateModel(
            name='DocumentCitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('rfc', 'RFC'), ('prd', 'PRD'), ('adr', 'ADR'), ('study', 'Study')], max_length=5)),
                ('number', models.PositiveIntegerField()),
                ('part', models.PositiveIntegerField(default=0)),
                ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='citations', to='decisions.document')),
                ('space', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='spaces.space')),
            ],
            options={
                'indexes': [models.Index(fields=['space', 'kind', 'number', 'part'], name='citations_of_document')],
                'constraints': [models.UniqueConstraint(fields=('document', 'kind', 'number', 'part'), name='cited_once_in_a_text'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='citations_count_from_one')],
            },
        ),
        migrations.RunPython(cite_what_the_texts_name, migrations.RunPython.noop),
    ]
