"""A dataset card of a bench: `README.md` with the head that dataset hubs read, and nothing that was not counted from it.

What it is and how it was made, statistics, licences and attributions of the documents, fields, limits, how to score.
Source: X-45, DHQ-144, PQ-65, CV-76.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evidoc.errors import NothingKept
from evidoc.exporters import ExportSummary
from evidoc.exporters.card import _sections
from evidoc.exporters.card._facts import facts_of, named_documents
from evidoc.records.analysis import Analysis
from evidoc.records.bench import open_bench
from evidoc.records.store import file_digest, write_bytes

NAME = "README.md"


def export(source: Path, *, out: Path, name: str = "", licence: str = "", statistics: Sequence[Analysis] = ()) -> ExportSummary:
    """Write the card of a bench.

    `name` is that of the folder where none is given. `licence` is that of the bench itself, as a hub names it ("cc-by-4.0"); it
    is no consequence of the documents' licences, so that nothing is said where it is not given. `statistics` are analyses of
    the bench, which `evidoc export` makes itself.

    Raises:
        NothingKept: The bench has no items.
        InvalidRecord: The folder is no bench.
    """
    bench = open_bench(source)
    facts = facts_of(bench)
    if not facts.items:
        raise NothingKept(f"{source}: the bench has no items; make some first")
    title = name or source.resolve().name
    digest = file_digest(bench.folder / "items.jsonl")
    sections = (
        _sections.head(facts, title, licence),
        _sections.what_it_is(facts, title),
        _sections.how_made(facts, bench.header, statistics),
        _sections.statistics_of(statistics),
        _sections.documents_of(named_documents(bench, facts), licence),
        _sections.evidence_fields(),
        _sections.limits(facts),
        _sections.how_to_score(facts, source.resolve().name),
        _sections.citation(bench.header, title, digest),
    )
    out.mkdir(parents=True, exist_ok=True)
    write_bytes(out / NAME, ("\n\n".join(sections) + "\n").encode("utf-8", "replace"))
    return ExportSummary(out=str(out), written=facts.items, files=1, counts={"documents named": len(facts.documents)})
