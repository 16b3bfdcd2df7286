"""What an answer says that the documents do not. Source: DHQ-142."""

from __future__ import annotations

from pathlib import Path

from evidoc.flow.report import report
from evidoc.records.document import Block
from evidoc.reports.claims import known_of, outside
from tests.build import document_of, paragraph, table_of
from tests.reports.small_bench import build

DOCUMENT = document_of(
    paragraph(1, "The Port Alder site used 1,204 MWh in 2023, that is 38.46 % less. World Health Organization rules apply."),
    Block(id=2, kind="table", table=table_of(["Site", "Load"], ["Vennhausen", "57,300"])),
)


def marked(answer: str, *, question: str = "", language: str = "en") -> tuple[str, ...]:
    return outside(answer, known_of([DOCUMENT]), known_of((), [question]), language=language)


def test_a_number_that_stands_nowhere_is_marked_as_written() -> None:
    assert marked("It used 1,204 MWh, up from 1,150 MWh.") == ("1,150 MWh",)


def test_a_name_that_stands_nowhere_is_marked() -> None:
    assert marked("The site is run by Foxglove at Port Alder.") == ("Foxglove",)


def test_a_claim_is_marked_once() -> None:
    assert marked("First Foxglove, then again by Foxglove with 4711 and 4711.") == ("4711", "Foxglove")


def test_numbers_of_tables_and_rounded_ones_are_not_marked() -> None:
    assert marked("Vennhausen has 57,300, about 57 thousand; 38.5 % less; 38 % less; 1.204 GWh in 2023.") == ()


def test_small_counts_are_not_marked() -> None:
    assert marked("There are 7 sites in 3 towns.") == ()


def test_what_was_asked_is_not_marked() -> None:
    assert marked("By 2031, Foxglove will use less.", question="What will Foxglove use by 2031?") == ()


def test_the_first_word_of_a_sentence_or_a_list_is_no_name() -> None:
    assert marked("Considering everything, less.\n- Depends on use.\nAnswer: Lower. **Reason**: Cooling helped.") == ()


def test_forms_of_a_word_and_first_letters_of_words_are_not_marked() -> None:
    assert marked("By the rules of the World Health Organisation, or WHO for short, and the Alders.") == ()


def test_citations_are_no_claims() -> None:
    assert marked('Less <bbox page="7711" x1="585" y1="191" x2="636" y2="204" />') == ()


def test_words_about_answers_and_dates_are_not_marked() -> None:
    assert marked("The value is in Table 1 on Page 3 for May or December.") == ()


def test_capitals_say_no_names_in_german() -> None:
    assert marked("Der Eintritt kostet 9 Euro am Sonntag.", language="de") == ()
    assert marked("Der Eintritt kostet 4711 Euro.", language="de") == ("4711 Euro",)


def test_an_empty_answer_has_nothing_to_mark() -> None:
    assert marked("") == ()


def test_the_case_page_shows_the_marks_of_each_system_beside_its_answer(tmp_path: Path) -> None:
    small = build(tmp_path / "small")
    report(small.runs, out=tmp_path / "report")
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "not in the documents: <mark><bdi>777</bdi></mark> (calculated, or made up; this is no score)" in page
