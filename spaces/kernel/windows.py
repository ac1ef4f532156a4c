"""Counting in fixed windows: one counter, where a sliding log costs more with every call it remembers."""

import time

from django.core.cache import cache


def counted_in_window(key: str, *, seconds: int) -> tuple[int, float]:
    """How often this key was counted in the current window, this time included, and the seconds left of it."""
    now = time.time()
    window, left = int(now // seconds), seconds - now % seconds
    counter = f"throttle:{key}:{window}"
    # add() then incr() never loses a call that another process counted in between.
    cache.add(counter, 0, timeout=2 * seconds)
    try:
        return cache.incr(counter), left
    except ValueError:
        # The entry was evicted in between: the window starts over.
        return 1, left
