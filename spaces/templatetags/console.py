"""What console templates show times with."""

from django import template

from spaces.admin.columns import moment

register = template.Library()
register.filter("moment", moment, is_safe=True)
