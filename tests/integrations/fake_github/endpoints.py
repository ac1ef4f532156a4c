"""The addresses of the REST API that anybody here asks for, and the parts of each."""

import re

_ENDPOINTS = (
    "POST /graphql",
    "GET /user",
    "GET /rate_limit",
    "GET /app",
    "GET /app/installations",
    "GET /app/installations/{id}",
    "POST /app/installations/{id}/access_tokens",
    "GET /repos/{owner}/{repo}",
    "GET /repos/{owner}/{repo}/installation",
    "GET /repos/{owner}/{repo}/pulls",
    "GET /repos/{owner}/{repo}/pulls/{number}",
    "GET /repos/{owner}/{repo}/pulls/{number}/reviews",
    "GET /repos/{owner}/{repo}/commits/{sha}",
    "GET /repos/{owner}/{repo}/commits/{sha}/status",
    "GET /repos/{owner}/{repo}/commits/{sha}/check-runs",
    # Where those lead that ask by a name of before.
    "GET /repositories/{id}",
    "GET /repositories/{id}/pulls",
    "GET /repositories/{id}/pulls/{number}",
    "GET /repositories/{id}/pulls/{number}/reviews",
    "GET /repositories/{id}/commits/{sha}",
    "GET /repositories/{id}/commits/{sha}/status",
    "GET /repositories/{id}/commits/{sha}/check-runs",
)
_PATTERNS = {each: re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", each)) for each in _ENDPOINTS}


def endpoint_of(method: str, path: str) -> str:
    """The endpoint with the names of its parts; the path itself where there is none such here."""
    asked = f"{method} {path}"
    return next((each for each, pattern in _PATTERNS.items() if pattern.fullmatch(asked)), asked)


def parts_of(endpoint: str, method: str, path: str) -> dict[str, str]:
    """What stands in the path for each of the endpoint's parts."""
    pattern = _PATTERNS.get(endpoint)
    found = pattern.fullmatch(f"{method} {path}") if pattern else None
    return found.groupdict() if found else {}
