"""GraphQL: a query held against the schema, and what this credential may see of its answer."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from graphql import DocumentNode, GraphQLError, execute_sync, parse, validate
from graphql.language import FieldNode, OperationDefinitionNode

from tests.integrations.fake_github.checks import counts
from tests.integrations.fake_github.clock import written
from tests.integrations.fake_github.credentials import Credential
from tests.integrations.fake_github.pull_requests import PullRequest
from tests.integrations.fake_github.repositories import Names
from tests.integrations.fake_github.schema import SCHEMA

# Two words of GitHub for the one thing: its documentation has this one.
LIMITED = {"type": "RATE_LIMITED", "message": "API rate limit exceeded for user ID 1."}
BY_TOKEN = "Resource not accessible by personal access token"
SIGN_ON = "Resource protected by organization SAML enforcement. You must grant your credential access to it."


class Refused(GraphQLError):
    """One part of an answer that GitHub does not give."""

    def __init__(self, kind: str, message: str, **extensions: Any) -> None:
        super().__init__(message, extensions=extensions or None)
        self.kind = kind


@dataclass
class Asker:
    """Who asks one query, and what was found to be asked."""

    credential: Credential
    names: Names
    # Of GitHub's pages, which are not where its API is.
    page: str
    cost: int = 1
    pull_requests: list[str] = field(default_factory=list)


def aliases_of(query: object) -> list[str]:
    """The keys that the answer to `query` has, without the rate limit's."""
    document, _ = _checked(str(query))
    if document is None:
        return []
    first = next(node for node in document.definitions if isinstance(node, OperationDefinitionNode))
    selected = [node for node in first.selection_set.selections if isinstance(node, FieldNode)]
    fields = [(node.alias or node.name).value for node in selected]
    return [name for name in fields if name not in ("rateLimit", "viewer")]


def answer(query: object, variables: object, asker: Asker) -> dict[str, Any]:
    """What GitHub says to this query; a query that the schema does not allow has errors and no `data`."""
    document, errors = _checked(str(query))
    if document is None or errors:
        return {"errors": [_shown(error) for error in errors]}
    asker.cost = max(1, round(len(aliases_of(query)) / 50))
    given = variables if isinstance(variables, dict) else {}
    done = execute_sync(SCHEMA, document, root_value=_root(asker), variable_values=given)
    if done.data is None:
        return {"errors": [_shown(error) for error in done.errors or ()]}
    found: dict[str, Any] = {"data": done.data}
    if done.errors:
        found["errors"] = [_shown(error) for error in done.errors]
    return found


@lru_cache(maxsize=200)
def _checked(query: str) -> tuple[DocumentNode | None, tuple[GraphQLError, ...]]:
    try:
        document = parse(query)
    except GraphQLError as error:
        return None, (error,)
    return document, tuple(validate(SCHEMA, document))


def _shown(error: GraphQLError) -> dict[str, Any]:
    cause = error.original_error if isinstance(error.original_error, Refused) else error
    shown: dict[str, Any] = {"type": cause.kind} if isinstance(cause, Refused) else {}
    shown |= error.formatted
    return shown


def _root(asker: Asker) -> dict[str, Any]:
    budget = asker.credential.graphql

    def repository(_: Any, owner: str, name: str, followRenames: bool) -> Any:  # noqa: N803
        return _repository(asker, owner, name, follow=followRenames)

    def rate_limit(*_: Any, **__: Any) -> dict[str, Any]:
        return {
            "limit": budget.limit,
            "cost": asker.cost,
            "remaining": max(0, budget.remaining - asker.cost),
            "used": budget.used + asker.cost,
            "nodeCount": 0,
            "resetAt": written(budget.reset),
        }

    return {"repository": repository, "rateLimit": rate_limit, "viewer": _actor(asker.credential.login)}


def _repository(asker: Asker, owner: str, name: str, *, follow: bool) -> dict[str, Any]:
    repo = asker.names.current(owner, name) or (asker.names.before(owner, name) if follow else None)
    if repo is None or not asker.credential.visible(repo):
        raise Refused("NOT_FOUND", f"Could not resolve to a Repository with the name '{owner}/{name}'.")
    if repo in asker.credential.forbidden:
        if asker.credential.forbidden_by_sign_on:
            raise Refused("FORBIDDEN", SIGN_ON, saml_failure=True)
        raise Refused("FORBIDDEN", BY_TOKEN)

    def pull_request(_: Any, number: int) -> dict[str, Any]:
        asker.pull_requests.append(f"{owner}/{name}#{number}")
        found = repo.pull_requests.get(number)
        if found is None:
            raise Refused("NOT_FOUND", f"Could not resolve to a PullRequest with the number of {number}.")
        return _pull_request(asker, found)

    return {
        "id": repo.node_id,
        "databaseId": repo.id,
        "name": repo.name,
        "nameWithOwner": repo.full_name,
        "url": f"{asker.page}/{repo.full_name}",
        "isArchived": repo.archived,
        "isPrivate": repo.private,
        "pullRequest": pull_request,
    }


def _pull_request(asker: Asker, found: PullRequest) -> dict[str, Any]:
    shown = {
        "id": found.node_id,
        "fullDatabaseId": str(found.id),
        "number": found.number,
        "url": f"{asker.page}/{found.repo.full_name}/pull/{found.number}",
        "title": found.title,
        "state": found.state,
        "isDraft": found.draft,
        "isInMergeQueue": found.in_merge_queue,
        "merged": found.merged,
        "createdAt": written(found.created_at),
        "updatedAt": written(found.updated_at),
        "closedAt": written(found.closed_at),
        "mergedAt": written(found.merged_at),
        "author": _actor(found.author),
        "mergedBy": _actor(found.merged_by),
        "mergeCommit": {"oid": found.merge_commit} if found.merged and found.merge_commit else None,
        "headRefOid": found.head_sha,
        "baseRefName": found.base,
        "reviewDecision": found.review_decision,
        "latestOpinionatedReviews": lambda _, **page: _reviews(found, **page),
        "statusCheckRollup": _rollup(found),
    }
    return shown | {name: _keeper(asker) for name in asker.credential.kept_back}


def _keeper(asker: Asker) -> Any:
    def kept_back(_: Any, **__: Any) -> None:
        whose = "integration" if asker.credential.installation_id else "personal access token"
        raise Refused("FORBIDDEN", f"Resource not accessible by {whose}")

    return kept_back


def _actor(login: str | None) -> dict[str, str] | None:
    if login is None:
        return None
    return {"__typename": "Bot" if login.endswith("[bot]") else "User", "login": login}


def _reviews(found: PullRequest, *, first: int | None = None, **_: Any) -> dict[str, Any]:
    latest = found.latest_opinions()
    return {
        "totalCount": len(latest),
        "nodes": [
            {
                "state": said.state,
                "submittedAt": written(said.submitted_at),
                "author": _actor(said.login),
                "commit": {"oid": said.sha},
            }
            for said in latest[:first]
        ],
    }


def _rollup(found: PullRequest) -> dict[str, Any] | None:
    if found.rollup is None:
        return None
    on_head = found.on_head
    legacy = sum(check.legacy for check in on_head)
    contexts = {
        "totalCount": len(on_head),
        "checkRunCount": len(on_head) - legacy,
        "statusContextCount": legacy,
        "checkRunCountsByState": counts(on_head, legacy=False),
        "statusContextCountsByState": counts(on_head, legacy=True),
    }
    return {"state": found.rollup, "contexts": lambda _, **__: contexts}
