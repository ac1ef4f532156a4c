"""The console's place in Django: its own site, named as a string."""

from django.contrib.admin.apps import AdminConfig


class ConsoleConfig(AdminConfig):
    default_site = "decisions.admin.site.ConsoleSite"
