"""The console's section for documents."""

from decisions.admin import documents

__all__ = ["documents"]
