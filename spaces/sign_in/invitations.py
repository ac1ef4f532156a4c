"""The pages behind the link of an invitation: for who is signed in, and for who has no sign-in yet."""

from typing import Any

from allauth.account.utils import perform_login
from allauth.core.ratelimit import consume_or_429
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from spaces.kernel.errors import DomainError
from spaces.models import Invitation, Membership, User
from spaces.services.credentials import caller_for_person
from spaces.services.invitations import (
    invitation_accept,
    invitation_accept_as_new,
    invitation_behind,
    link_digest,
    membership_by,
)

# Under this name the session keeps the digest of the link that this browser opened last.
_OPENED = "invitation"


class NewPersonForm(forms.Form):
    """What somebody who comes by an invitation chooses for themself."""

    username = forms.CharField(
        label=_("Your name here"),
        max_length=150,
        validators=[User.username_validator],
        help_text=_("You sign in with it, and everybody sees it beside what you do."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if "password" in given:
            nearly = User(username=given.get("username", ""), email=self.email)
            try:
                validate_password(given["password"], nearly)
            except ValidationError as weak:
                self.add_error("password", weak)
        return given


@never_cache
@require_safe
def invitation_link(request: HttpRequest, secret: str) -> HttpResponse:
    """To the page of the invitation, whose address tells nothing: this one is a secret."""
    request.session[_OPENED] = link_digest(secret)
    response = HttpResponseRedirect(reverse("invitation"))
    response["Referrer-Policy"] = "no-referrer"
    return response


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation_page(request: HttpRequest) -> HttpResponse:
    """What the link this browser opened is about, and accepting it."""
    refused: HttpResponse | None = consume_or_429(request, action="invitation")
    if refused:
        return refused
    digest = opened_link(request)
    invitation = invitation_behind(digest)
    user = request.user if isinstance(request.user, User) else None
    if user and (already := _membership(user, digest, invitation)):
        return _page(request, "invitation_joined", membership=already, invitation=invitation)
    if invitation is None:
        return _page(request, "invitation_no_good", status=404)
    if user:
        return _for_person(request, user, digest, invitation)
    return _for_newcomer(request, digest, invitation)


def opened_link(request: HttpRequest) -> str:
    """The digest of the link that this browser opened last; empty where it opened none."""
    return str(request.session.get(_OPENED, ""))


def _membership(user: User, digest: str, invitation: Invitation | None) -> Membership | None:
    if invitation is None:
        return membership_by(digest, user_id=user.pk)
    return Membership.objects.filter(user=user, account_id=invitation.account_id).first()


def _for_person(request: HttpRequest, user: User, digest: str, invitation: Invitation) -> HttpResponse:
    if request.method != "POST":
        return _page(request, "invitation", invitation=invitation)
    try:
        membership = invitation_accept(digest=digest, caller=caller_for_person(user))
    except DomainError:
        # It ended between the page and the answer: the page tells how.
        return HttpResponseRedirect(reverse("invitation"))
    return HttpResponseRedirect(_home(membership))


def _for_newcomer(request: HttpRequest, digest: str, invitation: Invitation) -> HttpResponse:
    sent = request.POST if request.method == "POST" else None
    form = NewPersonForm(sent, email=invitation.email)
    if sent is not None and form.is_valid():
        try:
            membership = invitation_accept_as_new(digest=digest, **form.cleaned_data)
        except DomainError as refusal:
            if refusal.path is None:
                return HttpResponseRedirect(reverse("invitation"))
            form.add_error(refusal.path, f"{refusal.issues[0]['problem']} {refusal.fix}")
        else:
            answer: HttpResponse = perform_login(
                request, membership.user, email_verification="none", redirect_url=_home(membership)
            )
            return answer
    return _page(request, "invitation", invitation=invitation, form=form)


def _home(membership: Membership) -> str:
    return reverse("admin:spaces_account_change", args=[membership.account_id])


def _page(request: HttpRequest, template: str, *, status: int = 200, **shown: Any) -> TemplateResponse:
    return TemplateResponse(request, f"sign_in/{template}.html", shown, status=status)
