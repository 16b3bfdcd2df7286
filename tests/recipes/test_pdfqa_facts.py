"""How the numbers of a table are put into words: of whom, which measure, when, in which unit."""

from __future__ import annotations

from decimal import Decimal

import pytest

from evidoc.recipes.pdfqa._facts import Fact
from evidoc.records.table import Cell, Table
from tests.build import table_of
from tests.recipes.papers import cereals, paper_with, refusal_of, sales, sheet_of


def facts_of(table: Table, **changes: object) -> dict[tuple[str, str, str], Fact]:
    facts = sheet_of(paper_with(table, **changes)).facts  # type: ignore[arg-type]
    return {(fact.measure, fact.entity, fact.period.name if fact.period else ""): fact for fact in facts}


def test_columns_measure_what_rows_are_called() -> None:
    facts = facts_of(cereals())
    fact = facts["yield", "rice", ""]
    assert (fact.number, fact.printed, fact.unit, fact.decimals) == (Decimal("4.25"), "4.25", "t/ha", 2)
    assert facts["number of plots", "wheat", ""].decimals == 0
    assert facts["Fe value", "barley", ""].unit == "mg/kg"
    assert (fact.row_heading, fact.column_heading, fact.entity_heading) == ("Rice", "Yield (t/ha)", "Rice")


def test_rows_measure_where_the_heading_over_them_says_so() -> None:
    table = table_of(
        ["Characteristic", "Usual care", "Acupuncture"],
        ["Mean age (years)", "43.5", "43.4"],
        ["Number of patients", "151", "302"],
    )
    assert set(facts_of(table)) == {
        ("mean age", "Usual care", ""), ("mean age", "Acupuncture", ""),
        ("number of patients", "Usual care", ""), ("number of patients", "Acupuncture", ""),
    }  # fmt: skip


def test_a_statistic_over_rows_of_measures_goes_before_them() -> None:
    table = table_of(["Item", "Unit", "Average"], ["Milk production", "kg", "7,015"], ["Milk fat", "%", "4.0"])
    facts = facts_of(table)
    assert facts["average milk fat", "", ""].unit == "%"
    assert facts["average milk production", "", ""].unit == "kg"


def test_a_time_series_takes_its_measure_from_the_total_that_its_rows_add_up_to() -> None:
    facts = facts_of(sales(), caption="Table 2. Business of the year in millions of dollars")
    assert facts["net sales", "Europe", "2022"].number == 650
    assert facts["total net sales", "", "2022"].is_total


def test_a_total_that_its_rows_do_not_add_up_to_says_nothing_of_them() -> None:
    table = table_of(["", "2023", "2022"], ["Americas", "1,310", "1,204"], ["Europe", "1", "2"], ["Total net sales", "9", "8"])
    assert {entity for _, entity, _ in facts_of(table)} == {""}


def test_a_time_series_takes_its_measure_from_its_group() -> None:
    table = table_of(["", "2023", "2022"], ["Gross margin:", "", ""], ["Products", "109", "108"], ["Services", "71", "60"])
    assert ("gross margin", "products", "2023") in facts_of(table)


def test_a_time_series_takes_its_measure_from_its_caption() -> None:
    table = table_of(["", "2023", "2022"], ["Peru", "109", "108"], ["Chile", "71", "60"])
    assert ("net sales", "Peru", "2023") in facts_of(table, caption="Table 1. Net sales by country")
    assert refusal_of(paper_with(table, caption="Table 1. All about two countries")) == "no_measure"


def test_a_group_is_named_only_where_the_row_needs_it() -> None:
    table = table_of(
        ["", "2023", "2022"],
        ["Americas:", "", ""], ["Net sales", "5", "4"], ["Operating income", "3", "2"],
        ["Europe:", "", ""], ["Net sales", "9", "8"], ["Interest expense", "1", "2"],
    )  # fmt: skip
    facts = facts_of(table)
    assert ("net sales", "Europe", "2023") in facts
    assert ("interest expense", "", "2023") in facts


def test_periods_down_are_read_like_periods_across() -> None:
    facts = facts_of(
        table_of(["Year", "Net sales", "Operating income"], ["2021", "5", "4"], ["2022", "6", "3"], ["2023", "8", "7"])
    )
    assert facts["net sales", "", "2022"].number == 6


def test_a_bare_code_is_named_with_what_rows_are_called() -> None:
    facts = facts_of(table_of(["Linkage group", "Length (cM)"], ["1", "218"], ["4A", "178"], ["5", "80"]))
    assert {entity for _, entity, _ in facts} == {"linkage group 1", "linkage group 4A", "linkage group 5"}
    assert facts["length", "linkage group 4A", ""].unit == "cM"


def test_a_bare_code_without_a_heading_is_not_asked_about() -> None:
    assert refusal_of(paper_with(table_of(["", "Length (cM)"], ["1", "218"], ["4A", "178"]))) == "bare_label"


def test_days_are_counted_not_named() -> None:
    facts = facts_of(table_of(["Days post-infection", "Infection rate (%)"], ["3", "100"], ["10", "83"], ["14", "50"]))
    assert {entity for _, entity, _ in facts} == {"3 days post-infection", "10 days post-infection", "14 days post-infection"}


def test_authors_stand_for_their_studies() -> None:
    sheet = sheet_of(paper_with(table_of(["Author", "Sample size (n)"], ["Lake et al. [3]", "30"], ["Al-Alawi et al.", "28"])))
    assert {fact.entity for fact in sheet.facts} == {"the study by Lake et al.", "the study by Al-Alawi et al."}
    assert sheet.noun == "study"


def test_two_levels_of_headings_are_joined() -> None:
    cells = (
        Cell(row=0, column=0, text="Crop", row_span=2, header=True),
        Cell(row=0, column=1, text="Content at baseline (mg/kg)", column_span=2, header=True),
        Cell(row=1, column=1, text="Fe", header=True),
        Cell(row=1, column=2, text="Zn", header=True),
        *(
            Cell(row=2 + r, column=c, text=text)
            for r, line in enumerate((("Rice", "2", "16"), ("Wheat", "30", "25")))
            for c, text in enumerate(line)
        ),
    )
    table = Table(rows=4, columns=3, cells=cells, header_rows=2, header_columns=1)
    assert facts_of(table)["content at baseline (Fe)", "rice", ""].unit == "mg/kg"


def test_a_percentage_and_a_count_get_the_noun_that_they_lack() -> None:
    facts = facts_of(
        table_of(
            ["Country", "Anemia (%)", "SSR loci", "Anemic children (n)"],
            ["Peru", "48.2", "5", "131"],
            ["Chile", "60", "3", "284"],
        )
    )
    assert {measure for measure, _, _ in facts} == {"percentage of anemia", "number of SSR loci", "number of anemic children"}


def test_units_beside_the_rows_hold_for_columns_without_one() -> None:
    table = table_of(
        ["Feed", "Emission factor", "Unit"], ["Corn grain", "0.316", "kg CO2e kg^-1"], ["Soybean", "0.186", "kg CO2e kg^-1"]
    )
    assert facts_of(table)["emission factor", "Corn grain", ""].unit == "kg CO2e/kg"


def test_a_column_with_a_unit_beside_a_column_of_units_is_meant_per_that_unit() -> None:
    """0.132 "kg" for a row whose unit is "kWh" is kilograms per kilowatt hour; a plain table of 29 countries gave nothing."""
    table = table_of(["name", "unit", "total_co2_kg"], ["Austria", "kwh", "0.132"], ["Cyprus", "kwh", "0.686"])
    assert facts_of(table)["total CO2", "Austria", ""].unit == "kg/kWh"


def test_a_unit_in_the_caption_holds_for_all() -> None:
    table = table_of(["Crop", "Target content"], ["Rice", "13"], ["Wheat", "52"])
    facts = facts_of(table, caption="Table 1. Breeding targets of crops (parts per million).")
    assert facts["target content", "rice", ""].unit in ("parts per million", "ppm")


def test_a_year_in_the_corner_is_no_unit() -> None:
    facts = facts_of(table_of(["Authors (year)", "Jadad score"], ["Gandhi et al. (2016)", "1"], ["Ahmad et al. (2013)", "5"]))
    assert {fact.unit for fact in facts.values()} == {""}


def test_base_pairs_are_not_basis_points() -> None:
    table = table_of(["Assembly", "N50 (bp)"], ["Contigs", "12769"], ["Scaffolds", "61854"])
    assert {fact.unit for fact in facts_of(table).values()} == {"base pairs"}
    table = table_of(["Bond", "Spread (bp)"], ["Bund", "127"], ["OAT", "618"])
    assert {fact.unit for fact in facts_of(table, kind="filing").values()} <= {"bp"}


def test_a_row_that_further_columns_describe_is_not_asked_by_its_label_alone() -> None:
    table = table_of(
        ["Instrument", "Potential impact", "2024", "2023"],
        ["Term debt", "Increase in annual interest expense", "139", "194"],
        ["Investment portfolio", "Decline in fair value", "2,755", "3,089"],
    )
    assert refusal_of(paper_with(table)) == "labels_of_several_columns"


@pytest.mark.parametrize("label", ["Yes", "Other", "No", "Mean"])
def test_a_label_that_says_nothing_alone_needs_its_group(label: str) -> None:
    table = table_of(["", "Number of patients", "Share of patients (%)"], [label, "30", "51"], ["Diabetes", "28", "40"])
    assert {entity for _, entity, _ in facts_of(table)} == {"Diabetes"}


def test_measures_that_say_nothing_alone_are_not_asked_about() -> None:
    table = table_of(["Crop", "Total", "Yield (t/ha)", "n"], ["Rice", "5", "6", "7"], ["Wheat", "4", "9", "5"])
    assert {measure for measure, _, _ in facts_of(table)} == {"yield"}


def test_words_that_lost_their_space_are_not_asked_about() -> None:
    table = table_of(["Crop", "Positivefemalepools", "Yield (t/ha)"], ["Rice", "5", "6"], ["Wheat", "4", "9"])
    assert {measure for measure, _, _ in facts_of(table)} == {"yield"}


def test_facts_that_a_question_could_not_tell_apart_are_left_out() -> None:
    table = table_of(["Crop", "Yield (t/ha)", "YIELD (t/ha)"], ["Rice", "5", "6"], ["Wheat", "4", "9"])
    assert refusal_of(paper_with(table)) in ("same_words", "repeated_header")


def test_a_beginning_balance_is_the_balance_of_something() -> None:
    table = table_of(["", "2023", "2022"], ["Common stock outstanding, beginning balances", "15", "16"], ["Net income", "9", "8"])
    assert ("beginning balance of common stock outstanding", "", "2023") in facts_of(table)


def test_a_program_s_running_number_names_no_row() -> None:
    table = table_of(
        ["", "Indicator", "2022", "2023"],
        ["0", "Total energy consumption", "5", "4"],
        ["1", "Water withdrawals", "3", "2"],
        header_columns=0,
    )
    assert ("total energy consumption", "", "2023") in facts_of(table)


def test_rows_that_one_column_cannot_tell_apart_are_named_by_two() -> None:
    table = table_of(
        ["Species", "Landcover", "Mean biting rate"],
        ["Aedes aegypti", "Forest canopy", "0.50"], ["Aedes dalzieli", "Forest canopy", "1.43"],
        ["Aedes aegypti", "Forest ground", "0.89"], ["Aedes dalzieli", "Forest ground", "2.23"],
    )  # fmt: skip
    assert ("mean biting rate", "Forest ground (Aedes dalzieli)", "") in facts_of(table)


def test_a_repeated_label_of_which_one_lacks_its_category_is_not_asked_about() -> None:
    """Found by deriving answers again from PMC4552454: two rows of one enzyme, only one of them numbered."""
    table = table_of(
        ["Pathway", "Enzyme", "Number of hits"],
        ["Ursolic acid", "Monooxygenase", "23"], ["Citral", "Synthase", "9"], ["", "Monooxygenase", "24"],
    )  # fmt: skip
    assert ("number of hits", "Monooxygenase", "") not in facts_of(table)


def test_a_column_that_a_category_settles_need_not_be_said() -> None:
    """The site decides the region, so the row is named by site and metric."""
    table = table_of(
        ["Site", "Region", "Metric", "Unit", "2023", "2024"],
        ["Port Alder", "Americas", "Electricity use", "MWh", "8,510", "8,529"],
        ["Port Alder", "Americas", "Waste recycled", "t", "400", "410"],
        ["Kaveri Park", "Asia", "Electricity use", "MWh", "7,000", "6,900"],
    )
    facts = facts_of(table)
    assert facts["electricity use", "Port Alder", "2024"].unit == "MWh"
    assert facts["waste recycled value", "Port Alder", "2023"].unit == "t"


def test_a_corner_says_what_the_dates_beside_it_are() -> None:
    table = table_of(["Years ended", "June 30, 2024", "June 30, 2023"], ["Net sales", "9", "8"], ["Net income", "3", "2"])
    assert ("net sales", "", "the year ended June 30, 2024") in facts_of(table)
    table = table_of(["Fiscal year", "Payments"], ["2025", "9"], ["2026", "8"], ["2028", "7"])
    assert ("payments", "", "fiscal year 2026") in facts_of(table)


def test_people_are_counted_without_a_number_of() -> None:
    table = table_of(
        ["Function", "2024", "2023"], ["Research", "30", "28"], ["Sales", "51", "49"], ["Total employees", "81", "77"]
    )
    assert ("number of employees", "Research", "2024") in facts_of(table)


def test_a_share_of_a_code_says_nothing() -> None:
    """ "B0" in percent is a share of something that only the caption knows."""
    table = table_of(["Species", "B0 (%)", "Plant cover (%)"], ["Sedum acre", "30", "28"], ["Sedum album", "51", "49"])
    assert {measure for measure, _, _ in facts_of(table)} == {"plant cover"}


def test_a_row_that_points_at_its_own_paper_is_not_asked_about() -> None:
    table = table_of(
        ["Study", "Cooling (°C)"], ["Oyelaran and Best", "3.1"], ["This study, B20", "2.0"], ["Castellan et al.", "1.5"]
    )
    assert {entity for _, entity, _ in facts_of(table)} == {"the study by Oyelaran and Best", "the study by Castellan et al."}


def test_a_unit_of_things_per_area_is_read() -> None:
    facts = facts_of(table_of(["Roof", "Plant density (plants/m²)"], ["Depot", "16"], ["Library", "20"]))
    assert {fact.unit for fact in facts.values()} == {"plants/m²"}
