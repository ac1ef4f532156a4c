"""The list of open reviews that the home page counts."""

from typing import Any

from django.http import Http404, HttpRequest
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from reviews.admin.due import due_of, due_prefetch
from reviews.admin.home_panels import age_words
from reviews.services.open_reviews import Age, open_reviews
from spaces.admin.callers import caller_of
from spaces.kernel.errors import DomainError

_A_PAGE = 50


def open_reviews_context(request: HttpRequest) -> dict[str, Any]:
    """A page of open requests, newest first; 404 for an age, account or page that there is not."""
    asked = {name: said for name in ("age", "account") if (said := request.GET.get(name, ""))}
    query = {
        "age": asked.get("age", ""),
        "account_id": asked.get("account", ""),
        "page_size": _A_PAGE,
        "page_token": request.GET.get("page_token", ""),
    }
    try:
        page = open_reviews(caller_of(request), query)
    except DomainError as refusal:
        raise Http404 from refusal
    due_prefetch(page.rows, "reviewer", document="document")
    words = age_words()
    return {
        "title": _("Open reviews"),
        "age": words[Age(asked["age"])] if "age" in asked else "",
        "ages": [
            (word, urlencode({**asked, "age": each.value}), asked.get("age") == each)
            for each, word in words.items()
        ],
        "rows": [{"request": each, **due_of(each.document)} for each in page.rows],
        "older": urlencode({**asked, "page_token": page.next_page_token}) if page.next_page_token else "",
    }
