"""A reading worker that behaves as a file's name says, for files that no one can be trusted to write."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from evidoc.flow._reading import ReadTask, read_task


def read_badly(task: ReadTask) -> bytes:
    stem = Path(task.file.path).stem
    if stem == "hangs" or (stem == "hangs_with_pdf" and task.twin is not None):
        time.sleep(600)
    if stem == "dies":
        os.kill(os.getpid(), signal.SIGSEGV)
    if stem == "eats":
        return bytes(8 << 30)
    return read_task(task)
