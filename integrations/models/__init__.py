from integrations.models.connections import Delivery, GitHubConnection
from integrations.models.jobs import Job, JobLink
from integrations.models.notices import Digest, Notice, NoticePreference
from integrations.models.pull_requests import PullRequest, PullRequestLink, PullRequestOffer

__all__ = [
    "Delivery",
    "Digest",
    "GitHubConnection",
    "Job",
    "JobLink",
    "Notice",
    "NoticePreference",
    "PullRequest",
    "PullRequestLink",
    "PullRequestOffer",
]
