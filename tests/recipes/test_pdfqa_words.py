"""How headings, periods, units and captions are said inside a question."""

from __future__ import annotations

import random
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from evidoc.recipes.pdfqa import _arithmetic, _comparison, _count, _definition, _lookup, _yes_no
from evidoc.recipes.pdfqa._case import Vocabulary, inside_sentence, opened, vocabulary_of
from evidoc.recipes.pdfqa._context import context_of
from evidoc.recipes.pdfqa._labels import read_label
from evidoc.recipes.pdfqa._lexicon import head_noun, is_additive, names_measure, names_statistic
from evidoc.recipes.pdfqa._loose_units import read_loose_unit
from evidoc.recipes.pdfqa._periods import joined_period, read_period
from evidoc.recipes.pdfqa._phrases import Template, choose, fill, is_plural, listed, plural, read_back, singular, with_article
from evidoc.recipes.pdfqa._spoken import spoken_difference, spoken_number, spoken_unit
from evidoc.recipes.pdfqa._topics import announced, bare_caption, measure_in, short_topic
from tests.recipes.papers import cereals, paper_with

ALL = {
    "lookup": _lookup.TEMPLATES,
    "comparison": _comparison.TEMPLATES,
    "comparison of periods": _comparison.PERIOD_TEMPLATES,
    "sum": _arithmetic.SUMS,
    "sum over periods": _arithmetic.PERIOD_SUMS,
    "difference": _arithmetic.DIFFERENCES,
    "difference of periods": _arithmetic.PERIOD_DIFFERENCES,
    "yes or no": _yes_no.TEMPLATES,
    "rise or fall": _yes_no.PERIOD_TEMPLATES,
    "count": _count.TEMPLATES,
    "abbreviation": _definition.ABBREVIATIONS,
    "term": _definition.TERMS,
}


SAMPLES = {
    "lead": "In the data on four crops,", "trail": "according to the data on four crops",
    "be": "was", "do": "did", "did": "did", "had": "had",
    "that": "that", "measure": "grain yield",
    "the_measure": "the grain yield", "a_measure": "a grain yield", "for_entity": "for rice",
    "for_both": "for rice and wheat", "in_period": "in 2020", "in_unit": ", in t/ha", "counted": "plots", "which": "which crop",
    "degree": "higher", "higher": "higher", "names": "rice or wheat", "all": "rice and wheat", "first": "rice", "second": "wheat",
    "larger": "rice", "smaller": "wheat", "first_in": "in 2020", "second_in": "in 2021", "period_noun": "year", "move": "rise",
    "moved": "rose", "moved_noun": "a rise", "nouns": "crops", "above": "above", "threshold": "5 t/ha", "term": "QTL",
    "term_quoted": "“QTL”", "place": "in the article “Four crops”", "Place": "In the article “Four crops”,",
}  # fmt: skip


@pytest.mark.parametrize("kind", ALL)
def test_each_kind_can_be_asked_in_ten_ways_or_more(kind: str) -> None:
    assert len({template.text for template in ALL[kind]}) >= 10
    assert len({template.id for template in ALL[kind]}) == len(ALL[kind])


@pytest.mark.parametrize(
    "template", [template for templates in ALL.values() for template in templates], ids=lambda template: template.id
)
def test_what_a_template_was_filled_with_can_be_read_back(template: Template) -> None:
    """X-17: the round trip holds for every template; no slot stays open."""
    values = {name: SAMPLES[name] for name in template.slots}
    question = fill(template, values)
    assert question.endswith("?")
    assert not re.search(r"[{}]| [,?]|,,", question)
    back = read_back(template, question)
    assert back is not None
    assert {name: value.lower() for name, value in back.items()} == {
        name: values[name].strip(" ,").lower() for name in template.slots
    }


def test_a_template_with_a_slot_that_nobody_fills_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill(Template("x/1", "What is {measure}?"), {})


def test_a_question_of_another_template_is_not_read_back() -> None:
    assert read_back(Template("x/1", "What is {measure}?"), "Who is it?") is None


def test_empty_slots_leave_no_trace() -> None:
    template = Template("x/1", "{lead} what {be} {the_measure} {for_entity} {in_period}{in_unit}, {trail}?")
    slots = {
        "lead": "",
        "be": "is",
        "the_measure": "the yield",
        "for_entity": "",
        "in_period": "in 2020",
        "in_unit": "",
        "trail": "",
    }
    assert fill(template, slots) == "What is the yield in 2020?"


def test_a_template_is_only_chosen_where_its_needs_hold_and_nothing_is_left_unsaid() -> None:
    options = (Template("a", "How high is {measure}? ", ("high",)), Template("b", "What is {measure} {for_entity}?"))
    slots = {"measure": "yield", "entity": "rice", "for_entity": "for rice"}
    assert {choose(options, slots, holds=frozenset({"high"}), rng=random.Random(seed)).id for seed in range(9)} == {"b"}


@pytest.mark.parametrize(
    ("raw", "text", "unit"),
    [
        ("Fe (mg/kg)", "Fe", "mg/kg"),
        ("Total Length (cM)", "Total Length", "cM"),
        ("DM intake, kg d^-1", "DM intake", "kg/d"),
        ("Mean μg g-1", "Mean", "µg/g"),
        ("Skewed Loci (%)", "Skewed Loci", "%"),
        ("Scope 2 (market-based) 4", "Scope 2 (market-based)", ""),
        ("No. of SNPs", "number of SNPs", ""),
        ("No of. genotypes", "number of genotypes", ""),
        ("Anemic Children (n)", "number of Anemic Children", ""),
        ("Sample size (n)", "Sample size", ""),
        ("% GC", "percentage of GC", "%"),
        ("total_co2_kg", "total CO2", "kg"),
        ("GREENHOUSE GAS", "greenhouse gas", ""),
        ("Fiscal year.2023", "Fiscal year 2023", ""),
        ("Services (1)", "Services", ""),
        ("Lake et al. 2017 [21]", "Lake et al. 2017", ""),
        ("- ESAT-6", "ESAT-6", ""),
        ("Days post- infection", "Days post-infection", ""),
        ("Mortgage- and asset-backed securities", "Mortgage- and asset-backed securities", ""),
    ],
)  # fmt: skip
def test_a_heading_is_read_as_words_and_unit(raw: str, text: str, unit: str) -> None:
    label = read_label(raw)
    assert (label.text, label.unit.name, label.is_clear) == (text, unit, True)


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        ("", "empty_header"),
        ("§", "empty_header"),
        ("σ", "symbols_only"),
        ("P < 0.05", "formula_in_header"),
        ("1 [OR] 2b", "formula_in_header"),
        ("Other emissions 3", "stray_number"),
        ("Frequency 3,740", "stray_number"),
        ("Seed oil μ/mL", "unclear_unit"),
        ("Emissions (kg CO2e from elsewhere)", "unclear_unit"),
        ("Yield (of grain", "unbalanced_header"),
        ("x" * 61, "long_header"),
    ],
)
def test_a_heading_that_does_not_read_well_has_a_fault(raw: str, fault: str) -> None:
    assert read_label(raw).fault == fault


def test_numbers_that_name_are_no_fault() -> None:
    assert all(read_label(raw).is_clear for raw in ("Scope 3", "Type 2", "Fiscal year 2023", "A", "4A", "ENS 2014"))


@pytest.mark.parametrize(
    ("text", "name", "scale"),
    [
        ("(million metric tons CO₂e)", "tCO2e", 6),
        ("Million kilowatt hours (mkWh)", "kWh", 6),
        ("(million metric tons CH₄)", "metric tons CH₄", 6),
        ("x1000", "", 3),
        ("parts per million", "parts per million", 0),
        ("kg ha^-1", "kg/ha", 0),
        ("Metric tons CO2e", "tCO2e", 0),
    ],
)
def test_a_unit_is_known_or_kept_as_it_is_said_and_its_power_of_ten_is_its_scale(text: str, name: str, scale: int) -> None:
    unit = read_loose_unit(text)
    assert unit is not None
    assert (unit.name, unit.scale) == (name, scale)


@pytest.mark.parametrize("text", ["broad-sense", "4B", "first year", "", "x" * 80])
def test_what_is_no_unit_is_not_read_as_one(text: str) -> None:
    assert read_loose_unit(text) is None


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("2023", "in 2023"),
        ("FY2023", "in fiscal year 2023"),
        ("FY23", "in fiscal year 2023"),
        ("Fiscal year.2023", "in fiscal year 2023"),
        ("Q1 2023", "in the first quarter of 2023"),
        ("fourth quarter", "in the fourth quarter"),
        ("2015-16", "in 2015–16"),
        ("Sep", "in September"),
        ("September 2019", "in September 2019"),
        ("September 28, 2024", "as of September 28, 2024"),
        ("31 March 2024", "as of 31 March 2024"),
        ("Year ended December 31, 2023", "in the year ended December 31, 2023"),
        ("Three Months Ended June 30, 2024", "in the three months ended June 30, 2024"),
    ],
)
def test_a_period_is_said_with_its_preposition(text: str, phrase: str) -> None:
    period = read_period(text)
    assert period is not None
    assert period.phrase == phrase


@pytest.mark.parametrize("text", ["Year 3", "2015-Complete panel", "Yield", "12", "Years ended", ""])
def test_what_is_no_period_is_not_read_as_one(text: str) -> None:
    assert read_period(text) is None


def test_a_period_over_two_levels_is_one() -> None:
    period, others = joined_period(("Years ended", "September 28, 2024"))
    assert period is not None
    assert (period.name, period.noun, others) == ("the year ended September 28, 2024", "year", ())
    period, others = joined_period(("Mean biting rate", "June"))
    assert period is not None
    assert (period.noun, others) == ("month", ("Mean biting rate",))
    assert joined_period(("Yield",)) == (None, ("Yield",))


def test_periods_are_in_order_and_days_are_instants() -> None:
    named = [read_period(text) for text in ("2021", "Q2 2022", "June 30, 2022", "2023")]
    orders = [period.order for period in named if period]
    assert orders == sorted(orders)
    assert [period.noun for period in named if period] == ["year", "period", "date", "year"]


def test_words_are_written_as_the_document_writes_them() -> None:
    vocabulary = vocabulary_of(paper_with(cereals()))
    assert inside_sentence("Wheat", vocabulary, of="name") == "wheat"
    assert inside_sentence("Greater China", vocabulary, of="name") == "Greater China"
    assert inside_sentence("Mean Biting Rate", vocabulary, of="measure") == "mean biting rate"
    assert inside_sentence("SNPs and iPhone in CO2", vocabulary, of="measure") == "SNPs and iPhone in CO2"
    assert inside_sentence("Scope 2 emissions", vocabulary, of="measure") == "Scope 2 emissions"
    assert inside_sentence("Linkage group A", vocabulary, of="name").endswith("A")


def test_without_a_text_only_common_words_are_made_small() -> None:
    empty = Vocabulary()
    assert inside_sentence("Natural Gas Consumption", empty, of="measure") == "natural Gas consumption"
    assert inside_sentence("Stanley Cups", empty, of="measure") == "Stanley Cups"
    assert inside_sentence("Fleet vehicles", empty) == "fleet vehicles"


def test_a_question_opens_with_a_capital_unless_its_first_word_has_its_own() -> None:
    assert (opened("what is it?"), opened("iPhone sales"), opened("2020 was"), opened("pH is")) == (
        "What is it?", "iPhone sales", "2020 was", "pH is",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("net sales", True), ("number of SNPs", False), ("emissions of A", True), ("species", False), ("gross loss", False),
        ("mean biting rate", False), ("children", True), ("common stock outstanding", False), ("genotypes examined", True),
        ("cash and cash equivalents", True), ("analysis", False), ("basis", False),
    ],
)  # fmt: skip
def test_the_verb_agrees_with_the_noun(phrase: str, expected: bool) -> None:
    assert is_plural(phrase) is expected


def test_nouns_change_number() -> None:
    assert [plural(noun) for noun in ("linkage group", "study", "crop", "species", "class", "box")] == [
        "linkage groups", "studies", "crops", "species", "classes", "boxes",
    ]  # fmt: skip
    assert [singular(noun) for noun in ("linkage groups", "studies", "species", "classes", "boxes", "trait")] == [
        "linkage group", "study", "species", "class", "box", "trait",
    ]  # fmt: skip


@given(st.sampled_from(["crop", "study", "class", "linkage group", "box", "dish"]))
def test_the_singular_of_the_plural_is_the_noun(noun: str) -> None:
    assert singular(plural(noun)) == noun


def test_names_are_joined_and_articles_set() -> None:
    assert (listed(["A"], word="or"), listed(["A", "B"], word="or"), listed(["A", "B", "C"], word="and")) == (
        "A",
        "A or B",
        "A, B and C",
    )
    assert (with_article("yield"), with_article("the yield"), with_article("total")) == ("the yield", "the yield", "the total")


def test_units_are_spoken_with_their_scale() -> None:
    assert spoken_unit("USD", 6) == "millions of US dollars"
    assert spoken_unit("", 3) == "thousands"
    assert spoken_unit("mg/kg", 0) == "mg/kg"
    assert spoken_unit("g", -3) == "10^-3 of g"
    assert (spoken_difference("%", 0), spoken_difference("EUR", 0)) == ("percentage points", "euros")
    assert spoken_number(Decimal("1200"), "USD", 6) == "1,200 million US dollars"
    assert spoken_number(Decimal("0.5"), "%", 0) == "0.5 percent"


def test_measures_are_told_from_names() -> None:
    assert all(
        map(names_measure, ("Net sales", "Number of plots", "No. of plots", "Females collected", "Mean height", "Yield of wheat"))
    )
    assert not any(map(names_measure, ("Americas", "Aedes aegypti", "Acupuncture + Usual Care", "iPhone", "")))
    assert (names_statistic("Min."), names_statistic("Range")) == ("minimum", "")
    assert (head_noun("Additional content required"), head_noun("Yield losses in wheat")) == ("content", "losses")


def test_only_counts_and_amounts_are_added_up() -> None:
    assert all(map(is_additive, ("net sales", "number of plots", "corporate emissions", "electricity consumption")))
    assert not any(
        map(
            is_additive, ("mean number of plots", "emission factor", "total assets", "right-of-use assets", "percentage of sales")
        )
    )


@pytest.mark.parametrize(
    ("caption", "topic"),
    [
        ("Table 2. Grain yield of four cereals.", "Grain yield of four cereals"),
        ("TABLE A1 | Grain yield of four cereals", "Grain yield of four cereals"),
        ("Table 1: Summary of grain yield (n = 12).", "grain yield"),
        ("Table 3. Showing characteristics of included studies. All were blind.", "characteristics of included studies"),
        ("Table 4. Yield of wheat [12, 13] DOI: https://example.org/4", "Yield of wheat"),
    ],
)
def test_a_caption_is_said_without_its_number(caption: str, topic: str) -> None:
    assert short_topic(bare_caption(caption)) == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        (
            "The following table shows net sales by category for 2024, 2023 and 2022 (dollars in millions):",
            "net sales by category",
        ),
        ("Operating expenses for 2024 and 2023 were as follows (in millions):", "Operating expenses"),
        ("The provision for income taxes for 2024 consisted of the following (in millions):", "provision for income taxes"),
        ("As of September 28, 2024, the significant components of taxes were (in millions):", "significant components of taxes"),
        ("We then weighed all plants.", ""),
    ],
)
def test_the_sentence_before_a_table_says_its_topic(text: str, topic: str) -> None:
    assert announced(text) == topic


def test_a_topic_may_say_what_is_measured() -> None:
    assert measure_in("net sales by category") == "net sales"
    assert measure_in("number of households reached in target countries") == "number of households reached"
    assert measure_in("characteristics by group") == ""
    assert measure_in("number of " + "very " * 20 + "many things in one") == ""


def test_a_caption_that_is_a_sentence_is_quoted() -> None:
    document = paper_with(cereals(), caption="Table 1. Yield was highest: rice and maize")
    context = context_of(document, document.block(3))
    assert context is not None
    assert (context.style, context.text) == ("titled", "Yield was highest: rice and maize")


def test_a_filings_topic_names_the_company() -> None:
    document = paper_with(
        cereals(), caption="The Company’s net sales by category", title="Acme, Inc., Form 10-K, 2024", kind="filing"
    )
    context = context_of(document, document.block(3))
    assert context is not None
    assert (context.text, context.document) == ("net sales by category", "the filing “Acme, Inc., Form 10-K, 2024”")
    other = paper_with(
        cereals(),
        caption="The chief officer decides on resources by segment. Segment operating income (in millions)",
        title="Tarn Holdings, Inc. – Annual Report on Form 10-K",
        kind="filing",
    )
    context = context_of(other, other.block(3))
    assert context is not None
    assert context.text == "segment operating income"
    assert context.document == "the filing “Tarn Holdings, Inc. – Annual Report on Form 10-K”"
    numbered = replace(document, title="Acme, Inc., Form 10-K, 1, 2, 3, 4", source=replace(document.source, name="a.htm"))
    context = context_of(numbered, numbered.block(3))
    assert context is not None
    assert (context.text, context.document) == ("Acme, Inc.’s net sales by category", "the file “a.htm”")


def test_the_section_serves_where_there_is_no_caption() -> None:
    document = paper_with(cereals(), caption="")
    block = replace(document.block(3), section=("Results", "3.1 Grain quality of cereals"))
    context = context_of(document, block)
    assert context is not None
    assert (context.style, context.text) == ("section", "Grain quality of cereals")
    filing = replace(document, kind="filing", title="Woods, Form 10-K, 2024")
    owned = context_of(filing, block)
    assert owned is not None
    assert (owned.style, owned.document) == ("section", "the filing “Woods, Form 10-K, 2024”")
