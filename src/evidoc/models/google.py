"""Models of Google by the Gemini API, with text, pictures and PDF files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from urllib.parse import quote

import msgspec

from evidoc.models._connection import Connection, key_for
from evidoc.models._hosted import Hosted
from evidoc.models._post import Faulty, Service
from evidoc.models._reading import error_text, final_text, may_pass, probability
from evidoc.models._request import Json, base64_of, written
from evidoc.records.reply import FilePart, Message, Part, Prompt, Reply, ReplyStatus, SaidToken, TextPart, Usage

GOOGLE = "https://generativelanguage.googleapis.com"
KEYS = ("GOOGLE_API_KEY", "GEMINI_API_KEY")
FORM = "google/NAME"

_FILTERS = ("SAFETY", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "RECITATION", "MODEL_ARMOR", "LANGUAGE")


def connect(name: str, *, base_url: str = "", connection: Connection | None = None) -> Hosted:
    """Give the model of a name; the key comes from GOOGLE_API_KEY or GEMINI_API_KEY.

    `parameters` are further fields of a request; those within `generationConfig` go among ours.

    Raises:
        UsageError: There is no key for Google's own address, or the address or key cannot be used.
    """
    chosen = connection or Connection()
    address = (base_url or GOOGLE).rstrip("/")
    versioned = address if address.endswith(("/v1", "/v1beta", "/v1alpha")) else f"{address}/v1"
    service = Service(
        url=f"{versioned}/models/{quote(name.removeprefix('models/'), safe='')}:generateContent",
        secret=key_for(name, *KEYS, needed=not base_url),
        secret_header="x-goog-api-key",
        patience=chosen.patience,
        clock=chosen.clock,
        pace=chosen.pace,
        transport=chosen.transport,
    )
    write = partial(request_body, parameters=chosen.parameters, load=chosen.load)
    return Hosted(name=f"google/{name}", service=service, connection=chosen, write=write, read=read_content)


def request_body(prompt: Prompt, *, parameters: Mapping[str, object], load: Callable[[str, str], bytes]) -> bytes:
    """Give a prompt as the body of a request; words of the system role stand apart, wherever they were."""
    system = [_part(part, load) for message in prompt.messages if message.role == "system" for part in message.parts]
    given = parameters.get("generationConfig", {})
    config = {**_config(prompt), **(given if isinstance(given, Mapping) else {})}
    body: Json = {
        "systemInstruction": {"parts": system} if system else None,
        "contents": [_content(message, load) for message in prompt.messages if message.role != "system"],
    }
    named = {name: value for name, value in config.items() if value is not None}
    return written(body, parameters={**parameters, "generationConfig": named})


class _Part(msgspec.Struct):
    text: str | None = None
    thought: bool | None = None


class _Content(msgspec.Struct):
    parts: list[_Part] | None = None


class _Token(msgspec.Struct, rename="camel"):
    token: str = ""
    log_probability: float = -9999.0


class _Tokens(msgspec.Struct):
    candidates: list[_Token] | None = None


class _Logprobs(msgspec.Struct, rename="camel"):
    chosen_candidates: list[_Token] | None = None
    top_candidates: list[_Tokens] | None = None


class _Candidate(msgspec.Struct, rename="camel"):
    content: _Content | None = None
    finish_reason: str | None = None
    finish_message: str | None = None
    logprobs_result: _Logprobs | None = None


class _Feedback(msgspec.Struct, rename="camel"):
    block_reason: str | None = None


class _Counts(msgspec.Struct, rename="camel"):
    prompt_token_count: int | None = None
    candidates_token_count: int | None = None
    thoughts_token_count: int | None = None
    cached_content_token_count: int | None = None


class _Generated(msgspec.Struct, rename="camel"):
    candidates: list[_Candidate] | None = None
    prompt_feedback: _Feedback | None = None
    usage_metadata: _Counts | None = None
    model_version: str | None = None
    error: object = None


def read_content(body: bytes) -> Reply:
    """Read the body of generated content that came with status 200.

    Raises:
        Faulty: It is none: not JSON, an error object, or without candidates though nothing was blocked.
    """
    try:
        generated = msgspec.json.decode(body, type=_Generated)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Faulty(f"the reply is not generated content: {error}") from error
    if generated.error:
        raise Faulty(f"error in the reply: {error_text(generated.error)}", again=may_pass(generated.error))
    blocked = generated.prompt_feedback.block_reason if generated.prompt_feedback else None
    if not generated.candidates and not blocked:
        raise Faulty("the reply has no candidates")
    if not generated.candidates:
        detail = f"the provider's filter stopped the prompt ({blocked})"
        return Reply(status="filtered", usage=_counted(generated), model=generated.model_version or "", detail=detail)
    return _reply(generated, generated.candidates[0])


def _reply(generated: _Generated, candidate: _Candidate) -> Reply:
    parts = (candidate.content.parts if candidate.content else None) or []
    thought = [part.text for part in parts if part.thought and part.text]
    final = final_text("".join(part.text or "" for part in parts if not part.thought), thought=thought)
    status, detail = _status(candidate, text=final.text)
    return Reply(
        text=final.text,
        status=status,
        reasoning=final.reasoning,
        usage=_counted(generated),
        model=generated.model_version or "",
        detail=detail,
        tokens=tuple(_said(candidate.logprobs_result or _Logprobs())),
    )


def _status(candidate: _Candidate, *, text: str) -> tuple[ReplyStatus, str]:
    reason = candidate.finish_reason or ""
    said = f"{reason}: {candidate.finish_message}" if candidate.finish_message else reason
    if reason.removeprefix("IMAGE_") in _FILTERS:
        return "filtered", f"the provider's filter stopped the reply ({said})"
    if reason == "MAX_TOKENS":
        return "truncated", "the reply was cut at the limit of tokens"
    if not text.strip():
        return "empty", f"the reply has no text (finish reason {said or 'not given'})"
    if reason not in ("STOP", "FINISH_REASON_UNSPECIFIED", ""):
        return "truncated", f"the reply ended before its end ({said})"
    return "answered", ""


def _counted(generated: _Generated) -> Usage:
    """Count all tokens; what a model thinks is paid for as what it says."""
    counts = generated.usage_metadata or _Counts()
    spoken = max(0, counts.candidates_token_count or 0) + max(0, counts.thoughts_token_count or 0)
    cached = max(0, counts.cached_content_token_count or 0)
    return Usage(input=max(0, counts.prompt_token_count or 0), output=spoken, cached=cached)


def _said(given: _Logprobs) -> Iterator[SaidToken]:
    places = given.top_candidates or []
    for number, token in enumerate(given.chosen_candidates or ()):
        others = (places[number].candidates if number < len(places) else None) or []
        yield SaidToken(
            text=token.token,
            probability=probability(token.log_probability),
            others={other.token: probability(other.log_probability) for other in others if other.token != token.token},
        )


def _config(prompt: Prompt) -> Json:
    return {
        "maxOutputTokens": prompt.max_tokens,
        "temperature": prompt.temperature,
        "seed": prompt.seed,
        "responseMimeType": "application/json" if prompt.answer_schema else None,
        "responseJsonSchema": json.loads(prompt.answer_schema) if prompt.answer_schema else None,
        "responseLogprobs": True if prompt.alternatives else None,
        "logprobs": prompt.alternatives or None,
    }


def _content(message: Message, load: Callable[[str, str], bytes]) -> Json:
    role = "model" if message.role == "assistant" else "user"
    return {"role": role, "parts": [_part(part, load) for part in message.parts]}


def _part(part: Part, load: Callable[[str, str], bytes]) -> Json:
    if isinstance(part, TextPart):
        return {"text": part.text}
    if isinstance(part, FilePart):
        return {"inlineData": {"mimeType": part.media_type, "data": base64_of(load(part.sha256, ".pdf"))}}
    return {"inlineData": {"mimeType": "image/png", "data": base64_of(load(part.sha256, ".png"))}}
