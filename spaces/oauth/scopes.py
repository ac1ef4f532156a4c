"""The scopes, as the toolkit asks for them."""

from typing import Any

from oauth2_provider.scopes import BaseScopes

from spaces.domain.scopes import IN_WORDS, WORKING_SET


class ServiceScopes(BaseScopes):  # type: ignore[misc]
    """Every scope in words; the working set where an app asks for none."""

    def get_all_scopes(self) -> dict[str, str]:
        return {scope.value: words for scope, words in IN_WORDS.items()}

    def get_available_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [scope.value for scope in IN_WORDS]

    def get_default_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [scope.value for scope in WORKING_SET]
