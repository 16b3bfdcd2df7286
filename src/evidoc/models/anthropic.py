"""Models of Anthropic by its Messages API, with text, pictures and PDF files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from evidoc.models._connection import Connection, key_for
from evidoc.models._hosted import Hosted
from evidoc.models._post import Faulty, Service
from evidoc.models._reading import MOST_DETAIL, error_text, final_text
from evidoc.models._request import Json, base64_of, written
from evidoc.records.reply import FilePart, Part, Prompt, Reply, ReplyStatus, TextPart, Usage

ANTHROPIC = "https://api.anthropic.com"
KEY = "ANTHROPIC_API_KEY"
FORM = "anthropic/NAME"

_API_VERSION = "2023-06-01"  # the only one there is; it names the form of requests, not their age
_HOPELESS = ("invalid_request_error", "authentication_error", "permission_error", "not_found_error", "request_too_large")


def connect(name: str, *, base_url: str = "", connection: Connection | None = None) -> Hosted:
    """Give the model of a name; the key comes from ANTHROPIC_API_KEY.

    A temperature of 0 is not sent, because the present API has none any more and new models refuse it; older
    ones take it in `parameters`.

    Raises:
        UsageError: There is no key for Anthropic's own address, or the address or key cannot be used.
    """
    chosen = connection or Connection()
    address = (base_url or ANTHROPIC).rstrip("/").removesuffix("/v1")
    service = Service(
        url=f"{address}/v1/messages",
        secret=key_for(name, KEY, needed=not base_url),
        secret_header="x-api-key",
        headers={"anthropic-version": _API_VERSION},
        patience=chosen.patience,
        clock=chosen.clock,
        pace=chosen.pace,
        transport=chosen.transport,
    )
    write = partial(request_body, model=name, parameters=chosen.parameters, load=chosen.load)
    return Hosted(name=f"anthropic/{name}", service=service, connection=chosen, write=write, read=read_message)


def request_body(prompt: Prompt, *, model: str, parameters: Mapping[str, object], load: Callable[[str, str], bytes]) -> bytes:
    """Give a prompt as the body of a request; words of the system role stand apart, wherever they were."""
    system = [part.text for message in prompt.messages if message.role == "system" for part in _shown(message.parts)]
    body: Json = {
        "model": model,
        "max_tokens": prompt.max_tokens,
        "system": "\n\n".join(system) or None,
        "messages": [
            {"role": message.role, "content": [_block(part, load) for part in message.parts if _is_shown(part)]}
            for message in prompt.messages
            if message.role != "system"
        ],
        "temperature": prompt.temperature or None,
        "output_config": _output_config(prompt.answer_schema),
    }
    return written(body, parameters=parameters)


class _Block(msgspec.Struct):
    type: str = ""
    text: str | None = None
    thinking: str | None = None


class _Stop(msgspec.Struct):
    category: str | None = None
    explanation: str | None = None


class _Usage(msgspec.Struct):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None


class _Message(msgspec.Struct):
    content: list[_Block] | None = None
    stop_reason: str | None = None
    stop_details: _Stop | None = None
    usage: _Usage | None = None
    model: str | None = None
    error: object = None


def read_message(body: bytes) -> Reply:
    """Read the body of a message that came with status 200.

    Raises:
        Faulty: It is no message: not JSON, an error object, or without content.
    """
    try:
        message = msgspec.json.decode(body, type=_Message)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Faulty(f"the reply is not a message: {error}") from error
    if message.error:
        kind = message.error.get("type") if isinstance(message.error, dict) else ""
        raise Faulty(f"error in the reply: {error_text(message.error)}", again=kind not in _HOPELESS)
    if message.content is None:
        raise Faulty("the reply has no content")
    return _reply(message, message.content)


def _reply(message: _Message, blocks: list[_Block]) -> Reply:
    thought = [block.thinking for block in blocks if block.type == "thinking" and block.thinking]
    final = final_text("".join(block.text or "" for block in blocks if block.type == "text"), thought=thought)
    status, detail = _status(message, text=final.text)
    return Reply(
        text=final.text,
        status=status,
        reasoning=final.reasoning,
        usage=_counted(message.usage or _Usage()),
        model=message.model or "",
        detail=detail or ("" if status != "empty" or final.is_final else "no final answer: the thinking never ends"),
    )


def _status(message: _Message, *, text: str) -> tuple[ReplyStatus, str]:
    reason = message.stop_reason or ""
    if reason == "refusal":
        said = message.stop_details or _Stop()
        return "refused", (said.explanation or said.category or "the model refused")[:MOST_DETAIL]
    if reason in ("max_tokens", "model_context_window_exceeded"):
        return "truncated", f"the reply was cut ({reason})"
    if not text.strip():
        return "empty", f"the reply has no text (stop reason {reason or 'not given'})" if reason != "end_turn" else ""
    return "answered", ""


def _counted(usage: _Usage) -> Usage:
    """Count all tokens that were read, from the provider's cache or not."""
    read = (usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens)
    cached = max(0, usage.cache_read_input_tokens or 0)
    return Usage(input=sum(max(0, count or 0) for count in read), output=max(0, usage.output_tokens or 0), cached=cached)


def _shown(parts: tuple[Part, ...]) -> list[TextPart]:
    return [part for part in parts if isinstance(part, TextPart) and part.text.strip()]


def _is_shown(part: Part) -> bool:
    """Leave out blank texts, which the service refuses."""
    return not isinstance(part, TextPart) or bool(part.text.strip())


def _block(part: Part, load: Callable[[str, str], bytes]) -> Json:
    if isinstance(part, TextPart):
        return {"type": "text", "text": part.text}
    if isinstance(part, FilePart):
        source = {"type": "base64", "media_type": part.media_type, "data": base64_of(load(part.sha256, ".pdf"))}
        return {"type": "document", "source": source, "title": part.name}
    return {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": base64_of(load(part.sha256, ".png"))},
    }


def _output_config(schema: str) -> Json | None:
    return {"format": {"type": "json_schema", "schema": json.loads(schema)}} if schema else None
