"""Bookmarks as evidence for headings, and links and comments kept apart from the text of blocks."""

from pathlib import Path

from evidoc.readers._assembly.bookmarks import believe_bookmarks
from evidoc.readers.pdf import read
from evidoc.readers.pdf._draft import Draft
from evidoc.records.document import Document, OutlineEntry
from evidoc.records.record import from_json, to_json
from tests.build import box
from tests.pages.test_links import written


def draft(kind: str, text: str, *, top: float = 100.0, level: int = 0) -> Draft:
    return Draft(kind=kind, text=text, level=level, boxes=[box(50, top, 450, top + 12)])  # type: ignore[arg-type]


def test_a_heading_has_the_level_of_its_bookmark() -> None:
    heading = draft("heading", "Methods", level=1)
    believe_bookmarks([heading], [OutlineEntry(title="2 METHODS", level=3, page=0, y=98.0)])
    assert (heading.kind, heading.level) == ("heading", 3)


def test_a_line_to_which_a_bookmark_of_its_words_leads_is_a_heading() -> None:
    line, other = draft("paragraph", "Data collection"), draft("paragraph", "Data collection", top=400)
    believe_bookmarks([line, other], [OutlineEntry(title="Data collection", level=2, page=0, y=95.0)])
    assert (line.kind, line.level) == ("heading", 2)
    assert other.kind == "paragraph"


def test_a_bookmark_that_leads_nowhere_counts_where_its_words_stand_once() -> None:
    once, twice = draft("paragraph", "Rates"), [draft("paragraph", "Members", top=top) for top in (200, 300)]
    believe_bookmarks([once, *twice], [OutlineEntry(title="Rates"), OutlineEntry(title="Members")])
    assert [once.kind, *(line.kind for line in twice)] == ["heading", "paragraph", "paragraph"]


def test_the_number_of_a_heading_states_its_level_more_surely() -> None:
    heading = draft("heading", "2.1 Rates", level=2)
    believe_bookmarks([heading], [OutlineEntry(title="2.1 Rates", level=1, page=0)])
    assert heading.level == 2


def test_an_outline_under_the_title_begins_below_it() -> None:
    drafts = [draft("title", "The fund"), draft("heading", "Rates", level=4, top=200)]
    entries = [OutlineEntry(title="The Fund", level=1, page=0), OutlineEntry(title="Rates", level=2, page=0)]
    believe_bookmarks(drafts, entries)
    assert (drafts[0].kind, drafts[1].level) == ("title", 1)


def test_a_sentence_or_a_reference_is_no_heading_though_bookmarked() -> None:
    sentence = draft("paragraph", "Rates rose in every year.")
    believe_bookmarks([sentence], [OutlineEntry(title="Rates rose in every year.", page=0)])
    assert sentence.kind == "paragraph"


def test_links_and_comments_are_beside_the_text_and_never_in_it(tmp_path: Path) -> None:
    path = written(tmp_path)
    found = read(path, name=path.name, sha256="ab" * 32)
    assert (len(found.outline), len(found.links), len(found.annotations)) == (2, 2, 2)
    said = " ".join(block.text for block in found.blocks)
    assert "example.org" not in said and "Who says" not in said and "Doubtful" not in said
    assert from_json(to_json(found), Document, place="test") == found
