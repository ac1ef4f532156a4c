"""What a lower app must show or cause but only an upper app knows, filled in when apps are ready.

Each entry runs in the caller's transaction. An upper app adds its part in its AppConfig.ready().
"""

from collections.abc import Callable, Mapping
from typing import Any


class Registry:
    """Named functions from apps above; adding a name twice is a programming error."""

    def __init__(self) -> None:
        self._entries: dict[str, dict[str, Callable[..., Any]]] = {}

    def add(self, hook: str, name: str, function: Callable[..., Any]) -> None:
        entries = self._entries.setdefault(hook, {})
        if name in entries and entries[name] is not function:
            raise ValueError(f"{hook} already has a {name}")
        entries[name] = function

    def run(self, hook: str, **arguments: Any) -> Mapping[str, Any]:
        """What each function of a hook answers, by its name, in the order they were added."""
        return {name: function(**arguments) for name, function in self._entries.get(hook, {}).items()}


hooks = Registry()

# Facts that a space shows: functions of (space, caller).
SPACE_FACTS = "space.facts"
# What a space holds, as counts: functions of (space). It is deleted only where all are 0.
SPACE_HOLDS = "space.holds"
# Effects of a closed floor: functions of (floors: space id -> level, caller), which count what they changed.
FLOOR_RAISED = "space.floor_raised"

# What a change would bring about, told before it is made: functions that answer sequences of
# spaces.domain.effects.Effect. Each runs for somebody who may make the change, and changes nothing.
# Other settings: functions of (space, before, after, caller), both the settings in force.
SETTINGS_EFFECTS = "settings.effects"
# A closed floor: functions of (floors: space id -> level, caller).
FLOOR_EFFECTS = "space.floor_effects"
# One partner more or less: functions of (spaces, added, caller), the spaces those that it holds for.
PARTNER_EFFECTS = "space.partner_effects"
# What spaces hold, as counts of what the caller reads: functions of (spaces, caller), which answer
# name -> (space id -> count).
SPACE_COUNTS = "space.counts"
# Ids of what is called by some words, such as a reference: functions of (words, caller).
OBJECTS_CALLED = "audit.objects_called"
# A member who leaves: functions of (account, user, caller).
MEMBER_LEAVES = "member.leaves"
# What else is one's own, on one's own page: functions of (caller), each a list of spaces.admin.my_page.MyLink.
MY_PAGE = "console.my_page"
