"""The lists of the console: narrowed by a form, leafed through by keyset, counted as far as it is cheap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.admin.options import ModelAdmin
from django.contrib.admin.views.main import PAGE_VAR
from django.core.exceptions import SuspiciousOperation
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from unfold.views import ChangeList

from spaces.admin.filters import ListFilters, address_of
from spaces.kernel.errors import DomainError
from spaces.kernel.leafing import Count, Leaf, count_up_to, leaf_of


class UnknownFilter(SuspiciousOperation):
    """The address asks for what no filter of the list is; Django would let it probe any column."""


@dataclass(frozen=True)
class ListPage:
    """One page of a narrowed list, how many rows there are in all, and where the pages around it are."""

    leaf: Leaf
    count: Count
    # The query of the list's address without a page, and what names a page in it.
    address: str
    token_name: str = PAGE_VAR

    @property
    def rows(self) -> Sequence[Any]:
        return self.leaf.rows

    @property
    def first_url(self) -> str:
        return f"?{self.address}"

    @property
    def before_url(self) -> str:
        """The page before this one; empty on the first."""
        return self._url_of(self.leaf.before)

    @property
    def after_url(self) -> str:
        """The page after this one; empty on the last."""
        return self._url_of(self.leaf.after)

    def _url_of(self, token: str) -> str:
        separator = "&" if self.address else ""
        return f"?{self.address}{separator}{self.token_name}={token}" if token else ""


def list_page(
    request: HttpRequest,
    rows: QuerySet[Any],
    given: Mapping[str, list[str]],
    *,
    label: str,
    order: Sequence[str],
    size: int,
    token_name: str = PAGE_VAR,
) -> ListPage:
    """The page of a list that the address names, in two statements; the first where it names another list's."""
    query = {"list": label, "order": list(order), **given}
    try:
        leaf = leaf_of(rows, order=order, query=query, token=request.GET.get(token_name, ""), size=size)
    except DomainError:
        messages.warning(request, _("That page was of another list. This is the first page."))
        leaf = leaf_of(rows, order=order, query=query, size=size)
    return ListPage(leaf, count_up_to(rows), address_of(given), token_name)


class ConsoleList(ChangeList):  # type: ignore[misc]
    """One page of a list, whose rows lead to pages by the ids people know.

    Two statements, however many rows there are: the page, and a count that stops.
    """

    filters: ListFilters
    page: ListPage
    allowed_to_add: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = capfirst(self.opts.verbose_name_plural)

    def url_for_result(self, result: Model) -> str:
        address: str = self.model_admin.url_of(result)
        return address

    def get_filters(self, request: HttpRequest) -> tuple[list[Any], bool, dict[str, Any], bool, bool]:
        known = set(self.filters.fields)
        for name in self.get_filters_params():
            if name not in known:
                raise UnknownFilter(f"Filtering by {name} is not allowed")
        return [], False, {}, False, self.filters.active

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        self.allowed_to_add = self.model_admin.has_add_permission(request)
        self.filters = self.model_admin.filters(request.GET, request=request, admin=self.model_admin)
        self.filter_specs, self.has_filters, _, _, self.has_active_filters = self.get_filters(request)
        rows: QuerySet[Any] = self.apply_select_related(self.filters.narrowed(self.root_queryset))
        return rows

    def narrowed_by(self, request: HttpRequest) -> Mapping[str, list[str]]:
        """The parameters of the address that narrow the list: its pages keep them."""
        return self.filters.given

    @property
    def is_narrowed(self) -> bool:
        return bool(self.page.address)

    def get_results(self, request: HttpRequest) -> None:
        order = order_of(self.queryset, self.model_admin)
        label = self.opts.label
        self.page = list_page(
            request,
            self.queryset,
            self.narrowed_by(request),
            label=label,
            order=order,
            size=self.list_per_page,
        )
        self.result_list = self.page.rows
        # As Django's templates call them.
        self.result_count = self.full_result_count = self.page.count.number
        self.show_full_result_count = self.can_show_all = self.show_admin_actions = False
        self.multi_page = not self.page.leaf.is_whole

    @property
    def add_url(self) -> str:
        """Where what the list holds is made; empty for who may not."""
        if not self.allowed_to_add:
            return ""
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_add")


def order_of(rows: QuerySet[Any], admin: "ModelAdmin[Any]") -> tuple[str, ...]:
    """The order of a list: that of its rows where a search ranked them, else the section's own; unique."""
    order = tuple(map(str, rows.query.order_by or admin.ordering or ()))
    ends = order[-1].lstrip("-") if order else ""
    return order if ends in {"pk", "id", "place"} else (*order, "-pk")
