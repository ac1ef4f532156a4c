"""Apps that make themselves known (RFC 7591), and the tidying after those that never came back."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone
from oauth2_provider.models import clear_expired

from spaces.models import App, ConnectedApp, Grant

# A client registers right before its person signs in; a day leaves room for one who is asked to wait.
UNUSED_FOR = timedelta(hours=24)


def app_register(*, metadata: Mapping[str, Any]) -> tuple[App, str]:
    """A new app from metadata that was found supported, and its secret: shown once, empty for a public app."""
    public = metadata["token_endpoint_auth_method"] == "none"  # noqa: S105  (the name of a method)
    app = App(
        name=metadata["client_name"],
        redirect_uris=" ".join(metadata["redirect_uris"]),
        client_type=App.CLIENT_PUBLIC if public else App.CLIENT_CONFIDENTIAL,
        authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
        registration_source=App.RegistrationSource.DCR,
    )
    # Saving turns it into a digest.
    secret = app.client_secret
    app.full_clean()
    app.save()
    return app, "" if public else secret


def apps_purge() -> int:
    """How many apps were removed that nobody signed in to for a day; dead tokens go as well.

    An app that anybody ever signed in to is kept: its client goes on knowing itself by its id.
    """
    clear_expired()
    unused = App.objects.exclude(registration_source=App.RegistrationSource.MANUAL).filter(
        ~Exists(ConnectedApp.objects.filter(app=OuterRef("pk"))),
        ~Exists(Grant.objects.filter(application=OuterRef("pk"))),
        created__lt=timezone.now() - UNUSED_FOR,
    )
    _, counted = unused.delete()
    return int(counted.get(App._meta.label, 0))
