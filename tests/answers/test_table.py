"""Reading tables: cases D02, D03, D04; SD-77."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from evidoc.answers._table_headings import is_period
from evidoc.answers.table import numeric_columns, period_columns, typed_table
from evidoc.records.table import Cell, Table
from tests.build import table_of


def raw(*rows: Sequence[str]) -> Table:
    """Give a table without any heading known."""
    cells = tuple(Cell(row=r, column=c, text=text) for r, line in enumerate(rows) for c, text in enumerate(line) if text)
    return Table(rows=len(rows), columns=max(map(len, rows)), cells=cells)


def read(table: Table, row: int, column: int) -> tuple[str, str, int]:
    cell = table.at(row, column)
    assert cell is not None
    return str(cell.number), cell.unit, cell.scale


def test_units_of_caption_row_and_cell_are_told_apart() -> None:
    """Case D04: per-share and percent rows are unscaled, and a row's unit beats the table's."""
    table = typed_table(
        raw(["", "2023"], ["Revenue", "1,204"], ["EPS diluted", "2.31"], ["Margin", "14.2%"], ["Shares (thousands)", "38,120"]),
        caption="(In millions, except per share amounts and percentages)",
    )
    assert [read(table, row, 1) for row in range(1, 5)] == [
        ("1204", "USD", 6),
        ("2.31", "USD", 0),
        ("14.2", "%", 0),
        ("38120", "shares", 3),
    ]
    assert (table.unit, table.scale, table.header_rows, table.header_columns) == ("USD", 6, 1, 1)


def test_the_decimal_mark_is_decided_per_column_and_source_strings_stay() -> None:
    """Case D02: dates and codes are no numbers."""
    table = typed_table(
        raw(["Country", "Rate"], ["A", "47,8"], ["B", "2.150,00"], ["C", "07.02.2022"], ["D", "0012"], ["E", "1.204"])
    )
    assert [read(table, row, 1)[0] for row in range(1, 6)] == ["47.8", "2150.00", "None", "None", "1204"]
    assert [cell.text for cell in table.cells if cell.column == 1][1:4] == ["47,8", "2.150,00", "07.02.2022"]


def test_a_column_of_decimal_commas_only_is_not_made_integers() -> None:
    """Case D02: pandas reads 478 and 615."""
    table = typed_table(raw(["", "Rate"], ["A", "47,8"], ["B", "6,15"]))
    assert [read(table, row, 1)[0] for row in (1, 2)] == ["47.8", "6.15"]


def test_conflicting_evidence_leaves_each_cell_to_itself() -> None:
    table = typed_table(raw(["", "x"], ["A", "47,8"], ["B", "12.5"], ["C", "1,204"]))
    assert [read(table, row, 1)[0] for row in (1, 2, 3)] == ["47.8", "12.5", "1204"]


def test_another_columns_evidence_decides_where_a_column_has_none() -> None:
    table = typed_table(raw(["", "x", "y"], ["A", "1.204", "47,8"]))
    assert read(table, 1, 1)[0] == "1204"


def test_note_marks_are_parted_from_labels_and_values() -> None:
    """Case D03."""
    table = typed_table(raw(["Item", "a", "b", "c", "d"], ["Net sales(a)", "1,250³", "98.5%*", "—", "n/m"]))
    cells = {cell.column: cell for cell in table.cells if cell.row == 1}
    assert [(cells[c].text, cells[c].notes) for c in range(3)] == [("Net sales", ("(a)",)), ("1,250", ("3",)), ("98.5%", ("*",))]
    assert [str(cells[c].number) for c in range(5)] == ["None", "1250", "98.5", "None", "None"]


def test_marks_that_tell_two_headings_apart_stay() -> None:
    table = typed_table(raw(["", "Model (1)", "Model (2)"], ["R²", "0.5", "0.6"], ["12 (5)", "3", "4"]))
    assert [cell.text for cell in table.cells if cell.row == 0] == ["Model (1)", "Model (2)"]
    assert table.cells[2].text == "R²"
    assert table.cells[5].text == "12 (5)"


def test_notes_that_a_reader_gave_are_kept() -> None:
    table = raw(["", "x"], ["A", "5*"])
    noted = msgspec.structs.replace(table, cells=(*table.cells[:-1], msgspec.structs.replace(table.cells[-1], notes=("1",))))
    assert typed_table(noted).cells[-1].notes == ("1", "*")


@pytest.mark.parametrize(
    ("heading", "unit", "scale"),
    [
        ("Revenue (USD m)", "USD", 6),
        ("% of total", "%", 0),
        ("Change (%)", "%", 0),
        ("Percentage", "%", 0),
        ("mg/kg", "mg/kg", 0),
        ("Dose, mg/kg", "mg/kg", 0),
        ("Dose mg/kg", "mg/kg", 0),
        ("Revenue $m", "USD", 6),
        ("Sales in thousands of euros", "EUR", 3),
        ("Price per share ($)", "USD", 0),
        ("Number of employees", "", 0),
        ("Amount(s)", "", 0),
        ("Year", "", 0),
        ("t", "", 0),
        ("2023", "", 0),
        ("Number of stores (thousands)", "", 3),
    ],
)
def test_a_column_heading_states_unit_and_scale(heading: str, unit: str, scale: int) -> None:
    """Case D04."""
    assert read(typed_table(table_of(["", heading], ["A", "5"])), 1, 1) == ("5", unit, scale)


def test_money_of_a_heading_takes_the_tables_scale_and_other_units_do_not() -> None:
    table = typed_table(
        raw(["", "2023"], ["Sales (USD)", "5"], ["Weight (kg)", "6"], ["Stores", "7"], ["Tax", "$8"], ["Fee", "$9 billion"]),
        caption="(in millions)",
    )
    assert [read(table, row, 1)[1:] for row in range(1, 6)] == [("USD", 6), ("kg", 0), ("", 0), ("USD", 6), ("USD", 9)]


@pytest.mark.parametrize(
    ("caption", "scale"),
    [
        ("(In millions, except number of shares, which are reflected in thousands, and per-share amounts)", 3),
        ("(In thousands, except share and per share data)", 0),
        ("(In thousands, except per share data)", 3),
        ("(In millions, including shares)", 6),
    ],
)
def test_shares_that_a_caption_excepts_have_their_own_scale(caption: str, scale: int) -> None:
    """Case D04: numbers of shares in filings are seldom in the scale of the money."""
    table = typed_table(raw(["", "2023"], ["Revenue", "5"], ["Shares outstanding", "6"]), caption=caption)
    assert read(table, 2, 1) == ("6", "shares", scale)


def test_a_corner_that_names_the_column_below_it_states_nothing_for_the_table() -> None:
    table = typed_table(raw(["Depth (m)", "Salinity"], ["Top", "5"], ["Bottom", "6"]))
    assert read(table, 1, 1) == ("5", "", 0)
    assert typed_table(raw(["Author (year)", "n"], ["A", "5"])).unit == ""


def test_a_caption_in_years_says_nothing_of_the_cells() -> None:
    assert typed_table(raw(["", "n"], ["A", "5"]), caption="Table 1. Follow-up (years)").unit == ""


def test_a_percent_column_beats_the_unit_of_its_row() -> None:
    table = typed_table(raw(["", "2023", "% change"], ["Revenue (USD m)", "1,204", "5"]))
    assert [read(table, 1, column)[1:] for column in (1, 2)] == [("USD", 6), ("%", 0)]


def test_a_currency_sign_in_a_percent_row_stays_money() -> None:
    table = typed_table(raw(["", "2023"], ["Share of costs (%)", "$5"]))
    assert read(table, 1, 1)[1:] == ("USD", 0)


@pytest.mark.parametrize(
    "caption",
    [
        "Table 2. Sales (€ in thousands)",
        "Sales, in thousands of euros",
        "(in € thousands, unless otherwise stated)",
        "EUR thousand",
    ],
)
def test_a_caption_states_unit_and_scale_of_the_whole_table(caption: str) -> None:
    table = typed_table(raw(["", "2023"], ["Sales", "5"]), caption=caption)
    assert (table.unit, table.scale) == ("EUR", 3)


def test_a_currency_shown_in_cells_is_that_of_the_table() -> None:
    """Case D04: dollars are only assumed where no currency is shown."""
    table = typed_table(raw(["", "2023"], ["Sales", "€5"], ["Costs", "4"]), caption="(In millions, except per share data)")
    assert read(table, 2, 1) == ("4", "EUR", 6)


def test_a_corner_states_the_unit_where_the_caption_does_not() -> None:
    assert read(typed_table(raw(["(USD millions)", "2023"], ["Sales", "5"])), 1, 1) == ("5", "USD", 6)


def test_a_long_caption_without_a_unit_states_nothing() -> None:
    table = typed_table(
        raw(["", "2023"], ["Sales", "5"]), caption="Sales of the group by region and segment over the year (restated)"
    )
    assert (table.unit, table.scale) == ("", 0)


def test_units_that_a_reader_gave_are_kept() -> None:
    table = msgspec.structs.replace(raw(["", "2023"], ["Sales", "5"]), unit="EUR", scale=3)
    assert read(typed_table(table, caption="(in millions)"), 1, 1) == ("5", "EUR", 3)


def test_years_in_headings_are_names_and_no_measures() -> None:
    table = typed_table(raw(["", "2023", "2022"], ["Sales", "5", "6"]))
    assert all(cell.number is None for cell in table.cells if cell.row == 0)
    assert period_columns(table) == (1, 2)
    assert numeric_columns(table) == (1, 2)


def test_years_down_the_first_column_name_the_rows() -> None:
    table = typed_table(raw(["Year", "Sales"], ["2022", "5"], ["2023", "6"]))
    assert table.header_columns == 1
    assert table.row_header(2) == "2023"


def test_two_heading_rows_and_two_heading_columns_are_found() -> None:
    table = typed_table(
        raw(["", "", "2023", ""], ["Region", "Item", "Q1", "Q2"], ["North", "A", "1", "2"], ["North", "B", "3", "4"])
    )
    assert (table.header_rows, table.header_columns) == (2, 2)
    assert table.row_header(3) == "North / B"


def test_a_section_row_ends_the_headings() -> None:
    table = typed_table(raw(["", "2023"], ["Assets", ""], ["Cash", "5"]))
    assert table.header_rows == 1


def test_a_table_of_words_has_one_heading_row() -> None:
    table = typed_table(raw(["Term", "Meaning"], ["A", "first letter"], ["B", "second letter"]))
    assert (table.header_rows, table.header_columns) == (1, 1)
    assert numeric_columns(table) == ()


def test_a_table_of_numbers_only_has_no_headings() -> None:
    table = typed_table(raw(["1", "2"], ["3", "4"]))
    assert (table.header_rows, table.header_columns) == (0, 0)
    assert read(table, 0, 0)[0] == "1"


def test_headings_that_a_reader_gave_are_kept() -> None:
    table = typed_table(table_of(["5", "6"], ["7", "8"], header_columns=0))
    assert table.header_rows == 1
    assert table.cells[0].number is None


def test_flags_of_cells_say_which_rows_and_columns_are_headings() -> None:
    cells = tuple(
        Cell(row=r, column=c, text=text, header=r == 0 or c == 0)
        for r, line in enumerate([["a", "b"], ["5", "6"]])
        for c, text in enumerate(line)
    )
    table = typed_table(Table(rows=2, columns=2, cells=cells))
    assert (table.header_rows, table.header_columns) == (1, 1)


def test_an_empty_table_stays_empty() -> None:
    assert typed_table(Table(rows=0, columns=0)) == Table(rows=0, columns=0)
    assert typed_table(Table(rows=2, columns=1)).cells == ()


def test_typing_a_typed_table_changes_nothing() -> None:
    table = typed_table(raw(["", "2023 (USD m)"], ["Sales(a)", "1,204³"]), caption="(in millions)")
    assert typed_table(table, caption="(in millions)") == table


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("2023", True),
        ("FY2023", True),
        ("Q3 2022", True),
        ("2022/23", True),
        ("Year ended June 30, 2023", True),
        ("2023E", True),
        ("1,204", False),
        ("Total 2023", False),
        ("", False),
    ],
)
def test_a_period_is_a_year_a_quarter_or_a_date(text: str, period: bool) -> None:
    assert is_period(text) is period


def test_the_year_of_a_source_is_no_unit() -> None:
    """A corner "Authors (year)" over two columns says nothing of the numbers beside the names."""
    cells = (Cell(row=0, column=0, column_span=2, text="Authors (year)"), Cell(row=0, column=2, text="Effect"))
    body = raw(["Smith 2010", "12", "3.4"], ["Li 2011", "14", "2.4"]).cells
    table = Table(rows=3, columns=3, cells=(*cells, *(msgspec.structs.replace(cell, row=cell.row + 1) for cell in body)))
    assert [read(typed_table(table), row, column)[1] for row in (1, 2) for column in (1, 2)] == ["", "", "", ""]


@pytest.mark.parametrize(
    "heading", ["Study (year)", "Reference (Years)", "Author(s) and source [year]", "Trial (publication year)"]
)
def test_a_column_of_sources_with_their_year_has_no_unit(heading: str) -> None:
    assert read(typed_table(raw(["", heading], ["A", "12"])), 1, 1)[1] == ""


def test_a_column_of_ages_in_years_keeps_its_unit() -> None:
    assert read(typed_table(raw(["", "Age (years)"], ["A", "12"])), 1, 1)[1] == "year"


@pytest.mark.parametrize(
    ("rows", "caption", "unit"),
    [
        ([["Gene", "Length (bp)"], ["actB", "340"]], "", "base pairs"),
        ([["Marker", "bp"], ["D1S1", "120"]], "Table 2. PCR primers", "base pairs"),
        ([["Contig", "Size (bp)"], ["c1", "34,000"]], "", "base pairs"),
        ([["Piece", "Size (bp)"], ["c1", "34,000"]], "", "base pairs"),
        ([["Piece", "Size (bp)"], ["c1", "340"]], "", "bp"),
        ([["Bond", "Spread (bp)"], ["Bund", "120"]], "", "bp"),
        ([["", "Change (bp)"], ["10-year yield", "25"]], "Treasury yields", "bp"),
        ([["Patient", "bp"], ["A", "80"]], "Blood pressure and heart rate of patients", ""),
        ([["Group", "Systolic", "bp"], ["A", "120", "80"]], "", ""),
    ],
)
def test_bp_is_what_the_words_around_it_say(rows: list[list[str]], caption: str, unit: str) -> None:
    """Basis points, base pairs or blood pressure; without a word for either, more than 2,000 are base pairs."""
    table = typed_table(raw(*rows), caption=caption)
    assert read(table, 1, table.columns - 1)[1] == unit


@pytest.mark.parametrize(
    ("text", "number", "spread"),
    [
        ("24.0 ± 1.00", "24.0", "1.00"),
        ("14.1 +/- 0.5", "14.1", "0.5"),
        ("12.1±0.5a", "12.1", "0.5"),
        ("-3.2 ± 0.1*", "-3.2", "0.1"),
        ("1,204 ± 12", "1204", "12"),
        ("± 0.5", "None", "None"),
        ("3.1 ± high", "None", "None"),
        ("3.1 ± 0.2 ± 0.4", "None", "None"),
    ],
)
def test_a_number_with_its_spread_is_a_number(text: str, number: str, spread: str) -> None:
    cell = typed_table(raw(["", "Height (cm)"], ["A", text])).at(1, 1)
    assert cell is not None
    assert (str(cell.number), str(cell.spread), cell.text.startswith(text[:3])) == (number, spread, True)


def test_the_unit_of_a_column_holds_for_numbers_with_a_spread() -> None:
    assert read(typed_table(raw(["", "Height (cm)"], ["A", "24.0 ± 1.00"])), 1, 1) == ("24.0", "cm", 0)


def test_rows_under_a_per_share_heading_are_unscaled() -> None:
    """Case D04: "Basic" under "Earnings per share:" is in dollars, "Basic" under "Shares used:" in millions of shares."""
    table = typed_table(
        raw(
            ["", "2023", "2022"],
            ["Net income", "1,204", "1,100"],
            ["Earnings per share:", "", ""],
            ["Basic", "2.31", "2.10"],
            ["Diluted", "2.30", "2.09"],
            ["Weighted-average shares used in computing earnings per share:", "", ""],
            ["Basic", "500", "501"],
            ["Diluted", "510", "511"],
            ["Total assets", "9,100", "9,000"],
        ),
        caption="(In millions, except per share amounts)",
    )
    assert [read(table, row, 1) for row in (1, 3, 4, 6, 7, 8)] == [
        ("1204", "USD", 6),
        ("2.31", "USD", 0),
        ("2.30", "USD", 0),
        ("500", "shares", 6),
        ("510", "shares", 6),
        ("9100", "USD", 6),
    ]


def test_a_per_share_group_ends_at_a_row_of_another_kind() -> None:
    table = typed_table(
        raw(["", "2023"], ["Earnings per share:", ""], ["From operations", "2.31"], ["Sales", "900"], ["Costs", "8.25"]),
        caption="(In millions, except per share amounts)",
    )
    assert [read(table, row, 1)[2] for row in (2, 3, 4)] == [0, 6, 6]


def test_a_column_of_units_speaks_for_its_rows() -> None:
    table = typed_table(
        raw(
            ["Indicator", "Unit", "2023", "2022"],
            ["Emissions", "tCO2e", "1,204", "1,100"],
            ["Energy", "MWh", "12", "13"],
            ["Staff", "number", "5", "6"],
            ["Yield", "kg FW/m2", "7", "8"],
            ["Output", "", "9", "9"],
        )
    )
    assert [read(table, row, 2)[1] for row in range(1, 6)] == ["tCO2e", "MWh", "", "kg FW/m2", ""]
    assert [read(table, row, 3)[1] for row in range(1, 3)] == ["tCO2e", "MWh"]


def test_a_column_of_units_says_nothing_of_years_and_of_columns_with_their_own_unit() -> None:
    """purchased_electricity.csv: kilograms for each kilowatt hour; the year of the source is no measure."""
    table = typed_table(
        raw(
            ["kind", "name", "unit", "total_co2_kg", "source_year"],
            ["bought", "Austria", "kwh", "0.132", "2020"],
            ["bought", "Belgium", "kwh", "0.183", "2020"],
        )
    )
    assert [read(table, 1, column)[1] for column in (3, 4)] == ["kg", ""]


def test_columns_that_say_the_same_in_every_row_do_not_use_up_the_heading_columns() -> None:
    rows = [["bought", "by place", "place", "", name, "kwh", "0.1"] for name in ("Austria", "Belgium", "Croatia")]
    table = typed_table(raw(["category", "method", "type", "subtype", "name", "unit", "kg"], *rows))
    assert (table.header_rows, table.header_columns) == (1, 5)


@pytest.mark.parametrize(
    ("heading", "unit"),
    [("total_co2_kg", "kg"), ("price_usd", "USD"), ("x_min", ""), ("y_bar", ""), ("source_year", ""), ("a_b", "")],
)
def test_technical_names_end_with_a_unit(heading: str, unit: str) -> None:
    assert read(typed_table(raw(["", heading], ["A", "12"])), 1, 1)[1] == unit


def test_two_columns_of_units_say_nothing() -> None:
    table = typed_table(raw(["", "Unit", "Value", "Unit", "Value"], ["A", "kg", "1", "m", "2"]))
    assert [read(table, 1, column)[1] for column in (2, 4)] == ["", ""]


def test_a_running_number_before_measures_names_the_rows() -> None:
    """PMC4945999: rows "FC", 1, 2, 3 of concentrations, under two rows of headings."""
    table = typed_table(
        raw(
            ["Concentration", "Diameter (mm)", ""],
            ["", "A", "K"],
            ["FC", "24.0 ± 1.00", "0.0 ± 0.0"],
            ["1", "40.0 ± 2.89", "40.0 ± 2.52"],
            ["2", "50.7 ± 2.91", "42.7 ± 1.76"],
            ["3", "55.7 ± 4.67", "45.3 ± 0.33"],
        )
    )
    assert (table.header_rows, table.header_columns) == (2, 1)


def test_a_running_number_before_names_is_no_heading() -> None:
    table = typed_table(raw(["Rank", "Town", "People"], ["1", "A", "900"], ["2", "B", "800"], ["3", "C", "700"]))
    assert table.header_columns == 0
