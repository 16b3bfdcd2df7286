"""What a perfect system would reply."""

from __future__ import annotations

import pytest

from evidoc.answers.gold import gold_reply, gold_text
from evidoc.answers.number import same_number
from evidoc.answers.region import read_citations
from evidoc.records.item import Answer, Evidence
from tests.build import A4, box, item_of


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Answer(kind="number", value="1204", unit="USD", scale=6), "1204 million USD"),
        (Answer(kind="number", value="14.2", unit="%"), "14.2%"),
        (Answer(kind="number", value="5", unit="mg/kg"), "5 mg/kg"),
        (Answer(kind="number", value="5", unit="widgets"), "5 widgets"),
        (Answer(kind="number", value="5", unit="kg", scale=-3), "5"),
        (Answer(kind="number", value="5", unit="12 items"), "5 12 items"),
        (Answer(kind="number", value="-0.5"), "-0.5"),
        (Answer(kind="text", value="Net income"), "Net income"),
        (Answer(kind="list", value=("A", "B")), "A, B"),
        (Answer(kind="list", value=("A, B", "C")), '["A, B", "C"]'),
        (Answer(kind="list", value=()), "[]"),
    ],
)
def test_an_answer_is_written_as_a_good_system_would(answer: Answer, text: str) -> None:
    assert gold_text(answer) == text or same_number(gold_text(answer), answer)
    assert answer.kind != "number" or same_number(gold_text(answer), answer)


def test_the_gold_reply_cites_each_box_once_and_no_distractor() -> None:
    item = item_of(
        answer=Answer(kind="text", value="it"),
        evidence=[
            Evidence(document="d-1", block=0, boxes=(box(50, 100, 300, 140), box(50, 100, 300, 140))),
            Evidence(document="d-2", block=0, boxes=(box(60, 100, 300, 140),), role="supplemental"),
            Evidence(document="d-2", block=1, boxes=(box(70, 100, 300, 140),), role="distractor"),
            Evidence(document="d-3", block=1, boxes=(box(70, 100, 300, 140),)),
        ],
        documents=["d-1", "d-2"],
    )
    reply = gold_reply(item, [[A4], [A4]])
    cited = read_citations(reply, [[A4], [A4]])
    assert reply.startswith("it <bbox doc=")
    assert [citation.document for citation in cited.valid] == [1, 2]
    assert cited.invalid == {}
