"""Where apps above add to what happens to documents; see spaces.kernel.registry."""

# Effects of a saved text: functions of (document, version), within the transaction that saves it.
VERSION_ADDED = "version.added"

# What a reader is told of a document beside its record: functions of (document, version, caller).
DOCUMENT_FACTS = "document.facts"
