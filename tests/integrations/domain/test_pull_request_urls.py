"""Which pull request a spelling names, and why others name none."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from integrations.domain.pull_request_urls import (
    MAX_NUMBER,
    MAX_WRITTEN,
    NotAPullRequest,
    Reason,
    address_of,
    parse_pull_request,
)
from integrations.domain.pull_requests import Address

OURS = "github.acme.test"
HOSTS = ("github.com", OURS, "acme.ghe.com", "ghe")
TWELVE = Address("github.com", "o", "r", 12)
PAGE = "https://github.com/o/r/pull/12"

TWELVES = [
    *("o/r#12", " o/r#12\n", "`o/r#12`", "(o/r#12)", "o/r.git#12", "o/r/pull/12", "o/r/pulls/12"),
    *("github.com/o/r#12", "GitHub.com/o/r#12", "https://github.com/o/r#12", "github.com/o/r/pull/12"),
    *(PAGE, f"{PAGE}/", f"{PAGE}///", "HTTPS://GITHUB.COM/o/r/pull/12", "http://github.com/o/r/pull/12"),
    *("https://www.github.com/o/r/pull/12", "www.github.com/o/r/pull/12", "https://github.com/o/r/pulls/12"),
    *(f"{PAGE}/files", f"{PAGE}/files/96ff984..abcdef0", f"{PAGE}/files#diff-1", f"{PAGE}/files?diff=split#r1"),
    *(f"{PAGE}/commits", f"{PAGE}/commits/7485488e907e", f"{PAGE}/changes", f"{PAGE}/checks?check_run_id=5"),
    *(f"{PAGE}#issuecomment-1", f"{PAGE}#discussion_r1", f"{PAGE}#:~:text=in%20text", f"{PAGE}?w=1&x=%2F..%2F"),
    *(f"{PAGE}.diff", f"{PAGE}.patch", "https://github.com/o/r.git/pull/12", f"{PAGE}#Überblick"),
    *(f"{PAGE}.", f"{PAGE}),", f"{PAGE}/files:", f"({PAGE})", f"<{PAGE}>", f"<{PAGE}>`__.", f'"{PAGE}"', f"**{PAGE}**"),
    *(f"{PAGE}。", f"（{PAGE}）", f"«{PAGE}»", f"“{PAGE}”", f"{PAGE}\xa0", f"{PAGE}/..."),
    *("https://api.github.com/repos/o/r/pulls/12", "api.github.com/repos/o/r/pulls/12/files?page=2"),
    # Pasted twice, as one row of the real ones was.
    *(f"{PAGE}#issuecomment-1{PAGE}#issuecomment-1", f"{PAGE} {PAGE}/files", "o/r#12 https://github.com/O/R/pull/12"),
]  # fmt: skip

ELSEWHERE = {
    f"{OURS}/a-b/c.d#3": Address(OURS, "a-b", "c.d", 3),
    f"https://{OURS}/a-b/c.d/pull/3/files": Address(OURS, "a-b", "c.d", 3),
    f"https://{OURS}/api/v3/repos/a-b/c.d/pulls/3": Address(OURS, "a-b", "c.d", 3),
    f"https://www.{OURS}/a-b/c.d/pull/3": Address(OURS, "a-b", "c.d", 3),
    "https://api.acme.ghe.com/repos/a/b/pulls/3": Address("acme.ghe.com", "a", "b", 3),
    "ghe/a/b#3": Address("ghe", "a", "b", 3),
    "octo_acme/.github#1": Address("github.com", "octo_acme", ".github", 1),
    "o/-_.#1": Address("github.com", "o", "-_.", 1),
    f"{'o' * 39}/{'r' * 100}#{MAX_NUMBER}": Address("github.com", "o" * 39, "r" * 100, MAX_NUMBER),
    # The owner api has a repository v3, and repos one that is called repos.
    "https://github.com/api/v3/pull/12": Address("github.com", "api", "v3", 12),
    "https://github.com/repos/o/pull/12": Address("github.com", "repos", "o", 12),
}

REFUSED = {
    Reason.EMPTY: ["", " \n", "<>", "()..."],
    Reason.TOO_LONG: [PAGE + "#" + "a" * MAX_WRITTEN, "o" * (MAX_WRITTEN + 1)],
    Reason.HIDDEN: ["o/r#12\u202e", "\u200bo/r#12", "o/r\x00#12", "https://git\u00adhub.com/o/r/pull/1", "o/r#\ud800"],
    Reason.SPACES: ["o/r #12", f"see {PAGE}#x please", f"{PAGE} and more", "o /r#12", "o/r#1\n2", "o/r\u2003#1"],
    Reason.BACKSLASH: ["https://github.com\\@evil.test/o/r/pull/1", "https:\\\\github.com/o/r/pull/1", "o\\r#12"],
    Reason.SCHEME: ["ftp://github.com/o/r/pull/12", "ssh://git@github.com/o/r/pull/12", "javascript://github.com/o/r#1"],
    Reason.USERINFO: [
        "https://github.com@evil.test/o/r/pull/1", "https://me:secret@github.com/o/r/pull/1", "git@github.com:o/r#1",
    ],
    Reason.PORT: ["https://github.com:443/o/r/pull/1", "github.com:8080/o/r#1", "https://github.com:/o/r/pull/1"],
    Reason.LOOK_ALIKE: [
        "https://gіthub.com/o/r/pull/1", "https://ｇithub.com/o/r/pull/1", "github。com.test/o/r#1",
        "https://xn--gthub-n4a.com/o/r/pull/1", "https://GİTHUB.com/o/r/pull/1",
    ],
    Reason.HOST: [
        "https://github.com.evil.test/o/r/pull/1", "https://evil.test/github.com/o/r/pull/1", "https://ev.il/o/r/pull/1",
        "evil.test/o/r#1", "https://github.com./o/r/pull/1", "https://gist.github.com/o/r/pull/1",
        "https://[::1]/o/r/pull/1", "https://www.api.github.com/repos/o/r/pulls/1", "https://api.evil.test/repos/o/r/pulls/1",
        "javascript:x//o/r#1", "https://github.com%2F/o/r/pull/1", f"https://evil.test/?u={PAGE}", f"{PAGE}?u=https://evil.test",
    ],
    Reason.ENCODED: [
        "https://github.com/o%2Fr/pull/1", "https://github.com/o/r%2F..%2Fx/pull/1", f"{PAGE}/%2e%2e/13",
        "https://api.github.com/repos/o/r/pulls%2F1",
    ],
    Reason.DOTS: [f"{PAGE}/../../../x/y/pull/3", f"{PAGE}/./files", f"{PAGE}/../13"],
    Reason.ISSUE: [
        "https://github.com/o/r/issues/12", "https://github.com/o/r/issues/12#issuecomment-1", "o/r/issues/12",
        "https://api.github.com/repos/o/r/issues/12", f"https://{OURS}/api/v3/repos/o/r/issues/12/comments",
    ],
    Reason.OTHER_PAGE: [
        "https://github.com/o/r", "https://github.com/o/r#readme", "https://github.com/o/r/pulls", "o/r", "o", "12",
        "https://github.com/o/r/commit/7485488", "https://github.com/o/r/compare/main...x", "https://github.com/o/r/issues",
        "https://github.com/o/r/tree/main/pull/12", "https://github.com//o/r/pull/12", "https://github.com", "https://",
        "https://github.com/o/../r/pull/12", "https://api.github.com/pull/12", "https://api.github.com/o/r/pull/12",
        "https://api.github.com/repos/o/r/pull/12", "https://api.github.com/repositories/5/pulls/12",
        "https://api.github.com#12", "https://api.github.com//pull/1", "#12", "o/#12", "https://github.com/login?return_to=x",
        "https://github.com/o/r/pull/", f"https://{PAGE}", "o/r!12", "o/r@12", "/o/r#12",
    ],
    Reason.OWNER: [
        *("-o/r#1", "o-/r#1", "o--o/r#1", f"{'o' * 40}/r#1", "ö/r#1", "o_/r#1", "/r#1", "o+o/r#1"),
        "https://github.com/../r/pull/1", "https://github.com/o.o/r/pull/1",
    ],
    Reason.REPO: [
        *("o/..#1", "o/.#1", "o/r.git.git#1", "o/.git#1", f"o/{'r' * 101}#1", "o/ré#1", "o/r+r#1", "o/r:1#1"),
        "https://github.com/o/../pull/1",
    ],
    Reason.NUMBER: [
        *("o/r#0", "o/r#012", f"o/r#{MAX_NUMBER + 1}", "o/r#99999999999999999999", "o/r#１２", "o/r#²"),
        *(f"https://github.com/o/r/pull/{each}" for each in ("0", "new/main", "-1", "1e3", "12a", "12.diff.diff")),
    ],
    Reason.SEVERAL: [
        f"{PAGE}https://github.com/o/r/pull/13", f"{PAGE}, https://github.com/o/s/pull/12", f"o/r#12 https://{OURS}/o/r/pull/12",
    ],
}  # fmt: skip


def refusal(written: str) -> NotAPullRequest | None:
    try:
        parse_pull_request(written, hosts=HOSTS)
    except NotAPullRequest as error:
        return error
    return None


@pytest.mark.parametrize("written", TWELVES)
def test_every_spelling_people_use_names_the_pull_request(written: str) -> None:
    found = parse_pull_request(written, hosts=HOSTS)
    assert found == TWELVE


@pytest.mark.parametrize(("written", "address"), ELSEWHERE.items())
def test_other_hosts_and_odd_names_are_read_as_they_are(written: str, address: Address) -> None:
    assert parse_pull_request(written, hosts=HOSTS) == address


@pytest.mark.parametrize(
    ("reason", "written"), [(key, each) for key, all_ in REFUSED.items() for each in all_]
)
def test_what_names_no_pull_request_is_refused_with_its_reason(reason: Reason, written: str) -> None:
    refused = refusal(written)
    assert refused is not None
    assert refused.reason is reason


def test_each_reason_is_given_by_some_spelling() -> None:
    assert set(REFUSED) == set(Reason)


def test_a_host_that_is_not_in_the_settings_is_refused_and_those_that_are_named() -> None:
    with pytest.raises(NotAPullRequest) as refused:
        parse_pull_request(f"{OURS}/o/r#1", hosts=["ghe"])
    assert refused.value.reason is Reason.HOST
    assert "ghe, github.com" in refused.value.fix


@pytest.mark.parametrize("hosts", [[], ["github.com"], [OURS]])
def test_github_com_is_always_a_host(hosts: list[str]) -> None:
    assert parse_pull_request(PAGE, hosts=hosts) == TWELVE


@pytest.mark.parametrize(
    "written",
    [
        "https://me:tops3cret@github.com/o/r/pull/1",
        "https://me:tops3cret@github.com/o/r /pull/1",
        "https://github.com/o/r?token=tops3cret",
        "https://evil.test/o/r/pull/1?token=tops3cret",
    ],
)
def test_a_refusal_does_not_repeat_a_secret(written: str) -> None:
    with pytest.raises(NotAPullRequest) as refused:
        parse_pull_request(written, hosts=HOSTS)
    assert "tops3cret" not in refused.value.words + refused.value.fix


@pytest.mark.parametrize(
    "repo", ["o/r", " o/r ", "github.com/o/r", "https://www.github.com/o/r/", "o/r.git", "<o/r>"]
)
def test_a_repository_and_a_number_name_a_pull_request(repo: str) -> None:
    assert address_of(repo=repo, number=12, hosts=HOSTS) == TWELVE


@pytest.mark.parametrize("repo", ["o/r_", "o/r.", "o/_r", "o/-"])
def test_marks_at_the_end_of_a_repository_are_its_own(repo: str) -> None:
    assert address_of(repo=repo, number=12, hosts=HOSTS).name == repo


def test_a_repository_may_be_on_another_host() -> None:
    assert address_of(repo=f"{OURS}/o/r", number=2, hosts=HOSTS) == Address(OURS, "o", "r", 2)


@pytest.mark.parametrize(
    ("reason", "repo", "number"),
    [
        *((Reason.NUMBER, "o/r", number) for number in (0, -1, MAX_NUMBER + 1, 10**30)),
        *(
            (Reason.REPO, repo, 12)
            for repo in ("o", "o/r/s", "o/r#12", "o/..", PAGE, "o/r?x=1#2", f"{PAGE}{PAGE}")
        ),
        *((Reason.OWNER, repo, 12) for repo in ("-/r", "/r", "o\u0308/r")),
        *((Reason.HOST, repo, 12) for repo in ("../user", "evil.test/o/r")),
        (Reason.HIDDEN, "o/r\u202e", 12),
        (Reason.ENCODED, "o/r%2fs", 12),
        (Reason.EMPTY, " ", 12),
    ],
)
def test_what_names_no_repository_or_number_is_refused_with_its_reason(
    reason: Reason, repo: str, number: int
) -> None:
    with pytest.raises(NotAPullRequest) as refused:
        address_of(repo=repo, number=number, hosts=HOSTS)
    assert refused.value.reason is reason


PIECES = st.sampled_from(
    [
        *("https://", "http://", "github.com", "www.", "api.", OURS, "/", "//", "o", "r", "pull", "/pull/", "issues"),
        *("repos", "api/v3", "12", "0", ".", "..", "%2f", "@", ":", "\\", "?", " ", "\n", "é", "і", "\u202e", ">", "#"),
    ]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(PIECES, max_size=14).map("".join)))
@example("https://[/o/r/pull/1")
def test_any_text_is_read_or_refused_and_what_is_read_reads_as_itself(written: str) -> None:
    if refused := refusal(written):
        shown = refused.words + refused.fix
        assert shown.isascii()
        assert refused.words.endswith(".")
        assert refused.fix.endswith(".")
        assert len(shown) < 400
        return
    found = parse_pull_request(written, hosts=HOSTS)
    assert found.host in HOSTS
    for spelling in (
        f"{found.host}/{found}",
        f"https://{found.host}/{found.name}/pull/{found.number}",
        f"https://{found.host}/api/v3/repos/{found.name}/pulls/{found.number}",
    ):
        assert parse_pull_request(spelling, hosts=HOSTS) == found
    assert address_of(repo=f"{found.host}/{found.name}", number=found.number, hosts=HOSTS) == found
