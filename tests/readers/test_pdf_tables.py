"""Tables of a PDF by their rules and white space, and tables that run over pages."""

from evidoc.pages.rules import Rule
from evidoc.readers._assembly.long_tables import join_tables
from evidoc.readers.pdf._aligned import Aligned, aligned_table, top_of
from evidoc.readers.pdf._draft import Draft
from evidoc.readers.pdf._line_numbers import without_line_numbers
from evidoc.readers.pdf._segments import columns_of, lines_of
from evidoc.records.table import Cell, Table
from tests.build import box
from tests.readers.test_pdf_parts import words_at

FRUIT = [[(50.0, name), (150.0, "1"), (250.0, "2")] for name in ("Apples", "Pears", "Plums")]


def level(place: float, start: float = 45.0, end: float = 290.0) -> Rule:
    return Rule(is_level=True, place=place, start=start, end=end)


def places(read: Aligned | None) -> dict[str, tuple[int, int, int, int]]:
    assert read is not None
    return {cell.cell.text: (cell.row, cell.end_row, cell.column, cell.end_column) for cell in read.cells}


def test_what_stands_between_two_rules_is_one_row() -> None:
    """A cell of two lines is one cell where every row is ruled (us-022: Defendants / Sentenced)."""
    rows = [[(50.0, "Number"), (150.0, "Year")], [(50.0, "of-sites")], [(50.0, "West"), (150.0, "2010")]]
    rows += [[(50.0, "East"), (150.0, "2011")], [(50.0, "north")]]
    found = places(aligned_table(words_at(rows), [level(place) for place in (98.0, 130.0, 146.0, 178.0)]))
    assert found["Number of-sites"] == (0, 1, 0, 1)
    assert found["East north"] == (2, 3, 0, 1)


def test_figures_one_under_the_other_are_rows_even_between_two_rules() -> None:
    rows = [[(50.0, "Name"), (150.0, "2021"), (250.0, "2022")], *FRUIT, *FRUIT[:2]]
    found = aligned_table(words_at(rows), [level(97.0), level(114.0), level(162.0), level(194.0)])
    assert found is not None and found.rows == 6


def test_lines_over_the_first_rule_are_the_names_of_columns() -> None:
    """A name of two lines over a rule is one name (PMC2803133: Number / of peak)."""
    rows = [[(50.0, "Fruit"), (150.0, "Number"), (250.0, "Share")], [(150.0, "sold")], *FRUIT, *FRUIT]
    read = aligned_table(words_at(rows), [level(97.0), level(130.0), level(230.0)])
    assert places(read)["Number sold"] == (0, 1, 1, 2)
    assert read is not None and read.head == 1


def test_a_name_in_the_middle_over_two_columns_spans_them_without_touching_them() -> None:
    rows = [[(200.0, "Yes")], [(50.0, "Fruit"), (150.0, "2021"), (250.0, "2022")], *FRUIT, *FRUIT]
    assert places(aligned_table(words_at(rows), [level(97.0), level(130.0)]))["Yes"] == (0, 1, 1, 3)


def test_a_name_over_two_columns_does_not_hide_the_gutter_between_them() -> None:
    rows = [[(50.0, "Fruit"), (160.0, "Both-of-the-years")], *FRUIT]
    assert len(columns_of(lines_of(words_at(rows)))) == 3


def test_an_upright_rule_parts_columns_that_stand_close() -> None:
    rows = [[(50.0, "abcdefgh"), (100.0, "ijkl")], [(50.0, "mnopqrst"), (100.0, "uvwx")], [(50.0, "abcdefgh"), (100.0, "ijkl")]]
    upright = Rule(is_level=False, place=99.0, start=95.0, end=150.0)
    assert aligned_table(words_at(rows)) is None
    assert places(aligned_table(words_at(rows), [upright]))["uvwx"] == (1, 2, 1, 2)


def test_dots_that_lead_to_a_figure_are_no_text_of_a_cell() -> None:
    rows = [[(50.0, "0.95"), (100.0, "......"), (150.0, "272")], [(50.0, "0.90"), (100.0, "......"), (150.0, "136")]]
    assert set(places(aligned_table(words_at(rows)))) == {"0.95", "272", "0.90", "136"}


def test_a_title_over_the_rows_is_no_row() -> None:
    """Title and note lines in the engine's box became cells of us-012 and us-026."""
    rows = [[(50.0, "World-production-capacity-in-tons-a-year")], [(150.0, "2021"), (250.0, "2022")], *FRUIT]
    words = words_at(rows)
    assert top_of(words) == 116.0
    assert "World-production-capacity-in-tons-a-year" not in places(aligned_table(words))


def part(page: int, rows: list[list[str]], *, left: float = 50.0, header_rows: int = 1) -> Draft:
    cells = tuple(
        Cell(row=r, column=c, text=text, box=box(left + 100 * c, 100 + 20 * r, left + 100 * c + 40, 115 + 20 * r, page=page))
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
    )
    table = Table(rows=len(rows), columns=len(rows[0]), cells=cells, header_rows=header_rows)
    return Draft(kind="table", text=" ".join(sum(rows, [])), boxes=[box(left, 100, left + 300, 700, page=page)], table=table)


HEAD = ["Site", "2021"]


def test_a_table_that_goes_on_with_its_names_printed_again_is_one_table() -> None:
    drafts = [part(0, [HEAD, ["North", "1"]]), part(1, [HEAD, ["South", "2"]])]
    (whole,) = join_tables(drafts)
    assert whole.table is not None
    assert [cell.text for cell in whole.table.cells] == ["Site", "2021", "North", "1", "South", "2"]
    assert [one.page for one in whole.boxes] == [0, 1] and whole.table.rows == 3
    assert whole.table.at(2, 0).box.page == 1  # type: ignore[union-attr]


def test_a_rest_without_names_in_the_same_columns_joins() -> None:
    drafts = [part(0, [HEAD, ["North", "1"]]), part(1, [["South", "2"], ["West", "3"]], header_rows=0)]
    assert len(join_tables(drafts)) == 1


def test_tables_with_other_names_or_captions_or_text_between_stay_apart() -> None:
    first, second = part(0, [HEAD, ["North", "1"]]), part(1, [["Year", "Rain"], ["2021", "2"]])
    assert len(join_tables([first, second])) == 2
    text = Draft(kind="paragraph", text="The rain fell.", boxes=[box(50, 50, 300, 60, page=1)])
    assert len(join_tables([first, text, part(1, [HEAD, ["South", "2"]])])) == 3
    other = part(1, [HEAD, ["South", "2"]])
    caption = Draft(kind="caption", text="Table 2. Rain in the south.", boxes=[box(50, 80, 300, 90, page=1)], owner=other)
    assert len(join_tables([first, caption, other])) == 3


def test_a_caption_that_says_continued_goes_to_the_whole_table() -> None:
    first, second = part(0, [HEAD, ["North", "1"]]), part(1, [HEAD, ["South", "2"]])
    caption = Draft(kind="caption", text="Table 1. Cont.", boxes=[box(50, 80, 300, 90, page=1)], owner=second)
    assert join_tables([first, caption, second]) == [first, caption]
    assert caption.owner is first


def test_rows_that_are_counted_in_a_table_of_figures_are_no_line_numbers() -> None:
    """The first column of tabula-MultiColumn was taken for the numbers of lines."""
    from evidoc.pages.drawn import Glyph
    from evidoc.pages.glyphs import PageText
    from tests.readers.test_pdf_parts import A4

    glyphs: list[Glyph] = []
    for row in range(20):
        for x, text in ((50.0, str(row + 1)), (150.0, str(100 + row))):
            for n, character in enumerate(text):
                edges = (x + 6 * n, 100.0 + 16 * row, x + 6 * n + 6, 112.0 + 16 * row)
                glyphs.append(Glyph(text=character, edges=edges, x=x + 6 * n + 3, y=106.0 + 16 * row))
            glyphs.append(Glyph(text=" ", edges=(0, 0, 0, 0), is_gap=True))
        glyphs.append(Glyph(text="\n", edges=(0, 0, 0, 0), is_gap=True))
    page = PageText(page=A4, glyphs=tuple(glyphs))
    assert without_line_numbers(page) is page
