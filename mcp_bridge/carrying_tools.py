"""The rows of TOOLS for what carries decisions out: pull requests and jobs."""

from mcp_bridge.tool import Tool

_PULL_REQUESTS = "integrations.api.pull_requests.PullRequestViewSet"
_JOBS = "integrations.api.jobs.JobViewSet"

CARRYING_TOOLS: tuple[Tool, ...] = (
    Tool(
        "decisions_link_job",
        "Link a job",
        _JOBS,
        "link",
        "Link a document to a job that carries it out elsewhere, such as an agent's or a pipeline's; a title or url "
        "you send replaces the job's. Its coordinator reports its state. Returns the link.",
        repeatable=True,
    ),
    Tool(
        "decisions_link_pull_request",
        "Link a pull request",
        _PULL_REQUESTS,
        "link",
        "Link a document to a GitHub pull request that carries it out, by url or by repo and number. It is read at "
        "once and kept up to date. Returns the link with its state, or unknown and in error why.",
        repeatable=True,
        open_world=True,
    ),
    Tool(
        "decisions_list_jobs",
        "List a document's jobs",
        _JOBS,
        "list",
        "See the jobs that carry a document out, and where each stands as its coordinator last reported. Returns "
        "links newest first.",
    ),
    Tool(
        "decisions_list_pull_requests",
        "List pull requests",
        _PULL_REQUESTS,
        "list",
        "See the pull requests that carry out a document, or a whole space's, with states, reviews and checks as "
        "last read. Returns links newest first, with counts by state; a document's come all at once.",
    ),
    Tool(
        "decisions_unlink_job",
        "Unlink a job",
        _JOBS,
        "unlink",
        "Stop counting a job as carrying a document out. Returns the link, kept as history; linking again brings "
        "it back.",
        repeatable=True,
    ),
    Tool(
        "decisions_unlink_pull_request",
        "Unlink a pull request",
        _PULL_REQUESTS,
        "unlink",
        "Stop counting a pull request as carrying a document out, by pull_request_id, url, or repo and number. "
        "Returns the link, kept as history; linking again brings it back.",
        repeatable=True,
        open_world=True,
    ),
)
