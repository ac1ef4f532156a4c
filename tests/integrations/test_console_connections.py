"""The console's connections to GitHub: what is typed as a secret is never shown again, and the list stays bounded."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from integrations.models import GitHubConnection
from spaces.services.secrets import CREDENTIALS
from tests.cast import Cast
from tests.console import address, browser, list_of, refusals
from tests.records import everything

ADD = "/console/integrations/githubconnection/add/"
# A mistake of the hand in something that would open a door.
TYPED = "ghp_0123456789abcdef and-more"


def test_a_crash_report_does_not_tell_the_secret(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.views.debug import SafeExceptionReporterFilter

    told: list[Any] = []

    def crash(request: Any, **_: Any) -> None:
        told.append(SafeExceptionReporterFilter().get_post_parameters(request)["secret"])
        raise RuntimeError("a fault")

    monkeypatch.setattr(
        "integrations.admin.connections.ConnectionAdd.is_valid", lambda form: crash(form.request)
    )
    client = browser(cast, "manager")
    with pytest.raises(RuntimeError):
        client.post(ADD, {"secret": TYPED})
    assert told
    assert TYPED not in told


def _connections(cast: Cast, count: int) -> list[GitHubConnection]:
    return GitHubConnection.objects.bulk_create(
        GitHubConnection(
            account=cast.account,
            host=f"host{number}.example",
            kind="token",
            secret=CREDENTIALS.sealed("a-token"),
            webhook_secret=CREDENTIALS.sealed("a-webhook-secret"),
            created_by=cast.people["manager"],
            created_at=timezone.now(),
        )
        for number in range(count)
    )


@pytest.mark.parametrize("kind", ["token", "app"])
def test_a_refused_secret_is_not_on_the_page_that_refuses_it(cast: Cast, kind: str) -> None:
    # Signing in is kept as a write of its own.
    client, before = browser(cast, "manager"), everything()
    numbers = {"app_id": 1, "installation_id": 2} if kind == "app" else {}
    sent = {"account_id": cast.account.pk, "host": "github.com", "kind": kind, "secret": TYPED, **numbers}
    answer = client.post(ADD, sent)
    assert refusals(answer) == {"invalid_arguments"}
    assert "secret" in answer.context["form"].errors
    assert "ghp_" not in answer.content.decode()
    assert everything() == before


def test_a_secret_is_not_on_the_page_that_refuses_another_field(cast: Cast) -> None:
    sent = {"account_id": cast.account.pk, "host": "elsewhere.example", "kind": "token", "secret": "ghp_good"}
    page = browser(cast, "manager").post(ADD, sent).content.decode()
    assert "ghp_good" not in page
    assert not GitHubConnection.objects.exists()


def test_a_refused_new_credential_is_not_shown_and_the_old_one_stays(cast: Cast) -> None:
    found = _connections(cast, 1)[0]
    client, before = browser(cast, "manager"), everything()
    answer = client.post(address(found, "secret"), {"secret": TYPED})
    assert refusals(answer) == {"invalid_arguments"}
    assert "ghp_" not in answer.content.decode()
    assert everything() == before


def test_a_secret_in_an_address_is_not_filled_in(cast: Cast) -> None:
    assert "ghp_good" not in browser(cast, "manager").get(f"{ADD}?secret=ghp_good").content.decode()


def test_the_list_takes_as_many_statements_for_many_connections(cast: Cast) -> None:
    client: Any = browser(cast, "manager")
    taken = []
    for count in (10, 200):
        GitHubConnection.objects.all().delete()
        _connections(cast, count)
        client.get(list_of("integrations_githubconnection"))
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(list_of("integrations_githubconnection"))
        assert answer.context["cl"].result_count == count
        taken.append(len(captured))
    assert taken[0] == taken[1]
