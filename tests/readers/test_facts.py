"""Inline XBRL: every tagged fact is kept with its concept, context, unit and value, and with the place where it stands."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest
from lxml import etree

from evidoc.readers import read_file
from evidoc.records.document import Document, Fact
from evidoc.records.record import from_json, to_json
from tests.build import shared
from tests.readers.written import document_from, of_kind

FILING = "data/html/10k/aapl-10k-fy2024.html"
HEAD = """<div style='display:none'><ix:header><ix:hidden>
<ix:nonNumeric name='dei:AmendmentFlag' contextRef='y'>false</ix:nonNumeric></ix:hidden><ix:resources>
<xbrli:context id='y'><xbrli:entity><xbrli:identifier scheme='s'>0000000042</xbrli:identifier></xbrli:entity>
<xbrli:period><xbrli:startDate>2023-01-01</xbrli:startDate><xbrli:endDate>2023-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id='m'><xbrli:entity><xbrli:identifier scheme='s'>0000000042</xbrli:identifier><xbrli:segment>
<xbrldi:explicitMember dimension='a:ProductAxis'>a:MillMember</xbrldi:explicitMember></xbrli:segment></xbrli:entity>
<xbrli:period><xbrli:instant>2023-12-31</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id='u'><xbrli:measure>iso4217:EUR</xbrli:measure></xbrli:unit>
<xbrli:unit id='p'><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>
<xbrli:unit id='e'><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:EUR</xbrli:measure></xbrli:unitNumerator>
<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
</ix:resources></ix:header></div>"""


def number(text: str, attributes: str = "", *, unit: str = "u", context: str = "y", name: str = "a:Cash") -> str:
    return f"<ix:nonFraction name='{name}' contextRef='{context}' unitRef='{unit}' {attributes}>{text}</ix:nonFraction>"


def filing(folder: Path, body: str) -> Document:
    return document_from(folder, "page.html", f"<html><body>{HEAD}{body}</body></html>")


def facts_of(document: Document, concept: str) -> list[Fact]:
    return [fact for fact in document.facts if fact.concept == concept]


def test_a_fact_in_a_cell_names_the_block_and_the_cell(tmp_path: Path) -> None:
    cash = number("1,204", "scale=3 decimals=-3")
    table = f"<table><tr><td></td><td>2023</td></tr><tr><td>Cash</td><td>$</td><td>{cash}</td></tr></table>"
    document = filing(tmp_path, f"<p>Above.</p>{table}")
    (fact,) = facts_of(document, "a:Cash")
    assert (fact.text, fact.number, fact.unit, fact.scale, fact.decimals) == ("1,204", Decimal(1204000), "EUR", 3, "-3")
    assert (fact.entity, fact.period, fact.dimensions) == ("0000000042", "2023-01-01/2023-12-31", ())
    assert fact.block is not None and fact.row is not None and fact.column is not None
    in_table = document.block(fact.block).table
    assert in_table is not None
    cell = in_table.at(fact.row, fact.column)
    assert cell is not None and cell.text == "$1,204"


def test_a_fact_in_running_text_names_its_block(tmp_path: Path) -> None:
    document = filing(tmp_path, f"<p>Above.</p><p>The mill holds {number('7', context='m')} of them.</p>")
    (fact,) = facts_of(document, "a:Cash")
    assert (fact.block, fact.row, fact.period) == (1, None, "2023-12-31")
    assert fact.dimensions == (("a:ProductAxis", "a:MillMember"),)


def test_hidden_facts_are_kept_and_are_no_text(tmp_path: Path) -> None:
    """Case D05."""
    document = filing(tmp_path, f"<p>Shown {number('7')}.</p>")
    (hidden,) = facts_of(document, "dei:AmendmentFlag")
    assert (hidden.text, hidden.block, hidden.period) == ("false", None, "2023-01-01/2023-12-31")
    assert "false" not in " ".join(block.text for block in document.blocks)


def test_a_text_over_several_blocks_names_the_first_and_the_last(tmp_path: Path) -> None:
    document = filing(
        tmp_path, "<p>A.</p><ix:nonNumeric name='a:Note' contextRef='y'><p>One.</p><p>Two.</p></ix:nonNumeric><p>B.</p>"
    )
    (fact,) = facts_of(document, "a:Note")
    assert (fact.block, fact.last_block, fact.text) == (1, 2, "One. Two.")


def test_a_long_text_is_left_to_its_blocks(tmp_path: Path) -> None:
    document = filing(tmp_path, f"<p><ix:nonNumeric name='a:Note' contextRef='y'>{'word ' * 400}</ix:nonNumeric></p>")
    assert [(fact.text, fact.block) for fact in facts_of(document, "a:Note")] == [("", 0)]


def test_two_tags_of_one_number_are_two_facts(tmp_path: Path) -> None:
    document = filing(tmp_path, f"<p>It is {number(number('5', name='a:Inner'))}.</p>")
    shown = [(fact.concept, str(fact.number), fact.block) for fact in document.facts[1:]]
    assert shown == [("a:Cash", "5", 0), ("a:Inner", "5", 0)]


@pytest.mark.parametrize(
    ("text", "attributes", "value"),
    [
        ("1,204.5", "", "1204.5"),
        ("(1,204)", "", None),  # brackets stand outside the tag; a filing that puts them inside is not guessed at
        ("1,204", "sign='-'", "-1204"),
        ("24.1", "scale='-2'", "0.241"),
        ("391,035", "scale='6'", "391035000000"),
        ("1.204,5", "format='ixt:num-comma-decimal'", "1204.5"),
        ("1 204,5", "format='ixt:numspacecomma'", "1204.5"),
        ("—", "format='ixt:fixed-zero'", "0"),
        ("—", "format='ixt:zerodash'", "0"),
        ("three", "format='ixt-sec:numwordsen'", "3"),
        ("No", "format='ixt-sec:numwordsen'", "0"),
        ("many", "format='ixt-sec:numwordsen'", None),
        ("", "xsi:nil='true'", None),
        ("2", "scale='1e9'", "2"),
        ("9**9", "", None),
    ],
)
def test_the_value_is_what_the_tag_says(tmp_path: Path, text: str, attributes: str, value: str | None) -> None:
    """Worked out by hand after the transformations that the tags name."""
    document = filing(tmp_path, f"<p>It was {number(text, attributes)} then.</p>")
    assert [fact.number for fact in facts_of(document, "a:Cash")] == [None if value is None else Decimal(value)]


def test_units_are_measures_and_ratios_of_them(tmp_path: Path) -> None:
    body = f"<p>{number('1', unit='e')} and {number('2', unit='p')} and {number('3', unit='none')}</p>"
    assert [fact.unit for fact in facts_of(filing(tmp_path, body), "a:Cash")] == ["EUR/shares", "pure", ""]


def test_a_page_without_tags_has_no_facts(tmp_path: Path) -> None:
    assert document_from(tmp_path, "page.html", "<html><body><p>Words.</p></body></html>").facts == ()


def test_a_document_with_facts_is_written_and_read_back(tmp_path: Path) -> None:
    document = filing(tmp_path, f"<p>It was {number('1,204.50')} then.</p>")
    assert from_json(to_json(document), Document, place="here") == document


@cache
def apple() -> Document:
    return read_file(shared(FILING))


class TestTheFiling:
    """Values looked up by hand in Apple's 10-K of 2024, as its pages print them."""

    @pytest.mark.parametrize(
        ("concept", "period", "dimensions", "value", "unit"),
        [
            ("us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax", "2023-10-01/2024-09-28", (), "391035000000", "USD"),
            (
                "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
                "2022-09-25/2023-09-30",
                (("srt:ProductOrServiceAxis", "aapl:IPhoneMember"),),
                "200583000000",
                "USD",
            ),
            ("us-gaap:NonoperatingIncomeExpense", "2022-09-25/2023-09-30", (), "-565000000", "USD"),
            ("us-gaap:EarningsPerShareDiluted", "2023-10-01/2024-09-28", (), "6.08", "USD/shares"),
            ("us-gaap:EffectiveIncomeTaxRateContinuingOperations", "2023-10-01/2024-09-28", (), "0.241", "pure"),
            ("dei:EntityCommonStockSharesOutstanding", "2024-10-18", (), "15115823000", "shares"),
        ],
    )
    def test_facts_have_the_printed_values(
        self, concept: str, period: str, dimensions: tuple[tuple[str, str], ...], value: str, unit: str
    ) -> None:
        found = [fact for fact in facts_of(apple(), concept) if (fact.period, fact.dimensions) == (period, dimensions)]
        assert {(fact.number, fact.unit, fact.entity) for fact in found} == {(Decimal(value), unit, "0000320193")}

    def test_every_tag_is_one_fact(self) -> None:
        root = etree.fromstring(shared(FILING).read_bytes(), etree.HTMLParser(encoding="utf-8", huge_tree=True))
        tags = list(root.iter("ix:nonfraction", "ix:nonnumeric"))
        assert [fact.concept for fact in apple().facts] == [tag.get("name") for tag in tags]

    def test_only_hidden_tags_have_no_block(self) -> None:
        root = etree.fromstring(shared(FILING).read_bytes(), etree.HTMLParser(encoding="utf-8", huge_tree=True))
        tags = root.iter("ix:nonfraction", "ix:nonnumeric")
        hidden = [next(tag.iterancestors("ix:hidden"), None) is not None for tag in tags]
        placed = [fact.block is None for fact in apple().facts]
        differ = [fact for fact, is_hidden, is_apart in zip(apple().facts, hidden, placed, strict=True) if is_hidden != is_apart]
        assert {fact.concept for fact in differ} <= {"us-gaap:CommitmentsAndContingencies"}  # empty cells, which nobody sees

    def test_a_fact_in_a_cell_shows_what_the_cell_shows(self) -> None:
        count = 0
        for fact in apple().facts:
            if fact.row is None or fact.column is None or fact.block is None:
                continue
            table = apple().block(fact.block).table
            cell = table.at(fact.row, fact.column) if table is not None else None
            assert cell is not None and fact.text in cell.text
            count += 1
        assert count > 850

    def test_facts_and_cells_agree_on_what_numbers_are_worth(self) -> None:
        """Two ways to the same value: the tag, and the number, bracket, unit and scale that the table shows."""
        tables = {block.id: block.table for block in of_kind(apple(), "table")}
        facts = [fact for fact in apple().facts if fact.row is not None and fact.number is not None and fact.unit == "USD"]
        differ = 0
        for fact in facts:
            table = tables.get(fact.block or 0)
            cell = table.at(fact.row or 0, fact.column or 0) if table is not None else None
            if cell is not None and cell.number is not None:
                differ += abs(cell.number.scaleb(cell.scale)) != abs(fact.number or 0)
        assert differ == 0
