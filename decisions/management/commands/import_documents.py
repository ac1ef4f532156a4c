"""`manage.py import_documents`: files written elsewhere become documents of a space."""

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError
from tqdm import tqdm

from decisions.domain.kinds import Kind
from decisions.services.imports import Outcome, Result, documents_import, importable_files
from spaces.domain.caller import Caller
from spaces.domain.roles import Role
from spaces.models import Membership, Space, User
from spaces.services.credentials import caller_for_person


class Command(BaseCommand):
    help = "Import a file, or a folder of Markdown, reStructuredText, MediaWiki, AsciiDoc and text files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="file or folder")
        parser.add_argument("--space", required=True, help="id of the space, lab_…")
        parser.add_argument("--kind", choices=[kind.value for kind in Kind], default=Kind.RFC.value)
        parser.add_argument("--user", help="username of the author (default: the account's first owner)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(
        self, *args: Any, path: Path, space: str, kind: str, user: str | None = None, **options: Any
    ) -> None:
        path = Path(path)
        if not path.exists():
            raise CommandError(f"There is no {path}.")
        home = _space(space)
        caller = _caller(home, user)
        files = importable_files(path)
        outcomes = documents_import(root=path, files=files, space=home, kind=Kind(kind), caller=caller)
        quiet = options["verbosity"] == 0 or options.get("json")
        shown = tqdm(outcomes, total=len(files), unit="file", disable=True if quiet else None)
        told: list[Outcome] = []
        for outcome in shown:
            told.append(outcome)
            if not quiet and (outcome.note or outcome.result in (Result.REFUSED, Result.CHANGED)):
                shown.clear()
                self.stdout.write(_line(outcome))
        if options.get("json"):
            self.stdout.write(json.dumps(_summary(told, home), ensure_ascii=False))
        elif not quiet:
            self.stdout.write(_sentence(told))


def _space(space_id: str) -> Space:
    try:
        return Space.objects.select_related("account").get(pk=space_id)
    except (Space.DoesNotExist, ValidationError) as error:
        raise CommandError(f"There is no space {space_id}.") from error


def _caller(space: Space, username: str | None) -> Caller:
    """The person the documents are imported for, who must be a member of the space's account."""
    members = Membership.objects.filter(account=space.account_id).select_related("user").order_by("pk")
    chosen = members.filter(user__username=username) if username else members.filter(role=Role.OWNER.value)
    membership = chosen.first()
    if membership is None:
        who = f"{username} is no member" if username else "nobody is an owner"
        raise CommandError(f"In the account of this space {who}: name a member with --user.")
    user: User = membership.user
    return caller_for_person(user)


def _line(outcome: Outcome) -> str:
    words = (outcome.path, outcome.result, outcome.reference, outcome.note)
    return " · ".join(str(word) for word in words if word)


def _sentence(outcomes: list[Outcome]) -> str:
    counts = Counter(outcome.result for outcome in outcomes)
    return f"{len(outcomes)} files: " + ", ".join(f"{counts[result]} {result}" for result in Result) + "."


def _summary(outcomes: list[Outcome], space: Space) -> dict[str, Any]:
    counts = Counter(outcome.result for outcome in outcomes)
    return {
        "space_id": space.pk,
        "files": len(outcomes),
        **{result.name.lower(): counts[result] for result in Result},
        "outcomes": [
            {
                "path": row.path,
                "result": row.result.name.lower(),
                "reference": row.reference,
                "note": row.note,
            }
            for row in outcomes
        ],
    }
