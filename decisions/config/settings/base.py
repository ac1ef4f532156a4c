"""Settings that hold everywhere; local, test and production add what differs."""

from pathlib import Path

from decisions.config.databases import database_settings
from decisions.config.env import env, state_folder
from decisions.config.settings.api import *
from decisions.config.settings.console import UNFOLD as UNFOLD
from decisions.config.settings.github import *
from decisions.config.settings.mail import *
from decisions.config.settings.oauth import *
from decisions.config.settings.oauth import oauth_provider
from decisions.config.settings.sign_in import *
from decisions.config.settings.sign_in import SIGN_IN_APPS
from decisions.config.settings.tasks import *

VAR = state_folder()
# Whether this is the mode of one command and one folder, which may keep its first sign-in beside the data.
EMBEDDED = False
PUBLIC_URL = env.str("DECISIONS_PUBLIC_URL", default="http://127.0.0.1:8000").rstrip("/")

DEBUG = False
ALLOWED_HOSTS: list[str] = env.list("DECISIONS_ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
# Web pages that may call /mcp, beside our own and those on the user's own machine.
MCP_ORIGINS: list[str] = env.list("DECISIONS_MCP_ORIGINS", default=[])
OAUTH2_PROVIDER = oauth_provider(PUBLIC_URL)

INSTALLED_APPS = [
    # Before unfold: the console's frame is ours, in templates with the names of unfold's.
    "spaces.apps.SpacesConfig",
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
    "oauth2_provider",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "decisions.apps.DecisionsConfig",
    "reviews.apps.ReviewsConfig",
    "integrations.apps.IntegrationsConfig",
    "mcp_bridge.apps.McpBridgeConfig",
    *SIGN_IN_APPS,
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "decisions.config.content_policy.ContentPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "decisions.config.reader.ReaderZone",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "decisions.config.reader.ReaderLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
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
                "spaces.sign_in.frame.sign_in_frame",
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
    "allauth.account.auth_backends.AuthenticationBackend",
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
LOGIN_URL = "/sign-in/login/"
LOGIN_REDIRECT_URL = "/console/"

# A visitor is the absence of a user: a row that stands for nobody could be given rights.
ANONYMOUS_USER_NAME = None
GUARDIAN_MONKEY_PATCH_USER = False

LANGUAGE_CODE = "en"
# One that is added here speaks where it has a catalogue in LOCALE_PATHS: docs/console.md says how to make one.
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [Path(__file__).parents[1] / "locale"]
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

# Seals the audit log (SECRET_KEY where it is empty): old seals then outlive a changed SECRET_KEY.
DECISIONS_AUDIT_KEY = env.str("DECISIONS_AUDIT_KEY", default="")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "stdout": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "line"}
    },
    "root": {"handlers": ["stdout"], "level": env.str("DECISIONS_LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # At DEBUG they write the tokens and codes that they give.
        "oauthlib": {"level": "INFO"},
        "oauth2_provider": {"level": "INFO"},
    },
}
