"""Where apps above add to judging; see spaces.kernel.registry. All run in the transaction of the act."""

# Effects of new requests for a review: functions of (document, requests, caller).
REVIEW_REQUESTED = "review.requested"

# Effects of an answer, and of one that is dismissed: functions of (document, review, caller).
REVIEW_SUBMITTED = "review.submitted"
REVIEW_DISMISSED = "review.dismissed"

# Effects of a change of status: functions of (document, move, former_decider, judges,
# note, caller); the judges were asked for a review or gave one.
DOCUMENT_MOVED = "document.moved"

# Effects of an ask, and of its person's answer: functions of (ask, caller).
ASK_CREATED = "ask.created"
ASK_DECIDED = "ask.decided"
