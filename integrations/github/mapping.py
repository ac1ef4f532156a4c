"""What to ask GitHub of many pull requests at once, and what its answer says of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from decisions.domain.text.one_line import one_line
from integrations.domain.pull_request_urls import NotAPullRequest, checked_address
from integrations.domain.pull_requests import (
    Address,
    Checks,
    Failure,
    ReviewDecision,
    Snapshot,
    State,
    Trouble,
)
from integrations.github.parts import commit, entry, node_id, word

# As much as the columns keep.
MAX_TITLE = 300
MAX_LOGIN = 100

# Neutral and skipped checks never reach this word: GitHub counts them as no failure.
_CHECKS: dict[object, Checks] = {
    "SUCCESS": Checks.PASSING,
    "FAILURE": Checks.FAILING,
    "ERROR": Checks.FAILING,
    "PENDING": Checks.PENDING,
    "EXPECTED": Checks.PENDING,
}
_REVIEW_DECISIONS: dict[object, ReviewDecision] = {
    "APPROVED": ReviewDecision.APPROVED,
    "CHANGES_REQUESTED": ReviewDecision.CHANGES_REQUESTED,
    "REVIEW_REQUIRED": ReviewDecision.REVIEW_REQUIRED,
}
# GitHub's word for what it could not answer -> what that is here. It uses two words for its limit.
_TROUBLES: dict[object, Trouble] = {
    "NOT_FOUND": Trouble.NOT_VISIBLE,
    "FORBIDDEN": Trouble.FORBIDDEN,
    "INSUFFICIENT_SCOPES": Trouble.FORBIDDEN,
    "RATE_LIMITED": Trouble.LIMITED,
    "RATE_LIMIT": Trouble.LIMITED,
}
# May be kept from a credential that reads the rest: many fine-grained tokens are shown no checks.
_SPARED = frozenset({"author", "reviewDecision", "statusCheckRollup", "mergeCommit"})
_KEPT_BACK = frozenset({Trouble.NOT_VISIBLE, Trouble.FORBIDDEN})

_FRAGMENTS = """\
fragment Place on Repository { id nameWithOwner }
fragment Standing on PullRequest {
  id number title state isDraft mergedAt updatedAt reviewDecision
  author { login }
  mergeCommit { oid }
  statusCheckRollup { state }
}
"""


def query_for(addresses: Sequence[Address]) -> tuple[str, dict[str, str | int]]:
    """One query that reads all these pull requests of one host, and its variables.

    The n-th is asked for as `a<n>`. Nothing of an address stands in the query's text.
    """
    declared, asked = [], []
    variables: dict[str, str | int] = {}
    for index, address in enumerate(addresses):
        declared.append(f"$o{index}: String!, $n{index}: String!, $k{index}: Int!")
        asked.append(
            f"  a{index}: repository(owner: $o{index}, name: $n{index}, followRenames: true)"
            f" {{ ...Place pullRequest(number: $k{index}) {{ ...Standing }} }}\n"
        )
        variables |= {f"o{index}": address.owner, f"n{index}": address.repo, f"k{index}": address.number}
    return f"query({', '.join(declared)}) {{\n{''.join(asked)}}}\n{_FRAGMENTS}", variables


def read_answer(
    addresses: Sequence[Address], data: object, errors: object, host: str
) -> dict[Address, Snapshot | Failure]:
    """What the answer to `query_for(addresses)` says of each of them; what is wrong with one is that one's alone.

    `data` and `errors` are what stands under these keys in the answer, of whatever shape.
    """
    faults = _faults(errors)
    return {
        address: _read(address, entry(data, f"a{index}"), _of_alias(faults, f"a{index}"), host)
        for index, address in enumerate(addresses)
    }


class _Unread(Exception):
    """A part of an answer is not what GitHub says it is; the text is about that part."""


@dataclass(frozen=True)
class _Fault:
    """One entry of an answer's errors; without a path it is about the whole."""

    path: tuple[object, ...]
    trouble: Trouble
    sign_on: bool


def _faults(errors: object) -> list[_Fault]:
    entries = [each for each in errors if isinstance(each, Mapping)] if isinstance(errors, list) else []
    return [
        _Fault(
            tuple(path) if isinstance(path := each.get("path"), list) else (),
            _TROUBLES.get(word(each, "type"), Trouble.BAD_ANSWER),
            entry(each, "extensions", "saml_failure") is True,
        )
        for each in entries
    ]


def _of_alias(faults: Sequence[_Fault], alias: str) -> list[_Fault]:
    """The faults of one pull request, its own before those of the whole answer."""
    own = [fault for fault in faults if fault.path[:1] == (alias,)]
    return own + [fault for fault in faults if not fault.path]


def _read(address: Address, repository: object, faults: Sequence[_Fault], host: str) -> Snapshot | Failure:
    if repository is None:
        return _failure(
            address, faults, f"GitHub shows no repository {address.name} to this account's credential."
        )
    node = entry(repository, "pullRequest")
    if node is None:
        return _failure(address, faults, f"{address.name} has no pull request {address.number}.")
    # A part that failed is null as well, and would be read as if there were none of it.
    if not all(_is_spared(fault) for fault in faults if fault.path):
        return _bad(address, "a part of it is missing")
    try:
        return _snapshot(address, repository, node, host)
    except _Unread as error:
        return _bad(address, str(error))


def _is_spared(fault: _Fault) -> bool:
    return fault.path[2:3] != () and fault.path[2] in _SPARED and fault.trouble in _KEPT_BACK


def _failure(address: Address, faults: Sequence[_Fault], not_visible: str) -> Failure:
    """Why a repository or pull request is null. GitHub says "not found" of what may not be seen as well."""
    if not faults:
        return _bad(address, "it is missing without a reason")
    first = faults[0]
    if first.trouble is Trouble.NOT_VISIBLE:
        return Failure(first.trouble, not_visible)
    if first.trouble is Trouble.LIMITED:
        return Failure(first.trouble, "GitHub's limit for this account's credential is used up for now.")
    if first.trouble is Trouble.FORBIDDEN:
        why = "its owner asks for a single sign-on" if first.sign_on else "it lacks the permission"
        return Failure(first.trouble, f"This account's credential may not read {address.name}: {why}.")
    return _bad(address, "GitHub reports a fault of its own")


def _bad(address: Address, what: str) -> Failure:
    return Failure(Trouble.BAD_ANSWER, f"GitHub's answer for {address} could not be read: {what}.")


def _snapshot(address: Address, repository: object, node: object, host: str) -> Snapshot:
    if entry(node, "number") != address.number:
        raise _Unread("it is about another number")
    now = _place(repository, address.number, host)
    merged_at = _time(node, "mergedAt") if entry(node, "mergedAt") is not None else None
    state = _state(node, merged_at)
    return Snapshot(
        node_id=_required_id(node),
        repo_node_id=_required_id(repository),
        address=now,
        # Made here and not read: what people click on leads to the host they know.
        url=f"https://{now.host}/{now.name}/pull/{now.number}",
        state=state,
        title=one_line(word(node, "title"), limit=MAX_TITLE),
        author=one_line(word(node, "author", "login"), limit=MAX_LOGIN),
        # A word that GitHub has only since this was written says neither; the state is worth reading all the same.
        review_decision=_REVIEW_DECISIONS.get(word(node, "reviewDecision")),
        checks=_CHECKS.get(word(node, "statusCheckRollup", "state")),
        merged_at=merged_at,
        merge_commit=commit(node, "mergeCommit", "oid") if state is State.MERGED else "",
        updated_at=_time(node, "updatedAt"),
    )


def _state(node: object, merged_at: datetime | None) -> State:
    """Merged is what has a time of merging, and nothing else: a closed one may have a merge commit too."""
    match word(node, "state"), merged_at:
        case "MERGED" | "CLOSED", datetime():
            return State.MERGED
        case "CLOSED", None:
            return State.CLOSED
        case "OPEN", None:
            return State.DRAFT if entry(node, "isDraft") is True else State.OPEN
        case _:
            raise _Unread("its state is unknown or disagrees with its time of merging")


def _place(repository: object, number: int, host: str) -> Address:
    owner, _, repo = word(repository, "nameWithOwner").partition("/")
    try:
        return checked_address(host, owner, repo, str(number))
    except NotAPullRequest as error:
        raise _Unread("its repository has no name that GitHub gives") from error


def _required_id(node: object) -> str:
    found = node_id(node, "id")
    if not found:
        raise _Unread("it has no id")
    return found


def _time(node: object, key: str) -> datetime:
    try:
        time = datetime.fromisoformat(word(node, key))
        # Python would take one without a zone for the server's own.
        in_utc = time.astimezone(UTC) if time.tzinfo else None
    except (ValueError, OverflowError) as error:
        raise _Unread(f"{key} is no time") from error
    if in_utc is None:
        raise _Unread(f"{key} has no time zone")
    return in_utc
