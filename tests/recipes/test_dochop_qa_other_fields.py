"""Nothing in the recipe is of one field: articles on computers, on markets and on waves are asked about as those on crops are.

Source: DHQ-05.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.checks import concept as concept_check
from evidoc.checks import formality
from evidoc.errors import Reject
from evidoc.kit import Kit
from evidoc.recipes.dochop_qa import CODES, Unit, make
from evidoc.recipes.dochop_qa._terms import terms_of
from evidoc.recipes.dochop_qa._word_lists import is_method, lead_of
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block
from evidoc.records.item import Item
from tests.build import document_of
from tests.recipes.dochop_qa_articles import LETTERS, corpus, jats, section, table

PAIRED = tuple(code for code in CODES if code not in ("TS", "TSL"))


def field(number: int, topic: str, method: str, thing: str) -> str:
    """Give an article in which a method is tried on a topic, with a thing beside it."""
    result = table(1, f"{topic} by {thing}.", "<tr><td>North</td><td>4.1</td></tr>")
    shown = f'{topic} is in <xref ref-type="table" rid="t1">Table 1</xref>. {topic} fell with {thing}.'
    return jats(
        number,
        f"{method} against {topic} and {thing}",
        f"{topic} is a problem of {thing}. {method} lowers {topic}. We measured {topic} and {thing} with {method} for a year.",
        section(
            "Introduction",
            f"{topic} is a problem and a burden. The lack of {thing} makes {topic} worse.",
            f"Many take {method} against {topic}. The practice changes {thing} as well.",
        )
        + section("Results", f"{method} kept {topic} low. The treatment of {thing} was effective.", shown)
        + result
        + section(
            "Discussion",
            f"The strategy of {method} can be implemented against {topic}. It needs {thing}.",
            f"A limitation is that {topic} was measured once. {method} and {thing} were not varied.",
        ),
    )


FIELDS = {
    "computers": (
        ("cache contention", "page colouring", "memory bandwidth"),
        ("cache contention", "data compression", "bus traffic"),
    ),
    "markets": (("youth unemployment", "job training", "wage growth"), ("youth unemployment", "tax reform", "labour mobility")),
    "waves": (("beam divergence", "adaptive filtering", "photon flux"), ("beam divergence", "lens calibration", "phase noise")),
}


@pytest.fixture(scope="module", params=sorted(FIELDS))
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    first, second = FIELDS[request.param]
    folder: Path = tmp_path_factory.mktemp(request.param)
    return corpus(folder, field(51, *first), field(52, *second))


def made(pair: Corpus, code: str) -> Item:
    first, second = pair.ids
    return make(Unit(kind=code, documents=(first, second), score=0.5), pair, Kit(), encoder=LETTERS)


@pytest.mark.parametrize("code", PAIRED)
def test_every_concept_is_asked_in_every_field(pair: Corpus, code: str) -> None:
    item = made(pair, code)
    assert concept_check.check(item, pair, Kit()) is None
    assert formality.check(item, pair, Kit()) is None


def test_the_topic_is_what_both_articles_speak_of(pair: Corpus) -> None:
    topic = next(iter(pair)).title.split(" against ")[1].split(" and ")[0]
    assert topic in made(pair, "PS").question


@pytest.mark.parametrize(
    ("head", "is_one"),
    [
        ("chromatography", True),
        ("regularization", True),
        ("crystallography", True),
        ("reform", True),
        ("optimizer", True),
        ("classification", True),
        ("population", False),
        ("geometry", False),
        ("organization", False),
        ("galaxy", False),
    ],
)
def test_what_is_done_is_known_by_its_ending(head: str, is_one: bool) -> None:
    assert is_method(head) is is_one


@pytest.mark.parametrize(
    ("head", "lead"),
    [
        ("unemployment", "managing"),
        ("hepatitis", "managing"),
        ("neuropathy", "managing"),
        ("inflation", "controlling"),
        ("accuracy", "improving"),
        ("galaxies", "understanding"),
        ("mosquitoes", "understanding"),
        ("encryption", ""),
    ],
)
def test_a_topic_of_any_field_is_led_in_as_one_speaks_of_it(head: str, lead: str) -> None:
    assert lead_of(head) == lead


def test_verbs_are_no_phrases_however_often_they_are_said() -> None:
    said = "We propose parsers. We propose grammars and we obtain trees. They obtain parsers, which were written in a day. "
    text = said * 2 + "Grammars were written. Parsers run faster, many times faster."
    document = document_of(Block(id=0, kind="abstract", text=text), Block(id=1, kind="paragraph", text=text), title="On parsing")
    assert {term.text for term in terms_of(document)} <= {"parsers", "grammars", "trees"}


def test_a_noun_that_is_counted_takes_its_article() -> None:
    text = "The queue fills. A long queue fills the queue. Two queues fill, and queues of a queue too. Each queue is long. "
    document = document_of(Block(id=0, kind="abstract", text=text), Block(id=1, kind="paragraph", text=text), title="On waiting")
    assert [term.written for term in terms_of(document) if term.text == "queue"] == ["the queue"]


def test_documents_of_two_fields_share_no_topic(tmp_path: Path) -> None:
    first, second = FIELDS["computers"][0], FIELDS["waves"][0]
    mixed = corpus(tmp_path, field(51, *first), field(52, *second))
    with pytest.raises(Reject, match="no_shared_phrase"):
        made(mixed, "PS")
