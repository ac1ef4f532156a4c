"""`make up` from outside: a newcomer gets in, nothing is doubled, and Ctrl-C leaves nothing behind."""

import os
import re
import signal
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.running import Up, free_port
from tests.config.watching import in_groups

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir() or sys.platform != "linux", reason="reads the programs from /proc"
)

RUNS = "Decisions runs"


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    with Up(tmp_path_factory.mktemp("up") / "var", free_port()) as running:
        running.wait_for(RUNS)
        yield running


def test_the_first_sign_in_is_kept_for_its_owner_alone(up: Up) -> None:
    path = up.folder / "first-run.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert set(up.details) == {
        "url",
        "mcp_url",
        "username",
        "password",
        "agent_key",
        "account_id",
        "space_id",
    }
    assert up.details["mcp_url"] == f"http://127.0.0.1:{up.port}/mcp"


def test_the_terminal_shows_how_to_come_in(up: Up) -> None:
    for name in ("url", "username", "password", "agent_key", "mcp_url"):
        assert up.details[name] in up.output, name
    assert re.search(r'"Authorization": "Bearer dk_', up.output)


def test_the_printed_key_opens_the_api_and_no_key_does_not(up: Up) -> None:
    path = f"/api/v1/spaces/{up.details['space_id']}/"
    assert up.status(path, up.details["agent_key"]) == 200
    assert up.status(path) == 401


def test_the_console_answers_at_the_printed_address(up: Up) -> None:
    assert up.status("/sign-in/login/") == 200


def test_the_worker_does_what_another_process_asks_for(up: Up) -> None:
    up.shell("from spaces.tasks import seal_audit; seal_audit.delay()")
    count = "from spaces.models import AuditSeal; print(AuditSeal.objects.count())"
    deadline = time.monotonic() + 30
    while int(up.shell(count)) == 0:
        assert time.monotonic() < deadline, up.output


def test_a_second_run_on_the_same_folder_is_refused(up: Up) -> None:
    with Up(up.folder, free_port()) as second:
        assert second.ended() == 1
        assert "already runs on the folder" in second.output


def test_a_port_in_use_is_said(up: Up, tmp_path: Path) -> None:
    with Up(tmp_path / "var", up.port) as second:
        assert second.ended() == 1
        assert f"Port {up.port} is in use" in second.output
        assert "Traceback" not in second.output


@pytest.mark.parametrize("name", ["web", "worker", "beat"])
def test_a_killed_program_comes_back(up: Up, name: str) -> None:
    killed = up.children()[name]
    os.kill(killed, signal.SIGKILL)
    deadline = time.monotonic() + 30
    while up.children().get(name, killed) == killed or up.status("/healthz") != 200:
        assert time.monotonic() < deadline, up.output
        time.sleep(0.1)
    assert f"{name} ended with exit code -9; starting it again." in up.output


def test_ctrl_c_leaves_nothing_and_the_next_run_reuses_everything(tmp_path: Path) -> None:
    with Up(tmp_path / "var", free_port()) as first:
        first.wait_for(RUNS)
        details, groups = first.details, set(first.children().values())
        assert len(groups) == 3
        first.process.send_signal(signal.SIGINT)
        assert first.ended() == 0
        assert in_groups(groups) == set()
        assert "Traceback" not in first.output

    with Up(tmp_path / "var", free_port()) as second:
        second.wait_for(RUNS)
        addresses = {"url": f"http://127.0.0.1:{second.port}"}
        addresses["mcp_url"] = f"http://127.0.0.1:{second.port}/mcp"
        assert second.details == {**details, **addresses}
        assert second.status(f"/api/v1/spaces/{details['space_id']}/", details["agent_key"]) == 200
