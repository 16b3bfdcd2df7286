"""Refusals are told from abstentions and answers by their words. Source: X-36; design.md, section 2; docs/why/asking.md."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.refusal import is_refusal

REFUSALS = (
    "I'm sorry, I can't help with that.",
    "I’m sorry, but I can’t assist with that request.",
    "I am sorry, but I cannot help with this.",
    "Sorry, I can't help with that.",
    "I cannot assist with that.",
    "I can't assist with that request.",
    "Sorry, but I can't help you with this request. Is there anything else I can help you with?",
    "I'm unable to help with that.",
    "I'm sorry, but I'm not able to help with this request.",
    "Unfortunately, I cannot comply with this request.",
    "I apologize, but I cannot fulfill this request.",
    "I cannot fulfil this request because it violates our usage policies.",
    "As an AI language model, I cannot assist with that.",
    "I'm sorry. I can't do that.",
    "I must decline to answer.",
    "I must respectfully decline this request.",
    "I'd rather not answer that question.",
    "I can't answer that question, as it would violate my guidelines.",
    "I cannot provide that information due to privacy policies.",
    "I'm sorry, but I can't discuss that topic.",
    "I won't help with that. It goes against my guidelines.",
    "**I'm sorry, but I can't help with that.**",
    "<think>The user wants figures.</think>I'm sorry, I can't help with that.",
    "I’m sorry, but I can’t help with that. If you have any other questions, feel free to ask.",
    "Es tut mir leid, aber dabei kann ich Ihnen nicht helfen.",
    "Tut mir leid, damit kann ich nicht helfen.",
    "Leider kann ich dir bei dieser Anfrage nicht weiterhelfen.",
    "Es tut mir leid, ich kann dieser Anfrage nicht nachkommen.",
    "Désolé, je ne peux pas vous aider avec cette demande.",
    "Lo siento, pero no puedo ayudarte con eso.",
    "Desculpe, mas não posso ajudar com isso.",
    "Mi dispiace, ma non posso aiutarti con questa richiesta.",
    "Sorry, daar kan ik je niet mee helpen.",
    "Извините, но я не могу помочь с этим запросом.",
    "抱歉，我无法提供帮助。",
    "对不起，我不能帮助您完成这个请求。",
    "很抱歉，我无法满足您的请求。",
    "抱歉，我不能回答这个问题，因为它违反了相关政策。",
    "申し訳ありませんが、そのリクエストにはお応えできません。",
    "申し訳ございませんが、お手伝いできません。",
    "죄송하지만 그 요청은 도와드릴 수 없습니다.",
)
OTHERS = (
    "",
    "42",
    "No.",
    "I can't find the revenue of 2023 in the document.",
    "I'm sorry, but I can't find that in the document.",
    "I'm sorry, but the report does not mention the dividend.",
    "I cannot answer this question based on the provided context.",
    "I cannot answer this question.",
    "I'm sorry, I cannot answer that.",
    "Unfortunately, the table does not give the value for 2021.",
    "I am unable to determine the answer from the given pages.",
    "I can't help with that, as the document contains no such table.",
    "The answer cannot be determined.",
    "Not mentioned.",
    "I don't know.",
    "Sorry, I do not know.",
    "I'm sorry, but there is not enough information to answer.",
    "I'm sorry, I can't help with that. The revenue was 498 million euros.",
    "I'm sorry for the delay. It is 14 May 2024.",
    "I can't help but notice that revenue fell to 401.",
    "The company said: I'm sorry, we cannot help with that.",
    'The assistant refused with "I can\'t help with that".',
    "We can't assist with that request, said the board, and the dividend stayed at 1.20.",
    "I can't help with that request; 9 euros.",
    '<bbox page="1" x1="1" y1="1" x2="2" y2="2" /> I\'m sorry, I can\'t help with that.',
    "The model cannot help with long inputs.",
    "The authors decline to give a reason.",
    "It violates the policy on conflicts of interest.",
    "The request violates our usage policies.",
    "Sorry.",
    "Is there anything else I can help you with?",
    "Ich kann die Angabe im Dokument nicht finden.",
    "Es tut mir leid, im Dokument ist das nicht angegeben.",
    "Das kann ich nicht sagen.",
    "Je ne peux pas trouver cette valeur dans le document.",
    "Lo siento, no se menciona en el documento.",
    "抱歉，文档中没有提到该数据。",
    "抱歉，根据上下文我无法回答这个问题。",
    "无法回答。",
    "申し訳ありませんが、本文に記載がありません。",
    "죄송하지만 문서에서 찾을 수 없습니다.",
    "I'm sorry, I can't help with that. " + "The revenue of the North rose in each year. " * 12,
    "yes",
    "I can help with that: it is rye.",
    "Plots were discussed. We can't assist.  Rye kept 12 % more water.",
)


@pytest.mark.parametrize("text", REFUSALS)
def test_these_are_refusals(text: str) -> None:
    assert is_refusal(text)


@pytest.mark.parametrize("text", OTHERS)
def test_these_are_answers_or_abstentions(text: str) -> None:
    """An abstention is about the documents, and an answer like any other."""
    assert not is_refusal(text)


@given(st.text(max_size=500))
def test_any_text_is_judged(text: str) -> None:
    assert is_refusal(text) in (True, False)


@pytest.mark.parametrize(
    "seed", ["sorry, ", "i can't help with ", "as an ai ", "that ", "policy ", "我无法", "お手伝い", "no puedo ayudar con "]
)
def test_long_repetitions_are_judged_quickly(seed: str) -> None:
    """Replies are hostile."""
    started = time.perf_counter()
    is_refusal((seed * 400)[:400])
    is_refusal(seed * 100_000)
    assert time.perf_counter() - started < 1.0
