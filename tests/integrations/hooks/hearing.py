"""Delivering a fake GitHub's webhooks to the service."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client

from integrations.models import Delivery
from integrations.services.connections import webhook_secret_renew
from integrations.services.deliveries import delivery_work
from tests.integrations.fake_github import Delivery as Sent
from tests.integrations.sync.scenes import Scene


@dataclass
class Hearing:
    """A scene whose GitHub can deliver."""

    scene: Scene
    secret: str

    @classmethod
    def of(cls, scene: Scene) -> "Hearing":
        caller = scene.cast.caller("manager")
        _, secret = webhook_secret_renew(connection_id=scene.connection.pk, caller=caller)
        return cls(scene, secret)

    @property
    def address(self) -> str:
        return f"/hooks/github/{self.scene.connection.pk}"

    @property
    def last(self) -> Sent:
        return self.scene.github.deliveries[-1]

    def send(self, body: bytes, headers: dict[str, str], address: str = "") -> HttpResponse:
        typed = headers.pop("Content-Type", "application/json")
        return Client().post(address or self.address, body, content_type=typed, headers=headers)

    def deliver(self, sent: Sent, **headers: str) -> HttpResponse:
        """The answer to one that GitHub signed, with these headers changed."""
        body, signed = self.scene.github.signed(sent, self.secret)
        return self.send(body, {**signed, **headers})

    def work(self) -> int:
        """The tasks of all that is in the inbox."""
        waiting = Delivery.objects.filter(done_at__isnull=True).order_by("pk")
        return sum(delivery_work(pk) for pk in list(waiting.values_list("pk", flat=True)))


def told(response: HttpResponse) -> tuple[int, Any]:
    body = response.json()  # type: ignore[attr-defined]
    return response.status_code, body.get("delivery") or body["error"]
