"""The console's sections for documents, and for questions and diagrams about them."""

from decisions.admin import diagrams, documents, questions

__all__ = ["diagrams", "documents", "questions"]
