"""What apps above add to those below."""

import pytest

from spaces.kernel.registry import FLOOR_RAISED, SPACE_FACTS, SPACE_HOLDS, Registry, hooks


def test_a_hook_runs_what_was_added_by_name_and_in_order() -> None:
    registry = Registry()
    registry.add("seen", "b", lambda *, number: number + 1)
    registry.add("seen", "a", lambda *, number: number + 2)
    assert list(registry.run("seen", number=1).items()) == [("b", 2), ("a", 3)]


def test_a_hook_nobody_added_to_answers_nothing() -> None:
    assert Registry().run("unknown", anything=1) == {}


def test_the_same_function_may_be_added_again_and_another_may_not() -> None:
    registry = Registry()
    registry.add("seen", "a", len)
    registry.add("seen", "a", len)
    with pytest.raises(ValueError):
        registry.add("seen", "a", max)


def test_a_fault_in_one_function_is_not_swallowed() -> None:
    registry = Registry()

    def fails() -> None:
        raise RuntimeError("broken")

    registry.add("seen", "a", fails)
    with pytest.raises(RuntimeError):
        registry.run("seen")


def test_documents_are_known_to_the_spaces_below() -> None:
    for hook in (SPACE_FACTS, SPACE_HOLDS, FLOOR_RAISED):
        assert "documents" in hooks._entries[hook]
