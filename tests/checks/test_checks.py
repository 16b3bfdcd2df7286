"""Every reason of every check, with the smallest case that triggers it, and the cases next to it that pass."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from evidoc.checks import STANDARD, box_text, duplicate, formality, leak, one_answer
from evidoc.checks import format as format_check
from evidoc.checks._kept import Kept
from evidoc.checks._words import words_of
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus, source_name
from evidoc.records.document import Block, Document, Source
from evidoc.records.geometry import Page
from evidoc.records.item import Answer, Construction, ContextDocument, Evidence, Item, Slot, Task, Verdict
from evidoc.records.record import content_id
from evidoc.shelf import names
from tests.build import box, corpus_of, document_of, item_of, line, paragraph, pdf_bytes, table_of
from tests.recipes.papers import cereals, items_of, paper_with, sales

KIT = Kit()
NUMBER = Answer(kind="number", value="3.10", unit="t/ha", decimals=2)


def evidence(of: Document, **changes: object) -> Evidence:
    return replace(Evidence(document=of.id, block=0, text="it"), **changes)


def reason(verdict: Verdict | None) -> str:
    if verdict is None or verdict.kept:
        return ""
    return verdict.reason


def test_the_standard_checks_are_parts_of_the_room() -> None:
    assert set(STANDARD) <= set(names("checks"))


# format


def formatted(item: Item, document: Document) -> str:
    known = replace(item, documents=(replace(item.documents[0], id=document.id),))
    return reason(format_check.check(known, corpus_of(document), KIT))


def test_a_whole_item_passes_the_format() -> None:
    document = document_of(paragraph(0, "It is it."))
    assert formatted(item_of(evidence=[evidence(document)]), document) == ""


@pytest.mark.parametrize(("changes", "expected"), [({"question": " "}, "no_question"), ({"contract": ""}, "no_contract")])
def test_an_item_without_question_or_contract_has_no_form(changes: dict[str, object], expected: str) -> None:
    document = document_of(paragraph(0, "It is it."))
    assert formatted(replace(item_of(evidence=[evidence(document)]), **changes), document) == expected


@pytest.mark.parametrize(
    "answer",
    [
        Answer(kind="number", value="three"),
        Answer(kind="number", value="NaN"),
        Answer(kind="number", value="3.101", decimals=2),
        Answer(kind="number", value=("3",)),
        Answer(kind="yes_no", value="maybe"),
        Answer(kind="date", value="31.12.2024"),
        Answer(kind="json", value="{"),
        Answer(kind="text", value=" "),
        Answer(kind="list", value=()),
        Answer(kind="list", value=("a", " ")),
        Answer(kind="indices", value=("1", "b")),
    ],
)
def test_an_answer_that_does_not_read_as_its_kind_is_bad(answer: Answer) -> None:
    document = document_of(paragraph(0, "It is it."))
    assert formatted(item_of(answer=answer, evidence=[evidence(document)]), document) == "bad_answer"


@pytest.mark.parametrize(
    "answer",
    [
        NUMBER, Answer(kind="number", value="-70884", decimals=0), Answer(kind="yes_no", value="no"),
        Answer(kind="date", value="2024-12-31"),
        Answer(kind="json", value='{"a": 1}'), Answer(kind="list", value=("a", "b")), Answer(kind="indices", value=("1", "2")),
        Answer(kind="choice", value="B"), Answer(kind="latex", value="x^2"),
    ],
)  # fmt: skip
def test_an_answer_that_reads_as_its_kind_is_good(answer: Answer) -> None:
    assert format_check.reads_as_its_kind(answer)


def test_evidence_must_be_where_it_says_it_is() -> None:
    table = Block(id=0, kind="table", table=cereals(), boxes=(box(50, 100, 400, 300),))
    document = document_of(table)

    def found(**changes: object) -> str:
        return formatted(item_of(evidence=[evidence(document, **changes)]), document)

    assert found(cells=((1, 1),), boxes=(box(100, 120, 150, 140),)) == ""
    assert found(role="supplemental") == "no_evidence"
    assert found(document="d-ffffffffffff") == "unknown_document"
    assert found(block=7) == "unknown_block"
    assert found(cells=((9, 1),)) == "unknown_cell"
    assert found(boxes=(box(0, 0, 5, 5, page=1),)) == "off_page"
    assert found(boxes=(box(590, 0, 600, 5),)) == "off_page"


def test_cells_of_a_block_without_a_table_are_unknown() -> None:
    document = document_of(paragraph(0, "It is it."))
    assert formatted(item_of(evidence=[evidence(document, cells=((0, 0),))]), document) == "unknown_cell"


# formality


def formal(question: str, answer: Answer = NUMBER) -> str:
    return reason(formality.check(item_of(question, answer=answer), corpus_of(), KIT))


YES = Answer(kind="yes_no", value="yes")
TEXT = Answer(kind="text", value="rice")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Tell me the yield of rice in 2020.", "no_question_mark"),
        ("What is the yield? And of which crop?", "several_questions"),
        ("The yield?", "too_short"),
        ("What is " + "the yield of " * 40 + "rice?", "too_long"),
        ("What is the yield of rice in the table above?", "pointing"),
        ("What is the yield of rice according to this document?", "pointing"),
        ("What is the yield of rice in the following table?", "pointing"),
        ("What is the yield of rice according to the table?", "pointing"),
        ("What is the yield of rice in Table 2?", "pointing"),
        ("What is the yield of rice as mentioned above?", "pointing"),
        ("What is one example of a cereal with a high yield?", "open_ended"),
        ("Can you name one of the cereals with a high yield?", "open_ended"),
        ("What is the yield in block 12 for rice?", "artefact"),
        ("What does the evidence say of the yield of rice?", "artefact"),
        ("What is the yield of {entity} in 2020?", "artefact"),
        ("What is the yield of **rice** in 2020?", "artefact"),
        ("What is the yield of rice in d-0123456789ab?", "artefact"),
        ("What is the yield of rice, in kg ha^-1 of land?", "artefact"),
        ("What is the yield of rice (in t per ha?", "unbalanced"),
        ("What is the yield of rice in “Four crops?", "unbalanced"),
        ("Is the yield of rice higher than that of wheat?", "yes_no_mismatch"),
        ("In the data on crops, did the yield of rice rise?", "yes_no_mismatch"),
    ],
)
def test_a_question_that_no_person_would_ask_of_a_document_is_rejected(question: str, expected: str) -> None:
    """PQ-35 (a) to (c), PQ-36, CV-35."""
    assert formal(question) == expected


def test_a_question_for_a_value_answered_by_yes_is_rejected() -> None:
    assert formal("What is the yield of rice in 2020?", YES) == "yes_no_mismatch"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the yield of rice in 2020, in t/ha?", NUMBER),
        ("In the table titled “Yield of crops”, what is the yield of rice?", NUMBER),
        ("According to the section “Yield of crops”, what is the yield of rice?", NUMBER),
        ("In the data on a review of evidence for crops, what is the yield of rice?", NUMBER),
        ("What is QTL short for in the article “What is this document? A review of the table”?", TEXT),
        ("Is the yield higher for rice or for wheat?", TEXT),
        ("In the data on crops, did the yield of rice rise from 2019 to 2020?", YES),
        ("Comparing 2019 with 2020, did the yield of rice rise?", YES),
        ("Is it true that the yield of rice rose?", YES),
        ("水稻的产量是多少？", NUMBER),
    ],
)
def test_a_question_that_stands_alone_passes(question: str, answer: Answer) -> None:
    assert formal(question, answer) == ""


# leak


def leaked(question: str, answer: Answer, **slots: str) -> str:
    construction = Construction(recipe="test", slots=tuple(Slot(name=name, value=value) for name, value in slots.items()))
    return reason(leak.check(replace(item_of(question, answer=answer), construction=construction), corpus_of(), KIT))


def test_an_answer_that_stands_in_the_question_is_a_leak() -> None:
    assert (
        leaked("What does quantitative trait locus (QTL) mean?", Answer(kind="text", value="Quantitative trait locus"))
        == "answer_in_question"
    )
    assert leaked("Why is the yield of 1,310 t not higher?", Answer(kind="number", value="1310")) == "answer_in_question"
    assert leaked("Which of rye and oat?", Answer(kind="list", value=("oat", "rye"))) == "answer_in_question"
    assert leaked("How high is the rate for VAT 7%?", Answer(kind="number", value="7", unit="%")) == "answer_in_question"


def test_yes_no_choices_and_small_digits_are_no_leak() -> None:
    assert leaked("Is it yes?", YES) == ""
    assert leaked("Is it rice or wheat?", TEXT, names="rice or wheat") == ""
    assert leaked("Which is higher, A, B or C?", Answer(kind="text", value="B"), names="A, B or C") == ""
    assert leaked("What are Scope 1 emissions?", Answer(kind="number", value="1")) == ""
    assert leaked("What was it in 2020?", Answer(kind="number", value="20")) == ""
    assert leaked("Which gain came first?", Answer(kind="text", value="again")) == ""
    assert leaked("What is broken?", Answer(kind="number", value="n/a")) == ""


# box_text


def drawn(folder: Path, *lines: tuple[float, float, str]) -> Corpus:
    """Give a corpus with one document of one page on which the lines stand (from the bottom left)."""
    content = b"".join(line(x, y, text) for x, y, text in lines)
    data = pdf_bytes([("/MediaBox[0 0 400 400]", content)])
    source = Source(name="page.pdf", sha256="a" * 64)
    (folder / "sources").mkdir(parents=True)
    (folder / "sources" / source_name(source)).write_bytes(data)
    page = Page(index=0, width=400, height=400)
    document = replace(document_of(paragraph(0, "x"), pages=(page,)), pages_source=source)
    return Corpus([document], folder=folder)


def seen(corpus: Corpus, **changes: object) -> str:
    (document,) = corpus
    item = item_of(evidence=[evidence(document, **changes)], documents=[document.id])
    return reason(box_text.check(item, corpus, KIT))


def test_the_text_of_a_box_is_read_again_from_the_page(tmp_path: Path) -> None:
    corpus = drawn(tmp_path, (100, 300, "Yield 3.10"), (100, 280, "of rice"))
    whole = (box(90, 80, 250, 130),)
    assert seen(corpus, boxes=whole, text="yield 3.10 of  rice") == ""
    assert seen(corpus, boxes=whole, text="Yield 4.25") == "text_missing"
    assert seen(corpus, boxes=(), text="Yield") == "no_box"
    assert seen(corpus, boxes=(), text="Yield", role="supplemental") == ""


def test_cells_are_read_one_by_one(tmp_path: Path) -> None:
    corpus = drawn(tmp_path, (100, 300, "3.10"), (200, 300, "4.25"))
    boxes = (box(95, 85, 150, 105), box(195, 85, 250, 105))
    cells = ((1, 1), (1, 2))
    assert seen(corpus, boxes=boxes, cells=cells, text="3.10\n4.25") == ""
    assert seen(corpus, boxes=boxes, cells=cells, text="4.25\n3.10") == "text_missing"


def test_a_box_that_nobody_can_look_at_is_rejected() -> None:
    document = document_of(paragraph(0, "x"))
    assert seen(corpus_of(document), boxes=(box(0, 0, 5, 5),)) == "no_pdf"


def test_scripts_that_are_drawn_in_another_order_are_compared_by_characters() -> None:
    assert box_text.holds("םולש", "שלום")
    assert not box_text.holds("olleh", "hello")
    assert not box_text.holds("םולש", "שלוםם")
    assert box_text.holds("a-\nb c", "ab c")
    assert box_text.holds(" – ", "–")
    assert not box_text.holds("x", "–")


# one_answer


def unique(item: Item, *documents: Document) -> Verdict | None:
    return one_answer.check(item, corpus_of(*documents), KIT)


def look_ups(document: Document, **slots: str) -> list[Item]:
    return items_of(document, kinds=("lookup",))


def two_tables(first: Sequence[Sequence[str]], second: Sequence[Sequence[str]], *, captions: tuple[str, str]) -> Document:
    document = paper_with(table_of(first[0], *first[1:]), caption=captions[0])
    other = paper_with(table_of(second[0], *second[1:]), caption=captions[1])
    caption, block = other.blocks[2], other.blocks[3]
    more = (replace(caption, id=4, caption_of=5), replace(block, id=5, captions=(4,)))
    return replace(document, blocks=(*document.blocks, *more))


HEADER = ["Crop", "Yield (t/ha)"]


def test_another_table_that_fits_the_question_as_well_makes_two_places() -> None:
    captions = ("Table 1. Yield of crops in the field", "Table 2. Yield of crops in the field")
    document = two_tables([HEADER, ["Rice", "3"], ["Rye", "9"]], [HEADER, ["Rice", "5"], ["Rye", "8"]], captions=captions)
    assert {reason(unique(item, document)) for item in look_ups(document)} == {"two_places"}


def test_the_same_value_elsewhere_is_noted_and_kept() -> None:
    captions = ("Table 1. Yield of crops in the field", "Table 2. Yield of crops in the field")
    document = two_tables([HEADER, ["Rice", "3"], ["Rye", "9"]], [HEADER, ["Rice", "3"], ["Rye", "9.0"]], captions=captions)
    for item in look_ups(document):
        verdict = unique(item, document)
        assert verdict is not None
        assert verdict.kept
        assert "the same value at" in verdict.detail


def test_a_caption_that_tells_two_tables_apart_is_enough() -> None:
    captions = ("Table 1. Yield of crops in the greenhouse", "Table 2. Yield of crops in the field")
    document = two_tables([HEADER, ["Rice", "3"], ["Rye", "9"]], [HEADER, ["Rice", "5"], ["Rye", "8"]], captions=captions)
    assert [reason(unique(item, document)) for item in look_ups(document)] == [""] * 4


def test_a_longer_name_is_not_mistaken_for_a_shorter_one() -> None:
    document = paper_with(table_of(HEADER, ["Wheat", "3"], ["Durum wheat", "5"], ["Rye", "9"]))
    assert {reason(unique(item, document)) for item in items_of(document, kinds=("lookup", "comparison", "difference"))} == {""}


def test_two_rows_of_one_name_make_two_places() -> None:
    document = paper_with(table_of(HEADER, ["Wheat", "3"], ["Rye", "9"]))
    item = next(item for item in look_ups(document) if item.answer.value == "3")
    doubled = paper_with(table_of(HEADER, ["Wheat", "3"], ["Rye", "9"], ["wheats", "4"]))
    assert reason(unique(item, doubled)) == "two_places"


def test_what_names_only_the_other_cell_of_a_comparison_does_not_count() -> None:
    table = table_of(
        ["Stress", "Yield loss (%)"],
        ["Severe stress, vegetative", "50"],
        ["Water stress, vegetative", "21"],
        ["Water stress, flowering", "40"],
    )
    document = paper_with(table)
    assert {reason(unique(item, document)) for item in items_of(document, kinds=("comparison", "yes_no"))} == {""}


def test_periods_and_groups_tell_cells_apart() -> None:
    document = paper_with(sales(), caption="Table 1. Net sales by region (in millions of dollars)")
    assert {reason(unique(item, document)) for item in items_of(document)} == {""}
    grouped = table_of(
        ["", "2023"], ["Net sales:", ""], ["Products", "5"], ["Services", "4"], ["Gross margin:", ""], ["Products", "3"]
    )
    document = paper_with(grouped)
    assert {reason(unique(item, document)) for item in look_ups(document)} == {""}


def test_an_item_without_slots_is_judged_by_its_question() -> None:
    document = paper_with(table_of(HEADER, ["Wheat", "3"], ["Rye", "9"]))
    item = next(item for item in look_ups(document) if item.answer.value == "3")
    bare = replace(item, construction=Construction(recipe="other"))
    assert reason(unique(bare, document)) == ""


def definition(term: str, meaning: str, document: Document) -> Item:
    item = item_of(f"What does {term} stand for?", answer=Answer(kind="text", value=meaning), documents=[document.id])
    return replace(item, construction=Construction(recipe="t", slots=(Slot(name="term", value=term),)))


def test_an_abbreviation_that_is_spelled_out_in_two_ways_has_two_places() -> None:
    document = document_of(paragraph(0, "The crude fat (CF) fell."), paragraph(1, "A correction factor (CF) was used."))
    assert reason(unique(definition("CF", "crude fat", document), document)) == "two_places"


def test_an_abbreviation_that_is_spelled_out_twice_alike_has_one() -> None:
    document = document_of(
        paragraph(0, "The crude fat (CF) fell."), paragraph(1, "All Crude Fats (CF) and those of feed (CF) fell.")
    )
    assert unique(definition("CF", "crude fat", document), document) is None


def test_a_text_answer_without_a_term_is_not_searched_for() -> None:
    document = document_of(paragraph(0, "It is it."))
    assert unique(item_of(documents=[document.id]), document) is None


# duplicate


def asked(question: str, category: str = "lookup", **slots: str) -> Item:
    made = Construction(recipe="t", slots=tuple(Slot(name=name, value=value) for name, value in slots.items()))
    return replace(item_of(question), id=content_id("i", question), construction=made, task=Task(family="t", category=category))


def doubled(first: Item, second: Item) -> bool:
    verdict = duplicate.check(second, corpus_of(), Kit(kept=[first]))
    return verdict is not None and verdict.reason == "near_duplicate" and verdict.detail == first.id


def test_the_same_question_in_other_words_is_a_duplicate() -> None:
    assert doubled(asked("What is the grain yield of rice in 2020?"), asked("How high is the grain yield of rice in 2020?"))
    assert doubled(asked("What were net sales in Peru?"), asked("In the data, what figure is given as the net sales in Peru?"))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("What is the yield of rice in 2020?", "What is the yield of rice in 2021?"),
        ("What is the yield of rice in May 2020?", "What is the yield of rice in June 2020?"),
        ("What are net sales in Peru?", "What are net sales in Chile?"),
        ("How many crops yield more than 5 t?", "How many crops yield more than 6 t?"),
        ("What is the share above 5%?", "What is the share above 5.5%?"),
    ],
)
def test_questions_that_differ_in_a_number_a_date_or_a_name_are_two(first: str, second: str) -> None:
    assert not doubled(asked(first), asked(second))


def test_a_name_in_small_letters_is_known_from_its_slot() -> None:
    first = asked("What is the mean grain yield of rye bread?", entity="rye bread", measure="mean grain yield")
    second = asked("What is the mean grain yield of oat bread?", entity="oat bread", measure="mean grain yield")
    assert not doubled(first, second)


def test_another_kind_of_question_is_no_duplicate_and_an_item_is_none_of_itself() -> None:
    item = asked("What is the yield of rice and wheat?")
    assert not doubled(item, asked("Is the yield of rice or wheat higher?", category="comparison"))
    assert not doubled(item, item)


def over(question: str, *documents: str) -> Item:
    item = asked(question)
    links = tuple(ContextDocument(id=document) for document in documents)
    return replace(item, id=content_id("i", question, documents), documents=links)


def test_a_question_over_several_documents_is_another_one_over_others() -> None:
    """DHQ-47, DHQ-62: "the main topic of the referenced paper" has as many answers as papers are cited."""
    said = "What is the main point of Table “Yields” in given document, and what is the main topic of the referenced paper?"
    first = over(said, "d-review", "d-drip")
    assert not doubled(first, over(said, "d-review", "d-drains"))
    assert doubled(first, over(said.replace("main point", "point"), "d-drip", "d-review"))
    assert doubled(over("What is the yield of rice?", "d-a"), over("How high is the yield of rice?", "d-b"))


def test_ten_thousand_items_are_searched_at_once() -> None:
    kept = Kept(asked(f"What is the yield of crop {number} in field {number % 7}?") for number in range(10_000))
    kit = Kit(kept=kept)
    started = time.perf_counter()
    found = [
        duplicate.check(asked(f"How high is the yield of crop {number} in field {number % 7}?"), corpus_of(), kit)
        for number in range(100)
    ]
    assert all(found)
    assert time.perf_counter() - started < 2
    assert (len(kept), kept[0].question, len(kept[:3])) == (10_000, "What is the yield of crop 0 in field 0?", 3)
    assert kept.has(kept[0].id)
    assert not kept.has("i-none")


def test_words_are_compared_in_one_form() -> None:
    assert words_of("The yields of 3 studies in Sept., %") == {"yield", "3", "september", "percent"}
    assert words_of("genome A") > words_of("a genome")
    assert words_of("N50 1,310.5 of genes") == {"n50", "1,310.5", "gene"}
    assert words_of("class, basis and status") == {"class", "basis", "status"}
