"""The programs of the embedded mode and the commands that start them."""

import sys

from decisions.config.embedded.processes import Program

# Both are small threads of one process: the embedded mode's tasks wait more than they compute.
WORKER_THREADS = 2

# Celery warns of running as root because messages could be pickles; ours are JSON and nothing else is read.
QUIET_AS_ROOT = ("-W", "ignore:You're running the worker with superuser privileges")

CELERY = (sys.executable, *QUIET_AS_ROOT, "-m", "celery", "--app", "decisions.config.celery:app", "--quiet")


def programs(*, port: int, application: str, web_threads: int) -> list[Program]:
    """Web on 127.0.0.1:port, a worker and a beat, in the order they start.

    `application` is the dotted name of the WSGI application, as Django's settings have it.
    """
    module, _, name = application.rpartition(".")
    web = (
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)),
        *("--workers", "1", "--blocking-threads", str(web_threads), "--no-ws"),
        # Its one warning at the default is that threads outnumber cores, which is meant.
        *("--log-level", "error"),
        f"{module}:{name}",
    )
    worker = (
        *(*CELERY, "worker", "--pool", "threads", "--concurrency", str(WORKER_THREADS)),
        # The folder queue has no broadcast worth having: these would write files that nobody reads.
        *("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "warning"),
    )
    beat = (*CELERY, "beat", "--pidfile", "", "--loglevel", "warning")
    return [Program("web", web), Program("worker", worker), Program("beat", beat)]
