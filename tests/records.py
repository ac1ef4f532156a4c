"""What is in the database, as one value that two moments can be compared by."""

import hashlib

from django.apps import apps

APPS = ("spaces", "decisions", "reviews", "integrations", "guardian")


def everything() -> dict[str, str]:
    """A digest of all rows of each table of ours."""
    return {
        model._meta.db_table: _digest(list(model._base_manager.order_by("pk").values_list()))
        for app in APPS
        for model in apps.get_app_config(app).get_models()
    }


def _digest(rows: list[tuple[object, ...]]) -> str:
    return f"{len(rows)} {hashlib.sha256(repr(rows).encode()).hexdigest()}"
