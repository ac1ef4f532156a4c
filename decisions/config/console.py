"""The console's place in Django: its own site, and where apps keep its sections."""

from django.contrib.admin.apps import SimpleAdminConfig
from django.utils.module_loading import autodiscover_modules

# The module of an app that imports its sections. Not `admin` itself, as in Django: the site is made of
# modules beside them, and importing one must not register anything before there is a site.
SECTIONS = "admin.sections"


class ConsoleConfig(SimpleAdminConfig):
    default_site = "decisions.admin.site.ConsoleSite"

    def ready(self) -> None:
        super().ready()
        autodiscover_modules(SECTIONS)
