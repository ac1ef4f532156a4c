"""Using the console in tests, as a browser without scripts would."""

from typing import Any

from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.cast import Cast


def browser(cast: Cast, name: str) -> Client:
    """A browser in which this person has signed in; visitor has not."""
    client = Client()
    if name != "visitor":
        client.force_login(cast.people[name], backend="django.contrib.auth.backends.ModelBackend")
    return client


def list_of(model: str) -> str:
    """The address of a section's list, such as spaces_space."""
    return reverse(f"admin:{model}_changelist")


def address(row: Model, act: str = "change") -> str:
    """The address of a row's page, or of something done there, such as partners_add."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_{act}", args=[row.pk])


def refusals(response: Any) -> set[str]:
    """The codes of everything the answered form complains about."""
    form = response.context["form"]
    return {error.code for errors in form.errors.as_data().values() for error in errors}


def rows(response: Any) -> set[str]:
    """Ids of the rows a list shows."""
    return {row.pk for row in response.context["cl"].result_list}


def confirmed(client: Client, url: str, form: dict[str, Any], **options: Any) -> Any:
    """The answer to an act whose preview was read and confirmed."""
    preview = client.post(url, form).context["preview"]
    return client.post(url, {**form, "confirmed": preview.mark}, **options)
