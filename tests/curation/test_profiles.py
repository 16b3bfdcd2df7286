"""Counts of what a document has; SD-07, SD-08, SD-10, DHQ-10."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from evidoc.curation.profiles import curate, profile
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, BlockKind, Document
from tests.build import document_of, paragraph


def blocks(*kinds_and_texts: tuple[BlockKind, str]) -> tuple[Block, ...]:
    return tuple(replace(paragraph(place, text), kind=kind) for place, (kind, text) in enumerate(kinds_and_texts))


def document_with(*kinds_and_texts: tuple[BlockKind, str], **fields: object) -> Document:
    return replace(document_of(*blocks(*kinds_and_texts)), **fields)


def headings(*texts: str) -> Document:
    return document_with(*(("heading", text) for text in texts))


def test_counts_equal_hand_counts() -> None:
    found = profile(
        document_with(
            ("heading", "1 Introduction"),
            ("paragraph", "Two words."),
            ("figure", ""),
            ("chart", ""),
            ("caption", "Figure 1: It."),
            ("table", "a 1,204"),
            ("equation", "x"),
            ("heading", "2 Experiments"),
            ("header", "Journal of Things"),
        )
    )
    assert found == {
        "figures": 2,
        "tables": 1,
        "equations": 1,
        "captions": 1,
        "appendices": 0,
        "experiments": 1,
        "pages": 1,
        "subsections": 2,
        "paragraphs": 1,
        "tokens": 2 + 2 + 3 + 2 + 1 + 2,
    }


@pytest.mark.parametrize(
    ("texts", "count"),
    [
        (("Introduction", "A. Not an appendix"), 0),
        (("Introduction", "Appendix A: Proofs", "Appendix B: Data"), 2),
        (("Introduction", "Appendix", "A. Proofs", "B. Data"), 3),
        (("Methods", "Supplementary Material"), 0),
        (("Methods", "Supporting Information"), 0),
        (("绪论", "附录 A"), 1),
        ((), 0),
    ],
)
def test_appendices_are_headings_that_say_so_and_lettered_ones_after_them(texts: tuple[str, ...], count: int) -> None:
    assert profile(headings(*texts))["appendices"] == count


def test_a_supplement_with_sections_of_its_own_is_an_appendix() -> None:
    texts = (("Methods", 1), ("Supplementary Material", 1), ("Further results", 2))
    entry = headings(*(text for text, _ in texts))
    leveled = tuple(replace(block, level=level) for block, (_, level) in zip(entry.blocks, texts, strict=True))
    assert profile(replace(entry, blocks=leveled))["appendices"] == 1


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("4 Experimental setup", 1),
        ("Materials and methods", 1),
        ("Ablation", 1),
        ("实验", 1),
        ("Discussion", 0),
        ("Resulting", 0),
    ],
)
def test_sections_that_describe_experiments_are_counted_by_their_heading(text: str, counts: int) -> None:
    assert profile(headings(text))["experiments"] == counts


@pytest.mark.parametrize(
    ("figures", "tables", "equations", "is_kept"),
    [(4, 3, 3, True), (5, 5, 0, False), (3, 3, 3, False), (0, 0, 0, False)],
)
def test_a_rich_paper_has_three_kinds_of_objects_and_ten_of_them(
    figures: int, tables: int, equations: int, is_kept: bool
) -> None:
    objects = [*[("figure", "")] * figures, *[("table", "")] * tables, *[("equation", "x")] * equations]
    found = curate(Corpus([document_with(*objects)]), rich=True)  # type: ignore[arg-type]
    assert bool(found.kept) is is_kept
    assert [entry.reason for entry in found.left_out] == ([] if is_kept else ["information_poor"])


@pytest.mark.parametrize(("equations", "kind"), [(4, "theoretical"), (3, "empirical"), (0, "empirical")])
def test_twice_as_many_equations_as_figures_and_tables_make_a_paper_theoretical(equations: int, kind: str) -> None:
    entry = document_with(("figure", ""), ("table", ""), *[("equation", "x")] * equations, kind="article")  # type: ignore[arg-type]
    assert [label.value for label in curate(Corpus([entry])).labels[0].labels if label.name == "paper_type"] == [kind]


def test_only_articles_have_a_paper_type() -> None:
    labels = curate(Corpus([document_with(("equation", "x"), kind="web")])).labels[0].labels
    assert "paper_type" not in {label.name for label in labels}


def test_every_kind_of_block_can_be_counted() -> None:
    assert profile(document_with(*((kind, "a") for kind in get_args(BlockKind))))["figures"] == 2
