"""The public documents of an account, and what search engines are told."""

from django.http import HttpRequest, HttpResponse
from django.utils.http import urlencode

from decisions.admin.public.answers import open_to_visitors, page_of_html, public_url, revalidated
from decisions.domain.kinds import KINDS
from decisions.models.documents import KIND_CHOICES
from decisions.services.public_reading import public_account, public_index, public_spaces
from spaces.models import Account

# No list of all accounts leads to the pages: who publishes links to their own.
ROBOTS = "User-agent: *\nAllow: /public/\nDisallow: /\n"

_NARROWED_BY = ("kind", "status", "space")

# In the order of their kinds' lives.
_STATUSES = list(dict.fromkeys(status.value for rules in KINDS.values() for status in rules.statuses))


def account_url(account: Account, **narrowed: str) -> str:
    """The address of an account's public documents."""
    query = f"?{urlencode(narrowed)}" if narrowed else ""
    return public_url("public-account", account.pk) + query


@open_to_visitors
def account_page(request: HttpRequest, account_id: str) -> HttpResponse:
    """An account's public documents, newest first; absent where it has none."""
    account = public_account(account_id)
    chosen = {name: said for name in _NARROWED_BY if (said := request.GET.get(name, ""))}
    page = public_index(account, {**chosen, "page_token": request.GET.get("page_token", "")})
    shown = {
        "account": account,
        "documents": page.rows,
        "chosen": chosen,
        "kinds": KIND_CHOICES,
        "statuses": [(status, status.replace("_", " ")) for status in _STATUSES],
        "spaces": public_spaces(account),
        "older": urlencode({**chosen, "page_token": page.next_page_token}) if page.next_page_token else "",
        # A page of a list is no address of its own: what it shows moves on.
        "canonical": account_url(account),
        "is_part_of_list": bool(chosen or request.GET.get("page_token")),
    }
    return revalidated(request, page_of_html("reading/index.html", shown))


def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read: the public pages and nothing else."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
