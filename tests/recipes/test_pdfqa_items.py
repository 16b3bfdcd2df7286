"""The items that each kind of question gives: answer, evidence, contract, trace and measures."""

from __future__ import annotations

import json
import random
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from evidoc.errors import Reject
from evidoc.kit import Kit
from evidoc.recipes.pdfqa._count import threshold_between
from evidoc.recipes.pdfqa._measures import answer_type, file_type, source_position, source_words
from evidoc.recipes.pdfqa._terms import clear_definitions, definitions_in
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.item import Answer, Item
from evidoc.records.record import to_json
from evidoc.records.reply import Reply
from evidoc.records.table import Table
from evidoc.scorers import exact
from tests.build import box, corpus_of, document_of, paragraph, shared, table_of
from tests.recipes.papers import cereals, items_of, made, paper_with, sales, units_of

FILING = "Table 1. Net sales by region (in millions of dollars)"


def slots_of(item: Item) -> dict[str, str]:
    return {slot.name: slot.value for slot in item.construction.slots}


def crucial_texts(item: Item) -> list[str]:
    return [evidence.text for evidence in item.evidence if evidence.role == "crucial"]


def test_a_look_up_has_the_number_as_printed() -> None:
    items = {
        slots_of(item)["row.1"] + slots_of(item)["column.1"]: item for item in items_of(paper_with(cereals()), kinds=("lookup",))
    }
    item = items["WheatYield (t/ha)"]
    assert item.answer == Answer(kind="number", value="3.10", unit="t/ha", decimals=2)
    assert "in t/ha" in item.question
    assert item.contract == "Answer with a number with 2 decimals in t/ha, as printed, and no other words."
    assert (item.scorer, item.authority, item.language) == ("number", "rule", "en")
    assert item.task.family == "pdfqa"
    assert item.task.category == "lookup"


def test_a_question_names_row_column_and_place() -> None:
    for item in items_of(paper_with(cereals()), kinds=("lookup",)):
        slots = slots_of(item)
        assert slots["measure"].removeprefix("number of ") in item.question
        assert slots["entity"] in item.question
        assert "grain yield and quality of four cereals" in item.question
        assert "Table 2" not in item.question


def test_a_question_names_the_period_and_the_scale() -> None:
    for item in items_of(paper_with(sales(), caption=FILING), kinds=("lookup",)):
        assert re.search(r"in 202[123]", item.question)
        assert "in millions of US dollars" in item.question
        assert (item.answer.unit, item.answer.scale) == ("USD", 6)


def test_evidence_is_the_cell_then_its_headings_and_the_caption() -> None:
    item = items_of(paper_with(cereals()), kinds=("lookup",))[0]
    cell, headings, caption = item.evidence
    assert (cell.role, cell.function, cell.hop, len(cell.cells), len(cell.boxes)) == ("crucial", "table", 0, 1, 1)
    assert (headings.role, headings.function, len(headings.cells)) == ("supplemental", "table_header", 2)
    assert (caption.role, caption.function, caption.block) == ("supplemental", "caption", 2)


def test_a_comparison_is_answered_by_the_name_with_the_highest_or_lowest_number() -> None:
    for item in items_of(paper_with(cereals()), kinds=("comparison",)):
        numbers = [Decimal(text.replace(",", "")) for text in crucial_texts(item)]
        slots = slots_of(item)
        wanted = max(numbers) if slots["operation"] == "highest" else min(numbers)
        row = slots[f"row.{numbers.index(wanted) + 1}"]
        assert str(item.answer.value).lower() == row.lower()
        assert all(slots[name] in item.question for name in ("first", "second"))
        assert str(item.answer.value) in item.contract
        assert 2 <= len(numbers) <= 3


def test_a_comparison_of_periods_is_answered_by_a_period() -> None:
    items = [
        item for item in items_of(paper_with(sales(), caption=FILING), kinds=("comparison",)) if item.task.subtask == "periods"
    ]
    assert items
    for item in items:
        assert item.answer.value in ("2021", "2022", "2023")
        assert f"in {item.answer.value}" in item.answer.aliases


def test_equal_numbers_are_not_compared() -> None:
    """Europe has 700 in two years: neither is higher."""
    for item in items_of(paper_with(sales(), caption=FILING), kinds=("comparison", "difference", "yes_no")):
        texts = crucial_texts(item)
        assert len(set(texts)) == len(texts)


def test_sums_and_differences_are_exact() -> None:
    """Case G08: decimals as printed, no binary noise."""
    table = table_of(["Crop", "Total production (kg)"], ["Rice", "0.1"], ["Wheat", "0.2"], ["Maize", "1.10"])
    values = {str(item.answer.value) for item in items_of(paper_with(table), kinds=("sum",))}
    assert values <= {"0.3", "1.20", "1.30"}
    assert values
    values = {str(item.answer.value) for item in items_of(paper_with(table), kinds=("difference",))}
    assert values <= {"0.1", "1.00", "0.90"}


def test_what_cannot_be_added_is_not_added() -> None:
    """Rates, means and levels have no sum, and neither have balances of two days."""
    table = table_of(["Crop", "Mean yield (t/ha)", "Germination rate (%)"], ["Rice", "4", "90"], ["Wheat", "3", "80"])
    assert units_of(paper_with(table), kinds=("sum",)) == []
    balance = table_of(["", "December 31, 2023", "December 31, 2022"], ["Tax expense", "9", "7"], ["Net sales", "5", "8"])
    assert units_of(paper_with(balance, caption="Table 1. Statement in dollars"), kinds=("sum",)) == []


def test_the_difference_of_percentages_is_in_percentage_points() -> None:
    table = table_of(["Crop", "Germination rate (%)"], ["Rice", "90.5"], ["Wheat", "80"])
    item = items_of(paper_with(table), kinds=("difference",))[0]
    assert (item.answer.value, item.answer.unit) == ("10.5", "pp")
    assert "percentage points" in item.question


def test_yes_and_no_are_both_right_at_times() -> None:
    items = items_of(paper_with(cereals()), kinds=("yes_no",)) + items_of(paper_with(sales(), caption=FILING), kinds=("yes_no",))
    assert {item.answer.value for item in items} == {"yes", "no"}
    for item in items:
        numbers = [Decimal(text.replace(",", "")) for text in crucial_texts(item)]
        left, sign, right = item.construction.trace[-2].split(" is ")[0].split()
        assert {Decimal(left), Decimal(right)} == set(numbers)
        assert (Decimal(left) > Decimal(right) if sign == ">" else Decimal(left) < Decimal(right)) == (item.answer.value == "yes")
        assert item.contract == "Answer with yes or no."


def test_a_count_counts_all_rows_and_has_all_their_cells_as_evidence() -> None:
    for item in items_of(paper_with(cereals()), kinds=("count",)):
        limit, slots = Decimal(slots_of(item)["limit"]), slots_of(item)
        numbers = [Decimal(text) for text in crucial_texts(item)[0].split("\n")]
        assert len(numbers) == 4
        above = sum(number > limit for number in numbers)
        assert int(str(item.answer.value)) == (
            above if slots["operation"] == "count_above" else sum(number < limit for number in numbers)
        )
        assert 0 < int(str(item.answer.value)) <= 4
        assert "crops" in item.question


@pytest.mark.parametrize(
    "rows",
    [
        (["Rice", "4"], ["Wheat", "3"], ["Maize", "5"]),
        (["Rice", "4"], ["Wheat", "n.d."], ["Maize", "5"], ["Rye", "7"], ["Oat", "6"]),
        (["Rice", "4"], ["Wheat", "3"], ["Maize", "5"], ["Rye", "7"], ["Total", "19"]),
    ],
    ids=["too few", "not whole", "with a total"],
)
def test_only_whole_tables_are_counted(rows: tuple[list[str], ...]) -> None:
    assert units_of(paper_with(table_of(["Crop", "Yield (t/ha)"], *rows)), kinds=("count",)) == []


def test_rows_without_a_name_of_their_kind_are_not_counted() -> None:
    table = table_of(["", "Yield (t/ha)"], ["Rice", "4"], ["Wheat", "3"], ["Maize", "5"], ["Rye", "7"])
    assert units_of(paper_with(table), kinds=("count",)) == []


@given(st.sets(st.decimals(min_value=-1000, max_value=10_000, places=2), min_size=2, max_size=12), st.integers(0, 9))
def test_a_threshold_splits_the_numbers(numbers: set[Decimal], seed: int) -> None:
    ordered = sorted(numbers)
    threshold = threshold_between(ordered, random.Random(seed))
    assert ordered[0] <= threshold < ordered[-1]
    assert any(number <= threshold for number in ordered)


def test_a_threshold_is_round() -> None:
    assert threshold_between([Decimal(12), Decimal(57)], random.Random(0)) == 50
    assert threshold_between([Decimal("0.31"), Decimal("0.48")], random.Random(0)) == Decimal("0.4")
    assert threshold_between([Decimal(4), Decimal(5)], random.Random(0)) == 4


def text_of(*texts: str, title: str = "Cereals of the highlands") -> Document:
    return document_of(*(paragraph(index, text) for index, text in enumerate(texts)), name="text.xml", title=title)


def test_an_abbreviation_is_asked_for_its_long_form() -> None:
    item = items_of(text_of("We mapped each quantitative trait locus (QTL) of the cross."))[0]
    assert item.answer.value == "quantitative trait locus"
    assert "QTL" in item.question
    assert "Cereals of the highlands" in item.question
    assert crucial_texts(item) == ["quantitative trait locus (QTL)"]
    assert (item.evidence[0].function, item.evidence[0].boxes) == ("definition", (box(50, 300, 545, 340),))
    assert (item.task.category, item.task.group, item.scorer) == ("definition", "text", "exact")


def test_a_term_is_asked_for_its_definition_word_for_word() -> None:
    item = items_of(
        text_of("The lysis time was defined as the time from the first temperature shift to the end of the cell. More.")
    )[0]
    assert item.answer.value == "the time from the first temperature shift to the end of the cell"
    assert "lysis time" in item.question
    assert "word for word" in item.contract


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("All single nucleotide polymorphisms (SNPs) were used.", "single nucleotide polymorphisms"),
        ("The National Institutes of Health (NIH) paid.", "National Institutes of Health"),
        ("A partial least squares discriminant analysis (PLS-DA) ran.", "partial least squares discriminant analysis"),
        ("“Southeast Asia” refers to modern Myanmar, Thailand and Vietnam.", "modern Myanmar, Thailand and Vietnam"),
    ],
)  # fmt: skip
def test_definitions_are_found(text: str, meaning: str) -> None:
    assert [found.meaning for found in clear_definitions(text_of(text)).values()] == [meaning]


@pytest.mark.parametrize(
    "text",
    [
        "The cells of human cervical carcinoma (HeLa) grew.",
        "The screened population had sight threatening retinopathy (STDR).",
        "The squamous epithelium (SSE) is thick.",
        "It was small (CI).",
        "It is defined as the sum of all parts that we found in the field.",
        "The yield is defined as the value in the table above and the next figure.",
        "Index 1 means the first argument after the format string.",
        "In Dr. Johnson's dictionary patriotism is defined as the last resort of a scoundrel.",
        "Inexact means that some values cannot be converted to the internal format.",
        "The resulting means of all three field experiments ranged from 24 to 52 in the years.",
        "Its width is defined as the distance between the two verticals of the panel.",
        "The term “summer” means June to August, and the other seasons as the three-month periods after it.",
    ],
)
def test_what_defines_nothing_clearly_is_not_asked_about(text: str) -> None:
    assert clear_definitions(text_of(text)) == {}


def test_a_term_with_two_meanings_is_not_asked_about() -> None:
    assert clear_definitions(text_of("The crude fat (CF) fell.", "A correction factor (CF) was used.")) == {}
    assert len(clear_definitions(text_of("The crude fat (CF) fell.", "Again the crude fat (CF) fell."))) == 1


def test_a_text_without_title_is_placed_by_its_section() -> None:
    block = replace(paragraph(0, "We mapped each quantitative trait locus (QTL)."), section=("Mapping of loci",))
    item = items_of(document_of(block, name="t.xml", title=""))[0]
    assert "in the section “Mapping of loci”" in item.question or "In the section “Mapping of loci”" in item.question


def test_a_definition_in_a_paragraph_without_a_box_is_refused() -> None:
    from evidoc.errors import Reject

    document = text_of("We mapped each quantitative trait locus (QTL).")
    unit = units_of(document)[0]
    bare = replace(document, blocks=tuple(replace(block, boxes=()) for block in document.blocks))
    with pytest.raises(Reject, match="no_box"):
        made(unit, Corpus([bare]))
    with pytest.raises(Reject, match="no_definition"):
        made(replace(unit, span=(0, 3)), corpus_of(document))
    with pytest.raises(Reject, match="no_span"):
        made(replace(unit, span=None), corpus_of(document))


def test_an_untitled_text_without_sections_is_refused() -> None:
    from evidoc.errors import Reject

    document = text_of("We mapped each quantitative trait locus (QTL).", title="")
    with pytest.raises(Reject, match="no_place"):
        made(units_of(document)[0], corpus_of(document))


def test_the_same_seed_gives_the_same_bytes_and_another_other_words() -> None:
    document = paper_with(cereals())
    first, again, other = (items_of(document, seed=seed) for seed in (1, 1, 2))
    assert [to_json(item) for item in first] == [to_json(item) for item in again]
    assert [item.question for item in first] != [item.question for item in other]
    assert {item.construction.unit for item in first} == {item.construction.unit for item in other}


def test_many_ways_of_asking_are_used() -> None:
    used = {
        item.construction.template for seed in range(12) for item in items_of(paper_with(cereals()), kinds=("lookup",), seed=seed)
    }
    assert len(used) >= 8


def test_the_id_depends_on_question_answer_and_evidence_alone() -> None:
    item = items_of(paper_with(cereals()))[0]
    assert item.id.startswith("i-")
    assert len({made.id for made in items_of(paper_with(cereals()))}) == len(items_of(paper_with(cereals())))


def test_all_ten_dimensions_are_on_every_item() -> None:
    """PQ-23 to PQ-32."""
    for item in items_of(paper_with(cereals()), text_of("Each quantitative trait locus (QTL) was mapped.")):
        measures = item.measures
        ten = (
            measures.answer_type, measures.answer_length, measures.reasoning, measures.difficulty, measures.modality,
            measures.sources, measures.source_spread, measures.source_position, measures.file_type, measures.file_length,
        )  # fmt: skip
        assert None not in ten
        assert measures.scenario == "Single-Doc"
        assert measures.pages_spanned == 1
        assert measures.answer_length == len(str(item.answer.value))


def test_a_look_up_is_simple_and_a_count_is_complex() -> None:
    """PQ-18: what is only copied is simple."""
    by_kind = {item.task.category: item.measures for item in items_of(paper_with(cereals()))}
    assert (by_kind["lookup"].reasoning, by_kind["lookup"].difficulty) == ("replicate", "simple")
    assert (by_kind["sum"].reasoning, by_kind["sum"].difficulty) == ("reasoning", "medium")
    assert (by_kind["count"].difficulty, by_kind["count"].answer_type) == ("complex", "value-question")
    assert (by_kind["comparison"].answer_type, by_kind["yes_no"].answer_type) == ("word-answer", "yes-no-question")
    assert (by_kind["lookup"].hops, by_kind["sum"].hops, by_kind["count"].hops) == (1, 2, 1)


def test_the_spread_counts_the_words_of_the_source_itself() -> None:
    """formats.md 5.3: a single source gives that source's word count, not 0."""
    document = paper_with(cereals())
    words = dict(source_words(document))
    item = items_of(document, kinds=("lookup",))[0]
    assert item.measures.source_spread == words[3] > 0
    assert item.measures.file_length == sum(words.values())


def test_the_quarter_is_as_the_companion_counts_it_where_there_is_a_majority() -> None:
    """PQ-30, golden vectors; where there is none the median source decides (U-53), not the first quarter."""
    for case in json.loads(shared("golden/pdfqa_majority_bucket.json").read_text()):
        quarters = [next(q for q in (25, 50, 75, 100) if 100 * value / case["max"] <= q) for value in case["values"]]
        if any(2 * quarters.count(quarter) > len(quarters) for quarter in quarters):
            assert source_position(case["values"], last=case["max"]) == case["out"], case
    assert source_position([10, 90], last=100) == 25
    assert source_position([30, 60], last=100) == 50
    assert source_position([25], last=100) == 25
    assert source_position([], last=100) == 25


def test_file_types_are_those_of_the_paper_where_they_fit() -> None:
    document = document_of(paragraph(0, "Text."), name="a.csv", title="ESG data of 2023")
    assert file_type(replace(document, kind="table")) == "sustainability disclosures"
    assert file_type(replace(document, kind="filing")) == "financial reports"
    assert file_type(replace(document, kind="web")) == "web"


def test_a_long_answer_is_a_sentence_and_a_list_is_counted_as_one_text() -> None:
    assert answer_type(Answer(kind="text", value="one two three four five six")) == "one-sentence-answer"
    assert answer_type(Answer(kind="list", value=("one", "two"))) == "word-answer"


def test_the_words_before_a_text_source_count_with_it() -> None:
    blocks = (Block(id=0, kind="heading", text="Results of it"), paragraph(1, "one two three"), paragraph(2, "four five"))
    assert source_words(document_of(*blocks)) == [(1, 3), (2, 2)]


def test_a_section_of_definitions_defines_with_is() -> None:
    text = "Backwater is a rise of the stage at a gauge that is caused by an obstacle."
    block = replace(paragraph(0, text), section=("4.2 Definitions",))
    item = items_of(document_of(block, name="t.txt", title="Handbook of gauging"))[0]
    assert item.answer.value == "a rise of the stage at a gauge that is caused by an obstacle"
    assert "backwater" in item.question
    assert clear_definitions(text_of(text)) == {}


def flours() -> Table:
    """Give a table whose rows are named twice: by cereal, and by what was made of it."""
    return table_of(
        ["Cereal", "Product", "Betaine (mg/kg)"],
        ["Rye", "refined flour", "12"],
        ["Rye", "bran", "23"],
        ["Millet", "refined flour", "34"],
        ["Oat", "dehulled grain", "56"],
        ["Millet", "bran", "78"],
        header_columns=2,
    )


def test_an_alias_fits_one_option_alone_and_what_tells_it_apart_is_one() -> None:
    """ "refined flour" was an alias of one of two refined flours, and "millet" of none."""
    for item in items_of(paper_with(flours()), kinds=("comparison",)):
        keys = [alias.lower() for alias in item.answer.aliases]
        options = item.contract.partition(": ")[2].strip(".").split("; ")
        for alias in keys:
            assert sum(alias in option.lower() for option in options) == 1, (alias, options)
        parts = [part.strip(")") for part in str(item.answer.value).split(" (")]
        assert score(item, f"The {item.answer.value}") == 1.0
        for part in parts:
            assert score(item, part) == float(sum(part in option for option in options) == 1), (part, options)


def score(item: Item, reply: str) -> float:
    return exact.score(item, Reply(text=reply), Kit()).metrics["exact"] or 0.0


def test_rows_are_told_with_their_group_where_some_need_it() -> None:
    """ "dehulled grain" stood beside "refined flour (rye)"."""
    questions = [item.question for item in items_of(paper_with(flours()), kinds=("lookup",))]
    assert any("dehulled grain (oat)" in question.lower() for question in questions)


def test_a_row_in_a_group_is_named_with_it() -> None:
    """Asked for "former" or "4.00 and above", nobody knows of what."""
    table = table_of(
        ["Group", "Infection rate (%)"],
        ["Smoking status", ""], ["Former", "52.5"], ["Never", "36.7"],
        ["Income", ""], ["4.00 and above", "33"], ["Below one", "47"],
    )  # fmt: skip
    questions = " ".join(item.question.lower() for item in items_of(paper_with(table), kinds=("lookup",)))
    assert "former (smoking status)" in questions
    assert "4.00 and above (income)" in questions


@pytest.mark.parametrize(
    ("corner", "measure"), [("Blocking method", "Number of items"), ("Assembly", "Number of bases"), ("Name", "Number of blocks")]
)
def test_rivals_and_versions_of_one_thing_are_not_added_up(corner: str, measure: str) -> None:
    table = table_of([corner, measure], ["Soundex", "12"], ["Metaphone", "34"], ["Nysiis", "56"])
    assert units_of(paper_with(table), kinds=("sum",)) == []


def test_a_difference_says_which_way_it_goes_or_that_it_has_none() -> None:
    questions = [item.question for item in items_of(paper_with(cereals()), kinds=("difference",))]
    assert questions
    assert not any("the difference between" in question for question in questions)


@pytest.mark.parametrize(
    "text",
    [
        "We used principal component analysis (PCA) here.",
        "Patients of the National Health Service (NHS) came.",
        "It was made at Virginia State University (VSU) in May.",
        "They measured reactive oxygen species (ROS) twice.",
        "The 95% confidence intervals (CIs) were wide.",
    ],
)
def test_an_abbreviation_that_anyone_can_spell_out_is_not_asked_about(text: str) -> None:
    assert units_of(document_of(paragraph(1, text))) == []


def test_an_abbreviation_with_and_inside_is_read_where_every_letter_begins_a_word() -> None:
    text = "Data of the National Health and Nutrition Examination Survey (NHANES) were used, and signal and peptide length (SPL)."
    assert [definition.term for definition in definitions_in(paragraph(1, text))] == ["NHANES", "SPL"]


def test_a_plural_abbreviation_is_asked_about_in_the_plural() -> None:
    """ "What is LTRs short for" is no English."""
    document = document_of(paragraph(1, "The long terminal repeats (LTRs) were found."), title="Genome of the holy basil plant")
    questions = {items_of(document, seed=seed)[0].question for seed in range(30)}
    assert not any(re.search(r"\b(?:is|does) LTRs\b", question) for question in questions)


def test_a_section_that_every_paper_has_places_no_question() -> None:
    block = replace(paragraph(1, "Values are quantitative trait loci (QTL)."), section=("Statistical analysis",))
    document = document_of(block, title="")
    with pytest.raises(Reject, match="no_place"):
        made(units_of(document)[0], corpus_of(document))
