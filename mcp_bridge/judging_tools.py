"""The rows of TOOLS for reviews, moves and asks."""

from mcp_bridge.tool import Tool

_JUDGING = "reviews.api.judging.JudgingViewSet"
_ASKS = "reviews.api.judging.AskViewSet"

JUDGING_TOOLS: tuple[Tool, ...] = (
    Tool(
        "approvals_ask",
        "Ask a person to approve or decide",
        _ASKS,
        "create",
        "Ask a person to let you approve, accept or publish the current version for them, where "
        "ai_approval is ask. Returns the ask: give the person its url, wait with approvals_get, then send its "
        "approval_id.",
    ),
    Tool(
        "approvals_get",
        "Read an ask",
        _ASKS,
        "retrieve",
        "See whether an ask of yours was decided. With wait_seconds it answers as soon as it is, so that you "
        "need not ask again and again. An approved ask is spent once, within 72 hours.",
    ),
    Tool(
        "approvals_list",
        "List your asks",
        _ASKS,
        "list",
        "Find the asks you made, by state: those still pending, or approved and to be spent. Returns asks "
        "newest first.",
    ),
    Tool(
        "decisions_list_review_queue",
        "List the review queue",
        _JUDGING,
        "queue",
        "See the reviews that wait for your person, or with status asked those your person waits for, across "
        "the spaces of an account. Returns requests newest first, with document and due day.",
    ),
    Tool(
        "decisions_list_reviews",
        "List a document's reviews",
        _JUDGING,
        "reviews",
        "See who was asked to review a document, who answered what on which version and why, and which "
        "answers count now. Use it before you revise a document or decide it. Returns requests and answers "
        "newest first.",
    ),
    Tool(
        "decisions_request_review",
        "Ask for a review",
        _JUDGING,
        "request_review",
        "Ask 1 to 20 members to review the current version. Whoever was asked for that version already stays "
        "asked once. Moving a document to in_review asks nobody by itself. Returns the requests.",
        repeatable=True,
    ),
    Tool(
        "decisions_set_status",
        "Move a document to another status",
        _JUDGING,
        "set_status",
        "Move a document, to in_review, accepted, superseded and so on: read its can first. Some moves "
        "need a decider, approvals, a successor or, for assistants, an approved ask: the error says what. "
        "Returns the document and its new version.",
        repeatable=True,
    ),
    Tool(
        "decisions_submit_review",
        "Answer a review",
        _JUDGING,
        "submit_review",
        "Approve a version for your person, or ask for changes with a reason; asked for a review or not. "
        "Where ai_approval is ask, approving takes the approval_id of an approved ask. Returns the review and "
        "the approvals in.",
    ),
)
