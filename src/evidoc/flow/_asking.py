"""Asking one item, in whatever worker: the system is opened there once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from evidoc.answers.refusal import is_refusal
from evidoc.models import Budget, Pace, Patience, Price
from evidoc.records.bench import Bench, open_bench
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.record import to_json
from evidoc.records.reply import ReplyStatus
from evidoc.records.score import Run
from evidoc.systems import Asking, System, SystemSettings, open_system

CACHE = "replies.cache"
SPENT = "spent.sqlite"  # what a job has used so far, for all of its processes
IMAGES = "images"
CACHE_FOLDER = "EVIDOC_CACHE"  # the environment variable that names a folder in which several runs share a cache


@dataclass(frozen=True, slots=True)
class AskOptions:
    """What is asked, and how.

    `view` and its options are for models, `access` for every system; `cite` asks for regions. `limit` asks only the first
    items, `items` only those with these ids. `max_cost` in US dollars and `max_tokens` stop the whole job. `price` is what a
    million tokens cost. `answer_tokens` is what one answer may have; None leaves what the view asks for. `parameters` are
    further fields of each request to a model. `cache` keeps replies in the run folder, or in the folder that EVIDOC_CACHE
    names. `counted_in` is the folder of a job that this asking is a part of, whose limits it shares.
    """

    system: str
    view: str = "text"
    access: str = "full"
    cite: bool = True
    language: str = ""
    base_url: str = ""
    max_cost: float | None = None
    max_tokens: int | None = None
    price: Price | None = None
    limit: int | None = None
    items: tuple[str, ...] = ()
    seed: int = 0
    temperature: float = 0.0
    answer_tokens: int | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    patience: Patience = Patience()
    cache: bool = True
    overwrite: bool = False
    counted_in: Path | None = None


@dataclass(frozen=True)
class Asker:
    """Asks a system one item after the other; travels to a worker as the folders and options."""

    bench: Path
    out: Path
    options: AskOptions
    workers: int

    def __call__(self, item: Item) -> bytes:
        """Ask an item and give its row of `replies.jsonl`.

        Raises:
            BudgetSpent: The job has used what it may.
            EvidocError: The item could not be shown.
        """
        response = self.system.respond(item, self._corpus)
        reply = response.reply
        row = Run(
            item=item.id,
            system=self.system.name,
            status=status_of(reply.status, reply.text),
            text=reply.text,
            reasoning=reply.reasoning,
            seconds=reply.seconds,
            tries=reply.tries,
            usage=reply.usage,
            prompt=response.prompt,
            view=self.options.view if response.prompt else "",
            access=self.options.access,
            truncated=response.truncated,
            detail=reply.detail,
        )
        return to_json(row)

    def __reduce__(self) -> tuple[type[Asker], tuple[Path, Path, AskOptions, int]]:
        """Leave what was opened here behind."""
        return Asker, (self.bench, self.out, self.options, self.workers)

    @cached_property
    def opened(self) -> Bench:
        """The bench whose items are asked."""
        return open_bench(self.bench)

    @cached_property
    def budget(self) -> Budget:
        """What the job may use, counted in a file where there is a limit, so that it holds for all processes and resumes."""
        options = self.options
        file = (options.counted_in or self.out) / SPENT
        is_counted = options.max_cost is not None or options.max_tokens is not None or file.exists()
        return Budget(max_cost=options.max_cost, max_tokens=options.max_tokens, file=file if is_counted else None)

    @cached_property
    def system(self) -> System:
        """The system, opened when it is first needed."""
        options = self.options
        settings = SystemSettings(
            view=options.view,
            access=options.access,
            cite=options.cite,
            language=options.language,
            seed=options.seed,
            pictures=self.out / IMAGES,
            bench=self.opened,
            asking=self._asking(),
        )
        return open_system(options.system, settings)

    @cached_property
    def _corpus(self) -> Corpus:
        return self.opened.corpus

    def _asking(self) -> Asking:
        options = self.options
        return Asking(
            base_url=options.base_url,
            temperature=options.temperature,
            answer_tokens=options.answer_tokens,
            parameters=options.parameters,
            price=options.price,
            patience=options.patience,
            pace=Pace(self.workers),
            budget=self.budget,
            cache=self._cache() if options.cache else None,
        )

    def _cache(self) -> Path:
        return cache_folder(self.out) / CACHE


def forget_spending(folder: Path) -> None:
    """Forget what a job has used: it has ended, or another one begins."""
    for path in folder.glob(f"{SPENT}*"):
        path.unlink()


def status_of(status: ReplyStatus, text: str) -> ReplyStatus:
    """Give the status of a reply; a refusal in words is one, though its service raised no flag."""
    return "refused" if status == "answered" and is_refusal(text) else status


def cache_folder(out: Path) -> Path:
    """Give the folder of the cache of replies: the one that EVIDOC_CACHE names, or the stage's own."""
    shared = os.environ.get(CACHE_FOLDER, "")
    return Path(shared) if shared else out
