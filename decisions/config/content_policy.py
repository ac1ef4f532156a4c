"""What a browser may load and run on each kind of page: the fence behind the sanitiser."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

_NOTHING = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

# Documents show pictures from wherever they are kept; over https, so that nobody on the way changes them.
_PICTURES = "img-src 'self' https: data:"

# Scripts come as files of ours only, and nothing is evaluated. Styles may stand in attributes, which set the
# width of a bar; what people write is sanitised of both.
_CONSOLE = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "font-src 'self'",
        _PICTURES,
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_READING = f"{_NOTHING}; style-src 'self'; {_PICTURES}"
# A list that anybody narrows by a form, which shows no text.
_LISTING = _READING.replace("form-action 'none'", "form-action 'self'")

# The start of an address -> its policy. Other pages are JSON, or set their own.
POLICIES: dict[str, str] = {
    "/console/": _CONSOLE,
    "/oauth/": _CONSOLE,
    "/sign-in/": _CONSOLE,
    # The first that fits holds.
    "/public/accounts/": _LISTING,
    "/public/": _READING,
    "/preview/": _READING,
}


class ContentPolicy:
    """Sets Content-Security-Policy on every answer below the addresses in POLICIES, errors included."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for start, policy in POLICIES.items():
            if request.path.startswith(start):
                if onwards := getattr(response, "form_targets", ""):
                    # Where the page's form leads in the end, named by its view.
                    policy = policy.replace("form-action 'self'", f"form-action 'self' {onwards}")
                response.headers.setdefault("Content-Security-Policy", policy)
        return response
