"""The embedded mode's programs run as one: restarted when one dies, and no orphan is ever left."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.config.watching import in_groups, lives

ROOT = Path(__file__).resolve().parents[2]

# Runs programs that write their own pid (and a child's) into a folder, as a supervisor of its own.
SUPERVISOR = """
import sys
from pathlib import Path
from decisions.config.embedded.processes import Program, ProgramBroken, run_together
folder, *sources = sys.argv[1:]
programs = [Program(f"p{n}", (sys.executable, "-c", source, folder)) for n, source in enumerate(sources)]
try:
    run_together(programs, ready=lambda: True, when_ready=lambda: Path(folder, "ready").touch())
except ProgramBroken as error:
    sys.exit(f"broken: {error}")
"""

SLEEPER = """
import os, sys, time
open(f"{sys.argv[1]}/{os.getpid()}.pid", "w").close()
time.sleep(600)
"""

STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    time.sleep(600)
open(f"{sys.argv[1]}/{os.getpid()}.pid", "w").close()
time.sleep(600)
"""


def wait_for(condition: Callable[[], bool], seconds: float = 15) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def pids(folder: Path) -> set[int]:
    return {int(path.stem) for path in folder.glob("*.pid")}


@pytest.fixture
def supervise(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def start(*sources: str) -> subprocess.Popen[str]:
        supervisor = subprocess.Popen(
            [sys.executable, "-c", SUPERVISOR, str(tmp_path), *sources],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(supervisor)
        return supervisor

    yield start
    for supervisor in started:
        supervisor.kill()
        supervisor.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_one_signal_ends_all_programs(
    number: signal.Signals, supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    supervisor = supervise(SLEEPER, SLEEPER)
    wait_for(lambda: len(pids(tmp_path)) == 2 and (tmp_path / "ready").exists())
    supervisor.send_signal(number)
    assert supervisor.wait(timeout=15) == 0
    assert in_groups(pids(tmp_path)) == set()


def test_a_killed_program_is_started_again(
    supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    supervisor = supervise(SLEEPER)
    wait_for(lambda: len(pids(tmp_path)) == 1)
    (first,) = pids(tmp_path)
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: len(pids(tmp_path)) == 2)
    supervisor.send_signal(signal.SIGINT)
    output, _ = supervisor.communicate(timeout=15)
    assert "p0 ended with exit code -9; starting it again." in output
    assert in_groups(pids(tmp_path)) == set()


def test_a_program_that_never_stays_up_ends_everything(
    supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    supervisor = supervise(SLEEPER, "import sys; sys.exit(7)")
    output, _ = supervisor.communicate(timeout=30)
    assert supervisor.returncode == 1
    assert "broken: p1 ended 4 times" in output
    assert "last exit code 7" in output
    assert in_groups(pids(tmp_path)) == set()


def test_a_program_that_ignores_the_request_is_ended_by_force_with_its_children(
    supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    supervisor = supervise(STUBBORN)
    wait_for(lambda: len(pids(tmp_path)) == 1)
    assert len(in_groups(pids(tmp_path))) == 2
    supervisor.send_signal(signal.SIGINT)
    # A second and a third impatient Ctrl-C must not cut the ending short.
    time.sleep(0.5)
    supervisor.send_signal(signal.SIGINT)
    supervisor.send_signal(signal.SIGINT)
    assert supervisor.wait(timeout=20) == 0
    assert in_groups(pids(tmp_path)) == set()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent died")
def test_programs_end_when_the_supervisor_is_killed_outright(
    supervise: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    supervisor = supervise(SLEEPER, SLEEPER)
    wait_for(lambda: len(pids(tmp_path)) == 2)
    supervisor.kill()
    supervisor.wait(timeout=5)
    wait_for(lambda: not any(lives(pid) for pid in pids(tmp_path)))
