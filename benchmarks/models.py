"""Models: what evidoc adds to a service that answers at once, replies from the cache, and memory at many requests."""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.measure import Row, at_least, at_most, peak_megabytes
from benchmarks.stub import answering_at_once
from evidoc.models import Budget, Model, ModelChoice, Pace, open_model
from evidoc.records.reply import Message, Prompt, TextPart

_WORDS = "Revenue of the group rose by four per cent, as the table on the next page shows. " * 20


def prompt(number: int) -> Prompt:
    return Prompt(messages=(Message(role="user", parts=(TextPart(text=f"{_WORDS}What is the answer to {number}?"),)),))


def _ask(model: Model, *, start: int, count: int, workers: int) -> float:
    """Ask so many different prompts from threads and give the seconds."""
    began = time.perf_counter()
    step = -(-count // workers)

    def some(first: int) -> None:
        for number in range(first, min(first + step, start + count)):
            assert model.answer(prompt(number)).status == "answered"

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(some, range(start, start + count, step)))
    return time.perf_counter() - began


def _cached_job(folder: Path, count: int) -> None:
    (folder / "script.jsonl").write_text('{"text": "42"}\n', encoding="utf-8")
    choice = ModelChoice(spec=f"scripted:{folder / 'script.jsonl'}")
    budget = Budget(max_tokens=10**12, file=folder / f"used-{count}.db")
    model = open_model(choice, cache=folder / f"cache-{count}", budget=budget)
    _ask(model, start=0, count=count, workers=4)


def measure() -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name, answering_at_once() as url:
        folder = Path(name)
        choice = ModelChoice(spec="local/stub", base_url=url)
        bare = open_model(choice, pace=Pace(8))
        _ask(bare, start=0, count=200, workers=8)
        rate = max(2_000 / _ask(bare, start=0, count=2_000, workers=8) for _ in range(3))
        rows.append(at_least("answers a second from a server that answers at once", rate, "answers/s", 1_000))
        kept = open_model(choice, cache=folder / "cache", budget=Budget(file=folder / "used.db"), pace=Pace(8))
        rate = max(2_000 / _ask(kept, start=2_000 * turn, count=2_000, workers=8) for turn in range(3))
        rows.append(at_least("the same, each kept in the cache and counted in a shared budget", rate, "answers/s", 1_000))
        hits = max(2_000 / _ask(kept, start=0, count=2_000, workers=1) for _ in range(3))
        rows.append(at_least("replies a second from the cache", hits, "replies/s", 10_000))
        peaks = {count: peak_megabytes(_cached_job, folder, count)[0] for count in (1_000, 100_000)}
        rows += [Row(f"peak memory of {count:,} requests", peak, "MB") for count, peak in peaks.items()]
        rows.append(at_most("growth of memory from 1,000 to 100,000 requests", peaks[100_000] - peaks[1_000], "MB", 20))
    return rows
