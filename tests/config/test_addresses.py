"""The addresses that belong to no app: health, the start page, the page about the API."""

import re
from unittest import mock

import pytest
from django.contrib.staticfiles import finders
from django.db import DatabaseError
from django.test import Client

from decisions.config.celery import app

EXTERNAL = re.compile(r"""(?:src|href)=["'](?:https?:)?//""")


@pytest.mark.django_db
def test_health_is_ok_while_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_health_fails_and_says_nothing_more_when_the_database_does_not_answer(client: Client) -> None:
    with mock.patch("decisions.config.health.connection.cursor", side_effect=DatabaseError("secret host")):
        response = client.get("/healthz")
    assert response.status_code == 503
    assert "secret" not in response.content.decode()


def test_the_start_page_leads_to_the_console(client: Client) -> None:
    response = client.get("/")
    assert (response.status_code, response["Location"]) == (302, "/console/")


def test_the_page_about_the_api_loads_nothing_from_elsewhere(client: Client) -> None:
    response = client.get("/api/v1/docs/")
    html = response.content.decode()
    assert response.status_code == 200
    assert EXTERNAL.search(html) is None
    scripts = re.findall(r"<script[^>]+src=\"([^\"]+)\"", html)
    assert scripts
    for script in scripts:
        assert finders.find(script.removeprefix("/static/")), script


@pytest.mark.parametrize("path", ["/healthz", "/api/v1/docs/", "/sign-in/login/"])
@pytest.mark.django_db
def test_every_answer_carries_the_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    if path != "/api/v1/docs/":
        # drf-spectacular opens its page to sign-in windows of other sites.
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_every_periodic_task_exists() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled
    assert scheduled <= set(app.tasks)
