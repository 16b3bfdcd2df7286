"""One instance without its looks: a pool, a trace, its narrative and label, and a question with its exact answer.

Source: DH-33, DH-48, DH-49, DH-62.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from evidoc.errors import Reject
from evidoc.kit import Kit
from evidoc.models import Model
from evidoc.recipes.dochop._gates import narrative_faults
from evidoc.recipes.dochop._genres import genre_names
from evidoc.recipes.dochop._ground import Question, ground_of
from evidoc.recipes.dochop._labels import Label, choose_label
from evidoc.recipes.dochop._narrator import Narrative, narrate
from evidoc.recipes.dochop._narrator_model import narrate_with_model
from evidoc.recipes.dochop._panels import panels_of
from evidoc.recipes.dochop._questions import ask_question, templates
from evidoc.recipes.dochop._records import Pool
from evidoc.recipes.dochop._trace import Trace, build_trace
from evidoc.recipes.dochop._unit import Unit
from evidoc.records.record import Record

_FOR_TEMPLATE = 40  # traces tried for the planned template and pool before any of its category, and any pool, will do
_FOR_CATEGORY = 40
_MEMBERS = {
    **dict.fromkeys(("Q02", "Q03", "Q05", "Q06"), (1, 1)),
    **dict.fromkeys(("Q04", "Q10", "Q11", "Q14", "Q15", "Q16", "Q18", "Q23", "Q24", "Q29", "Q31", "Q39"), (2, 99)),
    "Q26": (2, 5), "Q32": (3, 99), "Q01": (1, 5),
}  # fmt: skip


class Instance(Record, frozen=True, kw_only=True):
    """All that an instance is but its drawing; written down, it can be read back and derived anew.

    `narrator` says who wrote the text around the trace's sentences: "rule", or a model, or why not the model. `given_up` has
    the reasons of the traces tried before it.
    """

    pool: Pool
    trace: Trace
    label: Label
    narrative: Narrative
    question: Question
    narrator: str = "rule"
    given_up: tuple[str, ...] = ()


def unused_panels(instance: Instance) -> tuple[str, ...]:
    """Give the charts that neither the trace nor the question looks at, each by the id of what it shows (DH-20)."""
    looked_at = {*instance.trace.used_charts, *(cell.chart for cell in instance.question.cells)}
    panels = panels_of(instance.trace.schemas)
    return tuple(panel.schema.id for panel in panels if looked_at.isdisjoint(schema.id for schema in panel.schemas))


def build_instance(unit: Unit, pools: Sequence[Pool], kit: Kit) -> Instance:
    """Build the instance of a unit, with the planned question if any trace allows it, else with another of its category.

    Raises:
        Reject: `no_question` where none of many traces allows one; or a pool cannot fill the cell, with its reason.
    """
    last = Reject("no_question", f"{unit.kind}: none of {_FOR_TEMPLATE + _FOR_CATEGORY} traces allows one")
    planned = pools[unit.turn % len(pools)]
    given_up: list[str] = []
    for attempt in range(_FOR_TEMPLATE + _FOR_CATEGORY):
        as_planned = attempt < _FOR_TEMPLATE
        pool, wanted = (planned, unit.template) if as_planned else (kit.rng.choice(pools), unit.category)
        try:
            found = _attempt(unit, pool, wanted=wanted, kit=kit)
        except Reject as reject:
            last = reject
            given_up.append(reject.reason)
            continue
        if found is not None:
            return replace(found, given_up=tuple(given_up))
        given_up.append("no_question")
    raise last


def _attempt(unit: Unit, pool: Pool, *, wanted: str, kit: Kit) -> Instance | None:
    rng = kit.rng
    trace = build_trace(pool, depth=unit.depth, charts=unit.charts, rng=rng, writer=kit.model("writer"))
    if not _may_be_asked(wanted, len(trace.final)):
        return None
    label = choose_label(pool, rng)
    narrative = _told(trace, pool, label=label, rng=rng)
    ground = ground_of(trace, pool, label=label, narrative=narrative)
    question = ask_question(ground, wanted=wanted, rng=rng, stance=unit.stance)
    if question is None:
        return None
    found = Instance(pool=pool, trace=trace, label=label, narrative=narrative, question=question)
    writer = kit.model("writer")
    return found if writer is None else _told_by(writer, found)


def _told_by(writer: Model, own: Instance) -> Instance:
    """Let a model write around the sentences of the trace; where its text fails a gate, our own stands, and why is said."""
    told = narrate_with_model(writer, own.narrative, own.trace.tree, schemas=own.trace.schemas, pool=own.pool, label=own.label)
    leaks = [fault.reason for fault in narrative_faults(told.narrative, own.trace, own.pool, label=own.label)]
    reason = told.reason or next(iter(leaks), "")
    if reason:
        return replace(own, narrator=f"rule, because {reason} ({writer.name})")
    return replace(own, narrative=told.narrative, narrator=writer.name)


def _may_be_asked(wanted: str, members: int) -> bool:
    """Look at a template's precondition on the number of members, before a text is written in vain."""
    low, high = _MEMBERS.get(wanted, (1, 99)) if wanted in templates() else (1, 99)
    return low <= members <= high


def _told(trace: Trace, pool: Pool, *, label: Label, rng: random.Random) -> Narrative:
    """Tell the trace in a genre, and put the text through all gates.

    Raises:
        Reject: It fails one of them; the reason is the gate's.
    """
    narrative = narrate(trace.tree, trace.schemas, pool, label=label, genre=rng.choice(genre_names()), rng=rng)
    for fault in narrative_faults(narrative, trace, pool, label=label):
        raise Reject(fault.reason, fault.detail)
    return narrative
