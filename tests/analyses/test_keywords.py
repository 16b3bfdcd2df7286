"""Words of questions by concept. Source: DHQ-101."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from evidoc.analyses.keywords import analyse
from evidoc.errors import UsageError
from evidoc.records.analysis import Analysis, Cloud
from evidoc.records.bench import Bench
from evidoc.records.item import Construction, Item, Task
from evidoc.records.store import new_header, write_rows
from tests.build import item_of

TEMPLATE = "What are the main challenges in [ ], and how can [ ] address these issues?"


def asked(question: str, *, concept: str = "PS", template: str = TEMPLATE, language: str = "en") -> Item:
    construction = Construction(recipe="test", template=template)
    task = Task(family="test", group="text", concept=concept)
    return replace(item_of(question), task=task, construction=construction, language=language)


def bench_of(folder: Path, items: Sequence[Item]) -> Bench:
    write_rows(folder / "items.jsonl", items)
    return Bench(folder=folder, header=new_header("evidoc.bench", settings={}))


def words(found: Analysis, table: str, concept: str = "PS") -> dict[object, object]:
    rows = next(one.rows for one in found.tables if one.name == table)
    return {row[2]: row[3] for row in rows if row[0] == concept}


ZINC = asked(
    "What are the main challenges in improving zinc content, and how can rapid screening of grains address these issues?"
)


def test_nouns_and_verbs_are_counted_each_and_together(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [ZINC, asked("How can farmers store zinc?")]))
    assert words(found, "nouns") == {"zinc": 2, "content": 1, "screening": 1, "grains": 1, "farmers": 1}
    assert words(found, "verbs") == {"improving": 1, "store": 1}
    assert words(found, "combined") == words(found, "nouns") | words(found, "verbs")
    assert words(found, "words") == words(found, "combined") | {"rapid": 1}


def test_no_word_of_the_template_and_no_stop_word_is_counted(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [ZINC]))
    assert not {"challenges", "address", "issues", "main", "how", "the"} & set(words(found, "words"))
    left = [row[1] for table in found.tables if table.name == "template_terms" for row in table.rows]
    assert left == ["address", "challenges", "issues", "main"]


def test_words_of_nearly_all_questions_are_the_template_where_it_is_not_in_words(tmp_path: Path) -> None:
    kinds = ("zinc", "iron", "copper", "cobalt", "nickel")
    items = [asked(f"What value is shown for {kind}?", concept="", template="lookup/3") for kind in kinds]
    found = analyse(bench_of(tmp_path, items))
    assert set(words(found, "words", "test / text")) == set(kinds)


def test_of_few_questions_no_template_is_guessed(tmp_path: Path) -> None:
    items = [asked(f"What share has {kind}?", concept="", template="lookup/3") for kind in ("zinc", "iron")]
    assert words(analyse(bench_of(tmp_path, items)), "nouns", "test / text")["share"] == 2


def test_a_verb_can_be_counted_with_the_noun_after_it(tmp_path: Path) -> None:
    items = [ZINC, asked("Which methods exist, and do farmers store dry grain?")]
    assert words(analyse(bench_of(tmp_path, items), combined="pairs"), "combined") == {"improving content": 1, "store grain": 1}


def test_every_concept_has_four_clouds_and_the_most_used_word_comes_first(tmp_path: Path) -> None:
    items = [ZINC, asked("How can farmers store zinc?"), asked("Why do cells age?", concept="ME")]
    found = analyse(bench_of(tmp_path, items), most=1)
    clouds = [figure for figure in found.figures if isinstance(figure, Cloud)]
    assert [cloud.name for cloud in clouds if cloud.name.startswith("ps_")] == ["ps_nouns", "ps_verbs", "ps_combined", "ps_words"]
    assert clouds[[cloud.name for cloud in clouds].index("ps_nouns")].words == (("zinc", 2),)
    assert {cloud.name.split("_")[0] for cloud in clouds} == {"me", "ps"}


def test_questions_in_other_languages_are_counted_and_left_out(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [ZINC, asked("Was kostet der Eintritt?", language="de")]))
    assert found.left_out == ("1 questions in 'de': the words are told apart for English only",)


def test_a_bench_without_english_questions_has_nothing_to_show(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [asked("Was kostet der Eintritt?", language="de")]))
    assert not found.tables and not found.figures and found.left_out


def test_options_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="most=0"):
        analyse(bench_of(tmp_path, [ZINC]), most=0)
