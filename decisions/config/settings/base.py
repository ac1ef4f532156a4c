"""Settings that hold everywhere; local, test and production add what differs."""

from decisions.config.databases import database_settings
from decisions.config.env import env, state_folder
from decisions.config.settings.console import UNFOLD as UNFOLD

VAR = state_folder()
# Whether this is the mode of one command and one folder, which may keep its first sign-in beside the data.
EMBEDDED = False
PUBLIC_URL = env.str("DECISIONS_PUBLIC_URL", default="http://127.0.0.1:8000").rstrip("/")

DEBUG = False
ALLOWED_HOSTS: list[str] = env.list("DECISIONS_ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
# Web pages that may call /mcp, beside our own and those on the user's own machine.
MCP_ORIGINS: list[str] = env.list("DECISIONS_MCP_ORIGINS", default=[])

INSTALLED_APPS = [
    # The plain config: the other one would put its own site in place of ours.
    "unfold.apps.BasicAppConfig",
    "unfold.contrib.filters",
    "decisions.config.console.ConsoleConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "guardian",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "spaces.apps.SpacesConfig",
    "decisions.apps.DecisionsConfig",
    "reviews.apps.ReviewsConfig",
    "integrations.apps.IntegrationsConfig",
    "mcp_bridge.apps.McpBridgeConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "decisions.config.content_policy.ContentPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "decisions.config.urls"
WSGI_APPLICATION = "mcp_bridge.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": database_settings(folder=VAR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "decisions"}
}

AUTH_USER_MODEL = "spaces.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "guardian.backends.ObjectPermissionBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "/console/login/"
LOGIN_REDIRECT_URL = "/console/"

# A visitor is the absence of a user: a row that stands for nobody could be given rights.
ANONYMOUS_USER_NAME = None
GUARDIAN_MONKEY_PATCH_USER = False

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
# Static files are served from where they are installed; production collects and compresses them first.
WHITENOISE_USE_FINDERS = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
# Preview links are secrets in the address; no other site may learn them from a Referer header.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# A text of 512 KiB grows up to six times in JSON, where every character may be escaped.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "spaces.api.authentication.ResolvedAuthentication",
        "spaces.api.authentication.AgentKeyAuthentication",
        "spaces.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["spaces.api.permissions.ScopePermission"],
    "DEFAULT_THROTTLE_CLASSES": ["spaces.api.throttling.CallerThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "spaces.kernel.openapi.OperationSchema",
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
        "spaces.api.authentication.AgentKeyAuthentication",
        "spaces.api.authentication.SessionAuthentication",
    ],
    # Choices are written out where they stand; as components of their own they would need invented names.
    "POSTPROCESSING_HOOKS": ["decisions.config.openapi.choices_in_place"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    # The pages' scripts come from this server: a reader's browser talks to nobody else.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# Seals the audit log (SECRET_KEY where it is empty): old seals then outlive a changed SECRET_KEY.
DECISIONS_AUDIT_KEY = env.str("DECISIONS_AUDIT_KEY", default="")

# For each credential, or for each address of a visitor.
DECISIONS_CALLS_A_MINUTE = {
    "read": env.int("DECISIONS_READS_A_MINUTE", default=1_200),
    "write": env.int("DECISIONS_WRITES_A_MINUTE", default=300),
    "visitor": env.int("DECISIONS_VISITS_A_MINUTE", default=120),
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "stdout": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "line"}
    },
    "root": {"handlers": ["stdout"], "level": env.str("DECISIONS_LOG_LEVEL", default="INFO")},
    "loggers": {"django": {"handlers": [], "propagate": True}},
}

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://localhost/")
if CELERY_BROKER_URL.startswith("filesystem:"):
    # One folder both ways: the processes that send are the ones that receive.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(VAR / "queue" / "messages"),
        "data_folder_out": str(VAR / "queue" / "messages"),
        "control_folder": str(VAR / "queue" / "control"),
    }
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, object]] = {
    "seal the audit log": {"task": "spaces.seal_audit", "schedule": 60.0},
}
CELERY_TIMEZONE = "UTC"
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# A worker that dies gives its task back; tasks are written to be safe to run twice.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# The root logger above is the log; Celery's own set-up would replace it.
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
