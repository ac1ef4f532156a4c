"""The port and the state folder a run needs for itself, and who has them where they are taken."""

import errno
import fcntl
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PORT_REASONS = {
    errno.EADDRINUSE: "is in use",
    errno.EACCES: "needs rights that this user does not have",
}


class PlaceTaken(Exception):
    """The port or the folder is in use; the text says what to do."""


@contextmanager
def folder_held(folder: Path) -> Iterator[None]:
    """Hold the state folder: two beats on one folder would run every periodic task twice."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "up.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise PlaceTaken(
                f"Decisions already runs on the folder {folder}. Stop that one, or name another folder: "
                "make up DECISIONS_VAR=some/folder"
            ) from error
        yield


def port_checked(port: int) -> None:
    """Nothing where 127.0.0.1:port can be listened on; PlaceTaken where not."""
    with socket.socket() as probe:
        # As the server does it: a port whose last connections linger in TIME_WAIT is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            reason = PORT_REASONS.get(error.errno or 0)
            if reason is None:
                raise
            raise PlaceTaken(
                f"Port {port} {reason}. Name another: make up PORT={8000 if port < 1024 else port - 1}"
            ) from error
