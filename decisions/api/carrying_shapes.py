"""What a document shows of the pull requests and jobs that carry it out, which apps above know."""

from rest_framework import serializers

from spaces.kernel.serializers import Output


class PullRequestEntry(Output):
    """A pull request that a document is linked to, in short."""

    pull_request_id = serializers.CharField(source="pk", help_text="The link's lpr_ id.")
    document_id = serializers.CharField()
    repo = serializers.CharField(source="pull_request.address.name")
    number = serializers.IntegerField(source="pull_request.number")
    url = serializers.CharField(source="pull_request.url")
    state = serializers.CharField(
        source="pull_request.state", help_text="unknown, draft, open, closed or merged."
    )
    title = serializers.CharField(source="pull_request.title")


class JobEntry(Output):
    """A job that a document is linked to, in short."""

    job_id = serializers.CharField(source="job.external_id", help_text="The coordinator's own id.")
    document_id = serializers.CharField()
    url = serializers.CharField(source="job.url")
    state = serializers.CharField(source="job.state", help_text="not_started, running, finished or failed.")
    title = serializers.CharField(source="job.title")
