"""What a narrative must pass: no leak of members or values, each parameter and nothing more, one page, a label that is mute.

Each gate gives its faults with a reason code; no fault is repaired here. Source: DH-37, DH-38, DH-41, DH-43; case G09.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal

from evidoc.errors import InvalidRecord
from evidoc.pages.length import word_count
from evidoc.recipes.dochop._labels import Label, shared_words, words_of_names
from evidoc.recipes.dochop._narrator import (
    LONGEST,
    SHORTEST,
    Narrative,
    numbered_by_place,
    read_narrative,
)
from evidoc.recipes.dochop._records import ChartSchema, ChartTable, Condition, ConstraintNode, Pool, Tree
from evidoc.recipes.dochop._trace import Trace
from evidoc.recipes.dochop._vocabulary import TOKEN, marked
from evidoc.records.record import Record

_COUNT_WORDS = re.compile(
    r"\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|single|double|triple|twin|pair|quartet|dozen|both)\b",
    re.IGNORECASE,
)
_COUNT_WORDS_ZH = re.compile(r"[一二三四五六七八九十两双单]")
_NUMERIC = ("threshold", "low", "high", "margin", "percent", "ratio", "count")


class Fault(Record, frozen=True, kw_only=True):
    """Why a narrative is refused: a reason code for the ledger, and what stands there."""

    reason: str
    detail: str = ""


def narrative_faults(narrative: Narrative, trace: Trace, pool: Pool, *, label: Label) -> list[Fault]:
    """Give all faults of a narrative and its label; the leak gate alone looks at values and members."""
    text = f"{narrative.title}\n{narrative.text}"
    return [
        *length_faults(narrative.text),
        *leak_faults(text, trace, pool),
        *faithfulness_faults(text, trace.tree, trace.schemas, pool=pool),
        *label_faults(label, pool, text=text),
    ]


def length_faults(text: str) -> Iterator[Fault]:
    """Refuse a text that is no page's worth (DH-43)."""
    words = word_count(text)
    if words < SHORTEST:
        yield Fault(reason="narrative_too_short", detail=f"{words} words; at least {SHORTEST}")
    if words > LONGEST:
        yield Fault(reason="narrative_too_long", detail=f"{words} words; at most {LONGEST}")


def leak_faults(text: str, trace: Trace, pool: Pool) -> Iterator[Fault]:
    """Refuse a text that names who bears the label, or a value of a chart that is no parameter (DH-37)."""
    found = TOKEN.findall(marked(text, pool))
    allowed = {node.condition.parameters.reference for node in trace.tree.nodes if isinstance(node, ConstraintNode)}
    named = {name for kind, name in found if kind == "e"}
    for name in sorted(named & set(trace.final) - allowed):
        yield Fault(reason="leak_entity", detail=name)
    for name in sorted(named - set(trace.final) - allowed):
        yield Fault(reason="stray_entity", detail=name)
    known = set(_numbers_of(trace.tree))
    cells = _cells_of(trace.tables)
    numbers = [Decimal(name.partition("|")[0]) for kind, name in found if kind == "n"]
    for number in dict.fromkeys(number for number in numbers if number in cells and number not in known):
        yield Fault(reason="leak_value", detail=str(number))


def stray_names(text: str, tree: Tree, pool: Pool) -> Iterator[Fault]:
    """Refuse a text that names any entity but those that conditions compare with; for writers who know no members."""
    allowed = {condition.parameters.reference for condition in _conditions(tree)}
    found = {name for kind, name in TOKEN.findall(marked(text, pool)) if kind == "e"}
    for name in sorted(found - allowed):
        yield Fault(reason="stray_entity", detail=name)


def faithfulness_faults(text: str, tree: Tree, schemas: Sequence[ChartSchema], *, pool: Pool) -> Iterator[Fault]:
    """Refuse a text that leaves out a parameter, has a number more, or reads as another trace (DH-38, DH-40)."""
    found = TOKEN.findall(marked(text, pool))
    told = Counter(Decimal(name.partition("|")[0]) for kind, name in found if kind == "n")
    asked = Counter(_numbers_of(tree))
    for number in sorted((asked - told).elements()):
        yield Fault(reason="missing_parameter", detail=str(number))
    for number in sorted((told - asked).elements()):
        yield Fault(reason="extra_number", detail=str(number))
    names = {name for _, name in found}
    by_id = {schema.id: schema for schema in schemas}
    for name in sorted({name for condition in _conditions(tree) for name in _names_of(condition, by_id)} - names):
        yield Fault(reason="missing_parameter", detail=name)
    yield from _trace_faults(text, tree, schemas, pool=pool)


def label_faults(label: Label, pool: Pool, *, text: str) -> Iterator[Fault]:
    """Refuse a label with a word of a name or a number, or that the text defines otherwise than once (DH-41)."""
    for word in shared_words(label.name, words_of_names(pool), pool.language):
        yield Fault(reason="label_clash", detail=f"{label.name!r} has {word!r}, which is part of a name")
    counted = _COUNT_WORDS_ZH if pool.language == "zh" else _COUNT_WORDS
    if any(character.isdigit() for character in label.name) or counted.search(label.name):
        yield Fault(reason="label_number", detail=label.name)
    times = text.count(label.name)
    if times != 1:
        yield Fault(reason="label_not_defined" if not times else "label_repeated", detail=f"{label.name!r}: {times} times")


def _trace_faults(text: str, tree: Tree, schemas: Sequence[ChartSchema], *, pool: Pool) -> Iterator[Fault]:
    try:
        read = read_narrative(text, schemas, pool)
    except InvalidRecord as error:
        yield Fault(reason="unreadable_trace", detail=str(error))
        return
    right = numbered_by_place(tree)
    if read != right:
        pairs = zip(read.nodes, right.nodes, strict=False)
        place = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(read.nodes), len(right.nodes)))
        yield Fault(reason="changed_trace", detail=f"from node {place + 1} of {len(right.nodes)}")


def _conditions(tree: Tree) -> list[Condition]:
    return [node.condition for node in tree.nodes if isinstance(node, ConstraintNode)]


def _numbers_of(tree: Tree) -> list[Decimal]:
    slots = [condition.parameters for condition in _conditions(tree)]
    return [Decimal(value) for entry in slots for name in _NUMERIC if (value := getattr(entry, name)) is not None]


def _names_of(condition: Condition, schemas: dict[str, ChartSchema]) -> Iterator[str]:
    """Give the names that a condition cannot be told without."""
    slots, schema = condition.parameters, schemas[condition.chart]
    yield schema.metric.name
    ends = (slots.window[0], slots.window[-1]) if slots.window and schema.kind == "TS" else ()
    yield from (name for name in (slots.column, slots.other, slots.reference, schema.timestamp, schema.group, *ends) if name)


def _cells_of(tables: Sequence[ChartTable]) -> set[Decimal]:
    return {value for table in tables for row in table.values for value in row}
