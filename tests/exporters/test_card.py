"""A card says what a bench is, from what was counted of it. Source: X-45, DHQ-144."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from evidoc.errors import NothingKept
from evidoc.exporters.card import export as export_card
from evidoc.exporters.card._limits import NOT_CLINICAL, limits_of
from evidoc.flow.export import export
from evidoc.records.bench import open_bench
from evidoc.records.item import Verdict
from evidoc.records.store import write_rows
from tests.reports.small_bench import SmallBench, build


@pytest.fixture(scope="module")
def card(small_as_built: SmallBench, tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(small_as_built.bench, tmp_path_factory.mktemp("written"))


def written(bench: Path, folder: Path, spec: str = "card") -> str:
    export(bench, to=spec, out=folder / "card")
    return (folder / "card" / "README.md").read_text(encoding="utf-8")


def section(card: str, title: str) -> str:
    return card.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_the_head_is_what_hubs_read(card: str) -> None:
    head = card.split("---\n")[1]
    assert 'license: "other"' in head and "- question-answering" in head and "- n<1K" in head
    assert "language:\n- de\n- en\n" in head


def test_the_numbers_are_those_of_the_bench(card: str) -> None:
    assert "12 questions over 3 documents, each with its evidence: 15 pieces in 15 boxes on pages." in card
    assert "- Who decided the answers: a program (12)" in card and "- Languages: en (11), de (1)" in card


def test_it_says_how_the_bench_was_made_with_checks_and_what_became_of_candidates(card: str) -> None:
    made = section(card, "How it was made")
    assert "| pdfqa@1 | 12 |" in made and "| leak | kept | 12 |" in made
    assert "| rejected | check | formality | too\\_long | 5 |" in made and "| failed | make |" in made


def test_models_of_checks_and_people_are_counted(small: SmallBench, tmp_path: Path) -> None:
    other = build(tmp_path / "other")
    items = list(open_bench(other.bench).items())
    judged = replace(items[0], authority="person", verdicts=(Verdict(check="answerable", kept=True, model="acme/judge"),))
    write_rows(other.bench / "items.jsonl", [judged, *items[1:]])
    made = section(written(other.bench, tmp_path), "How it was made")
    assert "acme/judge (1 items)" in made and "Answers decided by people: 1." in made and "review board" in made


def test_the_statistics_are_those_of_the_overview(card: str) -> None:
    assert "### Kind of answer" in card and "| number | 5 | 0.4167 |" in card


def test_documents_are_listed_with_their_licences(card: str) -> None:
    licences = section(card, "Licences and attributions")
    assert "The licence of the bench itself is not stated." in licences and "| CC0-1.0 | 3 |" in licences
    assert "states none: 0." in licences


def test_a_licence_and_a_name_are_those_that_are_given(small: SmallBench, tmp_path: Path) -> None:
    card = written(small.bench, tmp_path, 'card(name="Soil: \\"a\\" | b", licence="cc-by-4.0")')
    assert 'pretty_name: "Soil: \\"a\\" | b"\nlicense: "cc-by-4.0"' in card
    assert '# Soil: "a" \\| b' in card and "The bench itself is under cc-by-4.0." in card


def test_text_of_documents_cannot_make_markup(tmp_path: Path) -> None:
    hostile = build(tmp_path, hostile="<script>|`x`\n# y")
    card = written(hostile.bench, tmp_path)
    assert "<script" not in card and "\n# y" not in card


def test_every_row_of_a_table_has_as_many_cells_as_its_head(card: str) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", card, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_the_four_limits_of_dochop_qa_what_rules_write_and_not_for_clinical_use() -> None:
    """DHQ-144."""
    limits = list(limits_of(["dochop_qa"]))
    assert len(limits) == 2 + 4 + 1 + 1 and limits[-1] == NOT_CLINICAL
    for said in (
        "regularities",
        "authority `rule`",
        "no gold annotations of the steps",
        "not for arithmetic over its cells",
        "zero-shot",
    ):
        assert sum(said in limit for limit in limits) == 1
    assert "Not for clinical use" in limits[-1]


def test_other_recipes_have_limits_of_their_own(card: str) -> None:
    assert "the checks are cautious" in section(card, "Limits") and NOT_CLINICAL not in card


def test_it_says_how_to_score_and_to_cite(card: str) -> None:
    assert "evidoc score run/" in section(card, "How to score") and "SHA-256 `" in section(card, "Citation")


def test_the_same_bench_gives_the_same_card(small: SmallBench, card: str, tmp_path: Path) -> None:
    assert written(small.bench, tmp_path) == card


def test_without_statistics_the_rest_is_written(small: SmallBench, tmp_path: Path) -> None:
    assert export_card(small.bench, out=tmp_path / "card").counts == {"documents named": 3}


def test_an_empty_bench_has_no_card(tmp_path: Path) -> None:
    empty = build(tmp_path / "e")
    write_rows(empty.bench / "items.jsonl", [])
    with pytest.raises(NothingKept, match="no items"):
        export(empty.bench, to="card", out=tmp_path / "card")
