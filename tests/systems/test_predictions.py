"""Predictions that were made elsewhere: formats, faults, and frames of regions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.answers.region import read_citations
from evidoc.errors import InvalidRecord
from evidoc.records.corpus import Corpus
from evidoc.records.geometry import Box
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.systems import System, open_system
from tests.build import corpus_of
from tests.systems.benches import bench_in, numbered, settings_of
from tests.views.seen import ALONE, ITEM, OTHER, REPORT

CORPUS = corpus_of(REPORT, OTHER)
POINT = {"page": 2, "x0": 40, "y0": 20, "x1": 360, "y1": 100}


def opened(folder: Path, *rows: object) -> System:
    path = folder / "mine.jsonl"
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8")
    return open_system(f"predictions:{path}", settings_of())


def replied(folder: Path, *rows: object, item: Item = ITEM, corpus: Corpus = CORPUS) -> Reply:
    return opened(folder, *rows).respond(item, corpus).reply


def cited(folder: Path, *, item: Item = ALONE, **citation: object) -> str:
    return replied(folder, {"item": item.id, "text": "8", "citations": [{**POINT, **citation}]}, item=item).text.removeprefix(
        "8\n"
    )


def test_a_prediction_is_the_reply_of_its_item(tmp_path: Path) -> None:
    reply = replied(tmp_path, {"item": "i-other", "text": "7"}, {"item": ITEM.id, "text": "8"})
    assert (reply.status, reply.text) == ("answered", "8")


def test_an_item_without_a_line_is_empty(tmp_path: Path) -> None:
    reply = replied(tmp_path, {"item": "i-other", "text": "7"})
    assert (reply.status, reply.detail) == ("empty", "mine.jsonl has no line for this item")


def test_a_blank_prediction_is_empty(tmp_path: Path) -> None:
    assert replied(tmp_path, {"item": ITEM.id, "text": " "}).status == "empty"


@pytest.mark.parametrize(
    ("frame", "edges"),
    [
        ("0-1000", (100.0, 100.0, 900.0, 500.0)),
        ("0-1", (0.1, 0.1, 0.9, 0.5)),
        ("points", (40.0, 20.0, 360.0, 100.0)),
        ("pixels@144", (80.0, 40.0, 720.0, 200.0)),
        ("pixels@36", (20.0, 10.0, 180.0, 50.0)),
    ],
)
def test_every_frame_means_the_same_place(frame: str, edges: tuple[float, ...], tmp_path: Path) -> None:
    x0, y0, x1, y1 = edges
    text = cited(tmp_path, x0=x0, y0=y0, x1=x1, y1=y1, frame=frame)
    (citation,) = read_citations(text, [REPORT.pages]).valid
    assert citation.box == Box(page=1, x0=40.0, y0=20.0, x1=360.0, y1=100.0)


def test_the_frame_is_thousandths_unless_it_is_said(tmp_path: Path) -> None:
    assert cited(tmp_path) == '<bbox page="2" x1="40" y1="20" x2="360" y2="100" />'


@pytest.mark.parametrize(("document", "number"), [(1, 1), (2, 2), (REPORT.id, 1), (OTHER.id, 2)])
def test_a_document_is_named_by_number_or_id(document: object, number: int, tmp_path: Path) -> None:
    assert f'doc="{number}"' in cited(tmp_path, item=ITEM, document=document, page=1)


@pytest.mark.parametrize(
    ("citation", "reason"),
    [
        ({"page": 9}, "bad_page"),
        ({"document": 3}, "bad_document"),
        ({"document": "d-unknown"}, "bad_document"),
        ({"page": 9, "frame": "points"}, "bad_page"),
        ({"x0": 360, "x1": 40}, "not_a_box"),
    ],
)
def test_a_region_that_is_nowhere_stays_a_wrong_region(citation: dict[str, object], reason: str, tmp_path: Path) -> None:
    """A system that cites a page that is not there must not look better than one that cites a wrong page."""
    text = cited(tmp_path, item=ITEM, **citation)
    assert read_citations(text, [REPORT.pages, OTHER.pages]).invalid == {reason: 1}


def test_all_malformed_lines_are_named_at_once(tmp_path: Path) -> None:
    bad_edges = {"page": 1, "x0": 0, "y0": 0, "x1": 1, "y1": 1}
    rows = [
        {"item": "i-1", "text": "fine"},
        "not json",
        {"item": "i-2"},
        {"item": "i-3", "text": 8},
        {"item": "i-4", "text": "8", "citation": []},
        {"item": "i-5", "text": "8", "citations": [{**bad_edges, "page": 0}]},
        {"item": "i-6", "text": "8", "citations": [{**bad_edges, "frame": "inches"}]},
        {"item": "i-7", "text": "8", "citations": [{**bad_edges, "document": 0}]},
        {"item": "i-1", "text": "again"},
        "",
        {"item": "i-8", "text": "8", "citations": [{**bad_edges, "frame": "pixels@0"}]},
    ]
    with pytest.raises(InvalidRecord) as refusal:
        opened(tmp_path, *rows)
    message = str(refusal.value)
    assert "9 faults" in message
    assert [f"line {number}:" in message for number in range(1, 12)] == [False, *[True] * 8, False, True]
    assert "item 'i-1' was predicted on line 1 already" in message
    assert "citation 1 is on page 0; pages count from 1" in message


def test_very_many_faults_are_counted(tmp_path: Path) -> None:
    rows = [{"item": "i-1", "text": "8"}, *({"item": "i-1", "text": str(number)} for number in range(50))]
    with pytest.raises(InvalidRecord, match="50 faults"):
        opened(tmp_path, *rows)


def test_faults_of_one_kind_are_named_once_with_the_first_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match=r"50 faults; correct these lines:\n  line 1 and 49 others: .*malformed[^\n]*$"):
        opened(tmp_path, *["x"] * 50)


def test_a_file_without_lines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="the file has no line; give one for each item"):
        opened(tmp_path)


def test_a_citation_of_a_page_alone_is_the_whole_page(tmp_path: Path) -> None:
    """Most systems that retrieve know the page and no box."""
    row = {"item": ALONE.id, "text": "8", "citations": [{"page": 2}]}
    assert replied(tmp_path, row, item=ALONE).text == '8\n<bbox page="2" x1="0" y1="0" x2="1000" y2="1000" />'


def test_some_edges_are_no_region(tmp_path: Path) -> None:
    row = {"item": "i-1", "text": "8", "citations": [{"page": 2, "x0": 1, "x1": 5}]}
    with pytest.raises(InvalidRecord, match="citation 1 has 2 edges; give x0, y0, x1 and y1, or none for the whole page"):
        opened(tmp_path, row)


def test_an_unknown_frame_is_answered_with_all_that_there_are(tmp_path: Path) -> None:
    row = {"item": "i-1", "text": "8", "citations": [{**POINT, "frame": "inches"}]}
    with pytest.raises(InvalidRecord, match="frame 'inches' is none; take one of 0-1000, 0-1, points, pixels@DPI"):
        opened(tmp_path, row)


def test_boxes_that_are_reversed_are_said_with_their_line(tmp_path: Path) -> None:
    """design.md: a box is never reversed; what is so hits nothing, as a wrong page does."""
    bench = bench_in(tmp_path / "bench", numbered(1))
    item = next(iter(bench.items())).id
    path = tmp_path / "mine.jsonl"
    citations = [{"page": 1, "x0": 900, "y0": 10, "x1": 100, "y1": 20}, {"page": 1, "x0": 10, "y0": 20, "x1": 100, "y1": 90}]
    path.write_text(json.dumps({"item": item, "text": "8", "citations": citations}))
    (said,) = open_system(f"predictions:{path}", settings_of(bench=bench)).remarks
    assert "1 citations are reversed or empty boxes and hit nothing, the first: line 1, item" in said
    assert "x0=900, y0=10, x1=100, y1=20; x0 is the left edge, x1 the right one" in said


def test_one_fault_is_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="1 fault;"):
        opened(tmp_path, "x")


@pytest.mark.parametrize("value", ["1e999", "NaN", "Infinity"])
def test_edges_are_finite(value: str, tmp_path: Path) -> None:
    line = f'{{"item": "i-1", "text": "8", "citations": [{{"page": 1, "x0": {value}, "y0": 0, "x1": 1, "y1": 1}}]}}'
    with pytest.raises(InvalidRecord, match="line 1"):
        opened(tmp_path, line)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match=r"none\.jsonl: no such file"):
        open_system(f"predictions:{tmp_path / 'none.jsonl'}", settings_of())


def test_unknown_and_missing_items_are_listed(tmp_path: Path) -> None:
    bench = bench_in(tmp_path / "bench", numbered(5))
    path = tmp_path / "mine.jsonl"
    path.write_text('{"item": "i-Question 0?", "text": "8"}\n{"item": "i-typo", "text": "8"}\n')
    system = open_system(f"predictions:{path}", settings_of(bench=bench))
    assert system.remarks == (
        "mine.jsonl: 1 items are not in the bench and were left out: i-typo",
        "mine.jsonl: 4 of 5 items have no line and count as empty",
    )


def test_a_complete_file_has_no_remarks(tmp_path: Path) -> None:
    bench = bench_in(tmp_path / "bench", numbered(1))
    path = tmp_path / "mine.jsonl"
    path.write_text('{"item": "i-Question 0?", "text": "8"}\n')
    assert open_system(f"predictions:{path}", settings_of(bench=bench)).remarks == ()


def test_the_name_has_no_folder_and_the_bytes_decide_resuming(tmp_path: Path) -> None:
    first = opened(tmp_path, {"item": "i-1", "text": "8"})
    second = opened(tmp_path, {"item": "i-1", "text": "9"})
    assert first.name == second.name == "predictions:mine.jsonl"
    assert first.inputs != second.inputs


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    assert replied(tmp_path, "\ufeff" + json.dumps({"item": ITEM.id, "text": "8"})).text == "8"
