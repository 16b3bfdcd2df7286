"""Dying by `kill -9` at a chosen moment of one's own work, which a busy machine cannot put off."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path


def die_when_grown(path: Path, growth: int, *, seconds: float) -> None:
    """Kill this process some time after the file at `path` has grown by a number of bytes."""

    def size() -> int:
        return path.stat().st_size if path.exists() else 0

    start = size()

    def watch() -> None:
        while size() < start + growth:
            time.sleep(0.0005)
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()
