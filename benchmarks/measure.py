"""What a benchmark gives, and how time and memory are taken."""

from __future__ import annotations

import multiprocessing
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """One figure: what was measured, the value, its unit, and where there is one the target and whether it is met."""

    what: str
    value: float
    unit: str
    target: str = ""
    meets: bool | None = None


def at_least(what: str, value: float, unit: str, target: float) -> Row:
    return Row(what, value, unit, f"≥ {target:g}", value >= target)


def at_most(what: str, value: float, unit: str, target: float) -> Row:
    return Row(what, value, unit, f"≤ {target:g}", value <= target)


def cpu_seconds(function: Callable[[], object], *, repeat: int = 3) -> float:
    """Give the least CPU time of a few runs, in seconds; this process only."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def wall_seconds(function: Callable[[], object], *, repeat: int = 1) -> float:
    """Give the least wall time of a few runs, in seconds."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def peak_megabytes(function: Callable[..., object], *arguments: object) -> tuple[float, float]:
    """Give the peak resident memory in MB and the wall seconds of a function run in a process of its own."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_report_peak, args=(sender, function, arguments))
    process.start()
    peak, seconds = receiver.recv()
    process.join()
    return peak, seconds


def _report_peak(sender, function, arguments) -> None:  # type: ignore[no-untyped-def]
    start = time.perf_counter()
    function(*arguments)
    seconds = time.perf_counter() - start
    sender.send((_peak(), seconds))


def _peak() -> float:
    """Give this process's peak resident memory in MB; `ru_maxrss` would count what the parent had when it forked."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) / 1024  # type: ignore[union-attr]
