"""The people a document names as readers."""

from django.db import models
from guardian.models import UserObjectPermissionBase

from decisions.models.documents import Document

READ_DOCUMENT = "read_document"


class DocumentUserObjectPermission(UserObjectPermissionBase):
    """A person named on a document: guardian's permission with a foreign key, so that lists can join it."""

    content_object = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="named_people")
