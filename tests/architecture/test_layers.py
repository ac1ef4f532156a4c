"""The import contracts of pyproject.toml hold, and each of them can fail."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("spaces", "decisions", "reviews", "integrations", "mcp_bridge")
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

# One new file that breaks exactly one rule: the contract that must notice, where the file is, its import.
VIOLATIONS = [
    ("apps", "spaces/services/leak.py", "import decisions.domain.kinds"),
    ("apps", "decisions/leak.py", "import reviews.apps"),
    ("apps", "reviews/leak.py", "import integrations.apps"),
    ("apps", "integrations/leak.py", "import mcp_bridge.apps"),
    ("inside", "spaces/services/leak.py", "import spaces.api.urls"),
    ("inside", "spaces/services/leak.py", "import spaces.oauth.urls"),
    ("inside", "spaces/oauth/leak.py", "import spaces.api.urls"),
    ("inside", "spaces/models/leak.py", "import spaces.services.spaces"),
    ("inside", "spaces/kernel/leak.py", "import spaces.models"),
    ("inside", "spaces/domain/leak.py", "import spaces.querysets"),
    ("plain-domain", "decisions/domain/leak.py", "import django.utils.text"),
    ("plain-domain", "decisions/domain/leak.py", "import rest_framework.serializers"),
    ("plain-domain", "decisions/domain/leak.py", "import celery"),
    ("plain-domain", "decisions/domain/leak.py", "import mcp_types"),
    ("plain-domain", "spaces/domain/leak.py", "import spaces.kernel.problems"),
    ("github-border", "decisions/leak.py", "import github"),
    ("github-border", "integrations/leak.py", "from github import Github"),
    ("config-outside", "decisions/config/leak.py", "import spaces.apps"),
]

Lint = Callable[[str, str, str], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def lint(tmp_path_factory: pytest.TempPathFactory) -> Lint:
    """Runs one contract on a copy of the code that has one more file."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copy(ROOT / "pyproject.toml", copy)
    for app in APPS:
        shutil.copytree(ROOT / app, copy / app, ignore=lambda _, names: [n for n in names if "cache" in n])

    def run(contract: str, path: str, source: str) -> subprocess.CompletedProcess[str]:
        added = copy / path
        added.parent.mkdir(parents=True, exist_ok=True)
        added.write_text(source + "\n")
        try:
            return subprocess.run(
                [LINT_IMPORTS, "--no-logo", "--contract", contract],
                cwd=copy,
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            added.unlink()

    return run


def test_the_contracts_hold() -> None:
    kept = subprocess.run(
        [LINT_IMPORTS, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert kept.returncode == 0, kept.stdout


@pytest.mark.parametrize(("contract", "path", "source"), VIOLATIONS)
def test_a_violation_breaks_its_contract(lint: Lint, contract: str, path: str, source: str) -> None:
    broken = lint(contract, path, source)
    assert broken.returncode == 1, broken.stdout + broken.stderr
    assert "1 broken" in broken.stdout
    assert path.removesuffix(".py").replace("/", ".") in broken.stdout


def test_the_github_client_alone_may_import_github(lint: Lint) -> None:
    kept = lint("github-border", "integrations/github/client.py", "import github")
    assert kept.returncode == 0, kept.stdout
