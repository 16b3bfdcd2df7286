"""Which tables and texts the recipe asks about, and where it keeps silent."""

from __future__ import annotations

import pickle

import pytest
from msgspec.structs import replace

from evidoc.errors import Reject, UnknownName, UsageError
from evidoc.kit import Kit
from evidoc.recipes import LeftOut, pdfqa
from evidoc.recipes.pdfqa import _plan
from evidoc.recipes.pdfqa._unit import Unit
from evidoc.records.document import Document, Relation
from evidoc.records.table import Table
from tests.build import corpus_of, document_of, paragraph, table_of
from tests.recipes.papers import cereals, paper_with, refusal_of, sales, sheet_of, units_of


def kinds_of(units: list[Unit]) -> set[str]:
    return {unit.kind for unit in units}


def test_a_table_with_clear_headings_is_asked_about_in_every_kind() -> None:
    assert kinds_of(units_of(paper_with(cereals()))) == {"lookup", "comparison", "sum", "difference", "yes_no", "count"}


def test_the_plan_is_the_same_every_time_and_sorted() -> None:
    document = paper_with(cereals())
    units = units_of(document)
    assert units == units_of(document)
    assert [unit.block for unit in units] == sorted(unit.block for unit in units)


def test_a_unit_is_small_and_travels_to_a_worker() -> None:
    unit = units_of(paper_with(cereals()))[0]
    assert pickle.loads(pickle.dumps(unit)) == unit
    assert len(pickle.dumps(unit)) < 500
    assert unit.id.startswith("u-")


def test_no_document_and_no_block_is_asked_more_than_is_allowed() -> None:
    corpus = corpus_of(paper_with(cereals()))
    assert len(list(pdfqa.plan(corpus, per_document=7))) == 7
    units = list(pdfqa.plan(corpus, kinds=("lookup",), per_block=2))
    assert len(units) == 2


def test_kinds_share_a_documents_places_in_turns() -> None:
    units = list(pdfqa.plan(corpus_of(paper_with(cereals())), per_document=6))
    assert len({unit.kind for unit in units}) == len(units) == 6


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="comparison"):
        list(pdfqa.plan(corpus_of(), kinds=("comparisons",)))


def test_a_repeated_heading_is_not_asked_about() -> None:
    """A question must have one answer, so two equal column headings rule their cells out."""
    document = paper_with(table_of(["Crop", "Yield", "Yield"], ["Wheat", "3", "4"], ["Rice", "5", "6"]))
    assert refusal_of(document) == "repeated_header"


def test_a_repeated_row_label_is_not_asked_about() -> None:
    sheet = sheet_of(paper_with(table_of(["Crop", "Yield (t/ha)"], ["Wheat", "3"], ["Wheat", "4"], ["Rice", "5"])))
    assert [fact.entity for fact in sheet.facts] == ["rice"]


def test_an_empty_heading_is_not_asked_about() -> None:
    sheet = sheet_of(paper_with(table_of(["Crop", "", "Yield (t/ha)"], ["Wheat", "7", "3"], ["Rice", "8", "5"])))
    assert {fact.measure for fact in sheet.facts} == {"yield"}


def test_a_label_that_stands_for_several_rows_is_not_asked_about() -> None:
    """The row below has no label, so the label above it may mean both."""
    sheet = sheet_of(paper_with(table_of(["Crop", "Yield (t/ha)"], ["Wheat", "3"], ["", "4"], ["Rice", "5"])))
    assert [fact.entity for fact in sheet.facts] == ["rice"]


def test_a_cell_that_is_no_number_is_not_asked_about() -> None:
    sheet = sheet_of(
        paper_with(table_of(["Crop", "Yield (t/ha)"], ["Wheat", "3 ± 1"], ["Maize", "2–4"], ["Rice", "5"], ["Rye", "6"]))
    )
    assert [fact.printed for fact in sheet.facts] == ["5", "6"]


def test_a_number_in_brackets_is_not_asked_about() -> None:
    """(70) is a deduction in one table and a loss in another."""
    sheet = sheet_of(paper_with(table_of(["", "2023"], ["Net income", "(70)"], ["Net sales", "900"])))
    assert [fact.printed for fact in sheet.facts] == ["900"]


def test_a_merged_cell_is_not_asked_about() -> None:
    table = cereals()
    cells = tuple(replace(cell, row_span=2) if (cell.row, cell.column) == (1, 1) else cell for cell in table.cells)
    merged = replace(table, cells=tuple(cell for cell in cells if (cell.row, cell.column) != (2, 1)))
    facts = sheet_of(paper_with(merged)).facts
    assert (1, 1) not in {(fact.row, fact.column) for fact in facts}


@pytest.mark.parametrize(
    "header", ["Pr > F", "Yield ± SE", "a long heading that says so much that nobody could ever read it aloud", "§", "Fe^2"]
)
def test_a_heading_that_nobody_would_say_is_not_asked_about(header: str) -> None:
    document = paper_with(table_of(["Crop", header], ["Wheat", "3"], ["Rice", "4"]))
    assert not refusal_of(document).startswith("not refused")


def test_a_table_without_caption_and_section_is_not_asked_about_in_an_untitled_document() -> None:
    table = paper_with(cereals(), caption="", title="")
    blocks = tuple(replace(block, section=()) for block in table.blocks)
    assert refusal_of(replace(table, blocks=blocks)) == "no_context"


def test_a_caption_that_is_too_long_is_not_said() -> None:
    caption = "Table 1. " + "Genotypic variance and the standard error of all traits that were observed in the population, " * 3
    assert sheet_of(paper_with(cereals(), caption=caption)).context.style == "place"


def test_a_table_of_text_is_not_asked_about() -> None:
    assert refusal_of(paper_with(table_of(["Crop", "Colour"], ["Wheat", "gold"], ["Rice", "white"]))) == "no_numbers"


def test_a_table_whose_axes_cannot_be_told_apart_is_not_asked_about() -> None:
    document = paper_with(table_of(["", "Dakar", "Thies"], ["Aedes aegypti", "3", "4"], ["Aedes luteocephalus", "5", "6"]))
    assert refusal_of(document) == "unclear_axes"


def test_a_column_of_years_or_running_numbers_is_no_measure() -> None:
    table = table_of(
        ["Country", "Year", "No.", "Yield (t/ha)"],
        ["Peru", "2012", "1", "3"],
        ["Chile", "2014", "2", "4"],
        ["Cuba", "2013", "3", "5"],
    )
    assert {fact.measure for fact in sheet_of(paper_with(table)).facts} == {"yield"}


@pytest.mark.parametrize("flag", sorted(_plan.UNFIT_FLAGS))
def test_a_table_whose_text_is_not_certain_is_not_asked_about(flag: str) -> None:
    document = paper_with(cereals())
    blocks = tuple(replace(block, flags=(flag,)) if block.table else block for block in document.blocks)
    assert refusal_of(replace(document, blocks=blocks)) == "unfit_table"
    assert units_of(replace(document, flags=(flag,))) == []


def test_a_table_that_goes_on_elsewhere_is_not_asked_about() -> None:
    relation = Relation(kind="continuation", source=3, target=9)
    assert refusal_of(paper_with(cereals(), relations=(relation,))) == "continued_table"


def test_a_document_in_another_language_is_not_asked_in_english() -> None:
    assert units_of(paper_with(cereals(), language="de")) == []
    german = document_of(paragraph(1, "Der Ertrag war in den Jahren nicht hoch und die Ernte fiel aus. " * 40), name="de.txt")
    assert not _plan.suits(replace(german, language=""))


def test_a_text_that_lost_its_joined_letters_is_not_asked_about() -> None:
    """The page shows "specific", the text layer has "speciic": answers would be misspelled (case A01)."""
    document = document_of(paragraph(1, "The Asia Paciic Economic Cooperation (APEC) met."), name="apec.pdf")
    assert units_of(document) == []


def test_a_table_without_a_heading_is_not_asked_about() -> None:
    document = paper_with(Table(rows=1, columns=1))
    assert refusal_of(document) == "no_header"


def test_making_a_unit_of_a_document_that_has_changed_is_refused() -> None:
    units = units_of(paper_with(cereals()), kinds=("lookup",))
    changed = corpus_of(paper_with(sales()))
    with pytest.raises(Reject, match="no_fact"):
        for unit in units:
            pdfqa.make(unit, changed, Kit(corpus=changed))


def test_a_cell_that_is_drawn_nowhere_is_refused() -> None:
    document = paper_with(cereals())
    block = document.block(3)
    assert block.table is not None
    bare = replace(block, table=replace(block.table, cells=tuple(replace(cell, box=None) for cell in block.table.cells)))
    corpus = corpus_of(replace(document, blocks=(*document.blocks[:3], bare)))
    with pytest.raises(Reject, match="no_box"):
        pdfqa.make(units_of(document, kinds=("lookup",))[0], corpus, Kit(corpus=corpus))


def test_a_unit_of_an_unfit_document_is_refused() -> None:
    document = paper_with(cereals())
    corpus = corpus_of(replace(document, language="fr"))
    with pytest.raises(Reject, match="unfit_document"):
        pdfqa.make(units_of(document)[0], corpus, Kit(corpus=corpus))


def left_out(*documents: Document, per_document: int = 50) -> list[tuple[str, str]]:
    planned = pdfqa.plan(corpus_of(*documents), per_document=per_document)
    return [(unit.kind, unit.reason) for unit in planned if isinstance(unit, LeftOut)]


def test_a_table_and_a_document_that_give_no_question_say_why() -> None:
    """30 of a user's 54 documents gave nothing, and nothing said so (X-25)."""
    words = paper_with(table_of(["Crop", "Colour"], ["Wheat", "gold"], ["Rice", "white"]))
    assert left_out(words) == [("table", "no_numbers"), ("document", "without_a_usable_table_or_definition")]
    assert left_out(paper_with(cereals())) == []
    assert left_out(paper_with(cereals(), language="de")) == [("document", "in_another_language")]
    assert left_out(paper_with(cereals(), flags=("ocr",))) == [("document", "with_uncertain_text")]
    assert left_out(document_of(paragraph(1, "Nothing."))) == [("document", "without_a_table_or_definition")]


def test_a_table_that_only_the_limit_silenced_says_so() -> None:
    document = paper_with(cereals())
    second = replace(document.block(3), id=9)
    reasons = left_out(replace(document, blocks=(*document.blocks, second)), per_document=1)
    assert reasons == [("table", "per_document_reached")]


def test_a_limit_below_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="option per_document of recipes.pdfqa is -1; give 0 or more"):
        list(pdfqa.plan(corpus_of(), per_document=-1))


def test_a_short_form_in_another_language_is_told_by_its_words() -> None:
    """An invoice has few words, and a reader cannot always tell its language."""
    invoice = document_of(paragraph(1, "Rechnung für die Lieferung vom 3. Mai. Bitte zahlen Sie den Betrag bis zum 1. Juni."))
    assert not _plan.suits(replace(invoice, language=""))
    assert _plan.suits(replace(document_of(paragraph(1, "Invoice for the delivery of May 3.")), language=""))


def aligned(rows: int, *, gap: bool = False) -> Document:
    """Give a paper whose table's rows and columns a reader has guessed."""
    lines = [[f"Crop {chr(65 + row)}xe", f"{row + 3}.5"] for row in range(rows)]
    if gap:
        lines[1][1] = ""
    document = paper_with(table_of(["Crop", "Yield (t/ha)"], *lines))
    blocks = tuple(replace(block, flags=("table_from_alignment",)) if block.table else block for block in document.blocks)
    return replace(document, blocks=blocks)


def test_a_guessed_table_is_asked_about_where_it_proves_itself() -> None:
    assert refusal_of(aligned(10)).startswith("not refused")
    assert refusal_of(aligned(10, gap=True)) == "unfit_table"
    assert refusal_of(aligned(5)) == "unfit_table"


def test_an_invoice_s_rows_are_named_by_their_product_not_by_their_amount() -> None:
    table = table_of(
        ["Amount", "Product", "Price"], ["1.00", "Design hours", "160"], ["400.00", "Balloons", "7"], header_columns=0
    )
    assert {fact.entity for fact in sheet_of(paper_with(table)).facts} == {"Design hours", "Balloons"}


@pytest.mark.parametrize("header", ["yes 𝑝 value wt row%", "Yes p value", "wt row%", "n %"])
def test_two_headings_that_have_run_together_are_not_asked_about(header: str) -> None:
    table = table_of(["Group", header], ["Former", "52.5"], ["Never", "36.7"])
    assert not refusal_of(paper_with(table)).startswith("not refused")


def test_a_physical_measure_without_a_unit_is_not_asked_about() -> None:
    """ "What is the execution time?" => 0.012."""
    table = table_of(["Package", "Execution time"], ["Reg", "0.2"], ["Glm", "0.012"])
    assert refusal_of(paper_with(table)) == "no_unit"
    assert "not refused" in refusal_of(paper_with(table_of(["Package", "Execution time (s)"], ["Reg", "0.2"], ["Glm", "0.1"])))


def test_a_balance_as_of_a_day_is_no_name() -> None:
    table = table_of(["", "Number of shares"], ["Balance as of September 24, 2022", "59"], ["Employee grants", "7"])
    assert all("alance" not in fact.entity for fact in sheet_of(paper_with(table)).facts)


def test_a_title_that_a_layout_took_for_one_gives_way_to_the_file_s_name() -> None:
    document = paper_with(cereals(), caption="", title="DISCLAIMERS:", name="background-checks.pdf", kind="table")
    blocks = tuple(replace(block, section=()) for block in document.blocks)
    assert sheet_of(replace(document, blocks=blocks)).context.text == "the data set “Background checks”"
