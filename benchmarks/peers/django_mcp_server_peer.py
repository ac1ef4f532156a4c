"""django-mcp-server with one tool: a Django view under WSGI, without sessions."""

import project

project.start(
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "rest_framework",
    "mcp_server",
    ROOT_URLCONF="mcp_server.urls",
    DJANGO_MCP_GLOBAL_SERVER_CONFIG={"name": "peer", "stateless": True},
)

from django.core.wsgi import get_wsgi_application  # noqa: E402

application = get_wsgi_application()
