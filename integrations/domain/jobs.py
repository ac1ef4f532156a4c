"""Jobs that carry a decision out somewhere else: agents, pipelines, workflows."""

from enum import StrEnum
from urllib.parse import urlsplit

from decisions.domain.implementation import Implementation
from integrations.domain.pull_requests import State

# A coordinator's own id, and what it may say of a job. An address has what a browser takes.
MAX_ID = 200
MAX_TITLE = 300
MAX_URL = 2_000


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


def web_address_problem(url: str) -> str:
    """What keeps an address from being shown as a link to a web page, in words; empty where nothing does."""
    if len(url) > MAX_URL:
        return f"An address has at most {MAX_URL:,} characters."
    # Browsers drop some of these from an address, and then go elsewhere.
    if not url.isprintable() or any(character.isspace() or character == "\\" for character in url):
        return "There is a space, a backslash or a character that cannot be seen in the address."
    try:
        parts = urlsplit(url)
    except ValueError:
        return "This is no address of a web page."
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return "An address starts with https:// or http:// and a host."
    if "@" in parts.netloc:
        return "There is a name or a secret before the host, which ends in an @."
    return ""
