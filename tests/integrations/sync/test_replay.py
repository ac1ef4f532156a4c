"""The webhooks of a pull request's life, shuffled, doubled and dropped: the right state at the end."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from integrations.github.webhooks import event_of
from integrations.models import PullRequest
from integrations.services.deliveries import delivery_take, delivery_work
from tests.integrations.fake_github import Delivery
from tests.integrations.fake_github import PullRequest as Remote
from tests.integrations.sync.scenes import Scene

LIVES = 12


def acts_of(scene: Scene, remote: Remote, chance: random.Random) -> list[Callable[[], object]]:
    """What happens to a pull request, in the order in which it does."""
    names = iter(["site", "page", "front"])
    often: list[Callable[[], object]] = [
        remote.push,
        lambda: remote.retitle(f"Title {chance.randrange(100)}"),
        lambda: remote.review("bo", chance.choice(["APPROVED", "CHANGES_REQUESTED", "COMMENTED"])),
        lambda: remote.checks(chance.choice(["success", "failure", "pending"])),
        lambda: remote.label("bug"),
        lambda: scene.github.rename_repo(remote.repo, next(names)),
    ]
    life = [remote.to_draft, remote.ready, remote.close, remote.reopen]
    acts: list[Callable[[], object]] = []
    renames = 0
    for stage in life:
        for act in chance.choices(often, k=3):
            renames += act is often[-1]
            if act is not often[-1] or renames <= 3:
                acts.append(act)
        acts.append(stage)
    return [*acts, *chance.choice([[remote.merge], [remote.close], []])]


def arrive(scene: Scene, delivery: Delivery) -> None:
    """A webhook asks to read again what it names, and nothing in it is believed."""
    event = event_of(delivery.event, delivery.payload)
    if event is None:
        return
    scene.connection.refresh_from_db()
    kept, _ = delivery_take(
        connection=scene.connection, delivery_id=delivery.id, event_name=delivery.event, event=event
    )
    delivery_work(kept.pk)


def as_it_is(remote: Remote) -> dict[str, object]:
    state = {"OPEN": "draft" if remote.draft else "open"}.get(remote.state, remote.state.lower())
    return {
        "state": state,
        "title": remote.title,
        "name_key": remote.repo.full_name.lower(),
        "merged_at": remote.merged_at,
        "merge_commit": remote.merge_commit if remote.merged else "",
        "review_decision": (remote.review_decision or "").lower(),
        "remote_updated_at": remote.updated_at,
        "trouble": "",
    }


@pytest.mark.parametrize("seed", range(LIVES))
def test_whatever_becomes_of_its_webhooks_the_end_of_its_life_is_right(scene: Scene, seed: int) -> None:
    chance = random.Random(seed)
    scene.github.add_repo("acme", "web", reviews_required=seed % 2)
    remote = scene.remote()
    row = scene.link()
    scene.read(row)
    waiting: list[Delivery] = []
    sent = len(scene.github.deliveries)
    for act in acts_of(scene, remote, chance):
        act()
        # Some come at once, some late, some twice, and some never.
        waiting += scene.github.deliveries[sent:] * chance.choice([0, 1, 1, 2])
        sent = len(scene.github.deliveries)
        chance.shuffle(waiting)
        for _ in range(min(len(waiting), chance.randrange(3))):
            arrive(scene, waiting.pop())
            row.refresh_from_db()
            if row.state == "merged":
                assert remote.merged
    for delivery in waiting:
        arrive(scene, delivery)
    # Time alone: what is live is due within two minutes, and then the state is the truth.
    row.refresh_from_db()
    if row.next_read_at is not None:
        limit = timedelta(days=1, hours=3) if row.state == "closed" else timedelta(minutes=2)
        assert row.next_read_at < timezone.now() + limit
        scene.read(row)
    expected = as_it_is(remote)
    assert {name: getattr(row, name) for name in expected} == expected
    assert PullRequest.objects.count() == 1
    scene.document.refresh_from_db()
    word = {"draft": "planned", "open": "active", "closed": "dropped", "merged": "done"}[
        str(expected["state"])
    ]
    assert scene.document.implementation == word


def test_a_closed_one_that_is_merged_meanwhile_is_seen_without_any_webhook(scene: Scene) -> None:
    remote, row = scene.remote(), scene.link()
    remote.close()
    scene.read(row)
    remote.reopen()
    remote.merge()
    assert row.next_read_at is not None
    scene.read(row)
    assert row.state == "merged"
    assert row.next_read_at is None
