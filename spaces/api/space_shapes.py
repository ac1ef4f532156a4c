"""What the space operations take and return."""

from typing import Any

from rest_framework import serializers

from spaces.api.shapes import AccessWord, Paged, PublicId
from spaces.kernel.serializers import Input, Line, Output, Text, Truth, Word

_KINDS = ("space", "department", "project")


def _space_id(**kwargs: Any) -> PublicId:
    return PublicId("lab", help_text="The lab_ id.", **kwargs)


class SpaceRef(Input):
    space_id = _space_id()


class SpaceCreate(Input):
    account_id = PublicId(
        "acct", required=False, help_text="The account to own it; empty: the one your credential names."
    )
    name = Line(max_length=120, help_text="What people call it, at most 120 characters.")
    slug = serializers.SlugField(
        required=False,
        max_length=120,
        allow_unicode=True,
        help_text="Short name for URLs; made from the name.",
    )
    description = Text(
        required=False, max_length=4_000, help_text="What belongs here, at most 4,000 characters."
    )
    kind = Word(choices=_KINDS, required=False, help_text="space (default), department or project.")
    department = Line(required=False, max_length=120, help_text="The department's name.")
    parent_id = PublicId("lab", required=False, help_text="The space above it, of the same account.")
    access_floor = AccessWord(required=False, help_text="No document here may be more open than this.")


class SpaceUpdate(SpaceRef):
    name = Line(required=False, max_length=120, help_text="The new name; empty keeps it.")
    description = Text(required=False, max_length=4_000, help_text="The new description.")
    set_description = Truth(required=False, help_text="true with an empty description clears it.")
    kind = Word(choices=_KINDS, required=False, help_text="The new kind; empty keeps it.")
    department = Line(required=False, max_length=120, help_text="The new department; empty keeps it.")
    parent_id = PublicId("lab", required=False, help_text="The new space above it.")
    set_parent = Truth(required=False, help_text="true with an empty parent_id moves it to the top.")
    access_floor = AccessWord(required=False, help_text="The new floor.")
    set_access_floor = Truth(required=False, help_text="true with an empty access_floor removes it.")


class SpaceList(Paged):
    account_id = PublicId("acct", required=False, help_text="Only this account's spaces.")
    department = Line(required=False, max_length=120, help_text="Only this department's.")
    kind = Word(choices=_KINDS, required=False, help_text="Only this kind.")
    parent_id = PublicId("lab", required=False, help_text="Only spaces right under this one.")
    query = Line(required=False, max_length=120, help_text="The name or slug contains this, in any case.")
    top_level = Truth(required=False, help_text="true: only spaces with none above them.")


class SpaceRow(Output):
    space_id = serializers.CharField(source="pk")
    account_id = serializers.CharField()
    account_name = serializers.CharField(source="account.name")
    name = serializers.CharField()
    slug = serializers.CharField()
    description = serializers.CharField()
    kind = serializers.CharField()
    department = serializers.CharField()
    parent_id = serializers.CharField(allow_null=True)
    access_floor = AccessWord(allow_null=True)
    floor_in_force = AccessWord(allow_null=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class SpaceParent(Output):
    space_id = serializers.CharField()
    name = serializers.CharField()


class SpaceWhole(SpaceRow):
    parents = SpaceParent(many=True, help_text="The spaces above it, nearest first.")
    documents = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="How many documents you may read, by kind and status.",
    )
    guidance = serializers.CharField(help_text="What assistants that work here should know.")


class SpaceChanged(SpaceRow):
    raised = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How many objects a raised floor changed, by what they are.",
    )


class SettingsShape(Output):
    space_id = serializers.CharField()
    account_id = serializers.CharField()
    approvals = serializers.DictField(child=serializers.IntegerField())
    ai_approval = serializers.DictField(child=serializers.CharField())
    review_days = serializers.DictField(child=serializers.IntegerField())
    default_access = serializers.DictField(child=serializers.CharField())
    required_sections = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    templates = serializers.DictField(child=serializers.CharField())
    self_approval = serializers.BooleanField()
    guidance = serializers.CharField()
    time_zone = serializers.CharField()
    may_change = serializers.BooleanField(help_text="Whether this caller may change them.")


def changes_given(given: dict[str, Any]) -> dict[str, Any]:
    """What an update changes: a value that was given, or an empty one whose `set_` flag asks for it."""
    kept = ("name", "kind", "department")
    changes: dict[str, Any] = {name: given[name] for name in kept if name in given}
    for name, flag, empty in (
        ("description", "set_description", ""),
        ("parent_id", "set_parent", None),
        ("access_floor", "set_access_floor", None),
    ):
        if name in given or given.get(flag):
            changes[name] = given.get(name, empty)
    return changes
