"""What the first `make up` leaves behind: a person, an account, a space with documents, an agent key."""

import json
import os
import secrets
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from django.core.management import call_command
from django.db import transaction

from decisions.config.env import BASE_DIR
from spaces.domain.caller import VISITOR
from spaces.models import User
from spaces.services.accounts import account_create, user_create
from spaces.services.credentials import caller_for_person
from spaces.services.keys import agent_key_create
from spaces.services.spaces import space_create

USERNAME = "owner"
SAMPLE_DOCUMENTS = BASE_DIR / "docs" / "adr"


@dataclass(frozen=True)
class FirstRun:
    """How to come in: the addresses, the first sign-in, the agent key and what it opens."""

    url: str
    mcp_url: str
    username: str
    password: str
    agent_key: str
    account_id: str
    space_id: str


def first_run_ensure(*, url: str, folder: Path) -> FirstRun | None:
    """The kept details at this address, made on the first run; None where their file was taken away.

    All rows are made in one transaction: a run cut short leaves nothing, and the next one is the first.
    """
    path = folder / "first-run.json"
    addresses = {"url": url, "mcp_url": f"{url}/mcp"}
    if User.objects.exists():
        if not path.is_file():
            return None
        kept = FirstRun(**{**json.loads(path.read_text()), **addresses})
        _write_private(path, kept)
        return kept
    with transaction.atomic():
        made = _sample_account(addresses)
        _write_private(path, made)
    return made


def _sample_account(addresses: dict[str, str]) -> FirstRun:
    password = secrets.token_urlsafe(12)
    user = user_create(username=USERNAME, password=password, caller=VISITOR)
    # Whoever starts the embedded mode also runs the service: they may look after people and accounts.
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    account = account_create(name="Sample team", owner=user, caller=caller_for_person(user))
    caller = caller_for_person(user)
    space = space_create(
        account_id=account.pk,
        name="Architecture",
        description="How this service is built and why: its own decision records.",
        caller=caller,
    )
    call_command("import_documents", str(SAMPLE_DOCUMENTS), space=space.pk, kind="adr", verbosity=0)
    _, key = agent_key_create(account_id=account.pk, name="First assistant", caller=caller)
    return FirstRun(
        **addresses,
        username=USERNAME,
        password=password,
        agent_key=key,
        account_id=account.pk,
        space_id=space.pk,
    )


def _write_private(path: Path, details: FirstRun) -> None:
    """Replace the file whole; mkstemp makes it with mode 0600 before anything secret is in it."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".first-run-")
    with os.fdopen(handle, "w") as file:
        json.dump(asdict(details), file, indent=2)
        file.write("\n")
    Path(draft).replace(path)
