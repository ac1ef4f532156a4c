
import django.db.models.deletion
import integrations.domain.jobs
import integrations.domain.pull_requests
import spaces.kernel.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('decisions', '0006_implementation'),
        ('integrations', '0001_notices'),
        ('spaces', '0001_spaces'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='GitHubConnection',
            fields=[
                ('id', spaces.kernel.ids.PublicIdField('github', primary_key=True, serialize=False)),
                ('host', models.CharField(max_length=253)),
                ('kind', models.CharField(choices=[('token', 'Personal access token'), ('app', 'GitHub App')], max_length=5)),
                ('app_id', models.PositiveBigIntegerField(null=True)),
                ('installation_id', models.PositiveBigIntegerField(null=True)),
                ('secret', models.TextField(editable=False)),
                ('webhook_secret', models.TextField(editable=False)),
                ('created_at', models.DateTimeField()),
                ('removed_at', models.DateTimeField(null=True)),
                ('reading_until', models.DateTimeField(null=True)),
                ('reader', models.CharField(blank=True, max_length=36)),
                ('paused_until', models.DateTimeField(null=True)),
                ('last_read_at', models.DateTimeField(null=True)),
                ('problem', models.CharField(blank=True, max_length=300)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='github_connections', to='spaces.account')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'GitHub connection',
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('delivery_id', models.CharField(max_length=64)),
                ('event', models.CharField(max_length=60)),
                ('content', models.JSONField(default=dict)),
                ('received_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('problem', models.CharField(blank=True, max_length=300)),
                ('connection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='integrations.githubconnection')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', spaces.kernel.ids.PublicIdField('job', primary_key=True, serialize=False)),
                ('external_id', models.CharField(max_length=200)),
                ('title', models.CharField(blank=True, max_length=300)),
                ('url', models.CharField(blank=True, max_length=2000)),
                ('state', models.CharField(choices=[('not_started', 'not_started'), ('running', 'running'), ('finished', 'finished'), ('failed', 'failed')], default='not_started', max_length=11)),
                ('created_at', models.DateTimeField()),
                ('reported_at', models.DateTimeField(null=True)),
                ('reported_byline', models.CharField(blank=True, max_length=300)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='spaces.account')),
            ],
        ),
        migrations.CreateModel(
            name='JobLink',
            fields=[
                ('assistant_id', models.CharField(blank=True, max_length=120)),
                ('byline', models.CharField(max_length=300)),
                ('linked_at', models.DateTimeField()),
                ('unlinked_at', models.DateTimeField(null=True)),
                ('unlinked_byline', models.CharField(blank=True, max_length=300)),
                ('id', spaces.kernel.ids.PublicIdField('ljob', primary_key=True, serialize=False)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='spaces.account')),
                ('document', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='job_links', to='decisions.document')),
                ('job', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='integrations.job')),
                ('linked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('space', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='spaces.space')),
            ],
        ),
        migrations.CreateModel(
            name='PullRequest',
            fields=[
                ('id', spaces.kernel.ids.PublicIdField('pull', primary_key=True, serialize=False)),
                ('host', models.CharField(max_length=253)),
                ('owner', models.CharField(max_length=100)),
                ('repo', models.CharField(max_length=100)),
                ('name_key', models.CharField(max_length=201)),
                ('number', models.PositiveIntegerField()),
                ('node_id', models.CharField(blank=True, max_length=100)),
                ('repo_node_id', models.CharField(blank=True, max_length=100)),
                ('state', models.CharField(choices=[('unknown', 'unknown'), ('draft', 'draft'), ('open', 'open'), ('closed', 'closed'), ('merged', 'merged')], default='unknown', max_length=7)),
                ('title', models.CharField(blank=True, max_length=300)),
                ('author', models.CharField(blank=True, max_length=100)),
                ('review_decision', models.CharField(blank=True, choices=[('approved', 'approved'), ('changes_requested', 'changes_requested'), ('review_required', 'review_required')], max_length=17)),
                ('checks', models.CharField(blank=True, choices=[('passing', 'passing'), ('failing', 'failing'), ('pending', 'pending')], max_length=7)),
                ('merged_at', models.DateTimeField(null=True)),
                ('merge_commit', models.CharField(blank=True, max_length=64)),
                ('remote_updated_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField()),
                ('last_read_at', models.DateTimeField(null=True)),
                ('last_changed_at', models.DateTimeField(null=True)),
                ('trouble', models.CharField(blank=True, choices=[('no_connection', 'no_connection'), ('not_visible', 'not_visible'), ('forbidden', 'forbidden'), ('bad_credential', 'bad_credential'), ('limited', 'limited'), ('unreachable', 'unreachable'), ('bad_answer', 'bad_answer'), ('replaced', 'replaced')], max_length=14)),
                ('error', models.CharField(blank=True, max_length=300)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('next_read_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='spaces.account')),
            ],
        ),
        migrations.CreateModel(
            name='PullRequestLink',
            fields=[
                ('assistant_id', models.CharField(blank=True, max_length=120)),
                ('byline', models.CharField(max_length=300)),
                ('linked_at', models.DateTimeField()),
                ('unlinked_at', models.DateTimeField(null=True)),
                ('unlinked_byline', models.CharField(blank=True, max_length=300)),
                ('id', spaces.kernel.ids.PublicIdField('lpr', primary_key=True, serialize=False)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='spaces.account')),
                ('document', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pull_request_links', to='decisions.document')),
                ('linked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pull_request', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='integrations.pullrequest')),
                ('space', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='spaces.space')),
            ],
        ),
        migrations.CreateModel(
            name='PullRequestOffer',
            fields=[
                ('id', spaces.kernel.ids.PublicIdField('offer', primary_key=True, serialize=False)),
                ('outcome', models.CharField(choices=[('open', 'open'), ('taken', 'taken'), ('declined', 'declined')], default='open', max_length=8)),
                ('offered_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
                ('closed_byline', models.CharField(blank=True, max_length=300)),
                ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pull_request_offers', to='decisions.document')),
                ('pull_request', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='integrations.pullrequest')),
            ],
        ),
        migrations.AddConstraint(
            model_name='githubconnection',
            constraint=models.UniqueConstraint(condition=models.Q(('removed_at__isnull', True)), fields=('account', 'host'), name='one_connection_per_host'),
        ),
        migrations.AddConstraint(
            model_name='githubconnection',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('app_id__isnull', False), ('installation_id__isnull', False), ('kind', 'app')), models.Q(('app_id__isnull', True), ('installation_id__isnull', True), ('kind', 'token')), _connector='OR'), name='an_app_names_its_installation'),
        ),
        migrations.AddConstraint(
            model_name='githubconnection',
            constraint=models.CheckConstraint(condition=models.Q(('removed_at__isnull', True), models.Q(('secret', ''), ('webhook_secret', '')), _connector='OR'), name='removed_connections_keep_no_secret'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('done_at__isnull', True)), fields=['received_at'], name='deliveries_to_work_on'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('connection', 'delivery_id'), name='one_row_per_delivery'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(fields=('account', 'external_id'), name='one_row_per_job'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', [integrations.domain.jobs.JobState['NOT_STARTED'], integrations.domain.jobs.JobState['RUNNING'], integrations.domain.jobs.JobState['FINISHED'], integrations.domain.jobs.JobState['FAILED']])), name='job_state_known'),
        ),
        migrations.AddConstraint(
            model_name='joblink',
            constraint=models.UniqueConstraint(fields=('document', 'job'), name='job_linked_once'),
        ),
        migrations.AddIndex(
            model_name='pullrequest',
            index=models.Index(condition=models.Q(('next_read_at__isnull', False)), fields=['next_read_at'], name='pull_requests_due'),
        ),
        migrations.AddIndex(
            model_name='pullrequest',
            index=models.Index(fields=['account', 'host', 'repo_node_id'], name='pull_requests_of_repo'),
        ),
        migrations.AddConstraint(
            model_name='pullrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('trouble', 'replaced'), _negated=True), fields=('account', 'host', 'name_key', 'number'), name='one_row_per_pull_request'),
        ),
        migrations.AddConstraint(
            model_name='pullrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('node_id', ''), _negated=True), fields=('account', 'host', 'node_id'), name='one_row_per_node'),
        ),
        migrations.AddConstraint(
            model_name='pullrequest',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='pull_requests_count_from_one'),
        ),
        migrations.AddConstraint(
            model_name='pullrequest',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', [integrations.domain.pull_requests.State['UNKNOWN'], integrations.domain.pull_requests.State['DRAFT'], integrations.domain.pull_requests.State['OPEN'], integrations.domain.pull_requests.State['CLOSED'], integrations.domain.pull_requests.State['MERGED']])), name='pull_request_state_known'),
        ),
        migrations.AddConstraint(
            model_name='pullrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('merged_at__isnull', False), ('state', 'merged')), models.Q(models.Q(('state', 'merged'), _negated=True), ('merge_commit', ''), ('merged_at__isnull', True)), _connector='OR'), name='merged_ones_say_when'),
        ),
        migrations.AddIndex(
            model_name='pullrequestlink',
            index=models.Index(condition=models.Q(('unlinked_at__isnull', True)), fields=['space', '-linked_at', '-id'], name='pull_requests_of_space'),
        ),
        migrations.AddConstraint(
            model_name='pullrequestlink',
            constraint=models.UniqueConstraint(fields=('document', 'pull_request'), name='pull_request_linked_once'),
        ),
        migrations.AddConstraint(
            model_name='pullrequestoffer',
            constraint=models.UniqueConstraint(fields=('document', 'pull_request'), name='offered_once'),
        ),
        migrations.AddConstraint(
            model_name='pullrequestoffer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('outcome', 'open')), models.Q(models.Q(('outcome', 'open'), _negated=True), ('closed_at__isnull', False)), _connector='OR'), name='closed_offers_say_when'),
        ),
    ]
