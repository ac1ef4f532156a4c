"""Settings of a worker process that a test starts: the test's database, its GitHub and a queue of its own."""

import json
import os

from decisions.config.settings.test import *  # noqa: F403
from decisions.config.settings.test import DATABASES

_GIVEN = json.loads(os.environ["WORKER_SETTINGS"])

DATABASES["default"]["NAME"] = _GIVEN["database"]
GITHUB_HOSTS = _GIVEN["hosts"]
CELERY_BROKER_URL = _GIVEN["broker"]
CELERY_BROKER_TRANSPORT_OPTIONS = _GIVEN["options"]
CELERY_TASK_DEFAULT_QUEUE = _GIVEN["queue"]
