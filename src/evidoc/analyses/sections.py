"""From which sections of their documents the snippets are: eight tags, from Abstract to Conclusion and Others.

A hop is one snippet, over however many blocks it runs. Source: DHQ-87, DHQ-88; figures 4 and 21 of DocHop-QA.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import get_args

from evidoc.analyses._counts import Counted, Counts
from evidoc.analyses._published import in_order
from evidoc.analyses._snippets import Asked, Survey, stated, survey
from evidoc.linking import SuperSection
from evidoc.records.analysis import Analysis, Bars, Matrix
from evidoc.records.bench import Bench

_BY: tuple[tuple[str, str, Callable[[Asked], str]], ...] = (
    ("pattern", "pattern of hops", lambda asked: asked.pattern),
    ("type", "type", lambda asked: asked.type),
    ("concept", "concept", lambda asked: asked.concept),
)
_TITLE = "Sections that the evidence is from"
_NOTE = (
    "Section titles are brought to eight tags; what fits none is Others. A table that stands in no section has the tag of the "
    "first text that refers to it. Each row sums to the snippets of its items."
)


def analyse(bench: Bench) -> Analysis:
    """Count snippets by the section that they are from: by pattern of hops (fan, chain), type and concept."""
    found = survey(bench)
    if found.asked and not any(block.section for document in bench.corpus for block in document.blocks):
        said = f"{len(found.asked)} items: no document has sections"
        return Analysis(name="sections", title=_TITLE, note=_NOTE, left_out=(said,))
    counted = [(name, title, by_section(found, label)) for name, title, label in _BY]
    shown = [(name, title, counts) for name, title, counts in counted if counts.rows]
    tables = (counts.table(f"by_{name}", f"Snippets by {title} and section", first=name) for name, title, counts in shown)
    shares = (counts.shares(f"shares_by_{name}", f"The same by {title}, as shares", first=name) for name, title, counts in shown)
    return Analysis(
        name="sections",
        title=_TITLE,
        note=_NOTE,
        tables=(*tables, *shares),
        figures=(*_matrices(shown), *_bars(shown)),
        left_out=(*found.left_out(), *_left_out(found)),
    )


def by_section(found: Survey, label: Callable[[Asked], str]) -> Counted:
    """Count snippets by a label of their item and the tag of their section; items with an empty label do not count."""
    counts: Counts = Counter()
    for asked in found.asked:
        kind = label(asked)
        for snippet in asked.snippets if kind else ():
            counts[kind, found.place(snippet).tag] += 1
    return Counted(counts, in_order(kind for kind, _ in counts), get_args(SuperSection), "snippets")


def _matrices(shown: Iterable[tuple[str, str, Counted]]) -> Iterable[Matrix]:
    return (counts.matrix(f"by_{name}", f"Snippets by {title} and section") for name, title, counts in shown)


def _bars(shown: Iterable[tuple[str, str, Counted]]) -> Iterable[Bars]:
    return (
        Bars(
            name="types",
            title="Snippets of each type by section",
            x="section",
            y="snippets",
            labels=tuple(counts.columns),
            series=counts.series(),
        )
        for name, _, counts in shown
        if name == "type"
    )


def _left_out(found: Survey) -> tuple[str, ...]:
    no_pattern = Counter(asked.family for asked in found.asked if not asked.pattern)
    return stated(no_pattern, "neither fan nor chain, so in no row by pattern")
