"""What clients find before they sign in, wherever they look."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from decisions.config.settings.oauth import oauth_provider
from mcp_bridge.wsgi import application
from tests.mcp_bridge.calling import send
from tests.spaces.oauth.apps import ALL, PUBLIC_URL, RESOURCE

RESOURCE_FORMS = [
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/",
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource/mcp/",
    "/mcp/.well-known/oauth-protected-resource",
]
SERVER_FORMS = [
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/",
    "/.well-known/oauth-authorization-server/mcp",
    "/mcp/.well-known/oauth-authorization-server",
]
IDENTITY_FORMS = [
    "/.well-known/openid-configuration",
    "/.well-known/openid-configuration/mcp",
    "/mcp/.well-known/openid-configuration",
]
ENDPOINTS = ["/oauth/token", "/oauth/register", "/oauth/revoke"]


@pytest.mark.parametrize("form", RESOURCE_FORMS)
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:1"])
def test_the_resource_is_told_at_every_form_from_settings_and_not_from_host(form: str, host: str) -> None:
    answer = send(application, "GET", form, host=host)
    assert answer.status == 200
    assert answer.json["resource"] == RESOURCE
    assert answer.json["authorization_servers"] == [PUBLIC_URL]
    assert " ".join(answer.json["scopes_supported"]) == ALL
    assert answer.json["bearer_methods_supported"] == ["header"]
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("form", SERVER_FORMS)
def test_the_server_is_told_at_every_form(form: str) -> None:
    answer = send(application, "GET", form, host="localhost:1")
    told = answer.json
    assert (answer.status, told["issuer"]) == (200, PUBLIC_URL)
    assert told["authorization_endpoint"] == f"{PUBLIC_URL}/oauth/authorize"
    assert told["token_endpoint"] == f"{PUBLIC_URL}/oauth/token"
    assert told["registration_endpoint"] == f"{PUBLIC_URL}/oauth/register"
    assert told["revocation_endpoint"] == f"{PUBLIC_URL}/oauth/revoke"
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert told["response_types_supported"] == ["code"]
    assert "none" in told["token_endpoint_auth_methods_supported"]
    assert told["client_id_metadata_document_supported"] is True
    assert told["authorization_response_iss_parameter_supported"] is True
    assert "introspection_endpoint" not in told
    assert "http:" not in answer.body.decode()
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("form", IDENTITY_FORMS)
def test_a_probe_for_an_identity_provider_is_told_no(form: str) -> None:
    answer = send(application, "GET", form)
    assert (answer.status, answer.json) == (404, {"error": "not_found"})
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("below", ["/other", "/mcp/other", "/mcpx"])
def test_nothing_is_told_of_another_resource(below: str) -> None:
    for document in ("oauth-protected-resource", "oauth-authorization-server"):
        assert send(application, "GET", f"/.well-known/{document}{below}").status == 404


def test_a_public_address_with_a_path_is_inserted_and_kept(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://example.org/tools"
    settings.OAUTH2_PROVIDER = oauth_provider(settings.PUBLIC_URL)
    resource = send(application, "GET", "/.well-known/oauth-protected-resource/tools/mcp").json
    assert resource["resource"] == "https://example.org/tools/mcp"
    server = send(application, "GET", "/.well-known/oauth-authorization-server/tools").json
    assert server["issuer"] == "https://example.org/tools"
    assert server["token_endpoint"] == "https://example.org/tools/oauth/token"


def test_behind_a_proxy_that_ends_tls_nothing_turns_http(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    for form in (RESOURCE_FORMS[2], SERVER_FORMS[0]):
        answer: Any = Client().get(form, headers={"X-Forwarded-Proto": "https"})
        assert answer.status_code == 200
        assert b"http:" not in answer.content


@pytest.mark.parametrize("path", [*RESOURCE_FORMS, *SERVER_FORMS, *IDENTITY_FORMS, *ENDPOINTS])
def test_a_page_of_any_origin_may_ask(path: str) -> None:
    answer = send(application, "OPTIONS", path, origin="http://localhost:6274")
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers
    assert {"Authorization", "Content-Type"} <= set(
        answer.headers["access-control-allow-headers"].split(", ")
    )
    method = "POST" if path in ENDPOINTS else "GET"
    assert method in answer.headers["access-control-allow-methods"]


@pytest.mark.parametrize("path", ENDPOINTS)
@pytest.mark.parametrize("slash", ["", "/"])
def test_endpoints_answer_with_and_without_a_slash(db: None, path: str, slash: str) -> None:
    answer = send(
        application, "POST", path + slash, body=b"x=y", content_type="application/x-www-form-urlencoded"
    )
    assert answer.status in {400, 401}
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_the_challenge_leads_to_a_document_that_is_there(db: None, method: str) -> None:
    challenge = send(application, method).headers["www-authenticate"]
    address = challenge.split('resource_metadata="')[1].split('"')[0]
    assert address.startswith(PUBLIC_URL)
    assert send(application, "GET", address.removeprefix(PUBLIC_URL)).json["resource"] == RESOURCE
