"""The spaces a caller sees as trees, one for each account, with counts of what they hold."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet

from spaces.domain.caller import Caller
from spaces.kernel.registry import SPACE_COUNTS, hooks
from spaces.models import Account, Space
from spaces.querysets import spaces_visible_to

# A page shows no larger tree; beyond that spaces are listed by pages and found by search.
MAX_TREE = 500


@dataclass(frozen=True)
class Branch:
    """A space with what the caller reads in it, as counts by name, and the spaces below that they see."""

    space: Space
    counts: Mapping[str, int]
    branches: "list[Branch]" = field(default_factory=list)

    @property
    def below(self) -> int:
        """How many spaces are anywhere below."""
        return len(self.branches) + sum(branch.below for branch in self.branches)


@dataclass(frozen=True)
class AccountTree:
    """An account with its spaces that nothing the caller sees is above."""

    account: Account
    is_member: bool
    branches: list[Branch]


def space_trees(caller: Caller) -> list[AccountTree] | None:
    """Every space the caller sees, those of their own accounts first; None where they are too many."""
    spaces = list(_spaces(caller).order_by("account__name", "account_id", "name", "pk")[: MAX_TREE + 1])
    if len(spaces) > MAX_TREE:
        return None
    seen = {space.pk for space in spaces}
    below: dict[str, list[Space]] = defaultdict(list)
    tops: dict[str, list[Space]] = defaultdict(list)
    for space in spaces:
        # A partner may see a space and none above it: it is a top to them.
        if space.parent_id in seen:
            below[space.parent_id].append(space)
        else:
            tops[space.account_id].append(space)
    counts = counts_of(spaces, caller)

    def branch(space: Space) -> Branch:
        return Branch(space, counts[space.pk], [branch(each) for each in below[space.pk]])

    trees = [
        AccountTree(first[0].account, caller.is_member(account_id), [branch(space) for space in first])
        for account_id, first in tops.items()
    ]
    return sorted(trees, key=lambda tree: not tree.is_member)


def branches_below(space: Space, caller: Caller) -> list[Branch]:
    """The spaces directly below one, as far as the caller sees them, with their counts."""
    children = list(_spaces(caller).filter(parent=space).order_by("name", "pk"))
    counts = counts_of(children, caller)
    return [Branch(child, counts[child.pk]) for child in children]


def counts_of(spaces: Sequence[Space], caller: Caller) -> dict[str, dict[str, int]]:
    """What the caller reads in each space, as counts by name; so many statements for any number of spaces."""
    counts: dict[str, dict[str, int]] = {space.pk: {} for space in spaces}
    if spaces:
        for told in hooks.run(SPACE_COUNTS, spaces=spaces, caller=caller).values():
            for name, by_space in told.items():
                for space_id, each in counts.items():
                    each[name] = by_space.get(space_id, 0)
    return counts


def _spaces(caller: Caller) -> QuerySet[Space]:
    return spaces_visible_to(caller).select_related("account").defer("description")
