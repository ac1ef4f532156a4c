"""A mail server that is down."""

from typing import Any

from django.core.mail.backends.base import BaseEmailBackend


class NoMail(BaseEmailBackend):
    def send_messages(self, email_messages: Any) -> int:
        raise ConnectionRefusedError
