from decisions.models.documents import Alias, Document, DocumentListing, Numbering
from decisions.models.named_people import DocumentUserObjectPermission
from decisions.models.search import SearchEntry
from decisions.models.versions import StatusLine, Version

__all__ = [
    "Alias",
    "Document",
    "DocumentListing",
    "DocumentUserObjectPermission",
    "Numbering",
    "SearchEntry",
    "StatusLine",
    "Version",
]
