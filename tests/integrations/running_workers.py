"""Real worker processes, and the brokers that they take their tasks from."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from celery import Celery
from django.conf import settings
from django.db import connection
from kombu import Connection, Queue

from tests.config.running import ROOT, free_port

RABBITMQ = "amqp://guest:guest@127.0.0.1:5672//"
REDIS_SERVER = shutil.which("redis-server")
# A worker starts in two seconds on a quiet machine.
START_SECONDS = 60


class Broker:
    """A queue of a test's own at a broker."""

    def __init__(self, url: str, **options: Any) -> None:
        self.url = url
        self.options = options
        self.queue = f"decisions-test-{uuid.uuid4().hex}"

    def send(self, task: str, *arguments: Any) -> None:
        """Enqueue a task, as a web process does."""
        with self._app() as app:
            app.send_task(task, args=arguments, retry=False)

    def drop(self) -> None:
        """Nothing of the test stays at the broker."""
        with Connection(self.url, transport_options=self.options, connect_timeout=3) as opened:
            Queue(self.queue, channel=opened.default_channel).delete()

    @contextmanager
    def _app(self) -> Iterator[Celery]:
        app = Celery("sender", broker=self.url, set_as_current=False)
        app.conf.broker_transport_options = self.options
        app.conf.task_default_queue = self.queue
        app.conf.task_ignore_result = True
        yield app
        app.close()


def answers(url: str) -> bool:
    """Whether a broker is there."""
    try:
        with Connection(url, connect_timeout=2) as opened:
            opened.ensure_connection(max_retries=1, timeout=2)
    except OSError:
        return False
    return True


class Redis:
    """A Redis of the test's own that keeps every write, and can be restarted."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert REDIS_SERVER
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder)]
        options += ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
        self._process = subprocess.Popen([REDIS_SERVER, *options], stdout=subprocess.DEVNULL)
        wait_for(lambda: answers(self.url), 10)

    def stop(self) -> None:
        """As if its machine lost power."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Worker:
    """A `celery worker` process that takes the tasks of one queue, as production starts it."""

    def __init__(self, broker: Broker, folder: Path, *, pool: str) -> None:
        given = {
            "database": str(connection.settings_dict["NAME"]),
            "hosts": settings.GITHUB_HOSTS,
            "broker": broker.url,
            "options": broker.options,
            "queue": broker.queue,
        }
        self._log = folder / f"worker-{uuid.uuid4().hex}.log"
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.integrations.worker_settings",
            "WORKER_SETTINGS": json.dumps(given),
        }
        command = [sys.executable, "-m", "celery", "--app", "decisions.config.celery:app", "worker"]
        command += ["--pool", pool, "--concurrency", "1", "--queues", broker.queue, "--loglevel", "info"]
        command += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
            )

    @property
    def output(self) -> str:
        return self._log.read_text()

    def ready(self) -> None:
        wait_for(lambda: " ready." in self.output or self.process.poll() is not None, START_SECONDS)
        assert self.process.poll() is None, self.output

    def kill(self) -> None:
        """At once, with its children: nothing is finished, said or given back."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def wait_for(is_so: Callable[[], bool], seconds: float, said: Callable[[], str] = str) -> None:
    """Until it is so; what was said is shown where it does not come to that."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, said()
        time.sleep(0.05)
