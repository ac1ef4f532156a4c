"""What HTTP callers are told when they are refused: the same bytes for what is hidden and what is absent."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from spaces.domain.access import Access
from spaces.domain.scopes import Scope
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.records import everything

ABSENT_DOCUMENT = "ldoc_00000000000000000000000000"
ABSENT_SPACE = "lab_00000000000000000000000000"

CALLS: list[tuple[str, str, dict[str, Any] | None]] = [
    ("get", "documents/{d}/", None),
    ("get", "documents/{d}/?version=7", None),
    ("get", "documents/{d}/?section=x", None),
    ("get", "documents/{d}/versions/", None),
    ("get", "documents/{d}/diff/", None),
    ("post", "documents/{d}/versions/", {"base_version": 1, "text": "# x"}),
    ("post", "documents/{d}/versions/", {"base_version": 9, "text": "# x"}),
    ("post", "documents/{d}/restore/", {"base_version": 1, "number": 1}),
    ("put", "documents/{d}/access/", {"access": "public"}),
    ("post", "documents/{d}/links/", {"target_space_id": ABSENT_SPACE}),
    ("delete", f"documents/{{d}}/links/{ABSENT_SPACE}/", None),
    ("get", "documents/?parent_id={d}", None),
]


def whole(client: APIClient, method: str, path: str, sent: Any) -> tuple[int, bytes, dict[str, str]]:
    response = getattr(client, method)(f"/api/v1/{path}", sent)
    return response.status_code, response.content, dict(response.headers)


def test_a_hidden_document_is_answered_with_the_bytes_and_headers_of_an_absent_one(cast: Cast) -> None:
    hidden = cast.document("Secret", level=Access.INTERNAL)
    for actor in ("member", "agent", "named", "partner", "stranger"):
        client = cast.client(actor)
        client.get("/api/v1/spaces/")
        for method, path, sent in CALLS:
            answers = [
                whole(client, method, path.format(d=document_id), sent)
                for document_id in (hidden.pk, ABSENT_DOCUMENT)
            ]
            assert answers[0] == answers[1], (actor, path)
            assert answers[0][0] == 404


def test_a_hidden_reference_is_answered_like_an_absent_one(cast: Cast) -> None:
    cast.document("Secret", level=Access.INTERNAL)
    client = cast.client("member")
    told = [whole(client, "get", f"documents/rfc-{n}/?space_id={cast.space.pk}", None) for n in (1, 2)]
    assert told[0] == told[1]


def test_a_hidden_space_is_answered_like_an_absent_one(cast: Cast) -> None:
    client = cast.client("stranger")
    for method, path, sent in (
        ("get", "spaces/{s}/", None),
        ("get", "spaces/{s}/settings/", None),
        ("patch", "spaces/{s}/", {"name": "x"}),
        ("get", "documents/?space_id={s}", None),
    ):
        told = [whole(client, method, path.format(s=space), sent) for space in (cast.space.pk, ABSENT_SPACE)]
        assert told[0] == told[1], path
        assert told[0][0] == 404


@pytest.mark.parametrize("header", ["Bearer dk_unknown", "Bearer", "Bearer x", "bearer  dk_ "])
def test_a_credential_that_is_no_good_is_401_everywhere_and_never_a_visitor(cast: Cast, header: str) -> None:
    public = cast.document(level=Access.PUBLIC)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=header)
    for path in ("spaces/", "documents/", f"documents/{public.pk}/"):
        response = client.get(f"/api/v1/{path}")
        assert (response.status_code, response.json()["error"]) == (401, "unauthenticated")
        assert response["WWW-Authenticate"].startswith("Bearer")


def test_a_key_without_the_scope_is_told_which_one_it_lacks(cast: Cast) -> None:
    document = cast.document()
    client = APIClient()
    for scope, method, needed in (
        (Scope.READ, "post", "decisions:write"),
        (Scope.WRITE, "get", "decisions:read"),
        (Scope.MCP_READ, "get", "decisions:read"),
    ):
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {cast.key_of('member', scopes=[scope])}")
        client.get("/api/v1/spaces/")
        before = everything()
        sent = {"base_version": 1, "text": "# x"} if method == "post" else None
        response = getattr(client, method)(f"/api/v1/documents/{document.pk}/versions/", sent)
        assert (response.status_code, response.json()["error"]) == (403, "insufficient_scope")
        assert response.json()["needed"] == [needed]
        assert everything() == before


def test_a_session_writes_only_with_its_csrf_token_and_a_key_needs_none(cast: Cast) -> None:
    document = cast.document(text="# Queue limits\n")
    path = f"/api/v1/documents/{document.pk}/versions/"
    session = APIClient(enforce_csrf_checks=True)
    session.force_login(cast.people["member"], backend="django.contrib.auth.backends.ModelBackend")
    refused = session.post(path, {"base_version": 1, "text": "# x"})
    assert (refused.status_code, refused.json()["error"]) == (403, "forbidden")
    assert session.get(path).status_code == 200
    agent = APIClient(enforce_csrf_checks=True)
    agent.credentials(HTTP_AUTHORIZATION=f"Bearer {cast.key_of('member')}")
    assert agent.post(path, {"base_version": 1, "text": "# x"}).status_code == 200


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"base_version": 1, "text": "# x", "colour": 1}, "colour"),
        ({"base_version": "1", "text": "# x"}, "base_version"),
        ({"base_version": 0, "text": "# x"}, "base_version"),
        ({"base_version": 1, "text": ""}, "text"),
        ({"base_version": 1}, "text"),
        ({"base_version": 1, "text": 5}, "text"),
        ({"base_version": 1, "text": "x", "message": "a\nb"}, "message"),
    ],
)
def test_a_wrong_argument_is_refused_by_its_path(cast: Cast, sent: dict[str, Any], path: str) -> None:
    document = cast.document()
    response = cast.client("member").post(f"/api/v1/documents/{document.pk}/versions/", sent)
    assert (response.status_code, response.json()["error"]) == (400, "invalid_arguments")
    assert response.json()["path"] == path


BODIES: list[tuple[bytes, str, int]] = [
    (b"", "application/json", 400),
    (b"{", "application/json", 400),
    (b"[]", "application/json", 400),
    (b"null", "application/json", 400),
    (b'{"text": NaN}', "application/json", 400),
    (b"\xff\xfe", "application/json", 400),
    (b'{"base_version":1,"text":"\\ud800"}', "application/json", 400),
    (b'{"base_version":1,"text":"x","\\ud800":1}', "application/json", 400),
    (b'{"base_version":1,"text":"x","message":["\\ud800"]}', "application/json", 400),
    (b"[" * 100_000, "application/json", 400),
    (b"text=x", "application/x-www-form-urlencoded", 415),
    (b'{"base_version":1,"text":"' + b"x" * 5_000_000 + b'"}', "application/json", 413),
]


@pytest.mark.parametrize(("body", "content_type", "status"), BODIES)
def test_a_body_that_is_no_arguments_is_refused_as_such(
    cast: Cast, body: bytes, content_type: str, status: int
) -> None:
    document = cast.document()
    path = f"/api/v1/documents/{document.pk}/versions/"
    for actor in ("member", "agent"):
        response = cast.client(actor).generic("POST", path, body, content_type=content_type)
        assert (response.status_code, actor) == (status, actor)
        assert response.json()["fix"]


@pytest.mark.parametrize(
    "query",
    [
        "page_size=201",
        "page_size=x",
        "page_token=x",
        "colour=1",
        "kind=memo",
        "kind=rfc&kind=prd",
        "in_force=1",
    ],
)
def test_a_wrong_query_is_refused_by_its_name(cast: Cast, query: str) -> None:
    response = cast.client("member").get(f"/api/v1/documents/?{query}")
    assert (response.status_code, response.json()["path"]) == (400, query.partition("=")[0])


def test_a_method_a_route_does_not_have_is_405(cast: Cast) -> None:
    response = cast.client("member").put("/api/v1/documents/", {})
    assert (response.status_code, response.json()["error"]) == (405, "invalid_arguments")


def test_a_body_of_the_largest_text_is_taken_however_it_is_escaped(cast: Cast) -> None:
    document = cast.document()
    body = b'{"base_version":1,"text":"' + b"\\u0001" * (512 * 1024) + b'"}'
    response = cast.client("agent").generic(
        "POST", f"/api/v1/documents/{document.pk}/versions/", body, content_type="application/json"
    )
    assert response.status_code == 200


def test_a_space_tells_its_reader_nothing_of_documents_they_may_not_read(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    cast.document("Secret", space=other, level=Access.INTERNAL)
    body = cast.client("member").get(f"/api/v1/spaces/{other.pk}/").json()
    assert body["documents"] == {}
