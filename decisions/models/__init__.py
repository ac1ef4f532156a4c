from decisions.models.citations import DocumentCitation
from decisions.models.comments import Anchoring, Comment, CommentThread
from decisions.models.diagrams import Diagram, DiagramVersion, Picture
from decisions.models.documents import Alias, Document, DocumentListing, Numbering
from decisions.models.named_people import DocumentUserObjectPermission
from decisions.models.questions import Answer, Question
from decisions.models.saved_views import SavedView
from decisions.models.search import SearchEntry
from decisions.models.versions import StatusLine, Version

__all__ = [
    "Alias",
    "Anchoring",
    "Answer",
    "Comment",
    "CommentThread",
    "Diagram",
    "DiagramVersion",
    "Document",
    "DocumentCitation",
    "DocumentListing",
    "DocumentUserObjectPermission",
    "Numbering",
    "Picture",
    "Question",
    "SavedView",
    "SearchEntry",
    "StatusLine",
    "Version",
]
