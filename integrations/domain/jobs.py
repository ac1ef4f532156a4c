"""Jobs that carry a decision out somewhere else: agents, pipelines, workflows."""

from enum import StrEnum

from decisions.domain.implementation import Implementation
from integrations.domain.pull_requests import State


class JobState(StrEnum):
    """Where a job stands, as its coordinator last reported."""

    NOT_STARTED = "not_started"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"


# What the state of one link means for its document.
PULL_REQUEST_PROGRESS: dict[State, Implementation] = {
    State.UNKNOWN: Implementation.PLANNED,
    State.DRAFT: Implementation.PLANNED,
    State.OPEN: Implementation.ACTIVE,
    State.MERGED: Implementation.DONE,
    State.CLOSED: Implementation.DROPPED,
}
JOB_PROGRESS: dict[JobState, Implementation] = {
    JobState.NOT_STARTED: Implementation.PLANNED,
    JobState.RUNNING: Implementation.ACTIVE,
    JobState.FINISHED: Implementation.DONE,
    JobState.FAILED: Implementation.DROPPED,
}
