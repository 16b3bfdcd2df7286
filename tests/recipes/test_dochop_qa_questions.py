from __future__ import annotations

import pytest

from evidoc.answers.template import read_filled
from evidoc.checks import concept as concept_check
from evidoc.checks import formality
from evidoc.errors import Reject
from evidoc.kit import Kit
from evidoc.recipes.dochop_qa import CONCEPTS
from evidoc.recipes.dochop_qa._acronyms import full_species, long_forms
from evidoc.recipes.dochop_qa._catalogue import OURS
from evidoc.recipes.dochop_qa._concepts import Concept
from evidoc.recipes.dochop_qa._question import Phrases, filled, phrases_of, turn_of, write
from evidoc.recipes.dochop_qa._terms import Term, terms_of, times_in
from evidoc.recipes.dochop_qa._word_lists import is_plural, lead_of, singular
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.item import Item
from tests.build import document_of, item_of
from tests.recipes.dochop_qa_articles import DRAINS, DRIP, FIRST, SECOND, articles

WRITTEN = [each for each in CONCEPTS if each.generator != "deterministic"]


def term(text: str, *, plural: bool = False, article: bool = False) -> Term:
    return Term(key=text.lower(), text=text, times=5, weight=1.0, is_plural=plural, needs_article=article)


def phrases(topic: str = "soil salinity", first: str = "drip irrigation", second: str = "saline water") -> Phrases:
    return Phrases(term(topic), (term(first),), (term(second),))


def item_with(question: str, template: str) -> Item:
    item = item_of(question)
    from msgspec.structs import replace

    return replace(item, construction=replace(item.construction, template=template))


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> list[Document]:
    return articles(tmp_path_factory.mktemp("articles"), DRIP, DRAINS)


def text_document(text: str, *, title: str = "On soils", name: str = "a") -> Document:
    return document_of(Block(id=0, kind="abstract", text=text), Block(id=1, kind="paragraph", text=text), name=name, title=title)


def test_phrases_are_what_the_text_uses_again_and_again(pair: list[Document]) -> None:
    assert [term.text for term in terms_of(pair[0])] == ["soil salinity", "olive orchards", "drip irrigation"]


@pytest.mark.parametrize("code", [each.code for each in WRITTEN])
def test_a_question_keeps_its_template(code: str, pair: list[Document]) -> None:
    """All words between the slots stand in order, so the check of concepts keeps it (DHQ-46), and so does that of form."""
    asked = OURS.concept(code)
    question = write(asked, phrases_of(pair[0], pair[1], turn=turn_of(asked, 0)))
    item = item_with(question.text, question.template)
    assert concept_check.check(item, Corpus(()), Kit()) is None
    assert formality.check(item, Corpus(()), Kit()) is None


@pytest.mark.parametrize("code", [each.code for each in WRITTEN])
def test_a_question_draws_on_both_documents(code: str, pair: list[Document]) -> None:
    chosen = phrases_of(pair[0], pair[1], turn=turn_of(OURS.concept(code), 0))
    text = write(OURS.concept(code), chosen).text
    ours = {term.text for term in terms_of(pair[0])} - {chosen.topic.text}
    theirs = {term.text for term in terms_of(pair[1])} - {chosen.topic.text}
    assert any(phrase in text for phrase in ours)
    assert any(phrase in text for phrase in theirs)
    assert FIRST not in text
    assert SECOND not in text


def test_the_topic_is_what_both_speak_of(pair: list[Document]) -> None:
    assert phrases_of(pair[0], pair[1]).topic.text == "soil salinity"


def test_questions_of_one_pair_take_turns_among_phrases(pair: list[Document]) -> None:
    asked = {phrases_of(pair[0], pair[1], turn=turn).first[0].text for turn in range(3)}
    assert len(asked) > 1


def test_documents_that_share_nothing_are_not_asked_about(pair: list[Document]) -> None:
    with pytest.raises(Reject, match="no_shared_phrase"):
        phrases_of(pair[0], text_document("Stars shine. Dim stars shine less."))


def test_documents_that_say_the_same_are_not_asked_about(pair: list[Document]) -> None:
    with pytest.raises(Reject, match="no_own_phrase"):
        phrases_of(pair[0], pair[0])


def test_two_slots_never_say_the_same() -> None:
    with pytest.raises(Reject, match="equal_slots"):
        write(OURS.concept("ME"), Phrases(term("management"), (term("drought"),), (term("drought"),)))


@pytest.mark.parametrize(
    ("word", "plural"),
    [
        ("genes", True),
        ("data", True),
        ("virus", False),
        ("analysis", False),
        ("species", False),
        ("class", False),
        ("loci", True),
    ],
)
def test_number_is_told_by_the_ending(word: str, plural: bool) -> None:
    assert is_plural(word) is plural


@pytest.mark.parametrize(
    ("head", "lead"),
    [("depression", "managing"), ("virus", "controlling"), ("yield", "improving"), ("mapping", "")],
)
def test_a_topic_is_led_in_as_one_speaks_of_it(head: str, lead: str) -> None:
    assert lead_of(head) == lead


def test_a_countable_thing_gets_its_article() -> None:
    said = Phrases(term("drought"), (term("breeding program", article=True),), (term("wheat rust"),))
    assert "with respect to the breeding program" in write(OURS.concept("PSM"), said).text.replace(" and wheat rust", "")


def test_a_study_topic_is_spoken_of_in_the_singular() -> None:
    """The template's "it" asks for one thing."""
    assert write(OURS.concept("SAL"), phrases()).text.startswith("What is the ")


def test_comparisons_agree_in_number() -> None:
    assert filled(OURS.concept("FF"), ("cats", "dogs"), is_plural=True).startswith("How do cats compare to dogs, ")


def test_things_of_one_kind_are_compared_directly() -> None:
    said = Phrases(term("iron"), (term("grain yield"),), (term("straw yield"),))
    assert write(OURS.concept("FF"), said).text.startswith("How does grain yield compare to straw yield, ")


def test_plural_causes_are_spoken_of_by_their_role() -> None:
    said = Phrases(term("sleep"), (term("naps", plural=True),), (term("mood"),))
    assert write(OURS.concept("ME"), said).text.startswith("How does research on naps contribute to the understanding of sleep, ")


def test_acronyms_are_spelled_out() -> None:
    text = "Zika virus (ZIKV) spreads. We count ZIKV outbreaks. Few ZIKV outbreaks were seen."
    assert "Zika virus outbreaks" in {term.text for term in terms_of(text_document(text))}


def test_an_acronym_that_nobody_spells_out_is_no_phrase() -> None:
    text = "We count QXV outbreaks. Few QXV outbreaks were seen."
    assert not any("QXV" in term.text for term in terms_of(text_document(text)))


def test_short_names_of_species_are_written_in_full() -> None:
    text = "Aedes aegypti bites. We fed Ae. aegypti and kept Ae. aegypti."
    assert full_species(text) == {"Ae. aegypti": "Aedes aegypti"}
    assert "Aedes aegypti" in {term.text for term in terms_of(text_document(text))}


def test_an_acronym_counts_where_it_stands_for_the_phrase() -> None:
    document = text_document("Zika virus (ZIKV) spreads. ZIKV kills.")
    assert times_in(document, [term("Zika virus")]) == {term("Zika virus"): 6}


def test_a_phrase_counts_where_it_stands_whole_in_either_number() -> None:
    """Neither "genetic" nor "irony" says what "gene" or "iron" say, but "genes" does."""
    document = text_document(
        "General genetic generations are generic. Ricefields and irony. Genes, a gene, gene-based gene gene."
    )
    found = times_in(document, [term("gene"), term("genes", plural=True), term("rice"), term("iron"), term("gene gene")])
    assert [count for _, count in found.items()] == [10, 10, 0, 0, 4]


def test_spellings_of_one_key_are_counted_apart() -> None:
    document = text_document("Zika virus spreads. Zika virus kills.")
    spelled = Term("zikv", "Zika virus", 5, 1.0, is_plural=False, needs_article=False)
    bare = Term("zikv", "ZIKV", 5, 1.0, is_plural=False, needs_article=False)
    assert times_in(document, [spelled, bare]) == {spelled: 4, bare: 0}


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("studies", "study"),
        ("boxes", "box"),
        ("viruses", "virus"),
        ("classes", "class"),
        ("diseases", "disease"),
        ("loci", "locus"),
        ("analyses", "analysis"),
        ("gas", "gas"),
    ],
)
def test_both_numbers_of_a_word_are_one(plural: str, one: str) -> None:
    assert singular(plural) == singular(one)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the tissue culture infectious dose (TCID)", {"TCID": "tissue culture infectious dose"}),
        ("quantitative trait loci (QTLs)", {"QTL": "quantitative trait loci"}),
        ("of no use (USA)", {}),
        ("see (Fig)", {}),
    ],
)
def test_what_an_acronym_stands_for(text: str, found: dict[str, str]) -> None:
    assert long_forms(text) == found


@pytest.mark.parametrize("each", CONCEPTS, ids=lambda each: each.code)
def test_slots_are_read_back_from_a_question(each: Concept) -> None:
    fillings = tuple(f"thing {place}" for place in range(each.slots))
    assert read_filled(filled(each, fillings), each.form).slots == fillings


@pytest.mark.parametrize("each", CONCEPTS, ids=lambda each: each.code)
def test_a_question_that_lost_its_end_is_not_the_template_filled(each: Concept) -> None:
    fillings = tuple(f"thing {place}" for place in range(each.slots))
    assert read_filled(filled(each, fillings)[:-12], each.form).fault == "fragment_missing"


def test_species_are_compared_directly() -> None:
    said = Phrases(term("fever"), (term("salt"), term("Aedes aegypti")), (term("sand"), term("Aedes albopictus")))
    assert write(OURS.concept("FF"), said).text.startswith("How does Aedes aegypti compare to Aedes albopictus, ")


def test_the_name_of_a_virus_is_no_species() -> None:
    assert not term("Zika virus").is_species
    assert term("Aedes aegypti").is_species


def test_an_acronym_may_stand_before_more_in_its_bracket() -> None:
    assert long_forms("Zika virus (ZIKV; family Flaviviridae)") == {"ZIKV": "Zika virus"}


def test_a_solution_is_something_that_is_done_whichever_document_does_it() -> None:
    """`PS` asks how a method meets a challenge; the challenge is then the other document's."""
    said = Phrases(term("Zika virus"), (term("surveillance program"),), (term("land cover classes"),))
    asked = write(OURS.concept("PS"), said).text
    assert "with respect to land cover classes, and how can surveillance program address" in asked


@pytest.mark.parametrize("code", ["PS", "PSL", "SS"])
def test_a_pair_that_does_nothing_is_not_asked_for_a_solution(code: str) -> None:
    said = Phrases(term("Zika virus"), (term("land cover classes"),), (term("salivary glands"),))
    with pytest.raises(Reject, match="land cover classes, salivary glands") as rejected:
        write(OURS.concept(code), said)
    assert rejected.value.reason == "no_method_phrase"


def test_only_what_is_done_controls_anything() -> None:
    said = Phrases(term("Zika virus"), (term("oral susceptibility"),), (term("mood"),))
    assert "oral susceptibility contribute to the understanding of Zika virus" in write(OURS.concept("ME"), said).text


def test_a_phrase_that_has_its_article_only_before_of_needs_none_alone() -> None:
    text = (
        "The oral susceptibility of mosquitoes varies. We know the oral susceptibility of flies. The oral susceptibility of bees."
    )
    found = {term.text: term.written for term in terms_of(text_document(text))}
    assert found["oral susceptibility"] == "oral susceptibility"
