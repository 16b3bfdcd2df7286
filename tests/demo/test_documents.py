"""The demo documents are what their code writes, small, and sound enough to ask about."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from evidoc.demo.make_documents import FOLDER, documents, main, write_documents
from evidoc.errors import UsageError
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import page_words

PDFS = {"green-roof-cooling.pdf": 3, "green-roof-retention.pdf": 3, "tarnfell-10k-2024.pdf": 9}


def test_the_committed_documents_are_what_the_code_writes() -> None:
    written = documents()
    kept = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    assert kept.keys() == written.keys()
    assert [name for name in written if kept[name] != written[name]] == []


def test_the_documents_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 400_000


def test_they_are_written_into_the_folder_that_is_named(tmp_path: Path) -> None:
    main([str(tmp_path / "new")])
    assert {path.name for path in (tmp_path / "new").iterdir()} == documents().keys()
    assert write_documents(tmp_path / "new")[0].is_file()


def test_one_folder_must_be_named() -> None:
    with pytest.raises(UsageError, match="0 arguments"):
        main([])


def test_pages_have_text_and_running_headers() -> None:
    for name, count in PDFS.items():
        with open_pdf(FOLDER / name) as pdf:
            pages = displayed_pages(pdf)
            words = [{word.text for word in page_words(pdf, page)} for page in pages]
        assert len(pages) == count
        assert {"Annals", "Ecology"} <= words[1] or {"Tarnfell", "10-K"} <= words[1]


def test_the_second_paper_cites_the_first() -> None:
    doi = re.search(r'pub-id-type="doi">(.*?)<', (FOLDER / "green-roof-retention.xml").read_text())
    assert doi is not None
    assert f'<pub-id pub-id-type="doi">{doi[1]}</pub-id>' in (FOLDER / "green-roof-cooling.xml").read_text()


def test_tables_of_both_papers_have_citation_marks_in_cells() -> None:
    for name in ("green-roof-cooling.xml", "green-roof-retention.xml"):
        assert len(re.findall(r"<td>[^<]*\[<xref ref-type=\"bibr\"", (FOLDER / name).read_text())) == 4


def test_every_citation_and_float_that_a_paper_names_exists() -> None:
    for name in ("green-roof-cooling.xml", "green-roof-retention.xml"):
        text = (FOLDER / name).read_text()
        assert set(re.findall(r' rid="(\w+)"', text)) <= set(re.findall(r' id="([\w-]+)"', text))
        assert set(re.findall(r'<ref id="(\w+)"', text)) == set(re.findall(r'bibr" rid="(\w+)"', text))


def test_the_balance_sheet_balances() -> None:
    text = (FOLDER / "tarnfell-10k-2024.html").read_text()
    totals = re.findall(r">(?:Total assets|Total liabilities and shareholders' equity)</th>(.*?)</tr>", text)
    assert len(totals) == 2
    assert totals[0] == totals[1]


def test_the_site_table_has_a_unit_and_five_years_in_each_row() -> None:
    with (FOLDER / "site-figures.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 72
    assert all(row["Unit"] and all(float(row[str(year)]) >= 0 for year in range(2020, 2025)) for row in rows)
    assert len({(row["Site"], row["Metric"]) for row in rows}) == 72
