"""Where apps above add to what happens to documents; see spaces.kernel.registry."""

# Effects of a saved text: functions of (document, version, base), within the transaction that saves it.
VERSION_ADDED = "version.added"

# What a reader is told of a document beside its record: functions of (document, version, caller, include).
DOCUMENT_FACTS = "document.facts"

# Effects of a move to another space: functions of (documents), the moved one and its parts.
DOCUMENT_RELOCATED = "document.relocated"

# What such a move would bring about: functions of (documents, target, caller), which answer sequences of Effect.
RELOCATION_EFFECTS = "document.relocation_effects"

# Effects of something said: functions of (document, comment, caller), within the transaction that writes it.
COMMENT_ADDED = "comment.added"

# Effects of a document whose first text was sent, not made or imported: functions of (document, version).
DOCUMENT_CREATED = "document.created"

# Effects of an answered question: functions of (question, answer, caller).
QUESTION_ANSWERED = "question.answered"

# Which documents wait for somebody: functions of (caller), each a condition on documents.
DOCUMENTS_WAITING = "documents.waiting"
