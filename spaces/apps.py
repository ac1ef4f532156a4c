from importlib import import_module

from django.apps import AppConfig


class SpacesConfig(AppConfig):
    name = "spaces"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # It needs the models of other apps, which are there only now.
        import_module("spaces.sign_in.records")
