"""Where snippets lie and how far they are apart, over two articles worked out by hand. Source: DHQ-90 to DHQ-96, X-09."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from evidoc.analyses._distances import Key, distances
from evidoc.analyses._snippets import survey
from evidoc.analyses.dispersion import analyse
from evidoc.records.analysis import Analysis, BoxPlot
from evidoc.records.bench import Bench
from evidoc.records.item import Evidence, Measures
from tests.analyses.asked import FIRST, FIRST_IDS, SECOND, at, bench_of, block, number, question, rows
from tests.build import document_of

FAN = question("PS", [(FIRST, 2), (SECOND, 1), (FIRST, 5), (FIRST, 11)])
CHAIN = question("TS", [(FIRST, 12), (FIRST, 10), (SECOND, 0)])


def measured(bench: Bench) -> dict[Key, list[float]]:
    return {key: [round(value, 6) for value in values] for key, values in distances(survey(bench)).values.items()}


def box_plot(found: Analysis, name: str) -> BoxPlot:
    return next(figure for figure in found.figures if isinstance(figure, BoxPlot) and figure.name == name)


def test_all_measures_of_one_fan_and_one_chain_by_hand(tmp_path: Path) -> None:
    """X-09: places 2, 5 and 11 of 21, in sections 1, 2 and 3 of 5; then 12 → 10 → 21 + 0, in sections 3 → 3 → 5 + 0."""
    assert measured(bench_of(tmp_path, [FAN, CHAIN])) == {
        ("fan", "pairs_absolute", "paragraph"): [3, 9, 6],
        ("fan", "pairs_ratio", "paragraph"): [0.15, 0.45, 0.3],
        ("fan", "pairs_absolute", "section"): [1, 2, 1],
        ("fan", "pairs_ratio", "section"): [0.25, 0.5, 0.25],
        ("chain", "chain_element", "paragraph"): [2, 11],
        ("chain", "chain_average", "paragraph"): [6.5],
        ("chain", "chain_element", "section"): [0, 2],
        ("chain", "chain_average", "section"): [1.0],
    }


def test_every_snippet_has_its_section_paragraph_and_share(tmp_path: Path) -> None:
    """DHQ-90: index / (n − 1), counted from 0."""
    found = rows(analyse(bench_of(tmp_path, [FAN]), each=True), "snippets")
    assert [row[2:] for row in found] == [
        (0, FIRST.id, FIRST_IDS[2], 1, 5, 0.25, 2, 21, 0.1),
        (1, SECOND.id, 2, 1, 2, 1.0, 1, 4, 0.3333),
        (2, FIRST.id, FIRST_IDS[5], 2, 5, 0.5, 5, 21, 0.25),
        (3, FIRST.id, FIRST_IDS[11], 3, 5, 0.75, 11, 21, 0.55),
    ]
    assert rows(analyse(bench_of(tmp_path, [FAN])), "snippets") == []


def test_a_document_of_one_place_has_share_0_and_no_share_of_distances(tmp_path: Path) -> None:
    """DHQ-90, DHQ-92; and it is said."""
    only = document_of(block(0), name="only")
    twice = [Evidence(document=only.id, block=0, hop=hop) for hop in (0, 1)]
    bench = bench_of(tmp_path, [question("PS", evidence=twice, documents=[only])], only)
    found = analyse(bench, each=True)
    assert [row[-4:] for row in rows(found, "snippets")] == [(0.0, 0, 1, 0.0)] * 2
    assert measured(bench)["fan", "pairs_absolute", "paragraph"] == [0]
    assert measured(bench)["fan", "pairs_ratio", "paragraph"] == []
    assert found.left_out == ("1 item (dochop_qa 1): two snippets in a document of one section or paragraph, so no share of it",)


def test_a_chain_does_not_count_among_pairs_and_a_fan_not_among_steps(tmp_path: Path) -> None:
    only_chain, only_fan = measured(bench_of(tmp_path, [CHAIN])), measured(bench_of(tmp_path, [FAN]))
    assert {of for of, _, _ in only_chain} == {"chain"}
    assert {of for of, _, _ in only_fan} == {"fan"}


def test_steps_are_one_fewer_than_hops_however_many_blocks_a_hop_has(tmp_path: Path) -> None:
    """DHQ-94; a hop over several blocks lies where its first one does."""
    evidence = [at(FIRST, 3), at(FIRST, 4), at(FIRST, 12, hop=1), at(SECOND, 0, hop=2), at(SECOND, 1, hop=2)]
    found = measured(bench_of(tmp_path, [question("PST", evidence=evidence)]))
    assert found["chain", "chain_element", "paragraph"] == [9, 9]


def test_the_documents_of_a_chain_stand_in_the_order_of_the_item(tmp_path: Path) -> None:
    """DHQ-93: with the second article first, the table is at 4 + 12 and the abstract at 0."""
    turned = question("TS", [(FIRST, 12), (FIRST, 10), (SECOND, 0)], documents=[SECOND, FIRST])
    assert measured(bench_of(tmp_path, [turned]))["chain", "chain_element", "paragraph"] == [2, 14]


def test_what_has_no_distance_is_said_with_its_number(tmp_path: Path) -> None:
    lonely = question("PS", [(FIRST, 2), (SECOND, 1)])
    unseen = question("TS", [(FIRST, 12), (SECOND, 0)], documents=[FIRST])
    short = question("TSL", [(FIRST, 12)])
    nothing = question("FF", evidence=[replace(at(FIRST, 2), role="distractor")])
    found = analyse(bench_of(tmp_path, [lonely, unseen, short, nothing, number([(FIRST, 12)])]))
    assert found.left_out == (
        "1 item (dochop_qa 1): no evidence that the answer rests on",
        "2 items (dochop_qa 1, pdfqa 1): no two snippets in one document, so no pair",
        "1 item (dochop_qa 1): a chain of one snippet, so no step",
        "1 item (dochop_qa 1): a chain through a document that the item does not show",
    )
    assert rows(found, "distances") == []


def test_items_of_other_recipes_have_rows_of_their_own(tmp_path: Path) -> None:
    found = measured(bench_of(tmp_path, [FAN, number([(FIRST, 10), (FIRST, 12)])]))
    assert found["pdfqa", "pairs_absolute", "paragraph"] == [2]
    assert found["fan", "pairs_absolute", "paragraph"] == [3, 9, 6]


def test_tables_have_all_values_and_box_plots_those_within_the_quartiles(tmp_path: Path) -> None:
    """DHQ-96, with quartiles as numpy's: nothing is hidden."""
    rng = random.Random(5)
    items = [question("PS", [(FIRST, place) for place in rng.sample(range(21), 5)]) for _ in range(12)]
    bench = bench_of(tmp_path, items)
    values = distances(survey(bench)).values["fan", "pairs_absolute", "paragraph"]
    cuts = np.percentile(values, [0, 25, 50, 75, 100])
    kept = [value for value in values if cuts[1] <= value <= cuts[3]]
    row = next(row for row in rows(analyse(bench), "distances") if row[1:3] == (row[1], "paragraph"))
    assert row[3:] == (120, *(pytest.approx(cut) for cut in cuts), len(kept))
    box = next(box for box in box_plot(analyse(bench), "pairs_absolute").boxes if box.label == "fan, paragraphs")
    assert box.n == len(kept)
    shown = [box.least, box.lower, box.median, box.upper, box.most]
    assert shown == pytest.approx(list(np.percentile(kept, [0, 25, 50, 75, 100])))


def test_two_far_values_have_no_box(tmp_path: Path) -> None:
    """Between the quartiles of 2 and 11 lies neither."""
    box = box_plot(analyse(bench_of(tmp_path, [CHAIN])), "chain_element")
    assert box.boxes == ()


def test_snippets_are_counted_by_tenth_of_their_document(tmp_path: Path) -> None:
    """CV-27: shares 0.1, 0.333, 0.25 and 0.55; the last place of all falls into the last tenth."""
    last = question("PS", [(FIRST, 20), (FIRST, 0)])
    found = rows(analyse(bench_of(tmp_path, [FAN, last])), "tenths")
    assert found == [("paragraph", 1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 6)]


def test_the_spread_that_items_state_is_shown(tmp_path: Path) -> None:
    """PQ-29, CV-27."""
    stated = replace(number([(FIRST, 12)]), measures=Measures(source_spread=40, pages_spanned=2))
    found = rows(analyse(bench_of(tmp_path, [stated, FAN])), "spreads")
    assert [row[:3] for row in found] == [("words from the first source to the last", 1, 40), ("pages with evidence", 1, 2)]
