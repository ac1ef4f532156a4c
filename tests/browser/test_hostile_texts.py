"""What people write runs nothing, wherever the console or a public page shows it."""

import os
import re
from pathlib import Path

import pytest
from django.contrib import admin
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from decisions.admin.panels import acts_from_above
from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from decisions.services.comments import comment_add
from decisions.services.diagrams import diagram_create
from decisions.services.documents import Imported, document_import
from decisions.services.places import Place
from decisions.services.questions import question_answer, question_ask
from decisions.services.versions import version_add
from integrations.models import PullRequest
from reviews.models import Ask
from spaces.admin.acts import Act
from spaces.domain.access import Access
from spaces.models import Account, App, Space
from spaces.services.keys import agent_key_create
from spaces.services.spaces import space_create
from tests.browser.hostile import CLASSICS, DIAGRAM, MARK, ONE_LINE
from tests.browser.walking import Watched, window
from tests.cast import Cast
from tests.console import address
from tests.pages import console_pages
from tests.sample import Sample, make_sample

CORPUS = Path(os.environ.get("DECISIONS_CORPUS") or Path(__file__).resolve().parents[3] / "shared/corpus")
MOST_DOCUMENTS = 20
_TAG = re.compile(rb"<[a-zA-Z!/]")
_TYPED = {".md": "markdown", ".rst": "rst", ".mediawiki": "mediawiki"}

WHOLE = "# Hostile\n\n" + "\n\n".join(CLASSICS) + "\n"


@pytest.fixture
def sample(live_cast: Cast) -> Sample:
    """The sample, in which whatever people may word is hostile."""
    sample = make_sample(live_cast)
    cast, document = sample.cast, sample.document
    owner, author = cast.caller("owner"), cast.caller("author")
    version_add(
        document=document, base_version=3, text=WHOLE, message=ONE_LINE[2], caller=cast.caller("manager")
    )
    document.refresh_from_db()
    place = Place(cast.space, document)
    for number, said in enumerate(CLASSICS):
        comment_add(document=document, body=said, caller=author)
        cast.document(ONE_LINE[number], text=f"# {ONE_LINE[number]}\n\n{said}\n")
        space_create(account_id=cast.account.pk, name=ONE_LINE[number], description=said, caller=owner)
        asked = question_ask(place=place, text=said, caller=author)
        question_answer(question=asked, answer=said, caller=owner)
        agent_key_create(account_id=cast.account.pk, name=ONE_LINE[number][:80], caller=owner)
    diagram_create(place=place, name=ONE_LINE[0], model=DIAGRAM, caller=author)
    Document.objects.filter(pk=document.pk).update(title=ONE_LINE[2])
    Space.objects.filter(pk=cast.space.pk).update(name=ONE_LINE[3], description=CLASSICS[0])
    Account.objects.filter(pk=cast.account.pk).update(name=ONE_LINE[4])
    App.objects.update(name=ONE_LINE[2])
    Ask.objects.update(note=CLASSICS[2])
    PullRequest.objects.update(title=ONE_LINE[5], author=ONE_LINE[3][:39], error=ONE_LINE[0])
    return sample


def _look(watched: Watched, url: str) -> list[str]:
    """What ran, or tried to, on the page that is opened."""
    watched.page.goto(url)
    # Handlers of pictures that fail, and animations, come a moment after the page.
    watched.page.wait_for_timeout(150)
    ran = watched.page.evaluate(f"Boolean(window.{MARK}) || document.title === '{MARK}'")
    return [*(["it ran"] if ran else []), *watched.taken()]


def _is_an_act(name: str) -> bool:
    """Whether a page is one more form of an act: they share a template, of which one is looked at."""
    return any(
        name == f"{model._meta.app_label}_{model._meta.model_name}_{act.name}"
        for model, section in admin.site._registry.items()
        for act in [*getattr(section, "acts", ()), *acts_from_above()]
        if act.template == Act.template and act.name != "access"
    )


def test_nothing_that_people_write_runs_on_a_console_page(
    chromium: Browser, live_server: LiveServer, sample: Sample
) -> None:
    wrong = {}
    with window(chromium, live_server.url, sample) as watched:
        for name, url in console_pages(sample):
            if not _is_an_act(name):
                wrong[name] = _look(watched, url)
    assert len(wrong) > 30
    assert {name: found for name, found in wrong.items() if found} == {}


def test_nothing_runs_on_public_and_preview_pages(
    chromium: Browser, live_server: LiveServer, sample: Sample
) -> None:
    Document.objects.filter(pk=sample.document.pk).update(access=Access.PUBLIC)
    preview = f"/preview/{sample.document.preview_token}/"
    with window(chromium, live_server.url) as watched:
        assert _look(watched, f"/public/documents/{sample.document.pk}/") == []
        assert _look(watched, preview) == []


def test_a_text_cannot_take_over_what_the_frame_is_made_of(
    chromium: Browser, live_server: LiveServer, sample: Sample
) -> None:
    with window(chromium, live_server.url, sample) as watched:
        watched.page.goto(address(sample.document))
        text = watched.page.locator("article.document-text")
        assert text.count() == 1
        assert text.locator("script, style, iframe, object, form, base, meta, [popovertarget]").count() == 0
        # The pins of threads and the notes of findings are the page's own; a text's ids all begin in their way.
        ours = ":not([id^=quote-]):not([id^=note-])"
        assert text.locator(f"[id]:not([id^=user-content-]){ours}").count() == 0
        assert watched.page.locator("main").count() == 1


def test_the_corpus_documents_with_most_html_run_nothing(
    chromium: Browser, live_server: LiveServer, live_cast: Cast
) -> None:
    if not CORPUS.is_dir():
        pytest.skip("no corpus here: set DECISIONS_CORPUS to its folder")
    paths = [path for path in CORPUS.rglob("*") if path.suffix in _TYPED and path.stat().st_size < 200_000]
    paths.sort(key=lambda path: len(_TAG.findall(path.read_bytes())), reverse=True)
    wrong = {}
    with window(chromium, live_server.url) as watched:
        for path in paths[:MOST_DOCUMENTS]:
            wrong[path.name] = _look(watched, f"/public/documents/{_imported(live_cast, path)}/")
    assert {name: found for name, found in wrong.items() if found} == {}


def _imported(cast: Cast, path: Path) -> str:
    """The id of a public document with this text, in force as it stands."""
    document = document_import(
        space=cast.space,
        kind=Kind.ADR,
        title=path.stem[:120],
        text=path.read_bytes().decode("utf-8", "replace"),
        imported=Imported(format=_TYPED[path.suffix], status=Status.ACCEPTED),
        caller=cast.caller("owner"),
    ).document
    Document.objects.filter(pk=document.pk).update(access=Access.PUBLIC)
    return document.pk
