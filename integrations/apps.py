"""Pull requests and jobs that carry a decision out, and telling people of what concerns them."""

from django.apps import AppConfig


class IntegrationsConfig(AppConfig):
    """The `integrations` app."""

    name = "integrations"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models cannot be imported before all apps are loaded.
        from integrations.wiring import wire  # noqa: PLC0415

        wire()
