"""What an imported governance document says about itself: number, title, status word and date."""

from decisions.domain.headers.numbers import name_title
from decisions.domain.headers.reading import ImportedHeader, Problem, complemented, read_header
from decisions.domain.headers.statuses import map_status

__all__ = ["ImportedHeader", "Problem", "complemented", "map_status", "name_title", "read_header"]
