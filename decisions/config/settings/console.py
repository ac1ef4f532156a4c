"""How the console looks, and where its menu leads."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy

# A calm blue-green; all steps share one hue so that marks and links read as one family in light and dark.
_PRIMARY = {
    "50": "oklch(97.8% .014 195)",
    "100": "oklch(94.5% .033 195)",
    "200": "oklch(89.5% .06 195)",
    "300": "oklch(82.5% .09 195)",
    "400": "oklch(74% .108 197)",
    "500": "oklch(64% .1 200)",
    "600": "oklch(52% .085 205)",
    "700": "oklch(45% .075 208)",
    "800": "oklch(38.5% .062 210)",
    "900": "oklch(33% .05 212)",
    "950": "oklch(25% .04 214)",
}


def _section(title: str, icon: str, model: str, permission: str = "") -> dict[str, Any]:
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
        "navigation": [{"title": "Sign-in and security", "link": reverse_lazy("sign_in_security")}],
    },
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "COLORS": {"primary": _PRIMARY},
    "STYLES": [
        lambda request: static("console/console.css"),
        lambda request: static("decisions/document.css"),
        lambda request: static("decisions/editing.css"),
        lambda request: static("decisions/comparing.css"),
    ],
    "SIDEBAR": {
        "show_search": False,
        "navigation": [
            {
                "items": [
                    {"title": "Home", "icon": "home", "link": reverse_lazy("admin:index")},
                    {
                        **_section("Notices", "notifications", "integrations_notice"),
                        "badge": "integrations.admin.notices.unseen_badge",
                        "badge_variant": "primary",
                    },
                    _section("Review queue", "rate_review", "reviews_review"),
                    _section("Asks", "approval", "reviews_ask"),
                    _section("Documents", "description", "decisions_document"),
                    _section("Spaces", "folder_open", "spaces_space"),
                ]
            },
            {
                "title": "Access",
                "separator": True,
                "items": [
                    _section("Accounts", "groups", "spaces_account"),
                    _section("Agent keys", "key", "spaces_agentkey"),
                    _section("Connected apps", "apps", "spaces_connectedapp"),
                    _section("GitHub", "merge", "integrations_githubconnection"),
                    _section("Audit log", "history", "spaces_auditentry"),
                    _section("People", "person", "spaces_user", "decisions.admin.site.runs_the_service"),
                ],
            },
        ],
    },
}
