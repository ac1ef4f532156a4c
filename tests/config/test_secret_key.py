"""The embedded mode's secret key is made once and is nobody else's to read."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from decisions.config.secret_key import secret_key_kept


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "state" / "secret-key"
    made = secret_key_kept(path)
    assert len(made) >= 64
    assert secret_key_kept(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret-key"], "no draft is left behind"


def test_sixteen_processes_that_race_get_one_key(tmp_path: Path) -> None:
    together = Barrier(16)

    def ask(_: int) -> str:
        together.wait()
        return secret_key_kept(tmp_path / "secret-key")

    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(ask, range(16)))
    assert len(keys) == 1


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    assert secret_key_kept(tmp_path / "one") != secret_key_kept(tmp_path / "two")
