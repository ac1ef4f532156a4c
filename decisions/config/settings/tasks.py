"""Settings of the worker, the scheduler and the queue between them."""

from decisions.config.env import env, state_folder

_VAR = state_folder()

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://localhost/")
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, str | int] = {}
if CELERY_BROKER_URL.startswith("filesystem:"):
    # One folder both ways: the processes that send are the ones that receive.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_VAR / "queue" / "messages"),
        "data_folder_out": str(_VAR / "queue" / "messages"),
        "control_folder": str(_VAR / "queue" / "control"),
    }
elif CELERY_BROKER_URL.startswith(("redis:", "rediss:")):
    # Redis gives a dead worker's task to another after so many seconds, and one that still runs as well: longer
    # than the longest task may take (210 seconds), and much shorter than the hour that is the default.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 300}
CELERY_BEAT_SCHEDULE_FILENAME = str(_VAR / "beat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, object]] = {
    "seal the audit log": {"task": "spaces.seal_audit", "schedule": 60.0},
    "forget repeated calls": {
        "task": "spaces.purge_repeated_calls",
        "schedule": 900.0,
        "options": {"expires": 900.0},
    },
    # A worker that was away finds one of each to do, not one for every minute it missed.
    "send notices": {"task": "integrations.send_notices", "schedule": 60.0, "options": {"expires": 60.0}},
    # Half a minute of the two in which a change of a live pull request is seen.
    "read due pull requests": {
        "task": "integrations.read_due",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "work on left webhooks": {
        "task": "integrations.work_left_deliveries",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "mend the due-list": {
        "task": "integrations.mend_due_list",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "write due notices": {
        "task": "integrations.write_due_notices",
        # Days begin at a quarter of an hour somewhere (Nepal, Chatham Islands).
        "schedule": 900.0,
        "options": {"expires": 900.0},
    },
}
CELERY_BEAT_SCHEDULE["purge apps"] = {
    "task": "spaces.purge_apps",
    "schedule": 3600.0,
    "options": {"expires": 3600.0},
}
CELERY_TIMEZONE = "UTC"
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# A worker that dies gives its task back; tasks are written to be safe to run twice.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# The root logger above is the log; Celery's own set-up would replace it.
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
