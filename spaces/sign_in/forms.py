"""Two of allauth's forms in the words of the other pages."""

from typing import Any

from allauth.account.forms import LoginForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm


class SignInForm(LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Name or e-mail address"
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """A passkey that also signs in by itself, unless the person takes that away."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        alone = self.fields["passwordless"]
        alone.initial = True
        alone.label = "Sign in with it alone, without the password"
        alone.help_text = (
            "It then asks for your finger, face or PIN. Some plain security keys cannot do this."
        )
