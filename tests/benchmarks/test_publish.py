"""The published page is what the kept figures say."""

from __future__ import annotations

from pathlib import Path

import msgspec

from benchmarks.quality import FIGURES
from benchmarks.quality.cases import Case
from benchmarks.quality.figures import Figure
from benchmarks.quality.programs import PROGRAMS
from benchmarks.quality.publish import PAGE, Kept, Program, page
from evidoc.records.document import Block
from tests.build import document_of, line, paragraph, pdf_bytes, table_of

FOLDER = Path(__file__).resolve().parent.parent.parent / "benchmarks" / "quality"


def figure(metric: str, program: str, value: float, **files: float) -> Figure:
    return Figure(metric=metric, group="sheets", program=program, value=value, asked=7, files=files)


def test_each_metric_has_a_line_a_program_and_names_its_worst_files() -> None:
    programs = [Program(program=name, version="1", pages=2, pages_a_second=4.0, megabytes=50.0) for name in ("evidoc", "other")]
    figures = [figure("text error rate", "evidoc", 0.01, a=0.0, b=0.02, c=0.03), figure("text error rate", "other", 0.5)]
    text = page(Kept(programs=programs, files={"sheets": ["a", "b"]}, figures=figures), "# Title", "## Still wrong")
    assert "| evidoc | 0.010 |\n| other | 0.500 |\n| asked | 7 |" in text
    assert "| text error rate | sheets | c 0.030, b 0.020 |" in text
    assert text.startswith("# Title\n") and text.endswith("## Still wrong\n")


def test_the_published_page_is_what_the_last_full_run_measured() -> None:
    kept = msgspec.json.decode(FIGURES.read_bytes(), type=Kept)
    introduction, findings = ((FOLDER / name).read_text(encoding="utf-8") for name in ("introduction.md", "findings.md"))
    assert PAGE.read_text(encoding="utf-8") == page(kept, introduction, findings), "run: python -m benchmarks.quality.publish"


def test_every_library_sees_the_words_of_a_page(tmp_path: Path) -> None:
    pdf = tmp_path / "page.pdf"
    pdf.write_bytes(pdf_bytes([("/MediaBox[0 0 400 400]", line(50, 300, "Rain fell on the roof")) for _ in range(2)]))
    for name in ("pypdfium2", "pdfplumber", "pdfminer.six"):
        seen = PROGRAMS[name][1](pdf)
        assert (seen.pages, seen.text.split()) == (2, ["Rain", "fell", "on", "the", "roof"] * 2)


def test_a_sheet_is_asked_about_its_words_in_the_order_of_drawing() -> None:
    low, high = paragraph(0, "below", top=500), paragraph(1, "above", top=100)
    table = Block(id=2, kind="table", table=table_of(["", "2023"], ["Revenue", "1,310"]), boxes=paragraph(2, "", top=300).boxes)
    case = Case(name="x", group="sheets", pdf=Path("x.pdf"), truth=document_of(low, high, table))
    assert case.texts() == ["above", "below"]
    assert case.whole() == "above\n2023 Revenue 1,310\nbelow"


def test_an_article_is_not_asked_where_captions_stand_nor_how_references_are_printed() -> None:
    blocks = [paragraph(0, "body"), Block(id=1, kind="caption", text="Table 1"), Block(id=2, kind="reference", text="Li 2020")]
    case = Case(name="x", group="articles", pdf=Path("x.pdf"), truth=document_of(*blocks))
    assert (case.texts(), case.ordered_texts()) == (["body", "Table 1"], ["body"])
