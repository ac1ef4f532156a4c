"""So many calls a minute, counted for each credential apart."""

import pytest
import time_machine
from django.conf import LazySettings
from rest_framework.test import APIClient

from tests.cast import Cast


@pytest.fixture(autouse=True)
def _low_limits(settings: LazySettings) -> None:
    settings.DECISIONS_CALLS_A_MINUTE = {"read": 3, "write": 1, "visitor": 2}


def statuses(client: APIClient, path: str, count: int) -> list[int]:
    return [client.get(path).status_code for _ in range(count)]


def test_a_call_too_many_is_told_how_long_to_wait_and_the_next_minute_starts_anew(cast: Cast) -> None:
    client = cast.client("agent")
    with time_machine.travel("2026-03-01T12:00:20Z", tick=False) as clock:
        assert statuses(client, "/api/v1/spaces/", 3) == [200] * 3
        refused = client.get("/api/v1/spaces/")
        assert (refused.status_code, refused.json()["error"]) == (429, "throttled")
        assert refused["Retry-After"] == "40"
        assert refused.json()["retry_after"] == 40
        clock.shift(40)
        assert client.get("/api/v1/spaces/").status_code == 200


def test_each_credential_and_each_kind_of_call_has_its_own_count(cast: Cast) -> None:
    with time_machine.travel("2026-03-01T12:00:20Z", tick=False):
        one, other, person = cast.client("agent"), cast.client("agent"), cast.client("member")
        assert statuses(one, "/api/v1/spaces/", 4)[-1] == 429
        assert statuses(other, "/api/v1/spaces/", 1) == [200]
        assert statuses(person, "/api/v1/spaces/", 1) == [200]
        sent = {"space_id": cast.space.pk, "kind": "rfc", "title": "x"}
        assert [one.post("/api/v1/documents/", sent).status_code for _ in range(2)] == [201, 429]


def test_a_visitor_cannot_slip_the_limit_by_claiming_other_addresses(cast: Cast) -> None:
    path = f"/api/v1/documents/{cast.document(level=0).pk}/"
    with time_machine.travel("2026-03-01T12:00:20Z", tick=False):
        answers = [
            APIClient().get(path, HTTP_X_FORWARDED_FOR=f"203.0.113.{number}").status_code
            for number in range(3)
        ]
    assert answers == [200, 200, 429]
