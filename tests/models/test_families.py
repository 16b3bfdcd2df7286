"""Which models are kin: X-32."""

from __future__ import annotations

import pytest

from evidoc.models import family_of, guard_families


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("openai/gpt-4.1-mini", "gpt"),
        ("openai/o3-mini", "gpt"),
        ("openai/chatgpt-4o-latest", "gpt"),
        ("local/gpt-oss-20b", "gpt"),
        ("anthropic/claude-sonnet-4-5", "claude"),
        ("inspect:bedrock/anthropic.claude-3-haiku", "claude"),
        ("google/gemini-2.5-pro", "gemini"),
        ("local/gemma-3-27b-it", "gemini"),
        ("openai/meta-llama/Llama-3.3-70B-Instruct", "llama"),
        ("local/deepseek-r1-distill-llama-8b", "llama"),
        ("local/TheBloke/Llama-2-7B-GPTQ", "llama"),
        ("openai/Qwen/Qwen3-VL-235B-A22B", "qwen"),
        ("local/QwQ-32B", "qwen"),
        ("inspect:mistral/mistral-large-latest", "mistral"),
        ("openai/mixtral-8x7b", "mistral"),
        ("local/SmolLM2-135M-Instruct", "smollm"),
        ("openai/deepseek-chat", "deepseek"),
        ("inspect:grok/grok-4", "grok"),
        ("local/glm-4.5v", "glm"),
        ("local/phi-4", "phi"),
        ("local/InternVL3-8B", "internlm"),
        ("local/MiniCPM-V-2_6", "minicpm"),
        ("batch:requests(model='gpt-4.1')", "gpt"),
        ("local/our-own-model", "local/our-own-model"),
        ("scripted:answers.jsonl", "scripted:answers.jsonl"),
    ],
)
def test_a_model_is_of_the_family_that_its_name_tells(name: str, family: str) -> None:
    assert family_of(name) == family


def test_a_judge_of_the_answering_family_is_flagged() -> None:
    (sentence,) = guard_families(["openai/gpt-4.1", "google/gemini-2.5-pro"], ["openai/gpt-4.1-mini"])
    assert sentence.startswith("openai/gpt-4.1-mini judges openai/gpt-4.1, which is of the same family 'gpt'")


def test_a_judge_of_another_family_is_not() -> None:
    assert guard_families(["openai/gpt-4.1"], ["anthropic/claude-sonnet-4-5"]) == ()


def test_a_pair_is_flagged_once() -> None:
    assert len(guard_families(["openai/gpt-4.1"] * 2, ["openai/gpt-4.1"] * 3)) == 1


def test_judging_ones_own_kind_may_be_allowed() -> None:
    assert guard_families(["openai/gpt-4.1"], ["openai/gpt-4.1"], allow_self_judge=True) == ()


def test_two_models_that_tell_no_family_are_kin_only_if_they_are_the_same() -> None:
    assert guard_families(["local/a"], ["local/b"]) == ()
    assert len(guard_families(["local/a"], ["local/a"])) == 1
