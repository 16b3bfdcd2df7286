"""Answers as JSON, read by a ladder that says how it went: X-36; cases E02, E04, E10."""

from __future__ import annotations

import json
from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import InvalidRecord, UsageError
from evidoc.models._loose_json import read_loosely
from evidoc.models.scripted import Scripted
from evidoc.models.structured import ask_json, read_json, schema_of
from evidoc.records.record import Record
from evidoc.records.reply import Reply, ReplyStatus, Usage
from tests.models.asking import prompt_of


class Verdict(Record, frozen=True, kw_only=True):
    score: int
    why: str = ""


class Answer(Record, frozen=True, kw_only=True):
    answer: str


GOOD = '{"score": 4, "why": "it fits"}'
PROMPT = prompt_of("Judge.")


def how(text: str) -> tuple[str, int | None]:
    read = read_json(text, Verdict)
    return read.how, read.value.score if read.value else None


@pytest.mark.parametrize("text", [GOOD, f"\n {GOOD}\n", '{"score":4}', '<think>{"score": 1}</think>' + GOOD])
def test_clean_json_is_strict(text: str) -> None:
    assert how(text) == ("strict", 4)


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{GOOD}\n```",
        f"Here it is:\n```\n{GOOD}\n```\nI hope it helps {{x}}.",
        f"The verdict is {GOOD}.",
        f'For example {{"score": 1}} would be low. Mine: {GOOD}',
        'It says "{" there. {"score": 4}',
        f"{GOOD} (see {{note}})",
    ],
)
def test_json_within_other_text_is_embedded_and_the_last_counts(text: str) -> None:
    assert how(text) == ("embedded", 4)


@pytest.mark.parametrize(
    "text",
    [
        "{'score': 4, 'why': 'it\\'s fine'}",
        '{"score": 4, "why": None}'.replace("None", '"x",'),
        '{"score": 4, // good\n "why": "x"}',
        '{"score": 4, /* good */ "why": "x"} # done',
        '{score: 4, why: "x"}',
        '{"score": 4, "why": "x"',
        '{“score”: 4, “why”: “it "fits" well”}',
        '{"score": 4, "why": "two\nlines"}',
        '{"score": 4, "why": "$\\alpha$ and \\frac"}',
        '```json\n{"score": 4,}\n```',
        '[{"score": 4}]',
        '{"result": {"score": 4}}',
        '{"Score ": 4}',
        '{"score": "4"}',
        '{"score": 4, "confidence": 0.9}',
        "{'score': +4}",
    ],
)
def test_what_models_write_is_repaired_and_said_so(text: str) -> None:
    assert how(text) == ("repaired", 4)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot say.",
        "4",
        "[]",
        "{}",
        '{"why": "no score"}',
        '{"score": "four"}',
        '{"score": 4.5}',
        '{"score": null}',
        '{"score": NaN}',
        '{"score": 4, "score": 5}',
        "{'score': 4, 'score': 5}",
        '{"score": 4, "Score": 5}',
        '[{"score": 4}, {"score": 5}]',
        '{"score": 4, "why": "it is cut he',
        '{"score": 4',
        '{"score": __import__("os").system("true")}',
        "<think>never closed " + GOOD,
        "{" * 5_000,
        "[" * 100_000,
        '{"score": ' + "9" * 5_000 + "}",
        "x" * 300_000,
    ],
)
def test_what_cannot_be_meant_is_unparsable(text: str) -> None:
    assert how(text) == ("unparsable", None)
    assert read_json(text, Verdict).fault


def test_a_number_stays_as_it_was_written_where_a_text_is_wanted() -> None:
    """Case E10: 12.50 is not 12.5."""
    read = read_json('{"answer": 12.50}', Answer)
    assert (read.value, read.how, read.notes) == (Answer(answer="12.50"), "repaired", ("answer was a number",))


def test_a_duplicate_name_is_named() -> None:
    assert "'score' stands there twice" in read_json('{"score": 4, "score": 5}', Verdict).fault


def test_a_misfit_is_said_before_bad_syntax() -> None:
    assert "Expected `int`, got `str`" in read_json('Look: {"score": "four"}', Verdict).fault


def test_the_schema_goes_along_and_a_good_reply_ends_it() -> None:
    script = Scripted([GOOD])
    structured = ask_json(script, PROMPT, Verdict)
    assert (structured.value, structured.how, len(structured.replies)) == (Verdict(score=4, why="it fits"), "strict", 1)
    assert script.asked[0].answer_schema == schema_of(Verdict)


def test_an_unreadable_reply_is_shown_to_the_model_with_the_fault() -> None:
    script = Scripted(['{"score": "four"}', GOOD])
    structured = ask_json(script, PROMPT, Verdict)
    assert (structured.how, len(structured.replies)) == ("strict", 2)
    first, reply, again = script.asked[1].messages
    assert (first, reply.role, again.role) == (PROMPT.messages[0], "assistant", "user")
    assert "Expected `int`, got `str`" in script.asked[1].text and '"score":{"type":"integer"}' in script.asked[1].text


def test_a_fault_with_braces_reaches_no_further_than_its_place() -> None:
    script = Scripted(["{schema} {fault}", GOOD])
    assert ask_json(script, PROMPT, Verdict).how == "strict"


def test_three_unreadable_replies_are_unparsable() -> None:
    script = Scripted(["no", "", "never"])
    structured = ask_json(script, PROMPT, Verdict)
    assert (structured.value, structured.how, len(structured.replies)) == (None, "unparsable", 3)


def test_a_cut_reply_is_never_read_and_asked_for_with_twice_the_limit() -> None:
    """Case E04: what was cut is no final answer, even where it can be read."""
    script = Scripted([Reply(text=GOOD, status="truncated"), GOOD])
    assert ask_json(script, PROMPT, Verdict).how == "strict"
    assert [asked.max_tokens for asked in script.asked] == [4096, 8192]
    assert ask_json(Scripted([Reply(text=GOOD, status="truncated")] * 3), PROMPT, Verdict).how == "truncated"


@pytest.mark.parametrize("status", ["refused", "filtered", "provider_error", "not_asked", "unreadable"])
def test_what_was_refused_or_failed_is_not_asked_again(status: ReplyStatus) -> None:
    structured = ask_json(Scripted([Reply(status=status, detail="why")]), PROMPT, Verdict)
    assert (structured.value, structured.how, structured.fault, len(structured.replies)) == (None, status, "why", 1)


def test_what_all_replies_took_is_counted() -> None:
    script = Scripted([Reply(text="no", usage=Usage(input=3, output=1, cost=0.5)), Reply(text=GOOD, usage=Usage(input=2))])
    assert ask_json(script, PROMPT, Verdict).usage == Usage(input=5, output=1, cost=0.5)


class Inner(msgspec.Struct):
    name: Literal["a", "b"]
    size: int | None = None


class Outer(msgspec.Struct):
    """A docstring that no service needs."""

    parts: list[Inner]
    first: Inner


def test_a_schema_is_closed_without_references() -> None:
    schema = json.loads(schema_of(Outer))
    inner = schema["properties"]["first"]
    assert inner["properties"] == {"name": {"enum": ["a", "b"]}, "size": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}
    assert (inner["required"], inner["additionalProperties"]) == (["name", "size"], False)
    assert schema["properties"]["parts"]["items"] == inner
    assert "$" not in schema_of(Outer)


class Tree(msgspec.Struct):
    children: list[Tree]


class Open(msgspec.Struct):
    anything: dict[str, int]


@pytest.mark.parametrize("kind", [Tree, Open])
def test_a_record_that_no_service_can_enforce_is_refused(kind: type[msgspec.Struct]) -> None:
    with pytest.raises(UsageError, match="in a record|holds itself"):
        schema_of(kind)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(value=JSON, indent=st.sampled_from([None, 2]), ascii=st.booleans())
def test_all_json_reads_as_json_does(value: object, indent: int | None, ascii: bool) -> None:
    assert read_loosely(json.dumps(value, indent=indent, ensure_ascii=ascii)) == value


@given(value=JSON)
def test_what_python_prints_is_read_alike(value: object) -> None:
    assert read_loosely(repr(value)) == value


@given(
    text=st.text(alphabet=st.sampled_from(list("{}[]()\"'`,:/*#\\ \nuntrefalsNo01.-+eE“”_x\ud83d")), max_size=60)
    | st.text(max_size=60)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but our own error comes out, and what is read can be written."""
    try:
        value = read_loosely(text)
    except InvalidRecord:
        value = None
    json.dumps(value).encode()
    assert read_json(text, Verdict).how in ("strict", "embedded", "repaired", "unparsable")


@given(st.integers(0, 5), st.text(max_size=20), st.sampled_from(["{}", "```json\n{}\n```", "Well: {}", "{}\n\nDone."]))
def test_a_verdict_is_found_wherever_it_stands(score: int, why: str, frame: str) -> None:
    read = read_json(frame.replace("{}", json.dumps({"score": score, "why": why})), Verdict)
    assert read.value == Verdict(score=score, why=why)
