"""One body for every error, whatever raised it."""

import logging
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions

from spaces.kernel.errors import CODES, DomainError, invalid, not_found
from spaces.kernel.problems import as_domain_error, exception_handler, invalid_arguments

KEYS = {"error", "detail", "fix", "path", "issues"}

# Every family of exception a view can raise, the code it leaves as, and its HTTP status.
FAMILIES: list[tuple[Exception, str, int]] = [
    *((DomainError(code, "x", fix="y"), code, status) for code, status in CODES.items()),
    (exceptions.ValidationError({"a": ["bad"]}), "invalid_arguments", 400),
    (exceptions.ParseError(), "invalid_arguments", 400),
    (exceptions.NotAuthenticated(), "unauthenticated", 401),
    (exceptions.AuthenticationFailed(), "unauthenticated", 401),
    (exceptions.PermissionDenied(), "forbidden", 403),
    (PermissionDenied(), "forbidden", 403),
    (exceptions.NotFound(), "not_found", 404),
    (Http404(), "not_found", 404),
    (exceptions.MethodNotAllowed("PUT"), "invalid_arguments", 405),
    (exceptions.NotAcceptable(), "invalid_arguments", 406),
    (exceptions.UnsupportedMediaType("text/plain"), "invalid_arguments", 415),
    (RequestDataTooBig(), "too_large", 413),
    (exceptions.Throttled(wait=7), "throttled", 429),
    (exceptions.APIException("marker"), "internal", 500),
    (RuntimeError("marker"), "internal", 500),
]


@pytest.mark.parametrize(("error", "code", "status"), FAMILIES)
def test_every_exception_leaves_as_the_same_body(error: Exception, code: str, status: int) -> None:
    response = exception_handler(error, {})
    assert response.status_code == status
    assert response.data["error"] == code
    assert response.data.keys() >= KEYS
    assert response.data["detail"]
    assert response.data["fix"]
    assert isinstance(response.data["issues"], list)


@pytest.mark.parametrize("error", [RuntimeError("marker-7d1"), exceptions.APIException("marker-7d1")])
def test_an_unexpected_fault_is_logged_and_never_told(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="decisions.errors"):
        body = exception_handler(error, {}).data
    assert "marker-7d1" not in str(body)
    assert "marker-7d1" in caplog.text


def test_a_refusal_of_the_rules_is_no_fault_and_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    exception_handler(not_found("document"), {})
    assert not caplog.records


def test_401_names_how_to_authenticate_and_429_how_long_to_wait() -> None:
    bare = exception_handler(exceptions.NotAuthenticated(), {})["WWW-Authenticate"]
    refused = exception_handler(exceptions.AuthenticationFailed(), {})["WWW-Authenticate"]
    assert all("resource_metadata=" in told and "scope=" in told for told in (bare, refused))
    assert 'error="invalid_token"' in refused
    assert "error=" not in bare
    throttled = exception_handler(exceptions.Throttled(wait=6.6), {})
    assert throttled["Retry-After"] == "7"
    assert throttled.data["retry_after"] == 7


@pytest.mark.parametrize(
    ("detail", "paths"),
    [
        ({"a": ["bad"]}, ["a"]),
        ({"a": {"b": ["bad"]}}, ["a.b"]),
        ({"a": [{"b": ["bad"]}, {}]}, ["a[0].b"]),
        (["bad"], [""]),
        ({"a": ["bad", "worse"], "b": ["bad"]}, ["a", "a", "b"]),
    ],
)
def test_each_fault_of_the_arguments_is_an_issue_with_its_path(detail: Any, paths: list[str]) -> None:
    told = invalid_arguments(exceptions.ValidationError(detail))
    assert [issue["path"] for issue in told.issues] == paths
    assert told.path == (paths[0] or None)


def test_facts_stand_beside_the_five_keys() -> None:
    body = DomainError("conflict", "x", fix="y", path="base_version", current_version=3).body()
    assert body["current_version"] == 3
    assert body["path"] == "base_version"


def test_not_found_repeats_nothing_that_was_asked() -> None:
    assert not_found("document").body() == not_found("document").body()
    assert as_domain_error(Http404("lab_123")).body() == not_found("resource").body()


def test_one_bad_argument_is_told_as_path_and_as_issue() -> None:
    body = invalid("page_size", "At most 200.").body()
    assert body["path"] == "page_size"
    assert body["issues"] == [{"path": "page_size", "problem": "At most 200."}]
