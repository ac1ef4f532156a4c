"""Every page of the console, taken from the table of addresses: a new page cannot escape what tests ask of all."""

from collections.abc import Callable, Iterator

from django.contrib import admin
from django.test import RequestFactory
from django.urls import URLPattern, reverse

from spaces.models import AuditCheck
from tests.sample import Sample

# Names in the console that are no pages, with the reason.
NO_PAGES = {
    "search": "answers unfold's own search, which is off",
    "autocomplete": "answers widgets that are not used",
    "jsi18n": "a script",
    "login": "leads to the sign-in page",
    "logout": "takes a form that was sent",
    "password_change": "leads to the sign-in pages",
    "password_change_done": "leads to the sign-in pages",
    "view_on_site": "leads on",
    "app_list": "Django's own, to which nothing leads",
    "decisions_document_source": "a text as it was sent",
    "decisions_diagram_picture": "a picture",
    "decisions_document_picture": "a picture",
    "decisions_document_draft": "takes a form that was sent",
    "decisions_document_template": "answers the form of a new document",
    "decisions_document_export": "a file",
    "decisions_savedview_change": "leads to the list that it narrows",
    "spaces_auditentry_checks": "takes a form that was sent",
    "spaces_auditentry_export": "a file",
    "integrations_notice_change": "leads to what it is about",
    "integrations_notice_seen": "takes a form that was sent",
}

# What an address says beyond the row, where a page is about that.
QUERIES: dict[str, Callable[[Sample], str]] = {
    "decisions_document_offers_take": lambda sample: f"offer_id={_offer(sample)}",
    "decisions_document_offers_decline": lambda sample: f"offer_id={_offer(sample)}",
    "decisions_savedview_add": lambda sample: "address=kind%3Drfc",
    "decisions_document_compare": lambda sample: "from_version=1&to_version=2",
}


def _offer(sample: Sample) -> str:
    return str(sample.document.pull_request_offers.get().pk)


def console_pages(sample: Sample) -> Iterator[tuple[str, str]]:
    """The name and the address of each page, those of rows with a row of the sample."""
    for pattern in _patterns():
        name = pattern.name or ""
        if not name or name in NO_PAGES:
            continue
        arguments = [_row(sample, name) for _ in pattern.pattern.converters]
        query = QUERIES[name](sample) if name in QUERIES else ""
        yield name, reverse(f"admin:{name}", args=arguments) + (f"?{query}" if query else "")


def _patterns() -> Iterator[URLPattern]:
    for each in admin.site.get_urls():
        if isinstance(each, URLPattern):
            yield each
        else:
            yield from (inner for inner in each.url_patterns if isinstance(inner, URLPattern))


def _row(sample: Sample, name: str) -> str:
    """A row of the section that this address is in: the sample's own, else the first that the viewer sees."""
    for model, section in admin.site._registry.items():
        prefix = f"{model._meta.app_label}_{model._meta.model_name}"
        if not name.startswith(f"{prefix}_"):
            continue
        own = {"decisions_document": sample.document, "reviews_ask": sample.ask}.get(prefix)
        if name == "reviews_review_of":
            own = sample.document
        if name == "spaces_auditentry_check":
            own = AuditCheck.objects.get()
        if own is None:
            request = RequestFactory().get("/console/")
            request.user = sample.viewer
            own = section.get_queryset(request).first()
        assert own is not None, f"tests/sample.py makes nothing that {name} could be about"
        return str(own.pk)
    raise AssertionError(f"No section of the console has the address {name}.")
