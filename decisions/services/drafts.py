"""What a text would be told if it were saved; nothing of it is kept."""

from typing import Any

from decisions.models import Document, Version
from decisions.services.reference_findings import reference_findings
from decisions.services.rights import require_editor
from decisions.services.texts import require_text
from decisions.services.versions import facts_of
from spaces.domain.caller import Caller


def draft_findings(*, document: Document, text: str, caller: Caller) -> dict[str, Any]:
    """The findings that the text and its references give cause to, in the order of its lines, and their total.

    For whoever may save it; a text that would be refused for its size or its characters is refused here too.
    What is to be said of the document's record is not among them: it does not hang on the text.
    """
    require_editor(document, caller)
    require_text(text)
    facts = facts_of(document, text)
    draft = Version(document=document, text=text, references=facts.references)
    judged = reference_findings(document, draft, caller)
    found = sorted([*facts.findings, *judged], key=lambda finding: finding["line"])
    return {"items": found, "total": facts.findings_total + len(judged)}
