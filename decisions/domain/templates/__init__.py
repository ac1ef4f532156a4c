"""The texts new documents start from, and how one is filled in."""

from decisions.domain.templates.built_in import required_sections, template_for
from decisions.domain.templates.filling import fill

__all__ = ["fill", "required_sections", "template_for"]
