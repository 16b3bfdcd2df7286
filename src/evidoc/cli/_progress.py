"""Progress on stderr: one line that rewrites itself on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from evidoc.flow.work import Progress

_FIRST_SECONDS = 2.0  # shorter stages say nothing
_TERMINAL_EVERY = 0.2
_PLAIN_EVERY = 15.0


def reporter() -> Callable[[Progress], None]:
    """Give a function that shows progress when a stage takes long enough to matter."""
    started = time.monotonic()
    shown = started
    on_terminal = sys.stderr.isatty()

    def report(progress: Progress) -> None:
        nonlocal shown
        if progress.note:
            print(f"{chr(13) if on_terminal else ''}warning: {progress.note}", file=sys.stderr, flush=True)
        now = time.monotonic()
        finished = progress.total is not None and progress.done >= progress.total
        if now - started < _FIRST_SECONDS or (now - shown < (_TERMINAL_EVERY if on_terminal else _PLAIN_EVERY) and not finished):
            return
        shown = now
        text = line(progress, seconds=now - started)
        end = "\n" if finished or not on_terminal else ""
        print(f"\r\x1b[2K{text}" if on_terminal else text, end=end, file=sys.stderr, flush=True)

    return report


def line(progress: Progress, *, seconds: float) -> str:
    """Say how far a stage is: done of total, what came of it, and how long it will still take."""
    total = "" if progress.total is None else f" of {progress.total}"
    parts = [f"{progress.stage}: {progress.done}{total} {progress.noun}".rstrip()]
    parts += [
        f"{count} {word}"
        for count, word in ((progress.kept, "kept"), (progress.rejected, "rejected"), (progress.failed, "failed"))
        if count
    ]
    parts += [f"{progress.tokens} tokens"] if progress.tokens else []
    parts += [f"${progress.cost:.2f}"] if progress.cost else []
    if progress.total and 0 < progress.done < progress.total:
        parts.append(f"about {_duration(seconds / progress.done * (progress.total - progress.done))} left")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
