"""How a system is asked, whatever it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from evidoc.models import Budget, Pace, Patience, Price
from evidoc.records.bench import Bench
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.reply import Response


@dataclass(frozen=True, kw_only=True)
class Asking:
    """How a model is asked: tries and waits, sampling, prices, and what the whole job may use.

    `answer_tokens` is what an answer may have; None leaves what the view asks for. `parameters` are further fields of each
    request. `cache` is the file of kept replies, None for none.
    """

    base_url: str = ""
    temperature: float = 0.0
    answer_tokens: int | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    price: Price | None = None
    patience: Patience = Patience()
    pace: Pace | None = None
    budget: Budget = field(default_factory=Budget)
    cache: Path | None = None


@dataclass(frozen=True, kw_only=True)
class SystemSettings:
    """How systems are set up for one run.

    `view` is what a model is shown, `access` what any system may see; `cite` asks for regions;
    `pictures` is the folder that keeps page images. `seed` is for systems that use chance. `bench`
    lets a file of predictions be checked against all items.
    """

    view: str = "text"
    access: str = "full"
    cite: bool = True
    language: str = ""
    seed: int = 0
    pictures: Path | None = None
    bench: Bench | None = None
    asking: Asking = Asking()


class System(Protocol):
    """What is tested. `respond` may be called from several threads at once.

    `inputs` is what decides its replies besides its name and the settings: digests of files, say.
    `remarks` are sentences for the user about what it was opened with.
    """

    @property
    def name(self) -> str:
        """The system's name, as a run keeps it: without key, password or folder."""
        ...

    @property
    def inputs(self) -> Mapping[str, str]:
        """What else its replies depend on, for deciding whether a run may be resumed."""
        ...

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the user should know of the system's own files."""
        ...

    def respond(self, item: Item, corpus: Corpus) -> Response:
        """Respond to an item; what the system does badly is the reply's status, not an exception.

        Raises:
            BudgetSpent: The job has used what it may, so nothing was asked.
            EvidocError: The item could not be shown to the system, which is not the system's fault.
        """
        ...
