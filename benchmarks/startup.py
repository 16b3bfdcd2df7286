"""Start-up and size: what a first `pip install` and a first `--help` cost."""

from __future__ import annotations

import importlib.metadata
import re
import resource
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Row, at_most


def measure() -> list[Row]:
    closure = _closure("evidoc")
    return [
        at_most("import evidoc", _child_cpu([sys.executable, "-c", "import evidoc"]), "s CPU", 0.3),
        Row("python -c pass, for comparison", _child_cpu([sys.executable, "-c", "pass"]), "s CPU"),
        at_most("evidoc --help", _child_cpu([str(Path(sys.executable).parent / "evidoc"), "--help"]), "s CPU", 0.5),
        at_most("packages of the core install", len(closure), "packages", 60),
        at_most("size of the core install", sum(map(_megabytes, closure)), "MB", 430),
    ]


def _child_cpu(command: list[str]) -> float:
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def _closure(name: str) -> set[str]:
    """Give the distributions that installing evidoc without extras brings."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        current = _canonical(waiting.pop())
        if current in found:
            continue
        found.add(current)
        waiting += [_named(line) for line in importlib.metadata.requires(current) or [] if _applies(line)]
    return found - {"evidoc"}


def _applies(requirement: str) -> bool:
    from packaging.requirements import Requirement

    marker = Requirement(requirement).marker
    return marker is None or marker.evaluate({"extra": ""})


def _named(requirement: str) -> str:
    return re.split(r"[\s\[<>=!~;(]", requirement, maxsplit=1)[0]


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _megabytes(name: str) -> float:
    files = importlib.metadata.files(name) or []
    return sum(path.stat().st_size for file in files if (path := Path(str(file.locate()))).is_file()) / 1e6
