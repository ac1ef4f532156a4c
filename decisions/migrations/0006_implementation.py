
import decisions.domain.implementation
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('decisions', '0005_status_lines_of_space'),
        ('spaces', '0001_spaces'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='document',
            name='implementation',
            field=models.CharField(choices=[('none', 'none'), ('active', 'active'), ('planned', 'planned'), ('done', 'done'), ('dropped', 'dropped')], default='none', editable=False, max_length=7),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(condition=models.Q(('implementation', 'none'), _negated=True), fields=['account', '-updated_at', '-id'], name='documents_carried_out'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(('implementation__in', [decisions.domain.implementation.Implementation['NONE'], decisions.domain.implementation.Implementation['ACTIVE'], decisions.domain.implementation.Implementation['PLANNED'], decisions.domain.implementation.Implementation['DONE'], decisions.domain.implementation.Implementation['DROPPED']])), name='implementation_known'),
        ),
    ]
