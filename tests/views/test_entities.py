"""The numbered list of entities, its caps, styles, forms and examples. Source: DHQ-18, DHQ-20, DHQ-105 to DHQ-114."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import msgspec
import pytest

from evidoc.errors import UsageError
from evidoc.pages.picture import PictureStore
from evidoc.records.bench import BENCH_SCHEMA, open_bench
from evidoc.records.corpus import Corpus
from evidoc.records.item import Answer, ContextDocument, Evidence, Item, Task
from evidoc.records.record import to_json
from evidoc.records.reply import Prompt, Truncation
from evidoc.records.store import new_header, write_header
from evidoc.shelf import part
from evidoc.views import Context, Shows, check_access
from evidoc.views._published_caps import Setup, published_caps
from evidoc.views.entities import show
from tests.build import box, corpus_of, document_of, item_of, paragraph, shared
from tests.counting import calls_of
from tests.views.seen import ITEM, OTHER, REPORT, corpus_in, images, written

CORPUS = corpus_of(REPORT, OTHER)
ALL = (
    "[Entity 0] <doc1_title> Climate report",
    "[Entity 1] <doc1_paragraph1> Emissions rose, as the table shows, and fell later.",
    "[Entity 2] <doc1_table1> Table 1: emissions by site",
    "[Entity 3] <doc1_figure1>",
    "[Entity 4] <doc2_title> Rival",
    "[Entity 5] <doc2_paragraph1> A competitor emitted 999 tonnes.",
)


def shown(access: str = "full", **options: object) -> Prompt:
    return show(ITEM, Context(corpus=CORPUS, access=access), **options).prompt  # type: ignore[arg-type]


def listed(prompt: Prompt) -> list[str]:
    return [line for line in prompt.text.splitlines() if line.startswith("[Entity")]


def cut(**options: object) -> Truncation:
    return show(ITEM, Context(corpus=CORPUS), **options).truncated  # type: ignore[arg-type]


def test_all_entities_are_listed_by_number_and_tag() -> None:
    assert tuple(listed(shown())) == ALL


def test_what_belongs_to_an_entity_stands_under_it() -> None:
    text = shown().text
    assert text.index("[Entity 2]") < text.index("Antwerp | 1,204 | 1,310") < text.index("[Entity 3]")


def test_numbers_stay_the_same_whatever_may_be_seen() -> None:
    assert listed(shown("gold_evidence")) == [ALL[2]]
    assert listed(shown("gold_docs")) == list(ALL[:4])
    assert listed(shown("none")) == []


def test_indices_are_asked_for_in_place_of_the_items_own_contract() -> None:
    text = shown().text
    assert "JSON list" in text
    assert ITEM.contract not in text
    assert "<bbox" not in text


def test_an_answer_in_words_keeps_the_items_own_contract() -> None:
    text = shown(answer="text").text
    assert ITEM.contract in text
    assert "JSON list" not in text


def test_a_bare_prompt_has_documents_and_question_alone() -> None:
    """DHQ-106: it differs from zero-shot by lacking the task's instructions."""
    prompt = shown(style="bare", answer="text")
    assert [message.role for message in prompt.messages] == ["user"]
    assert prompt.text.endswith(ITEM.question)
    assert ITEM.contract not in prompt.text
    assert tuple(listed(prompt)) == ALL


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"style": "question_only"}, "could mean two things"),
        ({"style": "bold"}, "take one of bare, zero_shot, one_shot"),
        ({"answer": "boxes"}, "take one of indices, text"),
        ({"inputs": "images"}, "take one of text, image"),
        ({"form": "yaml"}, "take one of text, boxes, xml"),
        ({"style": "bare"}, "cannot ask for indices"),
        ({"inputs": "image"}, "show no entities to name"),
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        shown(**options)  # type: ignore[arg-type]


def test_the_ambiguous_access_is_refused() -> None:
    """DHQ-106: the paper uses "question only" for two settings."""
    with pytest.raises(UsageError, match="two things"):
        check_access("question_only")


def test_the_list_is_cut_from_the_end_and_lost_evidence_counted() -> None:
    """DHQ-108: the evidence is in entity 2."""
    assert listed(shown(max_entities=3)) == list(ALL[:3])
    assert cut(max_entities=3) == Truncation(blocks=3)
    assert cut(max_entities=2) == Truncation(blocks=4, gold_lost=1)
    assert cut(max_entities=6) == Truncation()


def test_indices_that_are_the_answer_itself_are_lost_with_their_entities() -> None:
    item = msgspec.structs.replace(ITEM, answer=Answer(kind="indices", value=("1", "4")))
    assert show(item, Context(corpus=CORPUS), max_entities=4).truncated == Truncation(blocks=2, gold_lost=1)


def test_the_list_is_cut_by_tokens_in_whole_entities() -> None:
    assert listed(shown(max_tokens=15)) == list(ALL[:1])
    assert cut(max_tokens=15) == Truncation(blocks=5, gold_lost=1)
    assert cut(max_tokens=10_000) == Truncation()


def test_xml_is_escaped() -> None:
    document = document_of(paragraph(0, "a < b & c"), title="")
    item = item_of(documents=[document.id])
    prompt = show(item, Context(corpus=corpus_of(document)), form="xml").prompt
    assert '<entity index="0" tag="doc1_paragraph1">a &lt; b &amp; c</entity>' in prompt.text


def test_boxes_are_those_on_the_sheet_of_all_pages() -> None:
    """Four pages of 400 × 200 points in a grid of 2 × 2: fields of 500, each page 500 × 250 in the middle of its field.

    An entity has the boxes of all its blocks, as its labels have (DHQ-112).
    """
    lines = listed(shown(form="boxes"))
    assert lines[0].startswith("[Entity 0] <doc1_title> [50 150 450 175] Climate")
    folded = "[50 650 125 675] [50 688 125 700]"
    assert lines[1].startswith(f"[Entity 1] <doc1_paragraph1> [50 212 450 362] [550 138 950 150] {folded} Emissions")
    assert lines[5].startswith("[Entity 5] <doc2_paragraph1> [550 650 950 700] A competitor")


def in_folder(tmp_path: Path, access: str = "full") -> Context:
    return Context(corpus=corpus_in(tmp_path / "corpus"), access=access, pictures=PictureStore(tmp_path / "images"))


def test_page_pictures_stand_before_the_list(tmp_path: Path) -> None:
    view = show(ITEM, in_folder(tmp_path), inputs="text+image", max_pages=2)
    text = written(view.prompt)
    assert text.index("[picture of document 1, page index 1") < text.index("[Entity 0]")
    assert view.truncated.pages == 2


def test_pictures_alone_have_no_list(tmp_path: Path) -> None:
    prompt = show(ITEM, in_folder(tmp_path), inputs="image", answer="text").prompt
    assert listed(prompt) == []
    assert len(images(prompt)) == 4


def test_all_pages_are_one_picture_where_boxes_are_on_one_sheet(tmp_path: Path) -> None:
    context = in_folder(tmp_path)
    (image,) = images(show(ITEM, context, inputs="text+image", form="boxes").prompt)
    assert (image.width, image.height) == (1000, 1000)
    (fewer,) = images(show(ITEM, context, inputs="text+image", form="boxes", max_pages=1).prompt)
    assert fewer.sha256 != image.sha256


def test_no_pages_make_no_sheet(tmp_path: Path) -> None:
    assert images(show(ITEM, in_folder(tmp_path, "none"), inputs="text+image", form="boxes").prompt) == []


def test_the_view_is_found_by_name_with_its_options() -> None:
    bound = part("views", "entities(max_entities=25, style='one_shot')")
    assert bound.options == {"max_entities": 25, "style": "one_shot"}


DOCUMENTS = [document_of(paragraph(0, f"Fact {number}."), name=f"{number}.txt", title="") for number in range(6)]


def example(number: int, *, question: str, concept: str = "P-S", group: str = "paragraph") -> Item:
    document = DOCUMENTS[number].id
    item = item_of(
        question,
        answer=Answer(kind="text", value=f"Answer {number}."),
        evidence=[Evidence(document=document, block=0, text=f"Fact {number}.", boxes=(box(0, 0, 1, 1),))],
        documents=[document],
    )
    return msgspec.structs.replace(item, task=Task(family="dochop_qa", group=group, concept=concept))


ASKED = example(0, question="What is asked?")
ITEMS = (
    ASKED,
    example(0, question="Near?"),
    example(1, question="A longer question of this concept?"),
    example(2, question="Short?"),
    example(3, question="S?"),
    example(4, question="Q?", concept="P-M"),
    example(5, question="T?", concept="T-S", group="table"),
)
SPLITS = ("test", "train", "train", "train", "dev", "train", "train")


def bench_in(folder: Path, *, split: bool = True, more: Sequence[Item] = ()) -> Context:
    folder.mkdir()
    write_header(folder / "bench.json", new_header(BENCH_SCHEMA, settings={}, counts={}, links={}))
    (folder / "items.jsonl").write_bytes(b"".join(to_json(item) + b"\n" for item in (*ITEMS, *more)))
    if split:
        splits = (*SPLITS, *("train" for _ in more))
        rows = [{"item": item.id, "split": name, "group": "g"} for item, name in zip((*ITEMS, *more), splits, strict=True)]
        (folder / "splits.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return Context(corpus=Corpus(DOCUMENTS), bench=open_bench(folder))


def examples(context: Context, **options: object) -> list[str]:
    prompt = show(ASKED, context, style="one_shot", **options).prompt  # type: ignore[arg-type]
    return [line.removeprefix("Question: ") for line in prompt.text.splitlines() if line.startswith("Question: ")][:-1]


def test_the_example_is_the_shortest_training_item_of_the_concept_over_other_documents(tmp_path: Path) -> None:
    """DHQ-109: not over the same documents, not of the dev split, not of another concept."""
    assert examples(bench_in(tmp_path / "bench")) == ["Short?"]


def test_where_the_concept_has_too_few_others_of_the_group_follow(tmp_path: Path) -> None:
    assert examples(bench_in(tmp_path / "bench"), shots=5) == ["Short?", "A longer question of this concept?", "Q?"]


def test_an_item_looks_for_its_examples_without_going_through_all_of_the_training(tmp_path: Path) -> None:
    def work_of_an_item(training: int) -> int:
        more = [example(1, question=f"A question longer than others: {number}?") for number in range(training)]
        context = bench_in(tmp_path / str(training), more=more)
        return calls_of(lambda: context.shots.chosen(ASKED, count=1))

    assert work_of_an_item(0) == work_of_an_item(30)


def test_an_example_whose_answer_is_indices_shows_those_entities(tmp_path: Path) -> None:
    indices = msgspec.structs.replace(
        example(2, question="?"), id="i-indices", answer=Answer(kind="indices", value=("0",)), evidence=()
    )
    text = show(ASKED, bench_in(tmp_path / "bench", more=[indices]), style="one_shot").prompt.text
    assert re.search(r"\[Entity 0\] <doc1_paragraph1> Fact 2\.\n</example-\w+>\n\nQuestion: \?\n\nAnswer: \[0\]", text)


def test_an_example_shows_its_entities_and_the_answer_that_is_asked_for(tmp_path: Path) -> None:
    context = bench_in(tmp_path / "bench")
    named = show(ASKED, context, style="one_shot").prompt.text
    told = show(ASKED, context, style="one_shot", answer="text").prompt.text
    assert re.search(
        r"<(example-\w+)>\n\[Entity 0\] <doc1_paragraph1> Fact 2\.\n</\1>\n\nQuestion: Short\?\n\nAnswer: \[0\]", named
    )
    assert "Answer: Answer 2." in told


@pytest.mark.parametrize("view", ["text", "page_images", "both"])
def test_every_view_of_documents_can_show_examples_first(view: str, tmp_path: Path) -> None:
    """DHQ-109, DHQ-136: the paper's modality ablation is one-shot."""
    shown_by = cast(Shows, part("views", f"{view}(shots=1)").function())
    corpus = Corpus([*DOCUMENTS, corpus_in(tmp_path)[OTHER.id]], folder=tmp_path)
    context = dataclasses.replace(bench_in(tmp_path / "bench"), corpus=corpus, pictures=PictureStore(tmp_path / "pictures"))
    asked = msgspec.structs.replace(ASKED, documents=(ContextDocument(id=OTHER.id),), evidence=())
    words = shown_by(asked, context).prompt.text
    assert words.index("Question: Near?") < words.index("Question: What is asked?")
    nothing = dataclasses.replace(context, access="none")
    assert "Near?" not in shown_by(asked, nothing).prompt.text


def test_without_a_training_split_there_are_no_examples(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="run evidoc split first"):
        examples(bench_in(tmp_path / "bench", split=False))


def test_without_a_bench_there_are_no_examples() -> None:
    with pytest.raises(UsageError, match="ask the items of a bench"):
        shown(style="one_shot")


def table_of_caps(number: int) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Give table 19 or 20 of the paper: model, set-up, text and image to the most entities and pages."""
    lines = shared("papers/dochop_qa.txt").read_text(encoding="utf-8").splitlines()
    end = next(place for place, line in enumerate(lines) if line.startswith(f"Table {number}:"))
    start = max(place for place in range(end) if lines[place].startswith("Model\tSetup"))
    rows = [line.split("\t") for line in lines[start + 1 : end] if "\t" in line]
    return {tuple(row[:4]): tuple(row[4:7]) for row in rows}


@pytest.mark.parametrize(("number", "answer", "rows"), [(19, "text", 18), (20, "indices", 8)])
def test_the_published_caps_are_those_of_the_paper(number: int, answer: str, rows: int) -> None:
    """DHQ-108, DHQ-111, P-11."""
    models = {"InternVL": "internvl2", "Qwen2.5": "qwen2.5-vl"}
    styles = {"Question": "bare", "Zero-shot": "zero_shot", "One-shot": "one_shot"}
    found = table_of_caps(number)
    assert len(found) == rows
    for (model, setup, text, image), (entities, pages, tokens) in found.items():
        inputs = "text+image" if text == image == "✓" else "text" if text == "✓" else "image"
        shown_most = published_caps(models[model], Setup(answer, styles[setup], inputs))
        assert (shown_most.entities, shown_most.pages, shown_most.tokens) == tuple(map(_count, (entities, pages, tokens)))


def _count(cell: str) -> int | None:
    return None if cell == "–" else int(cell)


def test_caps_of_a_model_cut_unless_others_are_given() -> None:
    document = document_of(*(paragraph(number, f"Fact {number}.") for number in range(30)), title="")
    item, context = item_of(documents=[document.id]), Context(corpus=corpus_of(document))
    assert show(item, context, caps="internvl2").truncated.blocks == 5
    assert show(item, context, caps="internvl2", max_entities=10).truncated.blocks == 20


def test_published_caps_let_an_answer_have_1024_tokens() -> None:
    """DHQ-108, DHQ-111: in every set-up; without caps an answer may have as many as ever."""
    document = document_of(paragraph(0, "One fact."), title="")
    item, context = item_of(documents=[document.id]), Context(corpus=corpus_of(document))
    assert show(item, context, caps="qwen2.5-vl").prompt.max_tokens == 1024
    assert show(item, context, caps="internvl2", answer="text", style="bare").prompt.max_tokens == 1024
    assert show(item, context).prompt.max_tokens == 4096


@pytest.mark.parametrize(("caps", "message"), [("internvl", "did you mean internvl2"), ("gpt-4o", "known: internvl2")])
def test_a_model_without_published_caps_is_refused(caps: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        shown(caps=caps)


def test_a_set_up_without_published_caps_is_refused() -> None:
    with pytest.raises(UsageError, match="give max_entities"):
        published_caps("internvl2", Setup("indices", "bare", "text"))
