"""Several processes kept running as one: started together, restarted when one dies, ended together."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

# A process that dies this often within the window is broken, not unlucky: restarting would hide why.
RESTARTS = 3
RESTART_WINDOW_SECONDS = 60.0

# Granian and Celery finish the request or task at hand first; a minute-long task must not hold Ctrl-C.
STOP_SECONDS = 8.0

# How soon a dead process is noticed; waking five times a second costs nothing that can be measured.
WATCH_SECONDS = 0.2

PR_SET_PDEATHSIG = 1


@dataclass
class Program:
    """One process by name, and when it was restarted lately."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    restarts: deque[float] = field(default_factory=deque)

    def start(self) -> None:
        """Start it in a session of its own, so that a terminal's Ctrl-C reaches the supervisor alone."""
        self.process = subprocess.Popen(
            self.command,
            start_new_session=True,
            # Unsafe only beside other threads; the supervisor has one.
            preexec_fn=_end_with_parent,  # noqa: PLW1509
            stdin=subprocess.DEVNULL,
        )

    def has_ended(self) -> bool:
        """Whether it was started and is not running any more."""
        return self.process is not None and self.process.poll() is not None

    def may_restart(self, now: float) -> bool:
        """Count a restart; False when there were too many within the window."""
        while self.restarts and now - self.restarts[0] > RESTART_WINDOW_SECONDS:
            self.restarts.popleft()
        self.restarts.append(now)
        return len(self.restarts) <= RESTARTS


class Stopped(Exception):
    """A signal asked for the end."""


class ProgramBroken(Exception):
    """A program died too often to be restarted again."""


def run_together(
    programs: Sequence[Program], *, ready: Callable[[], bool], when_ready: Callable[[], None]
) -> None:
    """Returns when a signal ended all programs; raises ProgramBroken when one would not stay up.

    Asks `ready` until it says yes, then calls `when_ready` once.
    """
    with _signals_as_stop():
        try:
            for program in programs:
                program.start()
            _keep_running(programs, ready, when_ready)
        except Stopped:
            pass
        finally:
            # From here a second Ctrl-C must not cut the ending short and leave orphans.
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            stop_all(programs)


def _keep_running(
    programs: Sequence[Program], ready: Callable[[], bool], when_ready: Callable[[], None]
) -> None:
    told = False
    while True:
        time.sleep(WATCH_SECONDS)
        for program in programs:
            if program.has_ended():
                _start_again(program)
        if not told and ready():
            told = True
            when_ready()


def _start_again(program: Program) -> None:
    code = program.process.returncode if program.process else None
    _end_group(program)
    if not program.may_restart(time.monotonic()):
        raise ProgramBroken(
            f"{program.name} ended {RESTARTS + 1} times within {RESTART_WINDOW_SECONDS:.0f} seconds "
            f"(last exit code {code}); its lines above say why."
        )
    print(f"{program.name} ended with exit code {code}; starting it again.", flush=True)
    program.start()


def stop_all(programs: Sequence[Program]) -> None:
    """Ask every program to end, then end by force whatever is left of its process group."""
    for program in programs:
        if program.process is not None and program.process.poll() is None:
            program.process.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    for program in programs:
        if program.process is None:
            continue
        try:
            program.process.wait(timeout=max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            print(f"{program.name} did not end in {STOP_SECONDS:.0f} seconds; ended by force.", flush=True)
        _end_group(program)
        program.process.wait()


def _end_group(program: Program) -> None:
    """End what a dead program left behind; its children share its group."""
    if program.process is not None:
        try:
            os.killpg(program.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def _end_with_parent() -> None:
    """Between fork and exec: have the kernel end this program when the supervisor is killed outright."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@contextmanager
def _signals_as_stop() -> Iterator[None]:
    def stop(number: int, frame: object) -> None:
        raise Stopped

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
