"""How many requests run at once: fewer where a service says "too many", slowly more while it is content."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Pace:
    """A limit on requests at once that halves on each "too many requests" and grows by one a round (AIMD)."""

    def __init__(self, most: int) -> None:
        """Start at the most that may ever run at once."""
        self._most = float(max(1, most))
        self._limit = self._most
        self._running = 0
        self._free = threading.Condition()

    @property
    def limit(self) -> int:
        """How many requests may run at once now."""
        return int(self._limit)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until a request may run, and count it while it does."""
        with self._free:
            self._free.wait_for(lambda: self._running < self.limit)
            self._running += 1
        try:
            yield
        finally:
            with self._free:
                self._running -= 1
                self._free.notify_all()

    def slow_down(self) -> None:
        """Halve the limit, down to one."""
        with self._free:
            self._limit = max(1.0, self._limit / 2)

    def speed_up(self) -> None:
        """Let one more request run for every full round of good ones."""
        with self._free:
            self._limit = min(self._most, self._limit + 1 / self._limit)
            self._free.notify_all()
