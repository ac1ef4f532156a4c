"""Settings, addresses and processes. Names the apps as strings only, so it stands outside their layers."""

# Every process that reads settings has the application, so shared tasks are always bound to it.
from decisions.config.celery import app as celery_app

__all__ = ["celery_app"]
