"""A pull request is its node id: followed through renames, never taken for another that has its old name."""

from dataclasses import replace

import pytest

from integrations.domain.pull_requests import State, Trouble
from integrations.github.client import Reading
from integrations.models import PullRequest, PullRequestLink, PullRequestOffer
from integrations.services.connections import client_of
from integrations.services.holds import hold_take
from integrations.services.joining import pull_requests_join
from integrations.services.results import results_write
from tests.integrations.sync.scenes import Scene, link_to


def places(*rows: PullRequest) -> list[str]:
    return [str(row.address) for row in rows]


@pytest.mark.parametrize("moves", [("rename",), ("transfer",), ("rename", "transfer")])
def test_renames_and_transfers_are_followed_in_the_same_row(scene: Scene, moves: tuple[str, ...]) -> None:
    remote, row = scene.remote(), scene.link()
    scene.read(row)
    known = (row.node_id, row.repo_node_id)
    if "rename" in moves:
        scene.github.rename_repo(remote.repo, "site")
    if "transfer" in moves:
        scene.github.transfer_repo(remote.repo, "globex")
    scene.read(row)
    assert places(row) == [f"{remote.repo.full_name}#1"]
    assert row.name_key == remote.repo.full_name
    assert (row.node_id, row.repo_node_id) == known
    assert row.last_changed_at == row.last_read_at


def test_another_repository_under_the_old_name_is_not_followed(scene: Scene) -> None:
    scene.remote(title="Ours")
    row = scene.link()
    scene.read(row)
    before = (row.state, row.title, row.node_id, row.last_read_at)
    scene.github.replace_repo("acme", "web")
    scene.remote(title="Somebody else's").merge()
    scene.read(row)
    assert (row.state, row.title, row.node_id, row.last_read_at) == before
    assert (row.trouble, row.next_read_at) == (Trouble.REPLACED, None)
    assert "another pull request" in row.error
    assert PullRequestLink.objects.get(pull_request=row).unlinked_at is None
    scene.read(row)
    assert (row.trouble, row.next_read_at) == (Trouble.REPLACED, None)
    # The other one can be linked: its address is free.
    other = scene.link()
    scene.read(other)
    assert (other.title, other.state) == ("Somebody else's", State.MERGED)


def test_a_broken_link_stays_broken_while_it_cannot_be_read(scene: Scene) -> None:
    scene.remote()
    row = scene.link()
    scene.read(row)
    scene.github.delete_repo(scene.github.replace_repo("acme", "web"))
    scene.github.add_repo("acme", "web")
    scene.remote()
    scene.read(row)
    error = row.error
    scene.github.delete_repo(scene.github.repo("acme", "web"))
    scene.read(row)
    assert (row.trouble, row.error, row.next_read_at) == (Trouble.REPLACED, error, None)


def test_a_broken_link_heals_where_its_address_is_its_own_again(scene: Scene) -> None:
    remote, row = scene.remote(), scene.link()
    PullRequest.objects.filter(pk=row.pk).update(node_id=remote.node_id, trouble=Trouble.REPLACED.value)
    scene.read(row)
    assert (row.trouble, row.state) == ("", State.OPEN)


def test_who_takes_an_address_breaks_what_was_there(scene: Scene) -> None:
    first = scene.remote()
    row = scene.link()
    scene.read(row)
    scene.github.rename_repo(first.repo, "old")
    PullRequest.objects.filter(pk=row.pk).update(next_read_at=None)
    second = scene.github.add_repo("acme", "site")
    scene.github.add_pull_request("acme", "site", 1, title="Second")
    other = scene.link(name="acme/site")
    scene.read(other)
    scene.github.rename_repo(second, "web")
    scene.read(other)
    row.refresh_from_db()
    assert places(other) == ["acme/web#1"]
    assert (row.trouble, row.title) == (Trouble.REPLACED, "A change")


def test_one_moves_on_before_another_takes_its_place(scene: Scene) -> None:
    first = scene.remote(title="First")
    row = scene.link()
    scene.read(row)
    second = scene.github.add_repo("acme", "site")
    scene.github.add_pull_request("acme", "site", 1, title="Second")
    other = scene.link(name="acme/site")
    scene.read(other)
    scene.github.rename_repo(first.repo, "old")
    scene.read(row)
    scene.github.rename_repo(second, "web")
    scene.read(row, other)
    assert places(row, other) == ["acme/old#1", "acme/web#1"]
    assert [row.trouble, other.trouble] == ["", ""]


@pytest.mark.parametrize("read_before", [(), ("old",), ("new",)])
def test_two_rows_of_one_pull_request_become_the_older_with_the_links_of_both(
    scene: Scene, read_before: tuple[str, ...]
) -> None:
    remote = scene.remote(title="One")
    old = scene.link()
    if "old" in read_before:
        scene.read(old)
    scene.github.rename_repo(remote.repo, "site")
    other_document = scene.cast.document("Another")
    new = scene.link(name="acme/site", document=other_document)
    PullRequest.objects.exclude(pk=new.pk).update(next_read_at=None)
    if "new" in read_before:
        scene.read(new)
    PullRequest.objects.filter(pk=old.pk).update(next_read_at=new.created_at)
    scene.read()
    kept = PullRequest.objects.get()
    assert kept.pk == old.pk
    assert (kept.title, kept.state, kept.node_id) == ("One", State.OPEN, remote.node_id)
    assert places(kept) == ["acme/site#1"]
    assert set(kept.links.values_list("document_id", flat=True)) == {scene.document.pk, other_document.pk}
    for document in (scene.document, other_document):
        document.refresh_from_db()
        assert document.implementation == "active"


@pytest.mark.parametrize("ended", ["neither", "older", "younger", "both"])
def test_a_document_that_linked_both_keeps_its_older_link_which_stands_if_either_did(
    scene: Scene, ended: str
) -> None:
    remote = scene.remote()
    old = scene.link()
    scene.github.rename_repo(remote.repo, "site")
    new = scene.link(name="acme/site")
    kept, gone = old.links.get(), new.links.get()
    for link, name in ((kept, "older"), (gone, "younger")):
        if ended in (name, "both"):
            PullRequestLink.objects.filter(pk=link.pk).update(
                unlinked_at=link.linked_at, unlinked_byline="bo"
            )
    # Somebody else looks at both all the same.
    link_to(old, scene.cast.document("Another"), scene.cast)
    link_to(new, scene.cast.document("A third"), scene.cast)
    scene.read()
    assert PullRequestLink.objects.filter(document=scene.document).get().pk == kept.pk
    kept.refresh_from_db()
    assert (kept.unlinked_at is None) == (ended != "both")
    assert (kept.unlinked_byline == "") == (ended != "both")
    assert kept.pull_request_id == old.pk


@pytest.mark.parametrize(
    ("older", "younger", "kept"),
    [
        ("open", "declined", "declined"),
        ("declined", "open", "declined"),
        ("open", "open", "open"),
        ("taken", "declined", "taken"),
        (None, "open", "open"),
    ],
)
def test_what_was_answered_of_either_is_not_offered_again(
    scene: Scene, older: str | None, younger: str, kept: str
) -> None:
    remote = scene.remote()
    old = scene.link()
    scene.github.rename_repo(remote.repo, "site")
    new = scene.link(name="acme/site")
    document = scene.cast.document("Offered")
    for row, outcome in ((old, older), (new, younger)):
        if outcome:
            closed = None if outcome == "open" else row.created_at
            PullRequestOffer.objects.create(
                document=document,
                pull_request=row,
                outcome=outcome,
                offered_at=row.created_at,
                closed_at=closed,
            )
    scene.read()
    offer = PullRequestOffer.objects.get()
    assert (offer.outcome, offer.pull_request_id) == (kept, old.pk)


def test_rows_of_different_pull_requests_are_never_joined(scene: Scene) -> None:
    scene.remote(1)
    scene.remote(2)
    rows = [scene.link(1), scene.link(2)]
    scene.read(*rows)
    snapshot = client_of(scene.connection).read([rows[0].address]).found[rows[0].address]
    assert pull_requests_join(first_id=rows[0].pk, second_id=rows[1].pk, snapshot=snapshot) is None
    assert PullRequest.objects.count() == 2


def test_one_whose_new_place_is_not_free_yet_waits_for_the_other_to_move(scene: Scene) -> None:
    """Both moved while one reading was under way: the other was seen at its new place first."""
    scene.remote(1)
    scene.remote(2)
    rows = [scene.link(1), scene.link(2)]
    scene.read(*rows)
    hold = hold_take(scene.connection.pk)
    assert hold
    seen = client_of(scene.connection).read([row.address for row in rows]).found
    moved, taker = rows if rows[0].pk > rows[1].pk else rows[::-1]
    where = {moved: replace(moved.address, repo="old"), taker: moved.address}
    found = {row.address: replace(seen[row.address], address=where[row]) for row in rows}
    results_write(hold=hold, connection=scene.connection, asked=[taker, moved], reading=Reading(found=found))
    for row in rows:
        row.refresh_from_db()
    assert places(moved) == [f"acme/old#{moved.number}"]
    assert (moved.trouble, taker.trouble) == ("", "")
    assert places(taker) == [f"acme/web#{taker.number}"]
