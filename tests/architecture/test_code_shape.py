"""The code keeps the shape that CONTRIBUTING.md asks for."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("spaces", "decisions", "reviews", "integrations", "mcp_bridge")

LONGEST_FILE = 300
MOSTLY_UNDER = 35
# "Mostly": what may be longer is a long table of a function, not a habit.
LONG_SHARE = 0.05

# Names that say nothing about what is inside, so that everything ends up there.
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers"}
EMPTY_PREFIXES = ("handle_", "process_")
# The standard library's HTML parser and Django's middleware call these by name.
GIVEN_NAMES = {
    *("handle_starttag", "handle_endtag", "handle_startendtag", "handle_data", "handle_comment"),
    *("handle_decl", "handle_entityref", "handle_charref", "handle_pi"),
    *("process_request", "process_response", "process_view", "process_exception"),
}


def sources(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert found, "there is code to look at"
    return [path for path in found if "migrations" not in path.parts]


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text())
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def test_no_file_is_over_300_lines() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text().splitlines())
        for path in sources(*APPS, "tests", "scripts")
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_functions_are_mostly_under_35_lines() -> None:
    lengths = [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for path in sources(*APPS, "scripts")
        for node in functions(path)
    ]
    long = sum(length > MOSTLY_UNDER for length in lengths)
    assert long <= LONG_SHARE * len(lengths), f"{long} of {len(lengths)} functions"


def test_modules_and_functions_are_named_for_what_they_do() -> None:
    modules = [path for path in sources(*APPS) if EMPTY_NAMES & {path.stem, path.parent.name}]
    named = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in sources(*APPS)
        for node in functions(path)
        if node.name.startswith(EMPTY_PREFIXES) and node.name not in GIVEN_NAMES
    ]
    assert modules == []
    assert named == []


def test_services_take_keywords_only() -> None:
    positional = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for app in APPS
        for path in (ROOT / app / "services").glob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
        and node.name.endswith(("_create", "_update", "_set", "_remove", "_add", "_delete", "_revoke"))
        and not node.name.startswith("_")
        and (node.args.args or node.args.posonlyargs)
    ]
    assert positional == []
