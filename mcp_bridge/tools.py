"""TOOLS: every tool, a row each."""

from mcp_bridge.carrying_tools import CARRYING_TOOLS
from mcp_bridge.judging_tools import JUDGING_TOOLS
from mcp_bridge.tool import Tool

_SPACES = "spaces.api.spaces.SpaceViewSet"
_DOCUMENTS = "decisions.api.documents.DocumentViewSet"
_TIMELINE = "decisions.api.timeline.TimelineViewSet"
_QUESTIONS = "decisions.api.questions.QuestionViewSet"
_DIAGRAMS = "decisions.api.diagrams.DiagramViewSet"
_COMMENTS = "decisions.api.comments.CommentViewSet"

# Adding a tool is adding a row.
_TOOLS: tuple[Tool, ...] = (
    Tool(
        "decisions_add_comment",
        "Comment on a document",
        _COMMENTS,
        "create",
        "Comment on a document as a whole, on an exact quote of it, which is found again in later versions, "
        "or in reply to a thread's first comment. Returns the comment and its thread.",
    ),
    Tool(
        "decisions_answer_question",
        "Answer a question",
        _QUESTIONS,
        "answer",
        "Answer an open question for your person, a member of the account. One that has an answer is already_done, "
        "with that answer. Returns the question.",
    ),
    Tool(
        "decisions_ask_question",
        "Ask a question",
        _QUESTIONS,
        "create",
        "Ask a space's people something you cannot find in its documents, perhaps about one of them. Look "
        "with decisions_list_questions first: it may be answered. Returns the question with its "
        "question_id.",
    ),
    Tool(
        "decisions_create_diagram",
        "Create a diagram",
        _DIAGRAMS,
        "create",
        "Keep a Mermaid diagram in a space, perhaps about a document. One that does not parse is kept too, with a "
        "finding that names the line: correct it with decisions_save_diagram. Returns the diagram and findings.",
    ),
    Tool(
        "decisions_create_document",
        "Create a document",
        _DOCUMENTS,
        "create",
        "Start an RFC, PRD, ADR or study. Without text it starts from the space's template: read it, fill "
        "it in, save it. Returns the document with its id, reference such as RFC 12, version 1 and "
        "findings.",
    ),
    Tool(
        "decisions_create_space",
        "Create a space",
        _SPACES,
        "create",
        "Make a space, the home of a team's documents and rules; for managers of the account. See "
        "decisions_list_spaces first: one may exist. Returns the space with its space_id.",
    ),
    Tool(
        "decisions_diff_versions",
        "Compare two versions",
        _DOCUMENTS,
        "diff",
        "See what changed between two versions of a document; by default the last change. Use it to "
        "review, or after a conflict. Returns a unified diff, lines added and removed, sections changed, "
        "and whether only status lines changed.",
    ),
    Tool(
        "decisions_get_diagram",
        "Read a diagram",
        _DIAGRAMS,
        "retrieve",
        "Read a diagram: its Mermaid model, findings, and its picture when asked. Its version is the base_version "
        "of the next save. svg_version is the version the picture is of.",
    ),
    Tool(
        "decisions_get_document",
        "Read a document",
        _DOCUMENTS,
        "retrieve",
        "Read a document: text, status and findings, or more by include. Call it before every change: its "
        "version is the base_version of the next write. Returns the current version unless you name one; "
        "section gives one heading's text.",
    ),
    Tool(
        "decisions_get_settings",
        "Read a space's settings",
        _SPACES,
        "get_settings",
        "Read a space's rules by kind of document: approvals needed, what assistants may decide, review "
        "days, access, required sections, templates. Use it before writing in a space you do not know.",
    ),
    Tool(
        "decisions_get_space",
        "Read a space",
        _SPACES,
        "retrieve",
        "Read one space: what it is for, its guidance to assistants, the spaces above it, counts of "
        "documents by kind and status, and the access floor in force. Use it to get your bearings.",
    ),
    Tool(
        "decisions_link_document",
        "List a document in another space",
        _DOCUMENTS,
        "link",
        "List a document in one more space of the same account, for that space's readers to find. Its "
        "home, rules and readers stay as they are. Returns every space it is listed in.",
        repeatable=True,
    ),
    Tool(
        "decisions_list_comments",
        "List comments on a document",
        _COMMENTS,
        "list",
        "See what is said about a document before you revise it. Returns threads with replies, oldest first, "
        "with the line each quote stands on now, or orphaned where it is gone.",
    ),
    Tool(
        "decisions_list_diagrams",
        "List diagrams",
        _DIAGRAMS,
        "list",
        "Find a space's diagrams, or those about one document. Returns diagrams newest first, without "
        "models; read one with decisions_get_diagram.",
    ),
    Tool(
        "decisions_list_documents",
        "List or search documents",
        _DOCUMENTS,
        "list",
        "Find documents: in a space or in all you can read, by kind, status, author, decider or date, or "
        "by words in their texts, best first with snippets. in_force keeps what holds now. Returns rows "
        "without text.",
    ),
    Tool(
        "decisions_list_questions",
        "List questions",
        _QUESTIONS,
        "list",
        "Find a space's questions: the open ones, or the answered ones with their answers. Use it before "
        "you ask, and to see what you could answer. Returns questions newest first.",
    ),
    Tool(
        "decisions_list_spaces",
        "List spaces",
        _SPACES,
        "list",
        "Find the spaces you can work in, by account, department, kind, parent or part of the name. Start "
        "here when you have no space_id. Returns spaces newest first.",
    ),
    Tool(
        "decisions_list_timeline",
        "List the timeline",
        _TIMELINE,
        "list",
        "See what was decided when: the lines of documents' status logs, of a space, one document or all you can "
        "read. recorded tells moves of this service from lines somebody wrote. Returns lines newest day first.",
    ),
    Tool(
        "decisions_list_versions",
        "List a document's versions",
        _DOCUMENTS,
        "versions",
        "See a document's history: who saved each version, when, through which assistant, and why. Use it "
        "to pick versions to read or compare. Returns versions newest first, without text.",
    ),
    Tool(
        "decisions_resolve_comment",
        "Resolve or reopen a thread",
        _COMMENTS,
        "resolve",
        "Mark a thread as settled, or open it again; for members and those who spoke in it. Returns the "
        "thread.",
        repeatable=True,
    ),
    Tool(
        "decisions_save_diagram",
        "Save a diagram",
        _DIAGRAMS,
        "save",
        "Save a diagram's whole Mermaid model as its next version. base_version is the version you read; "
        "if somebody saved since, the answer is conflict and nothing is written. Returns the version and "
        "findings.",
        repeatable=True,
    ),
    Tool(
        "decisions_save_document",
        "Save a document",
        _DOCUMENTS,
        "save",
        "Save a document's whole text as its next version. base_version is the version you read; if "
        "somebody saved since, the answer is conflict and nothing is written: read again, put your change "
        "in, save on that. Returns the new version and findings.",
        repeatable=True,
    ),
    Tool(
        "decisions_set_access",
        "Narrow who may read a document",
        _DOCUMENTS,
        "set_access",
        "Narrow who may read a document: team is the account's members and people named on it, internal "
        "its managers and author. Opening it wider is a person's act in the console. Returns the "
        "document.",
        repeatable=True,
    ),
    Tool(
        "decisions_unlink_document",
        "Take a document off another space",
        _DOCUMENTS,
        "unlink",
        "Stop listing a document in a space it was linked into; it stays in its home space. Returns every "
        "space it is still listed in.",
        repeatable=True,
    ),
    Tool(
        "decisions_update_space",
        "Change a space",
        _SPACES,
        "partial_update",
        "Rename, describe, move or regroup a space, or set its access floor; for managers. Fields left "
        "out stay; to empty one send its set_ flag. A raised floor closes documents that are more open: "
        "the answer counts them.",
        repeatable=True,
    ),
)

# All of them, in the order of their names.
TOOLS: tuple[Tool, ...] = tuple(
    sorted((*_TOOLS, *JUDGING_TOOLS, *CARRYING_TOOLS), key=lambda tool: tool.name)
)
