"""The Celery application; its settings are the CELERY_ names of the Django settings."""

from celery import Celery

app = Celery("decisions")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
