"""What was worked out of a few things, kept by which thing it was."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class Remembered(Generic[V]):
    """What was worked out of the last few things, so that ten questions about one table read it once.

    A thing is known by identity: the same document read anew is worked out anew. Safe to share between threads.
    """

    def __init__(self, *, most: int) -> None:
        """Say how many things to remember."""
        self._most = most
        self._lock = threading.Lock()
        self._known: OrderedDict[int, tuple[object, V]] = OrderedDict()

    def of(self, thing: object, work_out: Callable[[], V]) -> V:
        """Give what is known of a thing, or work it out now."""
        with self._lock:
            known = self._found(thing)
        if known is not None:
            return known[1]
        fresh = (thing, work_out())  # the lock is free meanwhile: two threads may work it out, and the first one's stays
        with self._lock:
            known = self._found(thing)
            if known is None:
                known = self._known[id(thing)] = fresh
                while len(self._known) > self._most:
                    self._known.popitem(last=False)
        return known[1]

    def _found(self, thing: object) -> tuple[object, V] | None:
        known = self._known.get(id(thing))
        if known is None or known[0] is not thing:
            return None
        self._known.move_to_end(id(thing))
        return known

    def __len__(self) -> int:
        """Count the things remembered."""
        return len(self._known)
