"""What the editor shows of a text that is not saved, and to whom."""

from typing import Any

import pytest

from decisions.domain.kinds import Status
from decisions.models import Document, Version
from decisions.services.texts import MAX_TEXT_BYTES
from spaces.domain.access import Access
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.console import address, browser
from tests.decisions.editing import save, shown_text, texts

HOSTILE = '# T\n\nTODO\n\n<script>alert(1)</script><a href="javascript:alert(2)">go</a>\n\nSee RFC 99.\n'


def look(cast: Cast, document: Document, text: str, name: str = "member") -> Any:
    return browser(cast, name).post(address(document, "draft"), {"text": text})


def state() -> tuple[int, int]:
    return Version.objects.count(), AuditEntry.objects.count()


def test_a_draft_is_rendered_safely_with_its_findings_and_nothing_is_kept(cast: Cast) -> None:
    document = cast.document()
    before = state()
    answer = look(cast, document, HOSTILE.replace("\n", "\r\n"))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "<h1" in html
    for attack in ("<script>", "javascript:"):
        assert attack not in html
    lines = {finding["rule"]: finding["line"] for finding in answer.context["draft"].findings}
    assert (lines["placeholder-left"], lines["reference-unknown"]) == (3, 7)
    assert state() == before


def test_a_draft_says_what_the_saved_text_is_told(cast: Cast) -> None:
    document = cast.document()
    drafted = [
        (each["rule"], each["line"]) for each in look(cast, document, HOSTILE).context["draft"].findings
    ]
    save(cast, document, HOSTILE, 1)
    page = browser(cast, "member").get(address(document))
    # What is said of the record, and not of the text, has no line.
    told = [(each.rule, each.line) for each in page.context["findings"] if each.line]
    assert sorted(drafted) == sorted(told)


def test_a_document_of_another_format_is_drafted_in_it(cast: Cast) -> None:
    document = cast.document()
    Document.objects.filter(pk=document.pk).update(format="plain")
    assert "<pre" in look(cast, document, "# T\n").content.decode()


@pytest.mark.parametrize(
    ("name", "status"),
    [("member", 200), ("owner", 200), ("partner", 403), ("named", 403), ("stranger", 404)],
)
def test_only_whoever_may_save_sees_a_draft(cast: Cast, name: str, status: int) -> None:
    document = cast.document(level=Access.PARTNER)
    browser(cast, "author").post(address(document, "readers_add"), {"reader": "named"})
    answer = look(cast, document, "# Secret\n", name)
    assert answer.status_code == status
    assert (b"<h1" in answer.content and b"Secret" in answer.content) is (status == 200)


def test_a_decided_document_is_drafted_by_those_who_may_correct_it(cast: Cast) -> None:
    document = cast.document()
    Document.objects.filter(pk=document.pk).update(status=Status.ACCEPTED, decided_version=1)
    assert {name: look(cast, document, "# T\n", name).status_code for name in ("author", "member")} == {
        "author": 200,
        "member": 403,
    }


@pytest.mark.parametrize(
    ("text", "status"), [("x" * (MAX_TEXT_BYTES + 1), 413), ("", 400), ("# T\n\x00", 400)]
)
def test_a_text_that_could_not_be_saved_is_not_drafted(cast: Cast, text: str, status: int) -> None:
    answer = look(cast, cast.document(), text)
    assert answer.status_code == status
    assert answer.context["draft"].refusal.path == "text"
    assert answer.context["draft"].rendered is None


def test_a_draft_is_only_sent_and_with_the_token_of_a_form(cast: Cast) -> None:
    document = cast.document()
    client = browser(cast, "member")
    assert client.get(address(document, "draft")).status_code == 405
    client.handler.enforce_csrf_checks = True
    assert client.post(address(document, "draft"), {"text": "# T\n"}).status_code == 403


def test_without_a_script_a_button_shows_the_draft_and_saves_nothing(cast: Cast) -> None:
    document = cast.document(text="# T\n\none\n")
    answer = save(cast, document, "# T\n\n*two* TODO\n", 1, message="Soon", do="preview")
    assert answer.status_code == 200
    assert "<em>two</em>" in answer.content.decode()
    assert [
        each["line"] for each in answer.context["form"].draft.findings if "placeholder" in each["rule"]
    ] == [3]
    assert (shown_text(answer), answer.context["form"]["message"].value()) == ("# T\n\n*two* TODO\n", "Soon")
    assert texts(document) == ["# T\n\none\n"]
