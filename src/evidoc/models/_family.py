"""Which models are kin, so that none judges its own kind unseen. Source: X-32, PQ-45, CV-74."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Words that a model's name has, by family; the first that is found counts. A distilled model is of the
# family whose weights it has, so `deepseek-r1-distill-llama` is a llama.
_FAMILIES: tuple[tuple[str, str], ...] = (
    ("claude", r"claude"),
    ("smollm", r"smol(?:lm|vlm)"),
    ("llama", r"llama(?!\.cpp|-?server)|vicuna|alpaca|hermes|nemotron"),
    ("qwen", r"qw[ea]n|qwq|qvq|tongyi"),
    ("mistral", r"mi[sx]tral|ministral|magistral|pixtral|codestral|devstral"),
    ("gpt", r"(?:chat)?gpt(?!q)|(?<![a-z0-9])o[1-9](?:-|$)|davinci"),
    ("gemini", r"gemini|gemma|palm-?2|learnlm"),
    ("deepseek", r"deepseek"),
    ("grok", r"grok"),
    ("glm", r"(?:chat)?glm|z-ai"),
    ("kimi", r"kimi|moonshot"),
    ("internlm", r"intern(?:lm|vl|s)"),
    ("minicpm", r"minicpm"),
    ("phi", r"(?<![a-z])phi-?\d"),
    ("command", r"command-?[ar]|aya-|cohere"),
    ("yi", r"(?<![a-z])yi-"),
    ("granite", r"granite"),
    ("nova", r"(?<![a-z])nova-|titan-"),
    ("olmo", r"olmo|molmo"),
    ("ernie", r"ernie"),
    ("hunyuan", r"hunyuan"),
    ("minimax", r"minimax"),
    ("step", r"(?<![a-z])step-?\d"),
    ("seed", r"doubao|seed-?\d|seed-oss"),
)


def family_of(name: str) -> str:
    """Give the family of a model by its name or spec string; a name that tells none is its own family.

    `openai/gpt-4.1` → `gpt`, `local/SmolLM2-135M` → `smollm`, `inspect:mistral/mistral-large` → `mistral`.
    """
    lowered = name.strip().lower()
    known = (family for family, words in _FAMILIES if re.search(words, _bare(lowered)))
    return next(known, "") or next((family for family, words in _FAMILIES if re.search(words, lowered)), lowered)


def guard_families(answering: Sequence[str], judging: Sequence[str], *, allow_self_judge: bool = False) -> tuple[str, ...]:
    """Say in sentences which judges are of the family of a model that they judge, none where that is allowed.

    Models write what is judged as well as answer it, so `answering` holds writers and solvers alike.
    """
    if allow_self_judge:
        return ()
    return tuple(
        f"{judge} judges {answerer}, which is of the same family {family_of(judge)!r}; "
        "take a judge of another family, or say that it may judge its own kind"
        for judge in dict.fromkeys(judging)
        for answerer in dict.fromkeys(answering)
        if family_of(judge) == family_of(answerer)
    )


def _bare(name: str) -> str:
    """Give the model's own name, which stands behind the last slash."""
    return name.rpartition("/")[2]
