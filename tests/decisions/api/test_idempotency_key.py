"""`Idempotency-Key` by REST: a named call makes its object once."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from decisions.models import Document
from spaces.models import RepeatedCall
from spaces.services.repeated_calls import repeated_calls_purge
from tests.cast import Cast
from tests.records import everything

KEY = "d1f1-first"


def post(client: APIClient, cast: Cast, key: str | None = KEY, title: str = "Limits", **more: Any) -> Any:
    body = {"space_id": cast.space.pk, "kind": "rfc", "title": title, **more}
    headers = {} if key is None else {"Idempotency-Key": key}
    return client.post("/api/v1/documents/", body, headers=headers)


@pytest.mark.parametrize("who", ["agent", "member"])
def test_a_call_with_the_same_key_makes_nothing_twice(cast: Cast, who: str) -> None:
    client = cast.client(who)
    made = post(client, cast)
    again = post(client, cast)
    assert (made.status_code, again.status_code) == (201, 201)
    assert again.json() == {**made.json(), "deduped": True}
    assert Document.objects.count() == 1


def test_without_a_key_every_call_is_a_new_one(cast: Cast) -> None:
    client = cast.client("agent")
    for key in (None, "", None):
        assert "deduped" not in post(client, cast, key).json()
    assert Document.objects.count() == 3
    assert RepeatedCall.objects.count() == 0


def test_a_key_with_other_arguments_is_refused(cast: Cast) -> None:
    client = cast.client("agent")
    post(client, cast)
    before = everything()
    refused = post(client, cast, title="Other")
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_arguments")
    assert refused.json()["path"] == "Idempotency-Key"
    assert everything() == before


@pytest.mark.parametrize("key", ["x" * 256, "é", "a\tb"])
def test_a_key_of_another_form_is_refused(cast: Cast, key: str) -> None:
    refused = post(cast.client("agent"), cast, key)
    assert (refused.json()["error"], refused.json()["path"]) == ("invalid_arguments", "Idempotency-Key")
    assert Document.objects.count() == 0


def test_keys_of_other_credentials_and_other_routes_are_other_keys(cast: Cast) -> None:
    clients = [cast.client("agent"), cast.client("agent"), cast.client("member"), cast.client("author")]
    ids = {post(client, cast).json()["document_id"] for client in clients}
    assert len(ids) == 4
    body = {"space_id": cast.space.pk, "text": "Why?"}
    asked = clients[0].post("/api/v1/questions/", body, headers={"Idempotency-Key": KEY})
    assert asked.status_code == 201


def test_a_call_that_failed_may_be_sent_again_under_its_key(cast: Cast) -> None:
    client = cast.client("agent")
    assert post(client, cast, title=" ").status_code == 400
    assert post(client, cast, text="x\0").status_code == 400
    assert post(client, cast).status_code == 201


def test_a_key_is_known_for_a_day_and_then_forgotten(cast: Cast) -> None:
    client = cast.client("agent")
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        post(client, cast)
    with time_machine.travel(now + timedelta(hours=23, minutes=59), tick=False):
        assert post(client, cast).json()["deduped"] is True
        assert repeated_calls_purge() == 0
    with time_machine.travel(now + timedelta(hours=24), tick=False):
        assert repeated_calls_purge() == 1
        assert "deduped" not in post(client, cast).json()
    assert RepeatedCall.objects.count() == 1


def test_a_key_on_what_is_safe_to_repeat_changes_nothing(cast: Cast) -> None:
    document = cast.document(caller=cast.caller("member"))
    body = {"base_version": 1, "text": "# New\n"}
    saved = cast.client("member").post(
        f"/api/v1/documents/{document.pk}/versions/", body, headers={"Idempotency-Key": KEY}
    )
    assert saved.status_code == 200
    assert RepeatedCall.objects.count() == 0
