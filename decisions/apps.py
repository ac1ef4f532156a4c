from django.apps import AppConfig


class DecisionsConfig(AppConfig):
    name = "decisions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models cannot be imported before all apps are loaded.
        from decisions.wiring import wire  # noqa: PLC0415

        wire()
