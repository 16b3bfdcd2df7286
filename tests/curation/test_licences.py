"""Licences by one name each; DHQ-04, X-51."""

from __future__ import annotations

import pytest

from evidoc.curation import Label
from evidoc.curation.licences import curate
from evidoc.errors import UsageError
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document, Source
from evidoc.records.licences import licence_of, licence_table, may_pass_on
from tests.curation.texts import document


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("CC-BY-4.0", "CC-BY-4.0"),
        ("cc by 4.0", "CC-BY-4.0"),
        ("CC BY", "CC-BY"),
        ("CC-BY-NC-ND-3.0", "CC-BY-NC-ND-3.0"),
        ("CC BY-NC 4.0", "CC-BY-NC-4.0"),
        ("https://creativecommons.org/licenses/by-nc-sa/4.0/", "CC-BY-NC-SA-4.0"),
        ("http://creativecommons.org/licenses/by/3.0/igo/", "CC-BY-3.0"),
        ("Creative Commons Attribution License", "CC-BY"),
        ("Creative Commons Attribution-NonCommercial-NoDerivatives 4.0 International", "CC-BY-NC-ND-4.0"),
        ("Creative Commons Attribution Share-Alike 2.5", "CC-BY-SA-2.5"),
        ("CC0", "CC0-1.0"),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0"),
        ("Public Domain", "public domain"),
        ("The MIT License", "MIT"),
        ("Apache License, Version 2.0", "Apache-2.0"),
        ("GNU Free Documentation License", "GFDL-1.3"),
        ("http://arxiv.org/licenses/nonexclusive-distrib/1.0/", "arXiv-nonexclusive-1.0"),
        ("All rights reserved.", "all rights reserved"),
    ],
)
def test_a_licence_has_one_name_however_it_is_written(statement: str, name: str) -> None:
    found = licence_of(statement)
    assert found is not None
    assert found.id == name


@pytest.mark.parametrize("statement", ["", "  ", "free for research", "Project Gutenberg License", "cc bynary", "ACC BY 4"])
def test_what_is_no_known_licence_is_not_guessed(statement: str) -> None:
    assert licence_of(statement) is None


def test_every_name_in_the_table_leads_to_its_licence() -> None:
    assert all(licence_of(name) == licence for licence in licence_table().labels for name in (licence.id, *licence.names))


def labels(entry: Document) -> dict[str, Label]:
    return {label.name: label for label in curate(Corpus([entry])).labels[0].labels}


def test_unknown_stays_unknown_and_says_why() -> None:
    missing, own = labels(document("a", "x")), labels(document("b", "x", licence="my own terms"))
    assert (missing["licence"].value, missing["licence"].reason) == ("", "no licence is stated")
    assert (own["redistributable"].value, own["licence"].evidence) == ("unknown", ("my own terms",))


def test_a_licence_that_forbids_changes_does_not_allow_derived_text() -> None:
    """DHQ-04: an article with licence NC-ND goes out as ids and offsets only."""
    found = labels(document("a", "x", licence="CC BY-NC-ND 4.0"))
    assert found["redistributable"].value == "no"
    assert found["conditions"].value == "attribution no_derivatives non_commercial"


def test_the_licence_of_the_pages_counts_too() -> None:
    pages = Source(name="a.pdf", sha256="0" * 64, licence="all rights reserved")
    found = labels(document("a.xml", "x", licence="CC0", pages_source=pages))
    assert (found["licence"].value, found["redistributable"].value) == ("CC0-1.0 AND all rights reserved", "no")


@pytest.mark.parametrize(
    ("keep", "reasons"),
    [
        ("all", []),
        ("redistributable", ["not_redistributable", "licence_unknown"]),
        ("commercial", ["not_commercial", "not_redistributable", "licence_unknown"]),
    ],
)
def test_what_may_not_be_passed_on_is_left_out_where_that_is_asked(keep: str, reasons: list[str]) -> None:
    licences = ["CC-BY-4.0", "CC-BY-NC-4.0", "CC-BY-ND-4.0", ""]
    corpus = Corpus([document(f"{place}", "x", licence=licence) for place, licence in enumerate(licences)])
    assert [entry.reason for entry in curate(corpus, keep=keep).left_out] == reasons


def test_an_unknown_choice_is_refused() -> None:
    with pytest.raises(UsageError, match="keep='free'"):
        curate(Corpus(()), keep="free")


@pytest.mark.parametrize(
    ("licence", "may"),
    [("CC-BY-4.0", True), ("CC0", True), ("CC BY-NC 4.0", True), ("MIT", True), ("CC-BY-NC-ND-4.0", False), ("mine", False)],
)
def test_one_judge_says_what_may_be_passed_on(licence: str, may: bool) -> None:
    """What `curate` labels and what exporters leave out are one judgement (DHQ-04)."""
    entry = document("a", "x", licence=licence)
    assert may_pass_on(entry) is may
    assert (labels(entry)["redistributable"].value == "yes") is may


def test_what_states_no_licence_may_not_be_passed_on() -> None:
    assert not may_pass_on(document("a", "x"))
