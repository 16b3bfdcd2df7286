"""What linking finds in the JATS articles of ../shared/data, which include clusters that cite one another."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

from evidoc.linking import Job, citations, keywords, systematic_review, table_origins
from evidoc.readers import read_file
from evidoc.records.corpus import Corpus
from tests.build import shared


@lru_cache(maxsize=1)
def articles() -> Corpus:
    return Corpus([read_file(path) for path in sorted(shared("data/jats").rglob("*.xml"))])


def names() -> dict[str, str]:
    return {document.id: Path(document.source.name).stem for document in articles()}


def test_the_zika_and_wheat_articles_are_paired() -> None:
    job = Job()
    pairs = {tuple(names()[document] for document in group.documents) for group in keywords.link(articles(), job)}
    zika = {"PMC3429392", "PMC3731215", "PMC4195678", "PMC4629289"}
    wheat = {"PMC5977188", "PMC6036604", "PMC6143079", "PMC6337276"}
    assert pairs >= {("PMC3429392", "PMC3731215"), ("PMC4195678", "PMC4629289"), ("PMC6143079", "PMC6337276")}
    assert all(set(pair) <= zika or set(pair) <= wheat for pair in pairs)
    assert [row.reason for row in job.unlinked] == ["no_abstract"] * 2


def test_all_citations_between_the_articles_that_people_found_are_found() -> None:
    """The truth is JATS_CITATIONS.csv; two more pairs, found by title, were checked by hand."""
    with shared("data/JATS_CITATIONS.csv").open(encoding="utf-8") as file:
        wanted = {(row["citing"], row["cited"]) for row in csv.DictReader(file)}
    groups = citations.link(articles(), anchors=("text",))
    found = {tuple(names()[document] for document in group.documents) for group in groups}
    assert found == wanted | {("PMC3731215", "PMC3429392"), ("PMC4195678", "PMC3429392")}


def test_no_marker_in_a_table_leads_to_another_article_of_the_folder() -> None:
    """648 markers stand in table cells; their articles are elsewhere, as the notes say."""
    job = Job()
    assert list(citations.link(articles(), job)) == []
    assert (job.counts["markers"], job.counts["markers_resolved"]) == (648, 0)


def test_the_systematic_reviews_are_told() -> None:
    found = {names()[document.id] for document in articles() if systematic_review(document).is_systematic}
    assert found == {"PMC5376420", "PMC5800256", "PMC5981878", "PMC6213720", "PMC6356363"}


def test_the_tables_of_a_trial_are_of_its_results() -> None:
    trial = next(document for document in articles() if names()[document.id] == "pmed.1001518")
    assert set(table_origins(trial).values()) == {"Results"}
