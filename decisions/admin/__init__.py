"""The console's documents, and the pages that visitors read."""

from decisions.admin import documents

__all__ = ["documents"]
