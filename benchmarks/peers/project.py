"""The smallest Django project a peer needs: one database file, no middleware, the apps it names."""

import os

import django
from django.conf import settings


def start(*apps: str, **more: object) -> None:
    """Django, ready for the models. Connections are kept, as the service under comparison keeps its own."""
    database = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["PEER_DATABASE"],
        "CONN_MAX_AGE": None,
    }
    settings.configure(
        ALLOWED_HOSTS=["127.0.0.1"],
        DATABASES={"default": database},
        INSTALLED_APPS=["notes", *apps],
        SECRET_KEY="no secret: it signs nothing",  # noqa: S106
        USE_TZ=True,
        **more,
    )
    django.setup()
