"""Every reason for which a narrative is refused, with the smallest text that has it (DH-37, DH-38, DH-41, DH-43; case G09)."""

from __future__ import annotations

import random
from decimal import Decimal

import msgspec
import pytest

from evidoc.recipes.dochop._gates import (
    faithfulness_faults,
    label_faults,
    leak_faults,
    length_faults,
    narrative_faults,
)
from evidoc.recipes.dochop._labels import Label, choose_label, labels
from evidoc.recipes.dochop._pools import pool_named, pools
from evidoc.recipes.dochop._records import (
    ChartSchema,
    ChartTable,
    CompositionNode,
    Condition,
    ConstraintNode,
    Operator,
    Parameters,
    Pool,
    Tree,
)
from evidoc.recipes.dochop._trace import Trace
from tests.recipes.dochop.asked import ground

HOTELS = pool_named("city-hotels")
METRICS = {metric.name: metric for metric in HOTELS.metrics}
PLACES = HOTELS.entities[:3]
SCHEMAS = tuple(
    ChartSchema(id=name, kind="TS", metric=metric, entities=PLACES, timestamps=("May 2024", "Jun 2024"))
    for name, metric in (("A", METRICS["Linens Replaced"]), ("B", METRICS["Complaints Logged"]))
)


def threshold(chart: str, operator: Operator, value: int) -> Condition:
    slots = Parameters(column="Jun 2024", operator=operator, threshold=Decimal(value))
    return Condition(rule="THR_TIME", chart=chart, parameters=slots)


def table(chart: str, *first: int) -> ChartTable:
    return ChartTable(chart=chart, values=tuple((Decimal(value), Decimal(value + 7)) for value in first))


NODES = (
    ConstraintNode(id=0, parent=None, condition=threshold("A", ">=", 450)),
    ConstraintNode(id=1, parent=None, condition=threshold("B", "<", 25)),
    CompositionNode(id=2, combination="AND", inputs=(0, 1)),
)
TRACE = Trace(
    schemas=SCHEMAS,
    tree=Tree(nodes=NODES),
    tables=(table("A", 470, 510, 300), table("B", 11, 40, 12)),
    satisfied=(PLACES[:2], PLACES[::2], PLACES[:1]),
    final=PLACES[:1],
)
LABEL = Label(name="Meridian Seal", participle="holding", verb="holds", verb_plural="hold", negated="do not hold")
TEXT = (
    "The first list holds every hotel whose Linens Replaced in Jun 2024 came to at least 450 items. "
    "Every hotel whose Complaints Logged in Jun 2024 came to less than 25 complaints goes on the second list. "
    "The third list holds every hotel that stands on both the first list and the second list.\n\n"
    "Every hotel on the third list holds the Meridian Seal, and no other hotel does."
)


def faithfulness(text: str) -> list[str]:
    return [fault.reason for fault in faithfulness_faults(text, TRACE.tree, SCHEMAS, pool=HOTELS)]


def leaks(text: str) -> list[tuple[str, str]]:
    return [(fault.reason, fault.detail) for fault in leak_faults(text, TRACE, HOTELS)]


def test_a_faithful_text_passes() -> None:
    assert faithfulness(TEXT) == []
    assert leaks(TEXT) == []


@pytest.mark.parametrize(
    ("before", "after", "reasons"),
    [
        ("at least 450 items", "more than 450 items", ["changed_trace"]),
        ("both the first list and the second list", "at least one of the first list and the second list", ["changed_trace"]),
        ("at least 450", "at least 440", ["missing_parameter", "extra_number", "changed_trace"]),
        (" came to at least 450 items", " was high", ["missing_parameter", "unreadable_trace"]),
        ("Complaints Logged", "Rooms Cleaned", ["missing_parameter", "unreadable_trace"]),
        ("Jun 2024 came to at least", "May 2024 came to at least", ["changed_trace"]),
        ("no other hotel does.", "no other hotel does. It lasts 3 years.", ["extra_number"]),
    ],
)
def test_a_text_that_changes_drops_or_adds_a_condition_is_refused(before: str, after: str, reasons: list[str]) -> None:
    """Case G09: '>=' became 'more than', AND became OR, another month; DH-38: a parameter dropped."""
    assert before in TEXT
    assert faithfulness(TEXT.replace(before, after)) == reasons


def test_a_text_without_a_month_misses_it() -> None:
    assert "missing_parameter" in faithfulness(TEXT.replace("in Jun 2024 ", ""))


def test_a_text_that_names_a_member_leaks() -> None:
    """Case G09: '... such as Product A ...'."""
    assert leaks(f"{TEXT} Think of {PLACES[0]}.") == [("leak_entity", PLACES[0])]


def test_a_text_that_names_another_entity_is_refused_too() -> None:
    """Naming who does not bear the label helps to find who does."""
    assert leaks(f"{TEXT} Think of {PLACES[1]}.") == [("stray_entity", PLACES[1])]


def test_a_text_with_a_value_of_a_chart_leaks() -> None:
    assert leaks(f"{TEXT} One had 477 items.") == [("leak_value", "477")]


def test_a_parameter_that_happens_to_be_a_value_is_no_leak() -> None:
    rows = ((Decimal(450), Decimal(470)), *TRACE.tables[0].values[1:])
    trace = msgspec.structs.replace(TRACE, tables=(msgspec.structs.replace(TRACE.tables[0], values=rows), TRACE.tables[1]))
    assert list(leak_faults(TEXT, trace, HOTELS)) == []


def test_the_entity_that_others_are_compared_with_may_be_named() -> None:
    """DH-36: names used as slot values are excepted."""
    slots = Parameters(column="Jun 2024", direction="up", reference=PLACES[2])
    node = ConstraintNode(id=0, parent=None, condition=Condition(rule="CMP_ENTITY", chart="A", parameters=slots))
    trace = msgspec.structs.replace(TRACE, tree=Tree(nodes=(node,)))
    assert list(leak_faults(f"Linens Replaced in Jun 2024 was above that of {PLACES[2]}.", trace, HOTELS)) == []


def test_a_text_of_ten_words_is_too_short_and_one_of_a_thousand_too_long() -> None:
    assert [fault.reason for fault in length_faults("word " * 10)] == ["narrative_too_short"]
    assert [fault.reason for fault in length_faults("word " * 1000)] == ["narrative_too_long"]
    assert [fault.reason for fault in length_faults("word " * 200)] == []


@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("Meridian Seal", []),
        ("Night Medal", ["label_clash"]),  # "Night Shift" is a group; case G09: the label equals a group's name
        ("Triple Crown", ["label_number"]),
        ("Top 3 Seal", ["label_number"]),
    ],
)
def test_a_label_that_tells_something_is_refused(name: str, reasons: list[str]) -> None:
    label = msgspec.structs.replace(LABEL, name=name)
    assert [fault.reason for fault in label_faults(label, HOTELS, text=TEXT.replace("Meridian Seal", name))] == reasons


def test_a_label_is_defined_once() -> None:
    assert [fault.reason for fault in label_faults(LABEL, HOTELS, text="Nothing.")] == ["label_not_defined"]
    assert [fault.reason for fault in label_faults(LABEL, HOTELS, text=f"{TEXT} {TEXT}")] == ["label_repeated"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_two_hundred_made_texts_have_no_fault(language: str) -> None:
    """0 leaks, all faithful, all of one page."""
    for seed in range(100):
        made = ground(seed, language)
        assert narrative_faults(made.narrative, made.trace, made.pool, label=made.label) == []


def test_there_are_sixty_labels_and_more_in_each_language() -> None:
    """DH-42."""
    for language in ("en", "zh"):
        assert len({label.name for label in labels(language)}) >= 60
        assert len(set(labels(language))) == len(labels(language))


def test_a_label_has_its_forms() -> None:
    """DH-42: the grammar of singular, plural and negation."""
    assert LABEL.phrase("hotels") == "hotels holding the Meridian Seal"
    assert LABEL.said_of() == "hold the Meridian Seal"
    assert LABEL.said_of(many=False) == "holds the Meridian Seal"
    assert LABEL.said_of(negated=True) == "do not hold the Meridian Seal"
    listed = next(label for label in labels("en") if label.participle == "listed in")
    assert listed.supposed.startswith("be listed in the ")
    assert LABEL.supposed == "hold the Meridian Seal"
    chinese = next(label for label in labels("zh") if label.participle == "列入")
    assert chinese.phrase("酒店") == f"列入“{chinese.name}”的酒店"


@pytest.mark.parametrize("pool", pools(), ids=lambda pool: pool.id)
def test_a_label_shares_no_word_with_its_pool(pool: Pool) -> None:
    for seed in range(20):
        label = choose_label(pool, random.Random(seed))
        reasons = {fault.reason for fault in label_faults(label, pool, text="")}
        assert reasons == {"label_not_defined"}
