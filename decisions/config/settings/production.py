"""Settings of a production process: everything from the environment, nothing unsafe, no default secret."""

from decisions.config.env import env
from decisions.config.safety import refuse_unsafe
from decisions.config.settings.base import *
from decisions.config.settings.base import STORAGES, VAR

DEBUG = env.bool("DECISIONS_DEBUG", default=False)
SECRET_KEY = env.str("DECISIONS_SECRET_KEY", default="")
# Old keys still verify what they signed, so that a key can be changed without signing everybody out.
SECRET_KEY_FALLBACKS = env.list("DECISIONS_SECRET_KEY_FALLBACKS", default=[])

# Filled by `manage.py collectstatic`; each name carries a hash, so that browsers may keep the file for ever.
STATIC_ROOT = env.str("DECISIONS_STATIC_ROOT", default=str(VAR / "static"))
WHITENOISE_USE_FINDERS = False
STORAGES["staticfiles"] = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}

SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

# A year, the least that browsers' own lists take.
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("DECISIONS_HSTS_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS
SECURE_SSL_REDIRECT = True
# A load balancer asks over plain HTTP inside its own network.
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
if env.bool("DECISIONS_TLS_PROXY", default=True):
    # The proxy that ends TLS must set this header itself and drop one that a client sent.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

refuse_unsafe(globals())
