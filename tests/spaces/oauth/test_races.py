"""Two uses of one secret at the same moment: at most one is answered, and nothing outlives the mistake."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from spaces.models import AccessToken, ConnectedApp, RefreshToken
from tests.cast import Cast, make_cast
from tests.console import browser
from tests.spaces.oauth.apps import App, new_app, signed_in


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """The answers of acts that begin together, each in a thread of its own."""
    barrier = threading.Barrier(len(acts))
    answers: list[Any] = [None] * len(acts)

    def run(number: int) -> None:
        barrier.wait(timeout=10)
        try:
            answers[number] = acts[number]()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return answers


def same(app: App) -> list[App]:
    """The app as several of its processes."""
    return [App(app.client_id, app.secret, app.verifier, dict(app.tokens)) for _ in range(4)]


def test_two_refreshes_at_once_give_at_most_one_answer_and_end_the_family(cast: Cast) -> None:
    for _ in range(3):
        processes = same(signed_in(cast))
        answers = at_once(*(process.refresh for process in processes))
        codes = sorted(answer.status_code for answer in answers)
        # None is answered where the family ended before the first was given what it was made.
        assert codes in ([200, 400, 400, 400], [400, 400, 400, 400])
        refused = {answer.json()["error"] for answer in answers if answer.status_code == 400}
        assert refused == {"invalid_grant"}
        for given in (answer.json() for answer in answers if answer.status_code == 200):
            # Never an empty token, which is all that digests could give the second.
            assert given["access_token"]
            assert given["refresh_token"]
        assert not AccessToken.objects.exists()
        assert not RefreshToken.objects.filter(revoked__isnull=True).exists()


def test_a_code_redeemed_twice_at_once_gives_nothing_that_lasts(cast: Cast) -> None:
    for _ in range(3):
        app = new_app()
        code = app.code(browser(cast, "member"))
        answers = at_once(*(partial(process.redeem, code) for process in same(app)))
        assert sum(answer.status_code == 200 for answer in answers) <= 1
        assert all(answer.status_code in {200, 400} for answer in answers)
        assert not AccessToken.objects.exists()
        assert not RefreshToken.objects.filter(revoked__isnull=True).exists()


def test_two_consents_at_once_make_one_connection(cast: Cast) -> None:
    app = new_app()
    codes = [app.code(browser(cast, "member")) for _ in range(2)]
    processes = same(app)
    answers = at_once(
        *(partial(process.redeem, code) for process, code in zip(processes, codes, strict=False))
    )
    assert [answer.status_code for answer in answers] == [200, 200]
    assert ConnectedApp.objects.count() == 1
