"""One document of each work; cases H06 and I04."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from evidoc.curation._alike import find_groups
from evidoc.curation._minhash import jaccard, shingles
from evidoc.curation._words import words_of
from evidoc.curation.duplicates import curate
from evidoc.errors import UsageError
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document, Source
from tests.build import document_of, paragraph, table_of
from tests.curation.texts import document, edited, words_from

TEXT = " ".join(words_from(1, 120))


def reasons(*documents: Document, near: float = 0.8) -> list[str]:
    return [entry.reason for entry in curate(Corpus(documents), near=near).left_out]


def test_the_same_file_read_alone_and_as_the_pages_of_another_is_one_work() -> None:
    alone = document("c.pdf", "few words")
    paired = replace(document("c.xml", TEXT), pages_source=alone.source)
    assert reasons(alone, paired) == ["same_bytes"]


def test_the_same_text_with_other_metadata_is_one_work() -> None:
    assert reasons(document("a.pdf", TEXT), document("c.pdf", TEXT, title="Other")) == ["same_text"]


def test_running_headers_and_page_numbers_do_not_make_a_text_another() -> None:
    plain = document("a.pdf", TEXT)
    header = replace(paragraph(1, "Journal of Things, 12"), kind="header")
    assert reasons(plain, document("b.pdf", TEXT, blocks=(*plain.blocks, header))) == ["same_text"]


def test_versions_of_one_work_share_an_identifier() -> None:
    """Case H06: PMC1 v1/v2, and a preprint with the same digital object identifier as the journal's copy."""
    first = document("1.xml", TEXT, identifiers=("pmcid:PMC1.1", "doi:10.1/x"))
    second = document("2.xml", "quite other words", identifiers=("pmcid:PMC1.2",))
    third = document("3.pdf", "a third text", identifiers=("doi:10.1/X",))
    assert reasons(first, second, third) == ["same_identifier", "same_identifier"]


@pytest.mark.parametrize(
    ("left", "right", "is_one"),
    [
        ("arxiv:1706.03762v1", "arxiv:1706.03762v5", True),
        ("arxiv:1706.03762", "arxiv:1706.03762v5", True),
        ("arxiv:1706.03762", "arxiv:1706.03763", False),
        ("pmid:12", "pmid:13", False),
        ("cik:0000320193", "cik:0000320193", False),  # a company, not a work
        ("doi:10.1/a.1", "doi:10.1/a.2", False),  # a figure's or dataset's own identifier; no version can be told from it
    ],
)
def test_identifiers_name_works_but_for_their_version(left: str, right: str, is_one: bool) -> None:
    pair = document("a", "one text", identifiers=(left,)), document("b", "other text", identifiers=(right,))
    assert bool(reasons(*pair)) is is_one


def test_nearly_the_same_words_are_one_work_and_the_reason_says_how_near() -> None:
    words = words_from(2, 400)
    pair = document("a.pdf", " ".join(words)), document("b.pdf", " ".join(edited(words, changes=4, seed=1)))
    out = curate(Corpus(pair)).left_out
    assert [entry.reason for entry in out] == ["near"]
    assert "near" in out[0].detail
    assert reasons(*pair, near=0.99) == []


def test_other_numbers_make_another_table() -> None:
    """Two years of one report have the same words; numbers are kept whole, so that they differ."""
    names = [f"Site {number}" for number in range(30)]
    tables = [
        table_of(["", "t CO2"], *([name, f"{year * place % 977},5"] for place, name in enumerate(names, 1))) for year in (23, 24)
    ]
    documents = [
        document_of(replace(paragraph(0, ""), kind="table", table=table), name=name)
        for name, table in zip("ab", tables, strict=True)
    ]
    assert reasons(*documents) == []


def test_texts_of_few_words_are_not_told_apart_by_them() -> None:
    """Pages that are pictures have the same two words; they are not one work."""
    assert reasons(document("a.pdf", "Hello World"), document("b.pdf", "Hello World"), document("c", ""), document("d", "")) == []


def test_of_a_work_the_document_with_pages_stays_then_the_traced_one_then_the_longest() -> None:
    paged = document("a.pdf", TEXT)
    traced = document("b.xml", TEXT, pages=(), licence="CC0-1.0")
    plain = document("c.xml", TEXT, pages=())
    assert curate(Corpus([plain, traced, paged])).kept == (paged.id,)
    assert curate(Corpus([plain, traced])).kept == (traced.id,)
    longer = document("d.xml", f"{TEXT} and more", pages=())
    assert curate(Corpus([plain, longer])).kept == (longer.id,)


def test_all_may_be_kept_and_labelled() -> None:
    found = curate(Corpus([document("a.pdf", TEXT), document("b.pdf", TEXT)]), keep_all=True)
    assert len(found.kept) == 2
    assert len({label.value for row in found.labels for label in row.labels}) == 1


def test_names_that_differ_in_form_or_case_are_reported_where_contents_differ() -> None:
    """Case I04: composed and decomposed form, and Report.pdf beside report.PDF."""
    names = ["Jahresbericht_Ma\u0308rz.pdf", "Jahresbericht_M\u00e4rz.pdf", "Report.pdf", "report.PDF", "\u62a5\u544a.pdf"]
    documents = [document(name, " ".join(words_from(place, 60))) for place, name in enumerate(names)]
    found = curate(Corpus(documents))
    assert len(found.kept) == 5
    assert [label.name for row in found.labels for label in row.labels] == ["name_collision"] * 4
    assert found.labels[0].labels[0].evidence == (documents[1].id,)


def test_the_same_name_of_the_same_work_is_no_collision() -> None:
    found = curate(Corpus([document("M\u00e4rz.pdf", TEXT), document("Ma\u0308rz.pdf", TEXT)]))
    assert {label.name for row in found.labels for label in row.labels} == {"duplicates"}


def test_chinese_texts_are_compared_character_by_character() -> None:
    rng = random.Random(3)
    characters = [chr(0x4E00 + rng.randrange(3000)) for _ in range(300)]
    text = "".join(characters)
    changed = "".join([*characters[:150], "\u7532", *characters[151:]])
    assert reasons(document("a", text), document("b", changed)) == ["near"]


def test_a_share_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="near=80"):
        curate(Corpus(()), near=80)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 40)), max_size=12), st.sampled_from([0.5, 0.8]), st.randoms())
@settings(max_examples=30, deadline=None)
def test_groups_are_the_components_that_comparing_all_pairs_gives(
    recipes: list[tuple[int, int]], near: float, chance: random.Random
) -> None:
    documents = [
        document(f"{place}.txt", " ".join(edited(words_from(family, 200), changes=changes, seed=place)))
        for place, (family, changes) in enumerate(recipes)
    ]
    sets = {entry.id: shingles(words_of(entry)) for entry in documents}
    root = {name: name for name in sets}
    for first, second in combinations(sorted(sets), 2):
        if jaccard(sets[first], sets[second]) >= near:
            old, new = root[second], root[first]
            root = {name: new if top == old else top for name, top in root.items()}
    chance.shuffle(documents)
    groups = find_groups(Corpus(documents), near=near).sets
    assert {frozenset(members) for members in groups.values()} == {
        frozenset(name for name in root if root[name] == top) for top in root.values()
    }


def test_a_source_is_known_by_its_digest_whatever_its_name() -> None:
    digest = "ab" * 32
    pair = [Document(id=f"d-{name}", source=Source(name=name, sha256=digest)) for name in ("a.pdf", "b.pdf")]
    assert reasons(*pair) == ["same_bytes"]
