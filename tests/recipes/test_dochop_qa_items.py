from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from evidoc.checks import box_text, concept, format
from evidoc.compose.sheet import lay_out
from evidoc.errors import Reject, UnknownName, UsageError
from evidoc.kit import Kit
from evidoc.linking import citations
from evidoc.models.scripted import Scripted
from evidoc.readers import read_file
from evidoc.recipes import LeftOut
from evidoc.recipes.dochop_qa import CODES, Unit, make, plan
from evidoc.recipes.dochop_qa._gold import _clean
from evidoc.records.corpus import Corpus, source_name
from evidoc.records.entities import entities_of, entity_labels, entity_text
from evidoc.records.groups import LinkedGroup, Tie
from evidoc.records.item import Item
from evidoc.records.record import from_json, to_json
from evidoc.records.reply import Prompt, Reply
from evidoc.records.store import write_bytes, write_rows
from tests.recipes.dochop_qa_articles import DRAINS, DRIP, LETTERS, REVIEWED, articles, corpus, section, table

PAIRED = tuple(code for code in CODES if code not in ("TS", "TSL"))


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus(tmp_path_factory.mktemp("articles"))


def unit(three: Corpus, code: str, *, variant: int = 0) -> Unit:
    return Unit(kind=code, documents=(three.ids[0], three.ids[1]), score=0.5, variant=variant)


def made(three: Corpus, code: str, *, kit: Kit | None = None, variant: int = 0) -> Item:
    return make(unit(three, code, variant=variant), three, kit or Kit(), encoder=LETTERS)


def slots(item: Item) -> dict[str, str]:
    return {slot.name: slot.value for slot in item.construction.slots}


def writer(*answers: str | Reply) -> Kit:
    return Kit(models={"writer": (Scripted(list(answers)),)})


def citing(three: Corpus, codes: Sequence[str] = ("TS", "TSL")) -> list[Unit]:
    return units(plan(three, concepts=codes))


def units(planned: Iterable[Unit | LeftOut]) -> list[Unit]:
    return [each for each in planned if isinstance(each, Unit)]


def left_out(planned: Iterable[Unit | LeftOut]) -> set[tuple[str, str]]:
    """Give for what and why planning left things out."""
    return {(each.kind, each.reason) for each in planned if isinstance(each, LeftOut)}


DEPTHS = {"PS": 2, "PSM": 3, "PSR": 3, "PSL": 3, "ME": 2, "SAL": 3, "FF": 2, "SS": 2, "PST": 3, "TSL": 3, "TS": 2}  # DHQ-100


@pytest.mark.parametrize("code", PAIRED)
def test_a_pair_is_asked_about_with_every_concept(three: Corpus, code: str) -> None:
    """Five hops of a fan, four of a chain; the depth is the number of parts of the reasoning (DHQ-99, DHQ-100)."""
    item = made(three, code)
    assert item.measures.depth == DEPTHS[code]
    assert (item.task.family, item.task.concept) == ("dochop_qa", code)
    assert item.measures.hops == (4 if code == "PST" else 5)
    assert [entry.hop for entry in item.evidence] == list(range(item.measures.hops or 0))
    assert item.scorer == "rouge_bleu"
    assert item.authority == "rule"


@pytest.mark.parametrize("code", PAIRED)
def test_items_pass_the_checks_of_form_and_concept(three: Corpus, code: str) -> None:
    item = made(three, code)
    assert format.check(item, three, Kit()) is None
    assert concept.check(item, three, Kit()) is None


def test_the_same_unit_gives_the_same_bytes(three: Corpus) -> None:
    assert to_json(made(three, "PS")) == to_json(made(three, "PS"))


def test_units_are_plain_data(three: Corpus) -> None:
    """They travel to workers."""
    planned = citing(three)
    assert [from_json(to_json(each), Unit, place="unit") for each in planned] == planned
    assert [(each.document, each.modality) for each in planned] == [(three.ids[2], "multimodal")] * 2


def test_the_second_question_of_a_concept_is_another_one(three: Corpus) -> None:
    assert made(three, "PS").question != made(three, "PS", variant=1).question


def test_the_encoder_and_the_pairing_are_kept_on_the_item(three: Corpus) -> None:
    """DHQ-09."""
    assert slots(made(three, "PS"))["encoder"] == LETTERS
    assert slots(made(three, "PS"))["pairing_mode"] == "similarity"
    assert slots(make(citing(three)[0], three, Kit(), encoder=LETTERS))["pairing_mode"] == "citation_table"


def test_every_snippet_is_in_the_entity_of_its_label(three: Corpus) -> None:
    """DHQ-19."""
    item = made(three, "PSM")
    documents = [three[link.id] for link in item.documents]
    entities = entities_of(documents)
    for entry in item.evidence:
        (label,) = entity_labels([(entry.document, entry.block)], entities)
        assert entry.text in entity_text(entities[label], three[entry.document])


def test_evidence_has_the_boxes_of_its_blocks(three: Corpus) -> None:
    for entry in made(three, "PST").evidence:
        assert set(three[entry.document].block(entry.block).boxes) <= set(entry.boxes)


def test_a_problem_leads_to_a_table_in_the_other_document(three: Corpus) -> None:
    """DHQ-55 to DHQ-59, DHQ-65: problem and solution by likeness, the table and what refers to it by the chain."""
    item = made(three, "PST")
    functions = [entry.function for entry in item.evidence]
    assert functions == ["problem", "solution", "table", "table_reference"]
    assert [slots(item)[f"hop.{hop}.route"] for hop in range(4)] == ["semantic", "semantic", "logic", "logic"]
    assert [entry.document for entry in item.evidence] == [three.ids[1], three.ids[0], three.ids[0], three.ids[0]]


def test_a_marker_in_a_cell_leads_to_the_paper_cited(three: Corpus) -> None:
    """Two of three markers lead into the corpus, which gives two units (DHQ-08, DHQ-60 to DHQ-62)."""
    found = citing(three)
    assert [(each.kind, each.documents, each.anchor) for each in found] == [
        ("TSL", (three.ids[2], three.ids[0]), "cell"),
        ("TSL", (three.ids[2], three.ids[1]), "cell"),
    ]
    item = make(found[0], three, Kit(), encoder=LETTERS)
    assert [entry.function for entry in item.evidence][:3] == ["table", "table_reference", "cited_abstract"]
    assert slots(item)["marker"] == "row 1, column 0"


def test_questions_on_tables_are_as_deep_as_they_have_parts(three: Corpus) -> None:
    """DHQ-100: TSL asks for a limitation too, TS does not."""
    assert set(DEPTHS) == set(CODES)
    for code in ("TS", "TSL"):
        item = make(citing(three, [code])[0], three, Kit(), encoder=LETTERS, limitation_threshold=0.0)
        assert item.task.concept == code
        assert item.measures.depth == DEPTHS[code]


def test_hops_found_by_likeness_have_their_scores_and_others_none(three: Corpus) -> None:
    """DHQ-65: as many as the concept has hops of that route, each in [0, 1] and, of a fan, falling."""
    fan = [float(slots(made(three, "PS"))[f"hop.{hop}.score"]) for hop in range(5)]
    assert fan == sorted(fan, reverse=True)
    assert 1 >= fan[0] >= fan[-1] > 0.4
    chain = slots(made(three, "PST"))
    assert [hop for hop in range(4) if f"hop.{hop}.score" in chain] == [0, 1, 2]


def test_an_item_says_whether_its_snippets_come_from_one_article_or_two(three: Corpus) -> None:
    """DHQ-52: both sorts are among the questions of one pair."""
    for variant, said, count in ((0, "multi_doc", 2), (1, "single_doc", 1)):
        item = made(three, "FF", variant=variant)
        assert (slots(item)["single_or_multi"], len({entry.document for entry in item.evidence})) == (said, count)


def test_the_question_on_a_table_is_its_caption_in_the_template(three: Corpus) -> None:
    """DHQ-42: no model has a say, and the document is called "given document"."""
    item = make(citing(three, ["TS"])[0], three, writer("{}", "{}", "{}"), encoder=LETTERS)
    assert item.question == (
        "What is the main point of Table “Studies of soil salinity that were reviewed” in given document, "
        "and what is the main topic of the referenced paper?"
    )


def test_a_limitation_is_the_fourth_hop(three: Corpus) -> None:
    item = make(citing(three)[1], three, Kit(), encoder=LETTERS)
    assert (item.task.concept, item.measures.hops, item.evidence[3].function) == ("TSL", 4, "limitation")
    assert item.question.endswith("Also, what limitations remain in the referenced paper?")


def test_without_a_limitation_tsl_becomes_ts_with_three_hops(three: Corpus) -> None:
    """DHQ-63."""
    item = make(citing(three)[1], three, Kit(), encoder=LETTERS, limitation_threshold=1.0)
    assert (item.task.concept, item.measures.hops) == ("TS", 3)
    assert item.construction.trace[0].startswith("TSL became TS")


def test_only_systematic_reviews_cite_by_their_tables(tmp_path: Path) -> None:
    """DHQ-06; any article may with `reviews_only=False`."""
    other = REVIEWED.replace("systematic review", "survey")
    documents = corpus(tmp_path, DRIP, DRAINS, other)
    assert units(plan(documents, concepts=["TS"])) == []
    assert ("TS", "not_a_systematic_review") in left_out(plan(documents, concepts=["TS"]))
    assert len(units(plan(documents, concepts=["TS"], reviews_only=False))) == 2


def test_a_citation_in_running_text_counts_only_where_that_is_asked_for(tmp_path: Path) -> None:
    """The weakest anchor is marked on the item, with the block that cites."""
    cites = 'Studies are <xref ref-type="bibr" rid="r1">[1]</xref> listed in'
    moved = REVIEWED.replace('<xref ref-type="bibr" rid="r1">[1]</xref></td>', "</td>").replace("Studies are listed in", cites)
    documents = corpus(tmp_path, DRIP, moved)
    assert units(plan(documents, concepts=["TS"])) == []
    (paragraph,) = units(plan(documents, concepts=["TS"], anchor="paragraph"))
    assert (paragraph.anchor, paragraph.table) == ("paragraph", 5)
    alone = moved.replace('<xref ref-type="table" rid="t2">Table 2</xref>', "Table 2")
    weak = corpus(tmp_path, DRIP, alone)
    (text,) = units(plan(weak, concepts=["TS"], anchor="text"))
    item = make(text, weak, Kit(), encoder=LETTERS)
    assert (slots(item)["anchor"], slots(item)["citing_block"]) == ("text", "3")


def test_groups_of_a_file_are_used_in_place_of_linking(three: Corpus, tmp_path: Path) -> None:
    first, second, review = three.ids
    rows = [
        LinkedGroup(documents=(first, second), score=0.5, by="keywords", rationale=(Tie(kind="key_word", text="soil"),)),
        LinkedGroup(documents=(first, "d-elsewhere"), score=0.5, by="keywords", rationale=()),
        LinkedGroup(
            documents=(review, first),
            score=0.9,
            by="citations",
            rationale=(
                Tie(kind="table_citation", value=0.8, anchor="paragraph", document=review, block=5, target=first),
                Tie(kind="table_citation", value=0.9, anchor="caption", document=review, block=5, target=first),
                Tie(kind="text_citation", value=0.5, anchor="text", document=review, block=3, target=first),
            ),
        ),
    ]
    write_rows(tmp_path / "groups.jsonl", rows)
    groups = str(tmp_path / "groups.jsonl")
    planned = list(plan(three, groups=groups, per_pair=2, anchor="text"))
    assert [each.kind for each in units(planned)] == [code for code in PAIRED for _ in range(2)] + ["TSL"]
    assert units(planned)[-1].anchor == "caption"
    assert left_out(planned) == {("keywords", "not_in_corpus")}
    assert [each.kind for each in units(plan(three, groups=groups, concepts=["ME"]))] == ["ME"]
    assert ("TS", "anchor_too_weak") in left_out(plan(three, groups=groups, concepts=["TS"]))


def test_a_citation_says_what_it_stands_in(three: Corpus, tmp_path: Path) -> None:
    """The anchor of a tie is a field of its own, not read off its value; a file without it is to be written anew."""
    first, _, review = three.ids
    tie = Tie(kind="table_citation", value=0.81, document=review, block=5, target=first)
    rows = [LinkedGroup(documents=(review, first), score=0.81, by="citations", rationale=(tie,))]
    write_rows(tmp_path / "groups.jsonl", rows)
    with pytest.raises(UsageError, match="link anew"):
        list(plan(three, groups=str(tmp_path / "groups.jsonl"), concepts=["TS"]))
    found = [tie for group in citations.link(three, anchors=("cell", "caption")) for tie in group.rationale]
    assert {tie.anchor for tie in found} == {"cell"}


def test_a_pair_that_several_groups_have_is_asked_over_once(three: Corpus, tmp_path: Path) -> None:
    """Two strategies, or two groups of sections, bind the same documents; the first group decides their order."""
    first, second, _ = three.ids
    rows = [
        LinkedGroup(documents=documents, score=score, by="profiles", rationale=())
        for documents, score in (((first, second), 0.7), ((second, first), 0.9), ((first, second), 0.8))
    ]
    write_rows(tmp_path / "groups.jsonl", rows)
    planned = units(plan(three, groups=str(tmp_path / "groups.jsonl"), concepts=["PS"]))
    assert [(each.documents, each.score) for each in planned] == [((first, second), 0.7)]


def test_what_linking_cannot_use_is_planned_with_its_reason(tmp_path: Path) -> None:
    """DHQ-48, X-25: no document and no pair is dropped silently."""
    bare = re.sub("<abstract>.*</abstract>", "", DRAINS, flags=re.DOTALL)
    german = DRAINS.replace('xml:lang="en"', 'xml:lang="de"').replace(">22<", ">23<")
    documents = corpus(tmp_path, DRIP, bare, german, REVIEWED)
    planned = list(plan(documents))
    reasons = {each.documents[0]: each.reason for each in planned if isinstance(each, LeftOut) and each.kind == "keywords"}
    assert [reasons.get(document, "") for document in documents.ids[1:3]] == ["no_abstract", "not_english"]
    assert {("citations", "no_marker"), ("citations", "cited_document_not_in_corpus")} <= left_out(planned)
    assert len({each.id for each in planned}) == len(planned)


def test_a_pair_without_a_results_table_gives_no_pst(three: Corpus, tmp_path: Path) -> None:
    """DHQ-07."""
    documents = corpus(tmp_path, DRIP.replace("table-wrap", "boxed-text"), DRAINS)
    rows = [LinkedGroup(documents=documents.ids, score=0.5, by="keywords", rationale=())]
    write_rows(tmp_path / "groups.jsonl", rows)
    planned = list(plan(documents, groups=str(tmp_path / "groups.jsonl")))
    assert "PST" not in {each.kind for each in units(planned)}
    assert left_out(planned) == {("PST", "no_results_table")}


def test_options_that_cannot_be_meant_are_refused(three: Corpus, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="concept"):
        list(plan(three, concepts=["XX"]))
    with pytest.raises(UnknownName, match="anchor"):
        list(plan(three, anchor="page"))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="per_pair=0"):
        list(plan(three, per_pair=0))
    with pytest.raises(UsageError, match="no file of groups"):
        list(plan(three, groups=str(tmp_path / "none.jsonl")))
    with pytest.raises(UsageError, match="threshold=2"):
        make(unit(three, "PS"), three, Kit(), threshold=2)
    with pytest.raises(UsageError, match="segments='page'"):
        make(unit(three, "PS"), three, Kit(), segments="page")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (DRAINS.replace('xml:lang="en"', 'xml:lang="de"'), "not_english"),
        (re.sub("<abstract>.*</abstract>", "", DRAINS, flags=re.DOTALL), "no_abstract"),
    ],
)
def test_an_article_that_cannot_be_asked_about_says_why(tmp_path: Path, text: str, reason: str) -> None:
    documents = corpus(tmp_path, DRIP, text)
    with pytest.raises(Reject, match=reason):
        made(documents, "PS")


def test_a_table_that_is_a_picture_is_known_by_its_caption(tmp_path: Path) -> None:
    drawn = re.sub("<table>.*?</table>", "<graphic/>", DRIP, flags=re.DOTALL)
    documents = corpus(tmp_path, drawn, DRAINS)
    (table,) = (block for block in documents[documents.ids[0]].blocks if block.kind == "table")
    found = made(documents, "PST").evidence[2]
    assert (table.table, found.block) == (None, table.id)
    assert found.text == "Table 1. Soil salinity by depth under drip irrigation."


PS = "What are the main challenges in soil salinity of orchards, and how can subsurface drains address these issues?"
ANSWER = "Soil salinity harms olive orchards and vineyards; drip irrigation and subsurface drains lower soil salinity."


def test_a_writer_fills_the_template_and_writes_the_answer(three: Corpus) -> None:
    kit = writer(f'{{"question": "{PS}"}}', f'{{"answer": "{ANSWER}"}}')
    item = made(three, "PS", kit=kit)
    assert (item.question, item.answer.value, item.authority) == (PS, ANSWER, "model")
    assert item.construction.trace[0].startswith("question: written (scripted, noncomparison@1/en, ")


def test_a_tuned_writer_may_answer_with_the_bare_question(three: Corpus) -> None:
    kit = writer(PS, PS, PS, f'{{"answer": "{ANSWER}"}}')
    assert made(three, "PS", kit=kit).question == PS


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("What about salt?", "fragment_missing"),
        (f"{PS} Salt is bad.", "words_beyond"),
        (PS.replace("subsurface drains", "[ ]"), "slot_left_empty"),
        (PS.replace("subsurface drains ", ""), "slot_left_empty"),
        (PS.replace("subsurface drains", "soil salinity of orchards"), "equal_slots"),
        (PS.replace("subsurface drains", "drains " * 31), "slot_too_long"),
        (PS.replace("subsurface drains", "Drip irrigation against soil salinity in olive orchards"), "slot_is_title"),
    ],
)
def test_a_reply_that_does_more_or_less_than_fill_the_slots_is_not_taken(three: Corpus, said: str, why: str) -> None:
    """DHQ-40, DHQ-46: the question written offline stays, and trace and verdict say why; or the candidate is rejected."""
    replies = (f'{{"question": "{said}"}}', f'{{"answer": "{ANSWER}"}}')
    item = made(three, "PS", kit=writer(*replies))
    assert item.question == made(three, "PS").question
    assert item.construction.trace[0].startswith(f"question: written offline, the writer's has {why}")
    assert [(each.check, each.kept, each.reason) for each in item.verdicts] == [("question_writer", True, why)]
    with pytest.raises(Reject, match=why):
        make(unit(three, "PS"), three, writer(*replies), encoder=LETTERS, fallback=False)


GOOD_QUESTION, GOOD_ANSWER = f'{{"question": "{PS}"}}', f'{{"answer": "{ANSWER}"}}'


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ("", "empty_output"),
        ('{"question": "What are', "malformed_json"),
        ('{"asked": "What are the main challenges?"}', "missing_component"),
        ('{"question": " "}', "missing_component"),
    ],
)
def test_each_way_in_which_writing_fails_has_its_code(three: Corpus, reply: str, code: str) -> None:
    """DHQ-45: empty, malformed JSON, a component missing; each ends in the item's verdicts, or rejects the candidate."""
    item = made(three, "PS", kit=writer(reply, reply, reply, GOOD_ANSWER))
    assert [(each.check, each.reason) for each in item.verdicts] == [("question_writer", code)]
    with pytest.raises(Reject) as rejected:
        make(unit(three, "PS"), three, writer(reply, reply, reply, GOOD_ANSWER), encoder=LETTERS, fallback=False)
    assert rejected.value.reason == code
    answered = made(three, "PS", kit=writer(GOOD_QUESTION, reply.replace("question", "answer"), reply, reply))
    assert [(each.check, each.reason) for each in answered.verdicts] == [("answer_writer", code)]
    with pytest.raises(Reject):
        make(unit(three, "PS"), three, writer(GOOD_QUESTION, reply, reply, reply), encoder=LETTERS, fallback=False)


def test_a_writer_that_refuses_leaves_the_offline_question_and_answer(three: Corpus) -> None:
    refused = Reply(status="refused", model="scripted")
    item = made(three, "PS", kit=writer(refused, refused))
    assert item.authority == "rule"
    assert item.construction.trace[0].startswith("question: written offline, the writer's has refused")
    assert item.construction.trace[-1].startswith("answer: taken from the snippets, the writer's has refused")
    assert [each.reason for each in item.verdicts] == ["refused", "refused"]


def test_an_answer_that_has_nothing_of_the_snippets_is_not_taken(three: Corpus) -> None:
    item = made(three, "PS", kit=writer(f'{{"question": "{PS}"}}', '{"answer": "Quantum computers factor integers quickly."}'))
    assert item.authority == "rule"


def test_the_prompt_has_both_abstracts_two_examples_and_the_template(three: Corpus) -> None:
    """DHQ-39; for PST the head of the table too (DHQ-41)."""
    asked: list[Prompt] = []

    def answer(prompt: Prompt) -> str:
        asked.append(prompt)
        return '{"question": "?", "answer": "soil salinity"}'

    kit = Kit(models={"writer": (Scripted(answer),)})
    for code, examples in (("PS", 2), ("FF", 2), ("PST", 2)):
        asked.clear()
        item = made(three, code, kit=kit)
        text = asked[0].text
        assert text.count("Example.") == examples
        assert item.construction.template in text
        assert all(three[document].abstract in text for document in three.ids[:2])
    assert "Soil salinity by depth under drip irrigation." in text
    assert "North | 4.1" in text


def test_the_writer_of_answers_sees_the_question_and_every_snippet_and_nothing_else(three: Corpus) -> None:
    """DHQ-67."""
    asked: list[Prompt] = []

    def answer(prompt: Prompt) -> str:
        asked.append(prompt)
        return GOOD_QUESTION if len(asked) == 1 else GOOD_ANSWER

    item = made(three, "PS", kit=Kit(models={"writer": (Scripted(answer),)}))
    shown = asked[-1].text
    assert item.question in shown
    assert all(entry.text in shown for entry in item.evidence)
    others = {block.text for document in three for block in document.blocks} - {entry.text for entry in item.evidence}
    assert not [text for text in others if len(text.split()) > 5 and text in shown]


@pytest.mark.parametrize(("strange", "is_taken"), [(7, True), (8, False)])
def test_three_of_ten_words_of_a_written_answer_must_be_those_of_the_snippets(
    three: Corpus, strange: int, is_taken: bool
) -> None:
    """DHQ-67 [D]: 3 of 10 longer words are enough, 3 of 11 are not."""
    words = ["soil", "salinity", "orchards", *(f"quux{chr(97 + place) * 3}" for place in range(strange))]
    item = made(three, "PS", kit=writer(GOOD_QUESTION, f'{{"answer": "{" ".join(words)}"}}'))
    assert (item.authority == "model" and item.answer.value == " ".join(words)) is is_taken


WELLS = section(
    "Costs",
    "Digging wells into bedrock is a strategy. Borrowing money for digging wells into bedrock is needed.",
    'Money for digging wells into bedrock is in <xref ref-type="table" rid="t7">Table 7</xref>. Banks lend it.',
) + table(7, "Money borrowed for digging wells into bedrock.", "<tr><td>Wells in bedrock</td><td>money borrowed</td></tr>")
ON_WELLS = (
    "What are the main challenges in borrowing money for digging wells into bedrock, what strategies can be implemented to "
    "address them? Is there any table additionally describing it? Which table is it and what is the main point of the table?"
)


def test_a_written_question_leads_to_the_table_that_its_writer_saw(tmp_path: Path) -> None:
    """DHQ-41: one that leads to another table is set aside, and trace and verdict say so; or the candidate is rejected."""
    documents = corpus(tmp_path, DRIP.replace("<sec><title>Discussion", WELLS + "<sec><title>Discussion"), DRAINS)
    replies = (f'{{"question": "{ON_WELLS}"}}', GOOD_ANSWER)
    item = make(unit(documents, "PST"), documents, writer(*replies), encoder="svd", threshold=0)
    assert item.question != ON_WELLS
    assert item.evidence[2].text == "Table 1. Soil salinity by depth under drip irrigation."
    assert [(each.check, each.reason) for each in item.verdicts] == [("question_writer", "other_table")]
    assert item.verdicts[0].model == "scripted"
    with pytest.raises(Reject, match="other_table"):
        make(unit(documents, "PST"), documents, writer(*replies), encoder="svd", threshold=0, fallback=False)
    same = ON_WELLS.replace("borrowing money for digging wells into bedrock", "soil salinity of olive orchards")
    item = make(unit(documents, "PST"), documents, writer(f'{{"question": "{same}"}}', GOOD_ANSWER), encoder="svd", threshold=0)
    assert (item.question, item.evidence[2].text) == (same, "Table 1. Soil salinity by depth under drip irrigation.")


def test_the_answer_is_made_of_sentences_of_the_snippets(three: Corpus) -> None:
    item = made(three, "PSR")
    said = " ".join(entry.text for entry in item.evidence)
    assert isinstance(item.answer.value, str)
    assert all(sentence in said for sentence in item.answer.value.rstrip(".").split(". "))


@pytest.mark.parametrize(
    ("said", "cleaned"),
    [
        ("However, it rained [3, 4].", "It rained."),
        ("Results: it rained (Smith et al., 2010)", "It rained."),
        ("It rained (Figure 2).", "It rained."),
        ("It rained (Welch and Graham,).", "It rained."),
        ("[1]", ""),
    ],
)
def test_a_sentence_is_cleaned_to_stand_alone(said: str, cleaned: str) -> None:
    assert _clean(said) == cleaned


def test_evidence_says_what_stands_in_its_boxes(tmp_path: Path) -> None:
    """The text of the boxes is read again from the PDF that the documents are laid out as."""
    articles(tmp_path, DRIP, DRAINS)
    paged = [lay_out(read_file(path)) for path in sorted(tmp_path.glob("*.xml"))]
    for document, pdf in paged:
        assert document.pages_source is not None
        write_bytes(tmp_path / "sources" / source_name(document.pages_source), pdf)
    folder = Corpus((document for document, _ in paged), folder=tmp_path)
    assert box_text.check(made(folder, "PST"), folder, Kit()) is None
