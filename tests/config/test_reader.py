"""Console pages speak of times in the zone of their reader's browser; nothing else does."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import override_settings

from decisions.models import Document
from spaces.domain.access import Access
from spaces.services.keys import agent_key_create
from tests.cast import Cast
from tests.console import address, browser, list_of

NIGHT = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
IN_TOKYO = '<time datetime="2026-11-30T23:30:00+00:00">2026-12-01 08:30</time>'
IN_UTC = '<time datetime="2026-11-30T23:30:00+00:00">2026-11-30 23:30</time>'


def shown(cast: Cast, path: str, zone: str | None, name: str = "owner", **headers: Any) -> str:
    client = browser(cast, name)
    if zone is not None:
        client.cookies["decisions_zone"] = zone
    return client.get(path, **headers).content.decode()


def test_lists_and_pages_show_times_in_the_readers_zone_and_say_it(cast: Cast) -> None:
    key, _ = agent_key_create(account_id=cast.account.pk, name="Build agent", caller=cast.caller("owner"))
    type(key).objects.filter(pk=key.pk).update(created_at=NIGHT)
    for path in (list_of("spaces_agentkey"), address(key)):
        page = shown(cast, path, "Asia/Tokyo")
        assert IN_TOKYO in page
        assert "Asia/Tokyo" in page
        assert IN_UTC in shown(cast, path, None)


def test_the_audit_log_does_too(cast: Cast) -> None:
    with time_machine.travel(NIGHT, tick=False):
        cast.document()
    assert ">2026-12-01 08:30:00</time>" in shown(cast, list_of("spaces_auditentry"), "Asia/Tokyo")


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "", "Asia", "Asia/Tokyo\x00", "é" * 50])
def test_what_is_no_time_zone_is_utc(cast: Cast, zone: str) -> None:
    page = shown(cast, "/console/", zone)
    assert "Times are in UTC." in page


def test_public_pages_and_the_api_do_not_ask_where_their_reader_is(cast: Cast) -> None:
    document = cast.document(level=Access.PUBLIC)
    Document.objects.filter(pk=document.pk).update(updated_at=NIGHT)
    public = f"/public/documents/{document.pk}/"
    assert shown(cast, public, "Asia/Tokyo") == shown(cast, public, None)
    told = browser(cast, "owner")
    told.cookies["decisions_zone"] = "Asia/Tokyo"
    assert told.get(f"/api/v1/documents/{document.pk}/").json()["updated_at"] == "2026-11-30T23:30:00Z"


@override_settings(LANGUAGES=[("en", "English"), ("de", "Deutsch"), ("he", "Hebrew")])
def test_the_console_speaks_a_language_it_knows_and_the_api_never_changes(cast: Cast) -> None:
    german = {"HTTP_ACCEPT_LANGUAGE": "de"}
    assert '<html lang="de" dir="ltr">' in shown(cast, "/console/", None, **german)
    assert '<html lang="he" dir="rtl">' in shown(cast, "/console/", None, HTTP_ACCEPT_LANGUAGE="he")
    assert '<html lang="en" dir="ltr">' in shown(cast, "/console/", None, HTTP_ACCEPT_LANGUAGE="fr")
    refused = "/api/v1/documents/?page_size=many"
    assert shown(cast, refused, None, **german) == shown(cast, refused, None)
