"""A chat completion as a Reply, every way of failing kept apart. Source: case E04."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from evidoc.models._post import Faulty
from evidoc.records.reply import Reply, ReplyStatus, SaidToken, Usage
from evidoc.records.thinking import Spoken, part_thinking

MOST_DETAIL = 500  # characters of a provider's message that are kept


class _Text(msgspec.Struct):
    text: str | None = None


class _Message(msgspec.Struct):
    content: str | list[_Text] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


class _Top(msgspec.Struct):
    token: str = ""
    logprob: float = -9999.0  # what OpenAI gives where a token is next to impossible


class _Said(msgspec.Struct):
    token: str = ""
    logprob: float = -9999.0
    top_logprobs: list[_Top] | None = None


class _Logprobs(msgspec.Struct):
    content: list[_Said] | None = None


class _Choice(msgspec.Struct):
    message: _Message | None = None
    finish_reason: str | None = None
    logprobs: _Logprobs | None = None


class _Details(msgspec.Struct):
    cached_tokens: int | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _Details | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    model: str | None = None
    error: object = None


def read_completion(body: bytes) -> Reply:
    """Read the body of a completion that came with status 200.

    Raises:
        Faulty: It is no completion: not JSON, an error object, or without choices. Asking again may help.
    """
    try:
        completion = msgspec.json.decode(body, type=_Completion)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Faulty(f"the reply is not a chat completion: {error}") from error
    if completion.error:
        raise Faulty(f"error in the reply: {error_text(completion.error)}", again=may_pass(completion.error))
    message = completion.choices[0].message if completion.choices else None
    if message is None or completion.choices is None:
        raise Faulty("the reply has no choices")
    return _reply(message, choice=completion.choices[0], completion=completion)


def final_text(text: str, *, thought: Sequence[str]) -> Spoken:
    """Part the thinking in a text from its final part, and put it behind what the service gave apart from the text."""
    spoken = part_thinking(text)
    reasoning = "\n".join(part for part in (*thought, spoken.reasoning) if part)
    return Spoken(spoken.text, reasoning=reasoning, is_final=spoken.is_final)


def error_text(error: object) -> str:
    """Give the message of an error object, or the object itself, cut to a readable length."""
    if isinstance(error, dict) and "message" in error:
        code = f"{error['code']}: " if error.get("code") else ""
        return f"{code}{error['message']}"[:MOST_DETAIL]
    return str(error)[:MOST_DETAIL]


def _reply(message: _Message, *, choice: _Choice, completion: _Completion) -> Reply:
    thought = [part for part in (message.reasoning_content, message.reasoning) if part]
    spoken = final_text(_content(message), thought=thought)
    status, detail = _status(message, text=spoken.text, finish=choice.finish_reason or "")
    if status == "empty" and not spoken.is_final:
        detail = "no final answer: the thinking never ends"
    return Reply(
        text=spoken.text,
        status=status,
        reasoning=spoken.reasoning,
        usage=_counted(completion.usage or _Usage()),
        model=completion.model or "",
        detail=detail,
        tokens=_tokens(choice.logprobs),
    )


def _counted(usage: _Usage) -> Usage:
    cached = (usage.prompt_tokens_details or _Details()).cached_tokens
    read, written = max(0, usage.prompt_tokens or 0), max(0, usage.completion_tokens or 0)
    return Usage(input=read, output=written, cached=max(0, cached or 0))


def _tokens(given: _Logprobs | None) -> tuple[SaidToken, ...]:
    said = (given.content if given else None) or []
    return tuple(
        SaidToken(
            text=token.token,
            probability=probability(token.logprob),
            others={other.token: probability(other.logprob) for other in token.top_logprobs or () if other.token != token.token},
        )
        for token in said
    )


def probability(logarithm: float) -> float:
    """Give a probability from its natural logarithm, rounded to what a service's own rounding leaves."""
    return round(math.exp(min(0.0, logarithm)), 6)


def _status(message: _Message, *, text: str, finish: str) -> tuple[ReplyStatus, str]:
    if message.refusal:
        return "refused", message.refusal[:MOST_DETAIL]
    if finish == "content_filter":
        return "filtered", "the provider's filter stopped the reply"
    if finish == "length":
        return "truncated", "the reply was cut at the limit of tokens"
    if not text.strip():
        return "empty", f"the reply has no text (finish reason {finish or 'not given'})"
    return "answered", ""


def _content(message: _Message) -> str:
    if isinstance(message.content, list):
        return "".join(part.text or "" for part in message.content)
    return message.content or ""


def may_pass(error: object) -> bool:
    """Say whether asking again may help: not for what the request itself has wrong."""
    code = error.get("code") if isinstance(error, dict) else None
    return not (isinstance(code, int) and 400 <= code < 500 and code not in (408, 409, 425, 429))
