"""Settings of the REST API, which the MCP tools share, and of its description."""

from decisions.config.env import env

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "spaces.api.authentication.ResolvedAuthentication",
        "spaces.api.authentication.BearerAuthentication",
        "spaces.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["spaces.api.permissions.ScopePermission"],
    "DEFAULT_THROTTLE_CLASSES": ["spaces.api.throttling.CallerThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["spaces.api.parsing.ArgumentsParser"],
    "DEFAULT_SCHEMA_CLASS": "spaces.kernel.openapi.OperationSchema",
    # How many proxies of ours add to X-Forwarded-For; none, and a visitor's claims about their address are ignored.
    "NUM_PROXIES": env.int("DECISIONS_PROXIES", default=0),
    "EXCEPTION_HANDLER": "spaces.kernel.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Decisions",
    "DESCRIPTION": "RFCs, PRDs, ADRs and studies: drafted, versioned, reviewed and decided.",
    "VERSION": "v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    # The third way in carries callers that the service resolved itself; no client can use it.
    "AUTHENTICATION_WHITELIST": [
        "spaces.api.authentication.BearerAuthentication",
        "spaces.api.authentication.SessionAuthentication",
    ],
    # Choices are written out where they stand; as components of their own they would need invented names.
    "POSTPROCESSING_HOOKS": ["decisions.config.openapi.choices_in_place"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    # The page's scripts come from this server: a reader's browser talks to nobody else.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# How many calls a web process answers at once; a quarter of them may wait for a person's decision.
DECISIONS_WEB_THREADS = env.int("DECISIONS_WEB_THREADS", default=8)

# For each credential, or for each address of a visitor.
DECISIONS_CALLS_A_MINUTE = {
    "read": env.int("DECISIONS_READS_A_MINUTE", default=1_200),
    "write": env.int("DECISIONS_WRITES_A_MINUTE", default=300),
    "visitor": env.int("DECISIONS_VISITS_A_MINUTE", default=120),
}
