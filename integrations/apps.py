"""Pull requests and jobs that carry a decision out."""

from django.apps import AppConfig


class IntegrationsConfig(AppConfig):
    """The `integrations` app."""

    name = "integrations"
