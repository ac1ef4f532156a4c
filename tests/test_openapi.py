"""The API and its description agree: no warning, no answer that is not described, no fault of ours."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.cast import Cast, make_cast

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_the_description_is_made_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True)
    assert "openapi: 3." in capsys.readouterr().out


@pytest.fixture
def _kept_connection() -> Iterator[None]:
    """A request leaves the connection open, with the test's transaction on it, as Django's own client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def described(db: None, _kept_connection: None) -> Any:
    return schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def known(cast: Cast) -> dict[str, Any]:
    """A credential, and ids that lead somewhere."""
    document = cast.document()
    return {"key": cast.key_of("member"), "document_id": document.pk, "space_id": cast.space.pk}


def test_every_read_answers_what_its_description_says(described: Any, known: dict[str, Any]) -> None:
    tried = 0
    for found in described.include(method="GET").get_all_operations():
        operation = found.ok()

        @settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def answers(case: Any) -> None:
            # Made-up ids lead nowhere; where a document or space is named in the path, name one that is there.
            for name in known.keys() & (case.path_parameters or {}).keys():
                case.path_parameters[name] = known[name]
            response = case.call(headers={"Authorization": f"Bearer {known['key']}"})
            case.validate_response(response, checks=CHECKS)

        answers()
        tried += 1
    assert tried >= 8
