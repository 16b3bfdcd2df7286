"""Concepts and keyword lists of a user's own. Source: DHQ-05, DHQ-22, DHQ-54."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import InvalidRecord, Reject, UnknownName, UsageError
from evidoc.kit import Kit
from evidoc.recipes.dochop_qa import CODES, Unit, make, plan
from evidoc.recipes.dochop_qa._catalogue import OURS, catalogue_of
from evidoc.recipes.dochop_qa._concepts import CONCEPTS, FILLED, SNIPPETS_OF, SUBTYPE_OF, Concept
from evidoc.recipes.dochop_qa._keyword_lists import LIMITATION
from evidoc.records.corpus import Corpus
from tests.recipes.dochop_qa_articles import DRAINS, DRIP, LETTERS, REVIEWED, corpus

OWN = """
[[concepts]]
code = "CM"
keywords = ["Cause", "Mitigation"]
template = "What causes [ ], and how can [ ] mitigate it?"

[[concepts]]
code = "PS"
keywords = ["Problem", "Solution"]
template = "What are the main troubles in [ ], and how can [ ] help?"

[words]
problem = ["trouble"]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return written(tmp_path, OWN)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus(tmp_path_factory.mktemp("articles"), DRIP, DRAINS)


def written(folder: Path, text: str) -> Path:
    path = folder / "concepts.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_adds_concepts_and_replaces_those_of_its_codes(own: Path) -> None:
    found = catalogue_of(str(own))
    assert found.codes == (*CODES, "CM")
    assert found.concept("PS").template.startswith("What are the main troubles")
    assert (found.concept("CM").type, found.concept("CM").pattern, found.concept("CM").snippets) == ("paragraph", "fan", 5)
    assert found.keywords.problem == ("trouble",)
    assert found.keywords.limitation == LIMITATION
    assert catalogue_of("") is OURS


def test_a_concept_of_a_users_own_is_asked(pair: Corpus, own: Path) -> None:
    """DHQ-22: planned, filled, matched with five snippets, with its parts of reasoning as depth."""
    planned = {each.kind for each in plan(pair, concepts=["CM"], concepts_file=str(own), groups="") if isinstance(each, Unit)}
    assert planned <= {"CM"}
    first, second = pair.ids
    item = make(Unit(kind="CM", documents=(first, second)), pair, Kit(), encoder=LETTERS, concepts_file=str(own))
    assert item.question.startswith("What causes ")
    assert item.question.endswith(" mitigate it?")
    assert (item.task.concept, item.measures.hops, item.measures.depth) == ("CM", 5, 2)


def test_a_limitation_that_nothing_takes_the_place_of_must_be_there(tmp_path: Path) -> None:
    """DHQ-63: TSL becomes TS; where a file leaves no concept without a limitation, the candidate is rejected."""
    three = corpus(tmp_path, DRIP, DRAINS, REVIEWED)
    longer = "What is Table [ ] of [ ], what does the cited paper study, and what limits it?"
    path = written(tmp_path, one(code='"TS"', template=f'"{longer}"', generator='"deterministic"', snippets="4"))
    (first, *_) = (each for each in plan(three, concepts=["TS"], concepts_file=str(path)) if isinstance(each, Unit))
    with pytest.raises(Reject, match="no_limitation"):
        make(first, three, Kit(), encoder=LETTERS, limitation_threshold=1, concepts_file=str(path))
    item = make(first, three, Kit(), encoder=LETTERS, limitation_threshold=0, concepts_file=str(path))
    assert (item.measures.hops, item.question.startswith("What is Table “Studies of soil salinity")) == (4, True)


def test_an_unknown_code_gets_the_nearest_of_both(pair: Corpus, own: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean"):
        list(plan(pair, concepts=["CMM"], concepts_file=str(own)))


@pytest.mark.parametrize("each", CONCEPTS, ids=lambda each: each.code)
def test_ours_are_what_a_file_must_be(each: Concept) -> None:
    """The same rules hold for the paper's concepts."""
    assert FILLED[each.fills] == each.slots
    assert each.snippets in SNIPPETS_OF[each.generator]
    assert each.subtype == SUBTYPE_OF[each.generator]


def one(**changes: str) -> str:
    fields = {"code": '"CM"', "keywords": '["Cause"]', "template": '"What causes [ ]?"', **changes}
    return "[[concepts]]\n" + "\n".join(f"{name} = {value}" for name, value in fields.items()) + "\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (one() + one(), "code 'CM' stands there twice"),
        (one(template='"What causes salt?"'), "'CM' has no slot"),
        (one(pattern='"ring"'), "concept 1 'CM': Invalid enum value 'ring'"),
        (one(pattern='"chain"'), "is a chain; what noncomparison asks is a fan"),
        (one(template='"[ ] [ ] [ ] [ ]"'), "has 4 slots, which noncomparison cannot fill"),
        (one(fills='"mechanism"'), "mechanism fills 3"),
        (one(snippets="4"), "snippets=4; noncomparison leads to 5"),
        (one(colour='"red"'), "unknown field `colour`"),
        (one(code='" "'), "has no code or no keywords"),
        ("[[concepts]]\ncode = 1\n", "concept 1"),
        ('concepts = "PS"\n', "concepts is no list"),
        ("[words]\nproblem = []\n", "words.problem has no words"),
        ("[words]\nproblems = ['gap']\n", "unknown field `problems`"),
        ("[list]\n", "'list' is neither concepts nor words"),
        ("", "it has neither concepts nor words"),
        ("[[concepts", "is no TOML"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        catalogue_of(str(written(tmp_path, text)))
    assert said in str(refused.value)


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = one(template='"None?"') + one(code='"XX"', snippets="9")
    with pytest.raises(InvalidRecord, match="'CM' has no slot.*'XX' has snippets=9"):
        catalogue_of(str(written(tmp_path, text)))


def test_a_file_that_is_not_there_is_missed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file of concepts"):
        catalogue_of(str(tmp_path / "none.toml"))
