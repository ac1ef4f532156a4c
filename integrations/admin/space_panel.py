"""What carries the documents of a space out, on its page."""

from integrations.services.pull_request_listing import pull_request_overview
from spaces.admin.panels import Panel
from spaces.domain.caller import Caller
from spaces.models import Space


def carrying_space_panels(*, space: Space, caller: Caller) -> list[Panel]:
    """The space's pull requests counted by state, for members of its account alone; none where there are none."""
    if not caller.is_member(space.account_id):
        return []
    overview = pull_request_overview(caller, {"space_id": space.pk, "page_size": 1})
    counts = {state: count for state, count in overview.facts["counts"].items() if count}
    return [Panel("console/space_carrying.html", {"space": space, "counts": counts})] if counts else []
