"""Rows that are added and read, and never changed or removed."""

from typing import Any, NoReturn

from django.db import models


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError(f"{self.model.__name__} rows are append-only.")

    def delete(self) -> NoReturn:
        raise TypeError(f"{self.model.__name__} rows are append-only.")


class AppendOnly(models.Model):
    """A model whose rows stand as they were written."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError(f"{type(self).__name__} rows are append-only.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(f"{type(self).__name__} rows are append-only.")
