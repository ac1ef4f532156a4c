import django.db.models.deletion
from django.db import migrations, models


def place_the_lines(apps, schema_editor):
    """Give each status line the space of its document."""
    space = apps.get_model('decisions', 'Document').objects.filter(pk=models.OuterRef('document_id')).values('space_id')
    apps.get_model('decisions', 'StatusLine').objects.update(space_id=models.Subquery(space))


class Migration(migrations.Migration):

    dependencies = [
        ('decisions', '0004_comments'),
        ('spaces', '0001_spaces'),
    ]

    operations = [
        migrations.AddField(
            model_name='statusline',
            name='space',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='spaces.space'),
        ),
        migrations.RunPython(place_the_lines, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='statusline',
            name='space',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='spaces.space'),
        ),
        migrations.AddIndex(
            model_name='statusline',
            index=models.Index(fields=['space', '-day', '-document', '-position'], name='status_lines_of_space'),
        ),
    ]
