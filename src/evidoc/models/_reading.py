"""A chat completion as a Reply, every way of failing kept apart. Source: case E04."""

from __future__ import annotations

import msgspec

from evidoc.models._post import Faulty
from evidoc.records.reply import Reply, ReplyStatus, Usage
from evidoc.records.thinking import part_thinking

_MOST_DETAIL = 500  # characters of a provider's message that are kept


class _Text(msgspec.Struct):
    text: str | None = None


class _Message(msgspec.Struct):
    content: str | list[_Text] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


class _Choice(msgspec.Struct):
    message: _Message | None = None
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


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
        raise Faulty(f"error in the reply: {error_text(completion.error)}", again=_may_pass(completion.error))
    message = completion.choices[0].message if completion.choices else None
    if message is None or completion.choices is None:
        raise Faulty("the reply has no choices")
    return _reply(message, finish=completion.choices[0].finish_reason or "", completion=completion)


def error_text(error: object) -> str:
    """Give the message of an error object, or the object itself, cut to a readable length."""
    if isinstance(error, dict) and "message" in error:
        code = f"{error['code']}: " if error.get("code") else ""
        return f"{code}{error['message']}"[:_MOST_DETAIL]
    return str(error)[:_MOST_DETAIL]


def _reply(message: _Message, *, finish: str, completion: _Completion) -> Reply:
    spoken = part_thinking(_content(message))
    reasoning = "\n".join(part for part in (message.reasoning_content, message.reasoning, spoken.reasoning) if part)
    status, detail = _status(message, text=spoken.text, finish=finish)
    if status == "empty" and not spoken.is_final:
        detail = "no final answer: the thinking never ends"
    usage = completion.usage or _Usage()
    return Reply(
        text=spoken.text,
        status=status,
        reasoning=reasoning,
        usage=Usage(input=max(0, usage.prompt_tokens or 0), output=max(0, usage.completion_tokens or 0)),
        model=completion.model or "",
        detail=detail,
    )


def _status(message: _Message, *, text: str, finish: str) -> tuple[ReplyStatus, str]:
    if message.refusal:
        return "refused", message.refusal[:_MOST_DETAIL]
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


def _may_pass(error: object) -> bool:
    """Say whether asking again may help: not for what the request itself has wrong."""
    code = error.get("code") if isinstance(error, dict) else None
    return not (isinstance(code, int) and 400 <= code < 500 and code not in (408, 409, 425, 429))
