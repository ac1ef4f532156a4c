"""The fake GitHub gives an app tokens as GitHub does, and to nobody else."""

import time

import jwt
import pytest
import requests
from cryptography.hazmat.primitives.asymmetric import rsa
from github import Auth, BadCredentialsException, Github, GithubException, GithubIntegration

from tests.integrations.fake_github import FakeGitHub, PullRequest


def get(github: FakeGitHub, path: str, signed: str) -> requests.Response:
    return requests.get(github.url + path, headers={"Authorization": f"Bearer {signed}"}, timeout=5)


def test_an_app_reads_by_tokens_that_end(github: FakeGitHub, pull: PullRequest) -> None:
    app = github.add_app()
    installed = github.install(app, pull.repo)
    signer = Auth.AppAuth(str(app.id), app.private_key)
    with GithubIntegration(auth=signer, base_url=github.url, retry=None, seconds_between_requests=0) as made:
        assert made.get_app().slug == "decisions"
        assert [each.id for each in made.get_installations()] == [installed.installation_id]
        assert made.get_repo_installation("acme", "web.app").id == installed.installation_id
        token = made.get_access_token(installed.installation_id or 0).token
    assert installed.secret == token
    client = Github(auth=Auth.Token(token), base_url=github.url, retry=None, seconds_between_requests=0)
    with client:
        assert client.get_repo("acme/web.app").private
        installed.expire_tokens()
        with pytest.raises(BadCredentialsException):
            client.get_repo("acme/web.app")
    wrong = Auth.AppAuth("99", app.private_key)
    with GithubIntegration(auth=wrong, base_url=github.url, retry=None) as stranger:
        with pytest.raises(GithubException) as refused:
            stranger.get_app()
        assert refused.value.status == 401


def test_an_app_is_believed_only_by_its_own_signature_and_for_ten_minutes(github: FakeGitHub) -> None:
    app = github.add_app()
    now = int(time.time())
    good = {"iat": now - 60, "exp": now + 540, "iss": str(app.id)}
    other_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    wrong = [
        jwt.encode(good, other_key, algorithm="RS256"),
        jwt.encode(good, "a secret that is long enough for the algorithm", algorithm="HS256"),
        jwt.encode(good | {"exp": now - 30}, app.private_key, algorithm="RS256"),
        jwt.encode(good | {"exp": now + 3600}, app.private_key, algorithm="RS256"),
        jwt.encode(good | {"iss": str(app.id + 1)}, app.private_key, algorithm="RS256"),
        "no token at all",
    ]
    assert get(github, "/app", jwt.encode(good, app.private_key, algorithm="RS256")).json()["id"] == app.id
    assert [get(github, "/app", each).status_code for each in wrong] == [401] * len(wrong)


def test_an_app_sees_its_own_installations_and_no_repositories(github: FakeGitHub, pull: PullRequest) -> None:
    app, other = github.add_app(), github.add_app()
    installed = github.install(app, pull.repo)
    now = int(time.time())
    signed = {
        each.id: jwt.encode(
            {"iat": now - 60, "exp": now + 540, "iss": str(each.id)}, each.private_key, algorithm="RS256"
        )
        for each in (app, other)
    }
    where = f"/app/installations/{installed.installation_id}"
    assert get(github, where, signed[app.id]).status_code == 200
    assert get(github, where, signed[other.id]).status_code == 404
    assert get(github, "/repos/acme/web.app/installation", signed[other.id]).status_code == 404
    # What an app signs opens no repository, and a token of its installation is no signature.
    assert get(github, "/repos/acme/web.app", signed[app.id]).status_code == 401
    headers = {"Authorization": f"Bearer {signed[app.id]}"}
    made = requests.post(f"{github.url}{where}/access_tokens", headers=headers, timeout=5)
    assert made.status_code == 201
    assert get(github, "/repos/acme/web.app", made.json()["token"]).status_code == 200
    assert get(github, "/app", made.json()["token"]).status_code == 401


def test_an_installation_that_is_suspended_reads_nothing(github: FakeGitHub, pull: PullRequest) -> None:
    app = github.add_app()
    installed = github.install(app, pull.repo)
    signer = Auth.AppAuth(str(app.id), app.private_key)
    with GithubIntegration(
        auth=signer,
        base_url=github.url,
        retry=None,
        seconds_between_requests=0,
        seconds_between_writes=0,
    ) as made:
        token = made.get_access_token(installed.installation_id or 0).token
        installed.suspended = True
        with pytest.raises(GithubException) as refused:
            made.get_access_token(installed.installation_id or 0)
        assert refused.value.status == 403
    assert get(github, "/repos/acme/web.app", token).status_code == 403
