"""The parts of the PDF reader, each by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.pages.drawn import Glyph
from evidoc.pages.glyphs import PageText, Word
from evidoc.readers._assembly.captions import anchor, bind_captions, is_caption, mentions
from evidoc.readers._assembly.contents import mark_contents
from evidoc.readers._assembly.furniture import mark_furniture
from evidoc.readers._assembly.headings import abstract_of, mark_abstract, settle_headings
from evidoc.readers._assembly.kind import kind_of
from evidoc.readers._assembly.paragraphs import join_paragraphs, joined_text
from evidoc.readers._assembly.references import cited, mark_references, references_of
from evidoc.readers._grid import Placed, SourceCell, place
from evidoc.readers.pdf._aligned import aligned_table
from evidoc.readers.pdf._bullets import with_bullets
from evidoc.readers.pdf._cells import words_by_cell
from evidoc.readers.pdf._draft import Draft, agreed_text
from evidoc.readers.pdf._fragments import join_lines
from evidoc.readers.pdf._line_numbers import without_line_numbers
from evidoc.readers.pdf._text_layer import is_cipher
from evidoc.records.document import BlockKind
from evidoc.records.geometry import Box, Page
from tests.build import box

A4 = Page(index=0, width=595.0, height=842.0)
PROSE = "the board met in may and looked at all of the rates that members pay to the fund each year"


def draft(kind: BlockKind, text: str, *, top: float = 100.0, page: int = 0, left: float = 50.0, height: float = 12.0) -> Draft:
    return Draft(kind=kind, text=text, boxes=[box(left, top, left + 400, top + height, page=page)])


def words_at(rows: list[list[tuple[float, str]]], *, step: float = 16.0) -> list[Word]:
    """Give words of 6 points a letter, at an x each, row by row."""
    return [
        Word(text=text, box=Box(page=0, x0=x, y0=100 + step * row, x1=x + 6 * len(text), y1=112 + step * row))
        for row, cells in enumerate(rows)
        for x, text in cells
    ]


def cells_of(rows: list[list[str]]) -> list[Placed]:
    return place([[SourceCell(text=text) for text in row] for row in rows])


# Cells


def test_a_value_that_stands_twice_is_placed_by_its_row_and_column() -> None:
    rows = [["Name", "First", "Second"], ["Apples", "1", "2"], ["Pears", "2", "1"], ["Plums", "1", "1"]]
    words = words_at([[(50, row[0]), (150, row[1]), (250, row[2])] for row in rows])
    shuffled = [*words[6:], *words[:6]]  # the file draws them in another order
    found = words_by_cell(cells_of(rows), shuffled)
    assert [[word.text for word in own] for own in found] == [[text] for row in rows for text in row]
    assert found[4][0].box.y0 == 116.0 and found[4][0].box.x0 == 150.0
    assert found[10][0].box.y0 == 148.0 and found[10][0].box.x0 == 150.0


def test_a_cell_of_two_lines_gets_the_words_of_both() -> None:
    words = words_at([[(50, "Long"), (150, "7")], [(50, "name")], [(50, "Short"), (150, "8")]])
    found = words_by_cell(cells_of([["Long name", "7"], ["Short", "8"]]), words)
    assert [word.text for word in found[0]] == ["Long", "name"]


def test_a_cell_that_is_not_on_the_page_has_no_words() -> None:
    words = words_at([[(50, "Apples"), (150, "1")], [(50, "Pears"), (150, "2")]])
    found = words_by_cell(cells_of([["Apples", "1"], ["Pears", "99"]]), words)
    assert found[3] == ()
    assert [word.text for word in found[0]] == ["Apples"]


def test_dashes_and_quotes_that_the_engine_writes_plainly_are_found() -> None:
    words = words_at([[(50, "‘Isabella’"), (150, "0.067–0.667")], [(50, "extra")]])
    found = words_by_cell(cells_of([["'Isabella'", "0.067-0.667"]]), words)
    assert all(found)


@given(st.permutations(range(6)))
def test_the_order_of_the_file_does_not_matter(order: list[int]) -> None:
    rows = [["Alpha", "Beta"], ["Gamma", "Delta"], ["Rho", "Tau"]]
    words = words_at([[(50, row[0]), (150, row[1])] for row in rows])
    found = words_by_cell(cells_of(rows), [words[index] for index in order])
    assert [own[0].text for own in found] == ["Alpha", "Beta", "Gamma", "Delta", "Rho", "Tau"]


# Tables by alignment


def test_words_in_rows_and_columns_are_a_table() -> None:
    read = aligned_table(words_at([[(50, "Year"), (150, "Sales")], [(50, "2021"), (150, "110")], [(50, "2022"), (150, "120")]]))
    assert read is not None and read.rest is None
    assert [(cell.row, cell.column, cell.cell.text) for cell in read.cells] == [
        (0, 0, "Year"), (0, 1, "Sales"), (1, 0, "2021"), (1, 1, "110"), (2, 0, "2022"), (2, 1, "120"),
    ]  # fmt: skip


def test_a_heading_over_two_columns_spans_them() -> None:
    rows = [[(150.0, "Sales-in-both-years")], [(50.0, "Item"), (150.0, "2021"), (250.0, "2022")]]
    rows += [[(50.0, name), (150.0, "1"), (250.0, "2")] for name in ("Apples", "Pears", "Plums")]
    read = aligned_table(words_at(rows))
    assert read is not None
    assert (read.cells[0].column, read.cells[0].end_column) == (1, 3)


def test_prose_is_no_table() -> None:
    words = PROSE.split()[:8]
    line = [(50.0 + sum(6 * len(word) + 3 for word in words[:n]), word) for n, word in enumerate(words)]
    assert aligned_table(words_at([line] * 5)) is None


def test_what_follows_a_table_is_no_part_of_it() -> None:
    rows = [[(50.0, "Year"), (150.0, "Sales"), (250.0, "Costs")]]
    rows += [[(50.0, str(2000 + n)), (150.0, "1"), (250.0, "2")] for n in range(8)]
    prose = [[(50.0, "x" * 20)] for _ in range(6)]
    read = aligned_table(words_at(rows + prose))
    assert read is not None
    assert max(cell.end_row for cell in read.cells) == 9
    assert read.rest == 100 + 16 * 9


def test_lines_of_one_row_are_joined_where_rows_are_set_apart() -> None:
    words: list[Word] = []
    for row in range(5):
        for line, (left, right) in enumerate((("first", "alpha"), ("second", "beta"))):
            top = 100 + row * 44 + line * 13
            words.append(Word(text=left, box=Box(page=0, x0=50, y0=top, x1=90, y1=top + 12)))
            words.append(Word(text=right, box=Box(page=0, x0=150, y0=top, x1=190, y1=top + 12)))
    read = aligned_table(words)
    assert read is not None
    assert [cell.cell.text for cell in read.cells][:2] == ["first second", "alpha beta"]
    assert max(cell.end_row for cell in read.cells) == 5


# Paragraphs


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("with the prop-", "erty that", "with the property that"),
        ("the North-", "South line", "the North-South line"),
        ("the rate was", "4.5% for all", "the rate was 4.5% for all"),
        ("中文", "排版", "中文排版"),
    ],
)
def test_parts_of_a_paragraph_are_joined(first: str, second: str, whole: str) -> None:
    """A05, A15."""
    assert joined_text(first, second) == whole


def test_a_finished_sentence_is_not_joined_with_the_next_page() -> None:
    """A15."""
    parts = [draft("paragraph", "This is the end."), draft("paragraph", "small letters begin it", page=1)]
    assert len(join_paragraphs(parts)) == 2


def test_a_heading_between_two_pages_keeps_them_apart() -> None:
    parts = [draft("paragraph", "The rate was set at"), draft("heading", "Rates"), draft("paragraph", "4.5% for all", page=1)]
    assert len(join_paragraphs(parts)) == 3


def test_a_figure_between_the_parts_does_not_keep_them_apart() -> None:
    parts = [
        draft("paragraph", "The rate was first set at"),
        draft("figure", "", page=1),
        draft("paragraph", "4.5% for all", page=1),
    ]
    assert [part.text for part in join_paragraphs(parts)] == ["The rate was first set at 4.5% for all", ""]


def test_lines_of_a_page_full_of_lines_are_joined() -> None:
    lines = [draft("paragraph", f"line {n} that goes on", top=100 + 14 * n) for n in range(8)]
    assert len(join_lines(lines, height=12)) == 1


def test_a_wider_gap_begins_a_paragraph() -> None:
    lines = [draft("paragraph", f"line {n} that goes on", top=100 + 14 * n + (9 if n >= 4 else 0)) for n in range(10)]
    assert [part.boxes[0].y0 for part in join_lines(lines, height=12)] == [100.0, 165.0]


def test_items_of_a_list_stay_apart() -> None:
    lines = [draft("paragraph", f"[{n}] an entry without an end", top=100 + 14 * n) for n in range(8)]
    assert len(join_lines(lines, height=12)) == 8


def test_paragraphs_of_several_lines_are_not_joined() -> None:
    blocks = [draft("paragraph", PROSE, top=100 + 50 * n, height=46) for n in range(8)]
    assert len(join_lines(blocks, height=12)) == 8


# Headings, furniture, captions, references


def test_a_numbered_heading_has_the_level_of_its_number() -> None:
    drafts = [draft("heading", text) for text in ("1 Introduction", "2.1 Data", "2.1.3. Sources", "Appendix A")]
    settle_headings(drafts)
    assert [heading.level for heading in drafts] == [1, 2, 3, 1]


@pytest.mark.parametrize(
    "text", ["とします．", "and so it goes on", "This is a long sentence in bold that ends with a stop.", "***"]
)
def test_what_is_no_heading_is_a_paragraph(text: str) -> None:
    drafts = [draft("heading", text)]
    settle_headings(drafts)
    assert drafts[0].kind == "paragraph"


def test_there_is_one_title() -> None:
    drafts = [draft("title", "The title"), draft("title", "A chapter")]
    settle_headings(drafts)
    assert [part.kind for part in drafts] == ["title", "heading"]


def test_the_abstract_ends_at_the_key_words() -> None:
    drafts = [
        draft("heading", "Abstract"),
        draft("paragraph", "One."),
        draft("paragraph", "Keywords: a, b"),
        draft("paragraph", "Two."),
    ]
    mark_abstract(drafts)
    assert abstract_of(drafts) == "One."
    assert drafts[3].kind == "paragraph"


def test_an_abstract_may_begin_with_the_word() -> None:
    drafts = [draft("paragraph", "Abstract: We show that it works.")]
    mark_abstract(drafts)
    assert abstract_of(drafts) == "We show that it works."


def test_the_word_summary_far_inside_a_document_is_a_heading_like_others() -> None:
    drafts = [draft("heading", "Summary", page=40), draft("paragraph", "Sales grew.", page=40)]
    mark_abstract(drafts)
    assert drafts[1].kind == "paragraph"


def test_a_text_at_one_edge_of_three_pages_is_furniture() -> None:
    """A15."""
    pages = [Page(index=n, width=595.0, height=842.0) for n in range(3)]
    drafts = [draft("paragraph", f"Annual Report {2020 + n}", top=30, page=n) for n in range(3)]
    drafts += [draft("paragraph", f"Page {n + 1} of 3", top=815, page=n) for n in range(3)]
    mark_furniture(drafts, pages)
    assert [part.kind for part in drafts] == ["header"] * 3 + ["page_number"] * 3


def test_a_text_at_the_edge_of_two_pages_is_text() -> None:
    """A15: a header that appears on one page only must not be dropped."""
    pages = [Page(index=n, width=595.0, height=842.0) for n in range(2)]
    drafts = [draft("paragraph", "Annual Report", top=30, page=n) for n in range(2)]
    mark_furniture(drafts, pages)
    assert [part.kind for part in drafts] == ["paragraph"] * 2


@pytest.mark.parametrize(
    "text", ["Table 2. Sales", "Figure 3: Costs", "Fig. 4 Costs by year", "TABLE IV", "表 1 组成部分", "图2：流程"]
)
def test_captions_are_known_by_their_form(text: str) -> None:
    assert is_caption(text)


@pytest.mark.parametrize(
    "text", ["Table 2 shows that sales grow.", "Tables and figures", "Figures 3 and 4 show it", "A table: 3"]
)
def test_sentences_about_tables_are_no_captions(text: str) -> None:
    assert not is_caption(text)


def test_names_of_one_figure_have_one_anchor() -> None:
    assert {anchor(text) for text in ("Fig. 2", "Figure 2", "FIGURE 2", "图 2")} == {"figure-2"}
    assert anchor("Nothing") == ""
    assert mentions("see Fig. 2, Table 9 and figure 2", frozenset({"figure-2"})) == ("figure-2",)


def test_a_caption_among_the_text_is_bound_to_the_nearest_of_its_kind() -> None:
    table, figure = draft("table", "", top=130), draft("figure", "", top=300)
    caption = draft("paragraph", "Table 1. Sales", top=110)
    bind_captions([caption, table, figure], heights=[842.0])
    assert (caption.kind, caption.owner, table.label) == ("caption", table, "Table 1")


def test_the_second_caption_of_one_figure_is_the_next_figures() -> None:
    first, second = draft("figure", "", top=100), draft("figure", "", top=300)
    captions = [draft("caption", f"Figure {n}. Something", top=90) for n in (1, 2)]
    for caption in captions:
        caption.owner = first
    bind_captions([captions[0], first, captions[1], second], heights=[842.0])
    assert captions[1].owner is second


def test_a_bullet_apart_from_its_item_is_put_before_it() -> None:
    bullets = [Draft(kind="paragraph", text="•", boxes=[box(50, top, 54, top + 6)]) for top in (103, 133, 400)]
    items = [draft("paragraph", "Rates rose", left=60), draft("heading", "Members paid", top=130, left=60)]
    found = with_bullets([*bullets[:2], *items, bullets[2]])
    assert [(item.kind, item.text) for item in found] == [
        ("paragraph", "• Rates rose"), ("paragraph", "• Members paid"), ("paragraph", "•"),
    ]  # fmt: skip
    assert found[0].boxes == [box(50, 100, 460, 112)]


def test_a_dash_of_a_table_far_from_any_text_is_no_bullet() -> None:
    dash, text = Draft(kind="paragraph", text="–", boxes=[box(50, 103, 54, 106)]), draft("paragraph", "12.4", left=200)
    assert with_bullets([dash, text]) == [dash, text]


def test_a_column_is_one_though_two_of_its_cells_are_set_wide() -> None:
    gap = 50 + 6 * 2 + 9.0
    rows = [[(50.0, "11"), (gap, "August"), (200.0, "30")], [(50.0, "14"), (gap, "August"), (200.0, "31")]]
    rows += [[(50.0, f"{day} August"), (200.0, str(day))] for day in (12, 13, 15, 16, 17)]
    read = aligned_table(words_at(rows))
    assert read is not None and read.columns == 2


def test_lines_with_page_numbers_under_contents_are_no_headings() -> None:
    entries = [
        draft("equation", "第 1 节 介绍 3"),
        draft("heading", "3.1 基本用法 . . . . . . . 4"),
        draft("paragraph", "Index ix"),
    ]
    rest = [draft("heading", "Chapter 1", page=1), draft("paragraph", "It has 3 parts and was 5", page=1)]
    mark_contents([draft("heading", "目录"), *entries, *rest])
    assert [entry.kind for entry in entries] == ["toc"] * 3
    assert [entry.kind for entry in rest] == ["heading", "paragraph"]


def test_dots_that_lead_to_a_page_number_show_contents_without_their_heading() -> None:
    entries = [draft("paragraph", "Rates . . . . . . . . 12"), draft("paragraph", "He paused ... and left in 1912")]
    mark_contents(entries)
    assert [entry.kind for entry in entries] == ["toc", "paragraph"]


def test_the_rest_of_a_reference_is_no_heading_though_it_is_bold() -> None:
    rest = draft("heading", "2016. Physical association between a membrane structure and centrosome")
    settle_headings([rest, year := draft("heading", "2016 in review")])
    assert (rest.kind, year.kind) == ("paragraph", "heading")


def test_notes_right_below_a_table_are_its_footnotes() -> None:
    table, note, mark = (
        draft("table", ""),
        draft("paragraph", "Note: in euro.", top=116),
        draft("paragraph", "* p < 0.05", top=130),
    )
    text = draft("paragraph", "Source: the text goes on here.", top=300)
    bind_captions([table, note, mark, text], heights=[842.0])
    assert [(one.kind, one.owner) for one in (note, mark)] == [("footnote", table)] * 2
    assert (text.kind, text.owner) == ("paragraph", None)


def test_an_exhibit_may_be_a_table_or_a_figure() -> None:
    table, figure = draft("table", "", top=130), draft("figure", "", top=400)
    captions = [draft("paragraph", "Exhibit 2.1. Members", top=110), draft("paragraph", "Exhibit 2.2. Rates", top=380)]
    bind_captions([captions[0], table, captions[1], figure], heights=[842.0])
    assert [caption.owner for caption in captions] == [table, figure]


def test_a_short_line_right_above_a_table_is_its_caption_without_a_number() -> None:
    title, sentence = draft("paragraph", "Net sales by region", top=110), draft("paragraph", "They rose again.", top=310)
    first, second = draft("table", "", top=124), draft("table", "", top=324)
    bind_captions([title, first, sentence, second], heights=[842.0])
    assert (title.kind, title.owner) == ("caption", first)
    assert (sentence.kind, sentence.owner) == ("paragraph", None)


def test_a_table_with_a_numbered_caption_takes_no_other() -> None:
    caption, line = draft("paragraph", "Table 1. Sales", top=96), draft("paragraph", "All values in euro", top=110)
    bind_captions([caption, line, table := draft("table", "", top=124)], heights=[842.0])
    assert (caption.owner, line.kind) == (table, "paragraph")


def test_a_name_inside_a_drawing_is_no_caption_where_the_real_one_stands_elsewhere() -> None:
    drawing, other = draft("figure", "", top=100, height=120), draft("figure", "", top=400, height=100)
    inside, caption = draft("paragraph", "Figure 2", top=150), draft("paragraph", "Figure 2. How rates are set", top=510)
    bind_captions([drawing, inside, other, caption], heights=[842.0])
    assert (inside.kind, inside.owner) == ("paragraph", None)
    assert (caption.owner, drawing.label) == (other, "")


def test_notes_in_the_margin_are_no_part_of_the_abstract() -> None:
    first, second = draft("paragraph", "Rates rose.", left=180), draft("paragraph", "They fell later.", top=130, left=180)
    note = Draft(kind="paragraph", text="Received in May", boxes=[box(50, 100, 150, 160)])
    mark_abstract([draft("heading", "Abstract", top=80, left=180), first, note, second])
    assert [first.kind, note.kind, second.kind] == ["abstract", "paragraph", "abstract"]


def test_references_are_those_under_their_heading() -> None:
    drafts = [draft("heading", "References"), *(draft("paragraph", f"[{n}] Author, Title, 20{n:02}.") for n in (1, 2, 3))]
    marked = mark_references(drafts)
    assert [reference.key for reference in references_of(marked).values()] == ["1", "2", "3"]
    assert references_of(marked)[1].year == "2001"


def test_the_rest_of_a_numbered_reference_joins_it() -> None:
    drafts = [draft("heading", "References"), *(draft("paragraph", f"{n}. Author {n}, 2001.") for n in range(1, 9))]
    drafts.append(draft("paragraph", "doi 10.1/x, 2004"))
    assert len(references_of(mark_references(drafts))) == 8


def test_a_list_of_references_whose_heading_is_lost_is_known_by_its_numbers() -> None:
    drafts = [draft("paragraph", f"{n}. Author {n}. Journal, 20{n:02}, 3.") for n in range(1, 12)]
    assert len(references_of(mark_references(drafts))) == 11


def test_what_stands_under_the_word_without_years_is_no_reference() -> None:
    drafts = [draft("heading", "References"), draft("paragraph", "This section tells how to print them.")]
    assert references_of(mark_references(drafts)) == {}


def test_references_without_numbers_get_keys() -> None:
    drafts = [
        draft("heading", "References"),
        draft("paragraph", "Author (2001). Title."),
        draft("paragraph", "Writer (2002). Title."),
    ]
    assert [reference.key for reference in references_of(mark_references(drafts)).values()] == ["r1", "r2"]


def test_citations_are_read_from_brackets_ranges_and_raised_numbers() -> None:
    known = frozenset(map(str, range(1, 10)))
    assert cited("shown [1, 3-5] and [12]", ("7,8", "th"), known) == ("1", "3", "4", "5", "7", "8")


# The text layer, kinds, line numbers


def test_letters_shifted_by_one_are_a_cipher() -> None:
    shifted = "".join(chr(ord(c) + 1) if c.isalpha() else c for c in (PROSE + " ") * 5).replace("u", "Z")
    assert is_cipher(shifted)
    assert not is_cipher((PROSE + " ") * 5)
    assert not is_cipher("LuaTeX pLaTeX upLaTeX " * 40 + "日本語組版処理の要件" * 60)
    assert not is_cipher("aB cD")


def test_what_the_engine_reads_otherwise_is_flagged() -> None:
    assert agreed_text("one two", "one two") == ("one two", ())
    assert agreed_text("one two", "zzz qqq") == ("one two", ("text_unverified",))
    assert agreed_text("", "only the engine") == ("only the engine", ("text_unverified",))
    assert agreed_text("whatever", "") == ("whatever", ())


@pytest.mark.parametrize(
    ("drafts", "kind"),
    [
        ([draft("paragraph", "FORM 10-K annual report"), draft("reference", "x")], "filing"),
        ([draft("reference", "x")], "article"),
        ([draft("paragraph", "Sustainability Report 2023")], "report"),
        ([draft("table", "a b c d e f g h i j k")], "table"),
        ([draft("paragraph", "something")], "other"),
    ],
)
def test_the_kind_of_a_document_is_guessed(drafts: list[Draft], kind: str) -> None:
    assert kind_of(drafts, [A4]) == kind


def test_wide_pages_with_few_words_are_slides_and_long_ones_with_contents_a_book() -> None:
    wide = [Page(index=n, width=800.0, height=600.0) for n in range(3)]
    assert kind_of([draft("paragraph", "few words")], wide) == "slides"
    assert kind_of([draft("toc", "Contents")], [A4] * 80) == "book"


def glyph_line(text: str, *, x: float, y: float) -> list[Glyph]:
    glyphs = [Glyph(c, (x + 6 * n, y - 6, x + 6 * n + 6, y + 6), x + 6 * n + 3, y, is_gap=c == " ") for n, c in enumerate(text)]
    return [*glyphs, Glyph("\n", (0, 0, 0, 0), is_gap=True)]


def test_numbers_that_count_down_the_margin_are_left_out() -> None:
    glyphs = [
        g
        for n in range(10)
        for g in [*glyph_line("some text", x=100, y=100 + 20 * n), *glyph_line(f"{n + 21}", x=30, y=100 + 20 * n)]
    ]
    kept = without_line_numbers(PageText(page=A4, glyphs=tuple(glyphs)))
    assert not any(glyph.text.isdigit() for glyph in kept.glyphs)


def test_numbers_in_the_text_stay() -> None:
    glyphs = [g for n in range(10) for g in glyph_line(f"{n * 7 % 5} some text", x=100, y=100 + 20 * n)]
    assert len(without_line_numbers(PageText(page=A4, glyphs=tuple(glyphs))).glyphs) == len(glyphs)
