"""`make up`: the whole service in the foreground, ready to sign in to."""

import os
from argparse import ArgumentParser
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections

from decisions.config.embedded.place import PlaceTaken, folder_held, port_checked
from decisions.config.embedded.processes import ProgramBroken, run_together
from decisions.config.embedded.programs import programs
from decisions.config.embedded.welcome import welcome
from decisions.management.first_run import first_run_ensure


class Command(BaseCommand):
    help = "Run web, worker and beat until Ctrl-C; on the first run also make a sample account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="port on 127.0.0.1 (default 8000)")

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError(
                "This runs the embedded mode only; docs/running.md says how to run in production."
            )
        try:
            port_checked(port)
            with folder_held(settings.VAR):
                self.run(port)
        except (PlaceTaken, ProgramBroken) as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            self.stdout.write("\nStopped before everything had started.")

    def run(self, port: int) -> None:
        """Bring the database up to date, start everything, and return when a signal ended it."""
        url = f"http://127.0.0.1:{port}"
        os.environ.setdefault("DECISIONS_PUBLIC_URL", url)
        os.environ["DECISIONS_VAR"] = str(settings.VAR)
        call_command("migrate", interactive=False, verbosity=0)
        details = first_run_ensure(url=url, folder=settings.VAR)
        # The supervisor asks the database nothing from here on.
        connections.close_all()
        run_together(
            programs(
                port=port,
                application=settings.WSGI_APPLICATION,
                web_threads=settings.DECISIONS_WEB_THREADS,
            ),
            ready=lambda: _answers(port),
            when_ready=lambda: self.stdout.write(welcome(url, details)),
        )
        self.stdout.write("Stopped.")


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == HTTPStatus.OK
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
