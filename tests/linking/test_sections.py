"""Section titles and table origins (DHQ-07, DHQ-87)."""

from __future__ import annotations

import pytest

from evidoc.linking import SUPER_SECTIONS, has_results_table, section_of, super_section, table_origins
from evidoc.records.document import Block
from tests.linking.articles import article, cited_table

GOLDEN = {
    "Abstract": ("abstract", "Abstract.", "ABSTRACT", "Structured abstract"),
    "Introduction": (
        "introduction", "1. Introduction", "I. Introduction", "Introduction:", "INTRODUCTION", "1 Introduction",
        "Introduction and background", "General introduction",
    ),
    "Background": (
        "background", "background and recent developments", "background and overview", "Background and Objectives",
        "2. Background", "Background/Aims",
    ),
    "Method": (
        "method", "methods", "material and methods", "materials and methods", "Material and method", "Materials and Methods",
        "Subjects and Methods", "Methodology", "method and implementation", "Patients and methods", "2. Methods and Materials",
        "4. Materials and Methods", "Methods/design", "IV. METHODS", "Data and methods", "Statistical methods", "Methods:",
    ),
    "Results": (
        "result", "results", "results and discussion", "implementation and results", "result analysis", "Findings",
        "3. Results", "3. Results and Discussion", "RESULTS", "III) Results", "Results of the meta-analysis of all trials",
        "Main findings",
    ),
    "Discussion": (
        "discussion", "discussions", "discussion and conclusions", "limitations", "summary and discussion", "4. Discussion",
        "Discussion and results", "Strengths and limitations", "Limitations of the study", "General Discussion",
    ),
    "Conclusion": (
        "conclusion", "conclusions", "conclusions and future directions", "conclusion and perspectives", "5. Conclusions",
        "Concluding remarks", "Conclusions and discussion",
    ),
    "Others": (
        "case report", "review", "dataset and evaluation strategy", "abbreviations", "", "12", "References", "Funding",
        "Competing interests", "Acknowledgements", "Supporting Information", "Appendix A", "Statement of need", "Outlook",
        "Effect of the extraction method on the phenolic content", "Summary",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("title", "tag"), [(title, tag) for tag, titles in GOLDEN.items() for title in titles])
def test_a_section_title_has_the_tag_of_its_first_head_noun(title: str, tag: str) -> None:
    assert super_section(title) == tag


def test_the_golden_list_has_sixty_titles_or_more_and_every_tag() -> None:
    """DHQ-87."""
    assert sum(map(len, GOLDEN.values())) >= 60
    assert tuple(GOLDEN) == SUPER_SECTIONS


def test_a_table_under_results_and_discussion_is_a_results_table() -> None:
    """DHQ-07."""
    with_results = article("a.xml", "A", blocks=[cited_table(1, ("1", ""), section=("3. Results and discussion",))])
    assert has_results_table(with_results)


def test_a_table_under_methods_is_none() -> None:
    """DHQ-07."""
    document = article("a.xml", "A", blocks=[cited_table(1, ("1", ""), section=("Methods", "Study sites"))])
    assert table_origins(document) == {1: "Method"}
    assert not has_results_table(document)


def test_a_subsection_counts_for_the_section_it_is_in() -> None:
    paragraph = Block(id=1, kind="paragraph", section=("Results", "Comparison of methods"))
    assert section_of(paragraph) == "Results"
    assert section_of(Block(id=2, kind="paragraph", section=("Appendix A", "Methods"))) == "Method"
    assert section_of(Block(id=3, kind="abstract", section=("Background",))) == "Abstract"


def test_a_table_that_stands_in_no_section_has_that_of_the_text_that_refers_to_it() -> None:
    table = Block(id=1, kind="table", labels=("t1",))
    text = Block(id=2, kind="paragraph", section=("Results",), refers_to=("t1",))
    assert table_origins(article("a.xml", "A", blocks=[table, text])) == {1: "Results"}
    assert table_origins(article("a.xml", "A", blocks=[table])) == {1: "Others"}
