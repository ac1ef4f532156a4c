"""How states of pull requests and jobs look."""

# State -> the look of a document's status that means the same to its reader.
STATE_LOOKS = {
    "merged": "accepted",
    "finished": "accepted",
    "open": "in_review",
    "running": "in_review",
    "closed": "rejected",
    "failed": "rejected",
}
