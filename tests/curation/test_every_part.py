"""The same questions put to every part of the room."""

from __future__ import annotations

import random

import pytest

from evidoc import shelf
from evidoc.curation import Curated, narrowed
from evidoc.errors import UsageError
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.record import from_json, to_json
from tests.curation.texts import document, edited, words_from

PARTS = shelf.names("curation")


def some_documents() -> list[Document]:
    first = words_from(1, 200)
    texts = [first, edited(first, changes=2, seed=1), words_from(2, 150), words_from(3, 80), ["short"], []]
    licences = ["CC BY 4.0", "", "CC-BY-NC-ND-3.0", "my own", "MIT", ""]
    pairs = enumerate(zip(texts, licences, strict=True))
    return [document(f"{place}.pdf", " ".join(text), licence=licence) for place, (text, licence) in pairs]


def curate(part: str, corpus: Corpus) -> Curated:
    found = shelf.part("curation", part).function()(corpus)
    assert isinstance(found, Curated)
    return found


@pytest.mark.parametrize("part", PARTS)
def test_every_document_is_either_kept_or_left_out_with_a_reason(part: str) -> None:
    corpus = Corpus(some_documents())
    found = curate(part, corpus)
    out = [entry.document for entry in found.left_out]
    assert sorted([*found.kept, *out]) == sorted(corpus.ids)
    assert all(entry.reason for entry in found.left_out)
    assert list(found.kept) == [document_id for document_id in corpus.ids if document_id in found.kept]


@pytest.mark.parametrize("part", PARTS)
def test_what_is_decided_does_not_depend_on_the_order_of_the_documents(part: str) -> None:
    documents = some_documents()
    first = curate(part, Corpus(documents))
    random.Random(4).shuffle(documents)
    second = curate(part, Corpus(documents))
    assert set(first.kept) == set(second.kept)
    assert {row.document: row for row in first.labels} == {row.document: row for row in second.labels}
    assert sorted(map(to_json, first.left_out)) == sorted(map(to_json, second.left_out))


@pytest.mark.parametrize("part", PARTS)
def test_a_label_without_a_value_says_why(part: str) -> None:
    labels = [label for row in curate(part, Corpus(some_documents())).labels for label in row.labels]
    assert labels
    assert all(label.reason for label in labels if label.value == "")
    assert all(0 <= label.confidence <= 1 for label in labels)


@pytest.mark.parametrize("part", PARTS)
def test_an_empty_corpus_stays_empty(part: str) -> None:
    assert curate(part, Corpus(())) == Curated(kept=())


@pytest.mark.parametrize("part", PARTS)
def test_what_a_part_says_survives_json(part: str) -> None:
    found = curate(part, Corpus(some_documents()))
    assert from_json(to_json(found), Curated, place="here") == found


def test_a_narrowed_corpus_has_the_documents_asked_for_in_the_order_of_the_corpus() -> None:
    documents = some_documents()
    small = narrowed(Corpus(documents), [documents[3].id, documents[1].id])
    assert [entry.id for entry in small] == [documents[1].id, documents[3].id]
    assert (len(small), documents[0].id in small, small[documents[3].id]) == (2, False, documents[3])
    with pytest.raises(UsageError, match="no document is called"):
        small[documents[0].id]
