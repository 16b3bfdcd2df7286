"""A Prompt as the body of a chat completion request."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping

from evidoc.records.reply import FilePart, Message, Part, Prompt, TextPart

Load = Callable[[str, str], bytes]
Json = dict[str, object]


def request_body(prompt: Prompt, *, model: str, limit: str, parameters: Mapping[str, object], load: Load) -> bytes:
    """Give the request as JSON; pictures become data URLs only here, so that no row ever has them.

    `limit` is the field's name for the most tokens of a reply. `parameters` are further fields of the
    request; a field of None is left out of it, for models that refuse one of ours.
    """
    body: Json = {
        "model": model,
        "messages": [_message(message, load) for message in prompt.messages],
        limit: prompt.max_tokens,
        "temperature": prompt.temperature,
        "seed": prompt.seed,
        "response_format": _response_format(prompt.answer_schema),
        "logprobs": True if prompt.alternatives else None,
        "top_logprobs": prompt.alternatives or None,
    }
    return written(body, parameters=parameters)


def written(body: Json, *, parameters: Mapping[str, object]) -> bytes:
    """Give a body with further fields as JSON; a field of None is left out."""
    whole = {**body, **parameters}
    return json.dumps({name: value for name, value in whole.items() if value is not None}, ensure_ascii=False).encode()


def base64_of(content: bytes) -> str:
    """Give bytes as the text that services take."""
    return base64.b64encode(content).decode("ascii")


def _message(message: Message, load: Load) -> Json:
    texts = [part.text for part in message.parts if isinstance(part, TextPart)]
    if len(texts) == len(message.parts):  # many servers take a plain string only
        return {"role": message.role, "content": "\n\n".join(texts)}
    return {"role": message.role, "content": [_part(part, load) for part in message.parts]}


def _part(part: Part, load: Load) -> Json:
    if isinstance(part, TextPart):
        return {"type": "text", "text": part.text}
    if isinstance(part, FilePart):
        content = f"data:{part.media_type};base64,{base64_of(load(part.sha256, '.pdf'))}"
        return {"type": "file", "file": {"filename": part.name, "file_data": content}}
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{base64_of(load(part.sha256, '.png'))}"}}


def _response_format(schema: str) -> Json | None:
    if not schema:
        return None
    return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": json.loads(schema)}}
