"""The console's section for notices."""

from integrations.admin import notices

__all__ = ["notices"]
