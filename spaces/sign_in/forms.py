"""allauth's forms in the words and with the rules of the other pages."""

from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
)
from allauth.account.models import EmailAddress
from allauth.mfa.base.forms import ReauthenticateForm as CodeAgainForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.forms import BaseForm
from django.utils.translation import gettext_lazy as _


def _in_our_words(form: BaseForm, **labels: Any) -> None:
    """Give fields our labels, and none a placeholder: it goes when one types, and the label does not."""
    for name, label in labels.items():
        form.fields[name].label = label
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SignInForm(LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, login=_("Name or e-mail address"), password=_("Password"))
        self.fields["password"].help_text = ""


class NewPasswordForm(SetPasswordForm):  # type: ignore[misc]
    """A new password; that it is still them was shown before, see spaces.sign_in.pages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, password1=_("New password"), password2=_("New password, once more"))


class ForgottenForm(ResetPasswordForm):  # type: ignore[misc]
    """Only a verified address gets the link: one that was mistyped would let in whoever has it."""

    users: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, email=_("E-mail address"))

    def clean_email(self) -> str:
        email: str = super().clean_email()
        verified = EmailAddress.objects.filter(email=email.lower(), verified=True)
        known = set(verified.values_list("user_id", flat=True))
        self.users = [user for user in self.users if user.pk in known]
        return email


class ForgottenKeyForm(ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, password1=_("New password"), password2=_("New password, once more"))


class AddressForm(AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, email=_("New address"))


class PasswordAgainForm(ReauthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, password=_("Password"))


class CodeForm(CodeAgainForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, code=_("Code"))


class FirstCodeForm(ActivateTOTPForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, code=_("Code that the app shows"))


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """A passkey that also signs in by itself, unless the person takes that away."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, name=_("Name"))
        alone = self.fields["passwordless"]
        alone.initial = True
        alone.label = _("Sign in with it alone, without the password")
        alone.help_text = _(
            "It then asks for your finger, face or PIN. Some plain security keys cannot do this."
        )
