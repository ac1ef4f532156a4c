"""Second factors as they are kept: the secrets behind codes are sealed."""

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator

from spaces.models import User
from spaces.services.secrets import SIGN_IN


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """allauth's own, with secrets encrypted and names in plain words."""

    def encrypt(self, text: str) -> str:
        return SIGN_IN.sealed(text)

    def decrypt(self, encrypted_text: str) -> str:
        return SIGN_IN.opened(encrypted_text)

    def get_totp_label(self, user: User) -> str:
        return user.username

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return f"Passkey {number}"
