"""Make `.venv` and install what pyproject.toml names, at the versions of constraints.txt.

Runs before anything is installed, so it uses the standard library alone. A digest of both files is kept in
the environment: a later run with nothing changed ends at once.
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
MARKER = VENV / "installed.json"
SOURCES = (ROOT / "pyproject.toml", ROOT / "constraints.txt")
OLDEST_PYTHON = (3, 11)


def main(arguments: list[str]) -> int:
    """0 when the environment holds everything; `--dev` adds what tests and checks need."""
    if sys.version_info < OLDEST_PYTHON:
        print("Decisions needs Python 3.11 or newer; this is", sys.version.split()[0], file=sys.stderr)
        print("Name a newer one: make up PYTHON=python3.11", file=sys.stderr)
        return 1
    groups = ["dev"] if "--dev" in arguments else []
    digest = hashlib.sha256(b"\0".join(source.read_bytes() for source in SOURCES)).hexdigest()
    if is_installed(digest, groups):
        return 0
    if not VENV_PYTHON.exists() and not environment_made():
        return 1
    wanted = requirements(groups)
    print(f"Installing {len(wanted)} packages and what they need into .venv (first run only)", flush=True)
    command = [VENV_PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--quiet"]
    installed = subprocess.run([*command, "--constraint", SOURCES[1], *wanted], check=False)
    if installed.returncode == 0:
        MARKER.write_text(json.dumps({"digest": digest, "groups": groups}))
    return installed.returncode


def is_installed(digest: str, groups: list[str]) -> bool:
    """Whether the last installation was of these very files and had these groups."""
    try:
        marker = json.loads(MARKER.read_text())
        return marker["digest"] == digest and set(groups) <= set(marker["groups"])
    except (OSError, ValueError, KeyError):
        return False


def environment_made() -> bool:
    """Whether `.venv` could be made; says what is missing where not."""
    print("Making the virtual environment .venv", flush=True)
    if subprocess.run([sys.executable, "-m", "venv", VENV], check=False).returncode == 0:
        return True
    print("Python's venv module did not work; on Debian: apt-get install python3-venv", file=sys.stderr)
    return False


def requirements(groups: list[str]) -> list[str]:
    """The requirement lines of pyproject.toml: the service's own, then each group's."""
    import tomllib  # noqa: PLC0415  (absent before the oldest Python, which is told so above)

    project = tomllib.loads(SOURCES[0].read_text())
    wanted = list(project["project"]["dependencies"])
    for group in groups:
        wanted += project["dependency-groups"][group]
    return wanted


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
