"""The rules of signing in an app: the toolkit's, and where this service is stricter or more forgiving."""

import uuid
from typing import Any

from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749 import errors

from spaces.domain.scopes import known_scopes, scope_words
from spaces.kernel.addresses import resource_identifier
from spaces.kernel.errors import DomainError
from spaces.models import AccessToken, ConnectedApp, Grant, RefreshToken
from spaces.oauth.resources import foreign_resource, is_ours
from spaces.services.connected_apps import connected_app_open, token_family_end
from spaces.services.credentials import connection_stands, key_digest


class _UsedAlready(Exception):
    """A refresh token that another request used since this one was read."""


class ServiceValidator(OAuth2Validator):  # type: ignore[misc]
    """Codes and refresh tokens are good once; tokens are for this service, one person and one choice."""

    # Scopes: words that are no scope of ours, such as offline_access, are passed over.

    def validate_scopes(
        self, client_id: str, scopes: list[str], client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        known = known_scopes(" ".join(scopes))
        request.scopes = scope_words(known).split() if known else self.get_default_scopes(client_id, request)
        return True

    def is_within_original_scope(
        self, request_scopes: list[str], refresh_token: str, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        original = known_scopes(" ".join([*self._original(request)]))
        asked = known_scopes(" ".join(request_scopes))
        request.scopes = scope_words(asked or original).split()
        return asked <= original

    def _original(self, request: Any) -> list[str]:
        given: str | list[str] = self.get_original_scopes(request.refresh_token, request)
        return given.split() if isinstance(given, str) else given

    # Codes.

    def _create_authorization_code(self, request: Any, code: dict[str, str], expires: Any = None) -> Grant:
        if request.code_challenge_method != "S256":
            raise errors.InvalidRequestError(description="PKCE with S256 is needed.", request=request)
        request.resource = [resource_identifier()]
        kept = {**code, "code": key_digest(code["code"])}
        grant: Grant = super()._create_authorization_code(request, kept, expires)
        grant.account_id = request.chosen_account_id
        grant.save(update_fields=["account"])
        return grant

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        # From here on the code is what is kept of it: the toolkit goes on with this one.
        request.code = key_digest(code)
        # Read once: a second use at the same moment may take the row away between two looks.
        request.grant_row = Grant.objects.filter(code=request.code, application=client).first()
        if request.grant_row is None:
            self._end_what_it_gave(request.code, client)
            return False
        good: bool = super().validate_code(client_id, request.code, client, request, *args, **kwargs)
        return good and request.user.is_active

    def get_code_challenge(self, code: str, request: Any) -> str | None:
        return request.grant_row.code_challenge or None

    def get_code_challenge_method(self, code: str, request: Any) -> str | None:
        return request.grant_row.code_challenge_method or None

    def confirm_redirect_uri(
        self,
        client_id: str,
        code: str,
        redirect_uri: str,
        client: Any,
        request: Any,
        *args: Any,
        **kwargs: Any,
    ) -> bool:
        return bool(request.grant_row.redirect_uri_allowed(redirect_uri))

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        try:
            super().invalidate_authorization_code(client_id, code, request, *args, **kwargs)
        except errors.InvalidGrantError:
            self._end_what_it_gave(code, request.client)
            raise

    def _end_what_it_gave(self, code_digest: str, client: Any) -> None:
        given = RefreshToken.objects.filter(code_digest=code_digest, application=client)
        for family in given.values_list("token_family", flat=True):
            token_family_end(family=family)

    # Tokens.

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        # Whichever app it is that has it: a spent token in any hands is one that got out.
        spent = RefreshToken.objects.filter(token_checksum=key_digest(refresh_token), revoked__isnull=False)
        family = spent.values_list("token_family", flat=True).first()
        if family is not None:
            token_family_end(family=family)
            return False
        good: bool = super().validate_refresh_token(refresh_token, client, request, *args, **kwargs)
        return good and connection_stands(request.refresh_token_instance.connection)

    def _check_and_set_request_resource(self, request: Any) -> None:
        """Every token is bound to this service's one resource; a token for another is never given."""
        given = [value for name, value in request.decoded_body or () if name == "resource" and value]
        if not all(map(is_ours, given)):
            raise foreign_resource(request=request)
        request.resource = [resource_identifier()]
        # Also that the code or refresh token was for it: the address may have changed since.
        super()._check_and_set_request_resource(request)

    def save_bearer_token(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().save_bearer_token(token, request, *args, **kwargs)
        except _UsedAlready:
            token_family_end(family=request.refresh_token_instance.token_family)
            raise errors.InvalidGrantError(request=request) from None

    def _save_bearer_token(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> Any:
        presented = getattr(request, "refresh_token_instance", None)
        if presented is not None:
            # What validated it read it without a lock. The toolkit would now answer with the tokens that the
            # first use was given, of which only digests are left.
            locked = RefreshToken.objects.select_for_update().get(pk=presented.pk)
            if locked.revoked is not None:
                raise _UsedAlready
            request.connection = presented.connection
        else:
            request.connection = self._opened(token, request)
        return super()._save_bearer_token(token, request, *args, **kwargs)

    def _opened(self, token: dict[str, Any], request: Any) -> ConnectedApp:
        try:
            return connected_app_open(
                app=request.client,
                user=request.user,
                account_id=request.grant_row.account_id,
                scopes=known_scopes(token["scope"]),
            )
        except DomainError as refusal:
            raise errors.InvalidGrantError(description=refusal.detail, request=request) from refusal

    def _create_access_token(
        self, expires: Any, request: Any, token: dict[str, Any], source_refresh_token: Any = None
    ) -> AccessToken:
        access_token = AccessToken(
            user=request.user,
            scope=token["scope"],
            expires=expires,
            application=request.client,
            source_refresh_token=source_refresh_token,
            resource=request.resource,
            connection=request.connection,
        )
        self._set_token_value(access_token, token["access_token"])
        access_token.save()
        return access_token

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: AccessToken, previous: Any
    ) -> RefreshToken:
        refresh_token = RefreshToken(
            user=request.user,
            application=request.client,
            access_token=access_token,
            token_family=previous.token_family if previous else uuid.uuid4(),
            resource=request.resource,
            connection=request.connection,
            code_digest="" if previous else request.code,
        )
        self._set_token_value(refresh_token, refresh_token_code)
        refresh_token.save()
        return refresh_token
