"""What the REST API says to a credential."""

from collections.abc import Callable
from urllib.parse import parse_qs

from tests.integrations.fake_github.credentials import Credential
from tests.integrations.fake_github.endpoints import parts_of
from tests.integrations.fake_github.exchange import Answer, Call, as_json, budget_headers, paged, refusal
from tests.integrations.fake_github.graph import LIMITED
from tests.integrations.fake_github.pull_requests import PullRequest
from tests.integrations.fake_github.repositories import Repository
from tests.integrations.fake_github.world import World

# Of the API; a newer one would answer in other shapes.
VERSIONS = ("", "2022-11-28")


class _Refused(Exception):
    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


def answer_rest(call: Call, world: World) -> Answer:
    """What it says, with the credential's budget in the headers."""
    asked = call.asked
    if asked.api_version not in VERSIONS:
        return refusal(400, f"{asked.api_version} is not a supported version.")
    budget = call.credential.core
    if asked.path != "/rate_limit":
        if budget.spent:
            return refusal(403, LIMITED["message"], budget_headers(budget, "core"))
        budget.spend(1)
    answers = _ANSWERS.get(asked.endpoint.replace("/repositories/{id}", "/repos/{owner}/{repo}"))
    try:
        parts = parts_of(asked.endpoint, asked.method, asked.path)
        said = answers(call, world, parts) if answers else refusal(404, "Not Found")
    except _Refused as refused:
        said = refused.answer
    said.headers |= budget_headers(budget, "core")
    return said


# What is seen of a repository.


def _repo(call: Call, world: World, parts: dict[str, str]) -> Repository:
    if "id" in parts:
        found = world.names.by_id(int(parts["id"])) if parts["id"].isdigit() else None
    else:
        found = world.names.current(parts["owner"], parts["repo"])
        before = world.names.before(parts["owner"], parts["repo"])
        if found is None and before is not None and call.credential.visible(before):
            raise _Refused(_moved(call, before))
    if found is None or not call.credential.visible(found):
        raise _Refused(refusal(404, "Not Found"))
    if found in call.credential.forbidden:
        raise _Refused(_forbidden(call.credential))
    return found


def _moved(call: Call, repo: Repository) -> Answer:
    rest_of_it = call.asked.path.split("/", 4)[4:]
    where = "/".join([f"{call.base}/repositories/{repo.id}", *rest_of_it])
    return as_json({"message": "Moved Permanently", "url": where}, 301, {"Location": where})


def _forbidden(credential: Credential) -> Answer:
    if credential.forbidden_by_sign_on:
        message = "Resource protected by organization SAML enforcement."
        return refusal(403, message, {"x-github-sso": "required; url=https://github.com/orgs/o/sso"})
    return refusal(403, "Resource not accessible by personal access token")


def _pull(call: Call, world: World, parts: dict[str, str]) -> PullRequest:
    repo = _repo(call, world, parts)
    found = repo.pull_requests.get(int(parts["number"])) if parts["number"].isdigit() else None
    if found is None:
        raise _Refused(refusal(404, "Not Found"))
    return found


def _repository(call: Call, world: World, parts: dict[str, str]) -> Answer:
    return as_json(world.shapes(call.base).repository(_repo(call, world, parts)))


def _pull_request(call: Call, world: World, parts: dict[str, str]) -> Answer:
    return as_json(world.shapes(call.base).pull_request(_pull(call, world, parts)))


def _pull_requests(call: Call, world: World, parts: dict[str, str]) -> Answer:
    wanted = parse_qs(call.asked.query).get("state", ["open"])[0]
    shapes = world.shapes(call.base)
    found = [shapes.pull_request_brief(each) for each in _repo(call, world, parts).pull_requests.values()]
    return paged(call, [each for each in found if wanted in ("all", each["state"])])


def _reviews(call: Call, world: World, parts: dict[str, str]) -> Answer:
    found = _pull(call, world, parts)
    shapes = world.shapes(call.base)
    return paged(call, [shapes.review(found, said) for said in found.reviews])


def _commit(call: Call, world: World, parts: dict[str, str]) -> Answer:
    repo = _repo(call, world, parts)
    if parts["sha"] not in {each.head_sha for each in repo.pull_requests.values()}:
        raise _Refused(refusal(422, f"No commit found for SHA: {parts['sha']}"))
    at = f"{call.base}/repos/{repo.full_name}/commits/{parts['sha']}"
    return as_json(
        {"sha": parts["sha"], "node_id": f"C_{parts['sha']}", "url": at, "parents": [], "files": []}
    )


def _check_runs(call: Call, world: World, parts: dict[str, str]) -> Answer:
    repo = _repo(call, world, parts)
    shapes = world.shapes(call.base)
    runs = [shapes.check_run(repo, each) for each in repo.checks.get(parts["sha"], []) if not each.legacy]
    return paged(call, runs, lambda page: {"total_count": len(runs), "check_runs": page})


def _status(call: Call, world: World, parts: dict[str, str]) -> Answer:
    repo = _repo(call, world, parts)
    shapes = world.shapes(call.base)
    found = [each for each in repo.checks.get(parts["sha"], []) if each.legacy]
    words = {each.word for each in found}
    # Without any status GitHub says "pending" here, which means nothing.
    state = "failure" if words & {"failure", "error"} else "success" if words == {"success"} else "pending"
    return paged(
        call,
        [shapes.status(repo, each) for each in found],
        lambda page: {
            "state": state,
            "statuses": page,
            "sha": parts["sha"],
            "total_count": len(found),
            "repository": shapes.repository(repo),
        },
    )


def _user(call: Call, world: World, parts: dict[str, str]) -> Answer:
    if call.credential.installation_id is not None:
        return refusal(403, "Resource not accessible by integration")
    return as_json(world.shapes(call.base).user(call.credential.login))


def _rate_limit(call: Call, world: World, parts: dict[str, str]) -> Answer:
    shown = {
        name: {
            "limit": each.limit,
            "used": each.used,
            "remaining": each.remaining,
            "reset": int(each.reset.timestamp()),
        }
        for name, each in (("core", call.credential.core), ("graphql", call.credential.graphql))
    }
    return as_json({"resources": shown, "rate": shown["core"]})


_ANSWERS: dict[str, Callable[[Call, World, dict[str, str]], Answer]] = {
    "GET /user": _user,
    "GET /rate_limit": _rate_limit,
    "GET /repos/{owner}/{repo}": _repository,
    "GET /repos/{owner}/{repo}/pulls": _pull_requests,
    "GET /repos/{owner}/{repo}/pulls/{number}": _pull_request,
    "GET /repos/{owner}/{repo}/pulls/{number}/reviews": _reviews,
    "GET /repos/{owner}/{repo}/commits/{sha}": _commit,
    "GET /repos/{owner}/{repo}/commits/{sha}/status": _status,
    "GET /repos/{owner}/{repo}/commits/{sha}/check-runs": _check_runs,
}
