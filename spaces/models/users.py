"""People who sign in."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import transaction

from spaces.domain.roles import Role
from spaces.kernel.ids import PublicIdField
from spaces.models.accounts import Account, Membership


class PeopleManager(UserManager["User"]):
    """Makes each person together with the personal account that is theirs alone."""

    def _create_user(self, *args: Any, **kwargs: Any) -> "User":
        with transaction.atomic(using=self.db):
            user: User = super()._create_user(*args, **kwargs)  # type: ignore[misc]
            account = Account.objects.create(name=user.username, person=user)
            Membership.objects.create(account=account, user=user, role=Role.OWNER)
        return user


class User(AbstractUser):
    """A person. Their public id, the *subject*, is the primary key."""

    id = PublicIdField("user", primary_key=True)

    objects: ClassVar[PeopleManager] = PeopleManager()

    class Meta:
        verbose_name = "person"
        verbose_name_plural = "people"

    @property
    def subject(self) -> str:
        return self.pk
