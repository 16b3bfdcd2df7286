"""Benches of any size for measuring: the demo's items, repeated under new ids over the demo's own documents."""

from __future__ import annotations

import itertools
import shutil
from importlib.resources import as_file, files
from pathlib import Path

from msgspec.structs import replace

from evidoc.flow.make import MakeOptions, make
from evidoc.flow.read import read
from evidoc.flow.work import Work
from evidoc.records.bench import open_bench
from evidoc.records.store import write_rows

INLINE = Work(engine="inline")


def demo_bench(folder: Path) -> Path:
    """Read the demo's documents and make 60 items of them."""
    with as_file(files("evidoc.demo") / "documents") as documents:
        read([documents], out=folder / "corpus", work=INLINE)
    make(folder / "corpus", out=folder / "bench", options=MakeOptions(n=60, seed=7), work=INLINE)
    return folder / "bench"


def grown(bench: Path, *, items: int, out: Path) -> Path:
    """Copy a bench with its items repeated, each under an id of its own, up to a number."""
    shutil.copytree(bench, out)
    originals = list(open_bench(bench).items())
    repeated = itertools.islice(itertools.cycle(originals), items)
    write_rows(out / "items.jsonl", (replace(item, id=f"i-{number:012d}") for number, item in enumerate(repeated)))
    return out
