"""How the console looks, and where its menu leads."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


def _section(title: Any, icon: str, model: str, permission: str = "") -> dict[str, Any]:
    item: dict[str, Any] = {
        "title": title,
        "icon": icon,
        "link": reverse_lazy(f"admin:{model}_changelist"),
    }
    return item | ({"permission": permission} if permission else {})


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Decisions",
    "SITE_HEADER": "Decisions",
    "SITE_SYMBOL": "gavel",
    "SITE_URL": None,
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("decisions/mark.svg")}
    ],
    "ACCOUNT": {
        "navigation": [
            {"title": _("My page"), "link": reverse_lazy("admin:spaces_user_me")},
            {"title": _("Sign-in and security"), "link": reverse_lazy("sign_in_security")},
        ],
    },
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "STYLES": [
        lambda request: static("console/colors.css"),
        lambda request: static("console/console.css"),
        lambda request: static("console/frame.css"),
        lambda request: static("console/spaces.css"),
        lambda request: static("console/audit.css"),
        lambda request: static("console/people.css"),
        lambda request: static("console/lists.css"),
        lambda request: static("decisions/document.css"),
        lambda request: static("decisions/document_page.css"),
        lambda request: static("decisions/gallery.css"),
        lambda request: static("decisions/talk.css"),
        lambda request: static("decisions/editing.css"),
        lambda request: static("decisions/comparing.css"),
        lambda request: static("decisions/home.css"),
    ],
    "SIDEBAR": {
        "show_search": False,
        "navigation": [
            {
                "items": [
                    {"title": _("Home"), "icon": "home", "link": reverse_lazy("admin:index")},
                    {
                        **_section(_("Notices"), "notifications", "integrations_notice"),
                        "badge": "integrations.admin.notices.unseen_badge",
                    },
                    {
                        **_section(_("Review queue"), "rate_review", "reviews_review"),
                        "badge": "reviews.admin.badges.reviews_badge",
                    },
                    {
                        **_section(_("Asks"), "approval", "reviews_ask"),
                        "badge": "reviews.admin.badges.asks_badge",
                    },
                    _section(_("Documents"), "description", "decisions_document"),
                    _section(_("Timeline"), "timeline", "decisions_statusline"),
                    _section(_("Questions"), "help", "decisions_question"),
                    _section(_("Diagrams"), "schema", "decisions_diagram"),
                    _section(_("Pull requests"), "merge", "integrations_pullrequestlink"),
                    _section(_("Spaces"), "folder_open", "spaces_space"),
                ]
            },
            {
                "title": _("Access"),
                "separator": True,
                "items": [
                    _section(_("Accounts"), "groups", "spaces_account"),
                    _section(_("Agent keys"), "key", "spaces_agentkey"),
                    _section(_("Connected apps"), "apps", "spaces_connectedapp"),
                    _section(_("GitHub"), "code", "integrations_githubconnection"),
                    _section(_("Audit log"), "history", "spaces_auditentry"),
                    _section(_("People"), "person", "spaces_user", "decisions.admin.site.runs_the_service"),
                ],
            },
        ],
    },
}
