"""The console: what carries a document out, and the connections that read it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from integrations.models import GitHubConnection, JobLink, PullRequest, PullRequestLink, PullRequestOffer
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.console import address, browser, list_of, refusals, rows
from tests.integrations.sync.scenes import Scene, link_to
from tests.records import everything


@pytest.fixture
def scene(github: Any, cast: Cast, settings: Any) -> Scene:
    from tests.integrations.sync.scenes import scene_of

    return scene_of(github, cast, settings)


def test_a_member_links_a_pull_request_and_sees_its_state(scene: Scene) -> None:
    scene.remote(7, title="Bound <b>the queue</b>")
    client, document = browser(scene.cast, "member"), scene.document
    sent = {"url": "https://github.com/acme/web/pull/7/files"}
    answer = client.post(address(document, "pull_requests_link"), sent, follow=True)
    page = answer.content.decode()
    assert "acme/web#7 is linked: open." in page
    assert "Bound &lt;b&gt;the queue&lt;/b&gt;" in page
    link = PullRequestLink.objects.get()
    assert (link.byline, link.pull_request.state) == ("member", "open")
    unlink = address(document, "pull_requests_unlink")
    client.post(unlink, {"pull_request_id": link.pk})
    link.refresh_from_db()
    assert link.unlinked_at is not None
    assert (
        "No pull request and no job is linked." in client.get(address(document, "carrying")).content.decode()
    )


def test_what_is_no_pull_request_is_refused_at_its_field(scene: Scene) -> None:
    client = browser(scene.cast, "member")
    before = everything()
    sent = {"url": "https://github.com.evil.example/acme/web/pull/7"}
    answer = client.post(address(scene.document, "pull_requests_link"), sent)
    assert answer.status_code == 400
    assert refusals(answer) == {"invalid_arguments"}
    assert "url" in answer.context["form"].errors
    assert everything() == before


def test_jobs_are_linked_and_unlinked(scene: Scene) -> None:
    client, document = browser(scene.cast, "member"), scene.document
    client.post(address(document, "jobs_link"), {"job_id": "runs/7 & 8", "title": "Nightly"})
    assert JobLink.objects.get().job.external_id == "runs/7 & 8"
    page = client.get(address(document, "carrying")).content.decode()
    assert "Nightly" in page
    assert "?job_id=runs%2F7%20%26%208" in page
    client.post(address(document, "jobs_unlink"), {"job_id": "runs/7 & 8"})
    assert JobLink.objects.get().unlinked_at is not None


def test_an_offer_is_taken_or_declined(scene: Scene) -> None:
    scene.remote(1)
    row = scene.link(1, document=scene.cast.document("Elsewhere"))
    offer = PullRequestOffer.objects.create(
        document=scene.document, pull_request=row, offered_at=timezone.now()
    )
    client = browser(scene.cast, "member")
    assert "says that it implements this" in client.get(address(scene.document, "carrying")).content.decode()
    client.post(address(scene.document, "offers_take"), {"offer_id": offer.pk})
    offer.refresh_from_db()
    assert offer.outcome == "taken"
    declined = client.post(address(scene.document, "offers_decline"), {"offer_id": offer.pk})
    assert refusals(declined) == {"already_done"}


@pytest.mark.parametrize("actor", ["named", "partner"])
def test_readers_from_elsewhere_see_nothing_of_it_and_change_nothing(scene: Scene, actor: str) -> None:
    scene.link(1)
    Document.objects.filter(pk=scene.document.pk).update(access=1)
    client = browser(scene.cast, actor)
    assert address(scene.document, "carrying") not in client.get(address(scene.document)).content.decode()
    assert client.get(address(scene.document, "carrying")).status_code == 404
    before = everything()
    answer = client.post(address(scene.document, "pull_requests_link"), {"url": "acme/web#2"})
    assert answer.status_code in {403, 404}
    assert everything() == before


def test_the_list_shows_and_filters_how_far_decided_documents_are(scene: Scene) -> None:
    scene.remote(1).merge()
    row = scene.link(1)
    scene.read(row)
    undecided = scene.cast.document("Undecided")
    link_to(row, undecided, scene.cast)
    Document.objects.update(implementation="done")
    Document.objects.filter(pk=scene.document.pk).update(status=Status.ACCEPTED, decided_version=1)
    scene.cast.document("A study", kind=Kind.STUDY)
    client = browser(scene.cast, "member")
    assert rows(client.get(f"{list_of('decisions_document')}?implementation=done")) == {scene.document.pk}
    assert "done" in client.get(list_of("decisions_document")).content.decode()


@pytest.mark.parametrize("count", [10, 200])
def test_a_documents_page_takes_as_many_statements_for_many_links(scene: Scene, count: int) -> None:
    now = timezone.now()
    pulls = PullRequest.objects.bulk_create(
        PullRequest(
            account=scene.cast.account,
            host="github.com",
            owner="acme",
            repo="web",
            name_key="acme/web",
            number=number,
            created_at=now,
        )
        for number in range(1, count + 1)
    )
    for pull in pulls:
        link_to(pull, scene.document, scene.cast)
    client = browser(scene.cast, "member")
    client.get(address(scene.document, "carrying"))
    with CaptureQueriesContext(connection) as captured:
        page = client.get(address(scene.document, "carrying")).content.decode()
    assert page.count("Unlink</a>") == count
    # The page of a document without links takes as many: links are read whole.
    assert len(captured) <= 19


def test_a_manager_connects_sees_the_webhook_secret_once_and_removes(
    cast: Cast, github: Any, settings: Any
) -> None:
    settings.GITHUB_HOSTS = github.hosts
    token = github.add_token()
    client = browser(cast, "manager")
    sent = {"account_id": cast.account.pk, "host": "github.com", "kind": "token", "secret": token.secret}
    made = client.post("/console/integrations/githubconnection/add/", sent)
    found = GitHubConnection.objects.get()
    page = made.content.decode()
    assert f"/hooks/github/{found.pk}" in page
    assert token.secret not in page
    shown = client.get(address(found)).content.decode()
    assert token.secret not in shown
    assert made.context["done"].secret in page
    assert made.context["done"].secret not in shown
    tested = client.post(address(found, "test"), follow=True).content.decode()
    assert "knows the credential as" in tested
    client.post(address(found, "secret"), {"secret": github.add_token().secret})
    renewed = client.post(address(found, "webhook"))
    assert renewed.context["done"].secret != made.context["done"].secret
    client.post(address(found, "remove"))
    found.refresh_from_db()
    assert (found.secret, found.webhook_secret) == ("", "")
    acts = set(AuditEntry.objects.filter(object_id=found.pk).values_list("act", flat=True))
    assert acts == {
        "github_connection.added",
        "github_connection.secret_changed",
        "github_connection.webhook_secret_renewed",
        "github_connection.removed",
    }


def test_a_bad_secret_is_refused_without_being_shown_again(cast: Cast) -> None:
    sent = {"account_id": cast.account.pk, "host": "github.com", "kind": "token", "secret": "two words"}
    answer = browser(cast, "manager").post("/console/integrations/githubconnection/add/", sent)
    assert refusals(answer) == {"invalid_arguments"}
    assert not GitHubConnection.objects.exists()


@pytest.mark.parametrize(
    ("actor", "sees"), [("owner", 1), ("manager", 1), ("member", 0), ("partner", 0), ("stranger", 0)]
)
def test_only_managers_see_connections(scene: Scene, actor: str, sees: int) -> None:
    client = browser(scene.cast, actor)
    assert len(rows(client.get(list_of("integrations_githubconnection")))) == sees
    assert client.get(address(scene.connection)).status_code == (200 if sees else 404)
    before = everything()
    if not sees:
        assert client.post(address(scene.connection, "remove")).status_code == 404
        assert everything() == before
