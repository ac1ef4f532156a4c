from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    name = "reviews"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models cannot be imported before all apps are loaded.
        from reviews.wiring import wire  # noqa: PLC0415

        wire()
