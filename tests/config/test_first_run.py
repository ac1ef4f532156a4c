"""The first run makes a sample account with real documents once, and nothing by halves."""

import json
from pathlib import Path

import pytest
from django.contrib.auth import authenticate

from decisions.config.embedded.welcome import client_configuration, welcome
from decisions.management import first_run
from decisions.management.first_run import SAMPLE_DOCUMENTS, first_run_ensure
from decisions.models import Document
from decisions.services.reading import document_read
from spaces.models import Account, AgentKey, Space, User
from spaces.services.credentials import caller_for_agent_key

pytestmark = pytest.mark.django_db

URL = "http://127.0.0.1:8000"


def test_the_first_run_leaves_a_way_in_and_every_sample_document(tmp_path: Path) -> None:
    made = first_run_ensure(url=URL, folder=tmp_path)
    assert made is not None
    assert authenticate(username=made.username, password=made.password) is not None
    caller = caller_for_agent_key(made.agent_key)
    assert caller is not None
    assert caller.account_id == made.account_id
    documents = Document.objects.filter(space_id=made.space_id)
    assert documents.count() == len(list(SAMPLE_DOCUMENTS.glob("*.md"))) > 0
    assert set(documents.values_list("status", flat=True)) == {"accepted"}
    assert sorted(documents.values_list("number", flat=True)) == list(range(1, documents.count() + 1))


def test_the_sample_documents_have_no_findings(tmp_path: Path) -> None:
    made = first_run_ensure(url=URL, folder=tmp_path)
    assert made is not None
    caller = caller_for_agent_key(made.agent_key)
    assert caller is not None
    documents = Document.objects.filter(space_id=made.space_id)
    found = {
        str(document.reference): [
            (each["rule"], each["line"], each["message"])
            for each in document_read(document, caller, include=("findings",))["findings"]["items"]
        ]
        for document in documents
    }
    assert found
    assert {name: findings for name, findings in found.items() if findings} == {}


def test_the_next_run_makes_nothing_and_shows_the_address_it_runs_at(tmp_path: Path) -> None:
    first = first_run_ensure(url=URL, folder=tmp_path)
    counts = [model.objects.count() for model in (User, Account, Space, Document, AgentKey)]
    second = first_run_ensure(url="http://127.0.0.1:8123", folder=tmp_path)
    assert first is not None
    assert second is not None
    assert (second.password, second.agent_key) == (first.password, first.agent_key)
    assert second.mcp_url == "http://127.0.0.1:8123/mcp"
    assert json.loads((tmp_path / "first-run.json").read_text())["mcp_url"] == second.mcp_url
    assert [model.objects.count() for model in (User, Account, Space, Document, AgentKey)] == counts


def test_without_the_kept_file_nothing_secret_is_shown_or_made_again(tmp_path: Path) -> None:
    made = first_run_ensure(url=URL, folder=tmp_path)
    assert made is not None
    (tmp_path / "first-run.json").unlink()
    assert first_run_ensure(url=URL, folder=tmp_path) is None
    assert not (tmp_path / "first-run.json").exists()
    text = welcome(URL, None)
    assert "changepassword" in text
    assert made.password not in text


def test_a_first_run_cut_short_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_run, "SAMPLE_DOCUMENTS", tmp_path / "absent")
    with pytest.raises(Exception, match="absent"):
        first_run_ensure(url=URL, folder=tmp_path)
    assert User.objects.count() == Account.objects.count() == 0
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    assert first_run_ensure(url=URL, folder=tmp_path) is not None


def test_the_client_configuration_is_json_with_the_address_and_the_key(tmp_path: Path) -> None:
    made = first_run_ensure(url=URL, folder=tmp_path)
    assert made is not None
    server = json.loads(client_configuration(made))["mcpServers"]["decisions"]
    assert server["url"] == f"{URL}/mcp"
    assert server["headers"] == {"Authorization": f"Bearer {made.agent_key}"}
