"""What a card says of a bench, counted in one pass over its items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from evidoc.records.bench import Bench
from evidoc.records.document import Document
from evidoc.records.item import Item
from evidoc.records.licences import may_pass_on


@dataclass
class Facts:
    """Counts of a bench's items, and the documents that they are asked over."""

    items: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    families: Counter[str] = field(default_factory=Counter)
    recipes: Counter[str] = field(default_factory=Counter)
    authorities: Counter[str] = field(default_factory=Counter)
    scorers: Counter[str] = field(default_factory=Counter)
    contracts: Counter[str] = field(default_factory=Counter)
    checks: Counter[tuple[str, str]] = field(default_factory=Counter)
    models: Counter[str] = field(default_factory=Counter)
    pieces: Counter[str] = field(default_factory=Counter)
    boxes: int = 0
    modalities: Counter[str] = field(default_factory=Counter)
    documents: dict[str, int] = field(default_factory=dict)

    def add(self, item: Item) -> None:
        """Count an item."""
        self.items += 1
        self.languages[item.language] += 1
        self.families[item.task.family] += 1
        self.recipes[item.construction.recipe] += 1
        self.authorities[item.authority] += 1
        self.scorers[item.scorer] += 1
        self.contracts[item.contract] += 1
        self.modalities[item.measures.modality or ""] += 1
        self.pieces.update(evidence.role for evidence in item.evidence)
        self.boxes += sum(len(evidence.boxes) for evidence in item.evidence)
        self.checks.update({(one.check, "kept" if one.kept else one.reason) for one in item.verdicts})
        self.models.update({verdict.model for verdict in item.verdicts if verdict.model})
        for link in item.documents:
            self.documents[link.id] = self.documents.get(link.id, 0) + 1


def facts_of(bench: Bench) -> Facts:
    """Count the items of a bench."""
    facts = Facts()
    for item in bench.items():
        facts.add(item)
    return facts


@dataclass(frozen=True, slots=True)
class Named:
    """A document as a card lists it: its name, file, licence, link, and with how many items it is shown."""

    name: str
    file: str
    licence: str
    link: str
    items: int
    may_be_passed_on: bool


def named_documents(bench: Bench, facts: Facts) -> Iterator[Named]:
    """Give the documents of the items one by one, in the order in which the items first have them."""
    for document_id, items in facts.documents.items():
        document: Document = bench.corpus[document_id]
        source = document.source
        yield Named(document.title or source.name, source.name, source.licence, source.link, items, may_pass_on(document))
