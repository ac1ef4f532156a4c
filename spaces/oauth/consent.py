"""The page on which a person lets an app act for them, or not."""

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from oauth2_provider.exceptions import FatalClientError, OAuthToolkitError
from oauth2_provider.forms import AllowForm
from oauth2_provider.views import AuthorizationView
from oauthlib.oauth2.rfc6749 import errors

from spaces.domain.redirects import LOOPBACK, told_target
from spaces.domain.scopes import IN_WORDS, Scope, known_scopes, scope_words
from spaces.models import Account, App, User
from spaces.oauth.resources import foreign_resource, is_ours

ALL_ACCOUNTS = ""


class ConsentForm(AllowForm):  # type: ignore[misc]
    """What the app asked for, carried through the page, and what the person allows of it."""

    account = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    granted = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        accounts = Account.objects.filter(memberships__user=person).order_by("name")
        mine = [(account.pk, account.name) for account in accounts]
        self.fields["account"].choices = [(ALL_ACCOUNTS, "All my accounts"), *mine]
        asked = known_scopes(self.data.get("scope") or self.initial.get("scope") or "")
        offered = [scope for scope in Scope if scope in asked]
        self.fields["granted"].choices = [(each.value, IN_WORDS[each]) for each in offered]
        self.initial |= {"account": ALL_ACCOUNTS, "granted": [each.value for each in offered]}

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("allow") and "granted" in given and not given["granted"]:
            self.add_error(
                "granted", forms.ValidationError("Tick at least one, or do not allow it.", "required")
            )
        return given


class ConsentView(AuthorizationView):  # type: ignore[misc]
    """Shown each time: an app that anybody can name is never let in by an older consent.

    What an app may be told goes back to it; what may not, because nobody knows whether the address is the
    app's, is told to the person here.
    """

    template_name = "oauth/consent.html"
    form_class = ConsentForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        asked = request.GET.copy()
        # By this an app could ask for no page at all.
        asked.pop("approval_prompt", None)
        # Sent empty, it is not sent.
        if not any(asked.getlist("resource")):
            asked.pop("resource", None)
        request.GET = asked  # type: ignore[assignment]
        response: HttpResponse = super().get(request, *args, **kwargs)
        return response

    def validate_authorization_request(self, request: HttpRequest) -> Any:
        """What is asked, in order: by whom and where to (told here), then what for (told to the app)."""
        scopes, credentials = super().validate_authorization_request(request)
        told = {"state": credentials.get("state"), "redirect_uri": credentials["redirect_uri"]}
        problem: errors.OAuth2Error | None = None
        if credentials.get("code_challenge_method") != "S256":
            problem = errors.InvalidRequestError(description="PKCE with S256 is needed.", state=told["state"])
        elif not all(map(is_ours, filter(None, request.GET.getlist("resource")))):
            problem = foreign_resource(state=told["state"])
        elif "none" in request.GET.get("prompt", "").split():
            problem = errors.CustomOAuth2Error(error="consent_required", state=told["state"])
        if problem is not None:
            raise OAuthToolkitError(error=problem, redirect_uri=told["redirect_uri"])
        return scopes, credentials

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "person": self.request.user}

    def form_valid(self, form: ConsentForm) -> HttpResponse:
        given = form.cleaned_data
        app = App.objects.filter(client_id=given["client_id"]).first()
        if app is None or not app.redirect_uri_allowed(given["redirect_uri"]):
            # The hidden fields were changed on the way here.
            return self._told_here(errors.MismatchingRedirectURIError())
        given["scope"] = scope_words(known_scopes(" ".join(given["granted"])))
        # The validator binds the code to this service's own; nothing of the form counts.
        given["resource"] = ""
        response: HttpResponse = super().form_valid(form)
        return response

    def create_authorization_response(
        self, request: HttpRequest, scopes: str, credentials: dict[str, Any], allow: bool
    ) -> Any:
        chosen = self.request.POST.get("account") or None
        return super().create_authorization_response(
            request, scopes, {**credentials, "chosen_account_id": chosen}, allow
        )

    def error_response(
        self, error: OAuthToolkitError, application: App | None, **kwargs: Any
    ) -> HttpResponse:
        if isinstance(error, FatalClientError):
            return self._told_here(error.oauthlib_error)
        if application is None:
            asked = self.request.GET.get("client_id") or self.request.POST.get("client_id")
            application = App.objects.filter(client_id=asked).first()
        response: HttpResponse = super().error_response(error, application, **kwargs)
        return response

    def redirect(self, redirect_to: str, application: App | None) -> HttpResponse:
        query = parse_qs(urlsplit(redirect_to).query)
        if "error" in query and "iss" not in query:
            # The toolkit names the issuer (RFC 9207) with what it gives, not with what it refuses.
            redirect_to += "&" + urlencode({"iss": settings.PUBLIC_URL})
        response: HttpResponse = super().redirect(redirect_to, application)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        form: ConsentForm = context["form"]
        named = {name: form[name].value() or "" for name in ("client_id", "redirect_uri")}
        app = App.objects.filter(client_id=named["client_id"]).first()
        return {
            **admin.site.each_context(self.request),
            **context,
            "title": f"Allow {app}?",
            "app": app,
            "target": told_target(named["redirect_uri"]),
            "target_uri": named["redirect_uri"],
        }

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().render_to_response(context, **kwargs)
        if uri := context.get("target_uri"):
            # Browsers hold the way onwards from a form against the page's policy.
            response.form_targets = _policy_source(uri)  # type: ignore[attr-defined]
        return response

    def _told_here(self, error: errors.OAuth2Error) -> HttpResponse:
        context = {
            **admin.site.each_context(self.request),
            "title": "This sign-in cannot go on",
            "error": error,
        }
        return TemplateResponse(self.request, "oauth/refused.html", context, status=400)


def _policy_source(uri: str) -> str:
    """The address as a source of a Content-Security-Policy, which knows no IPv6 addresses."""
    parts = urlsplit(uri)
    if parts.scheme == "https" or (parts.hostname in LOOPBACK and ":" not in (parts.hostname or "")):
        return f"{parts.scheme}://{parts.netloc}"
    return f"{parts.scheme}:"
