"""Whatever names a model is a system, shown each item by a view."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import UnknownName, UsageError, Waiting
from evidoc.models import Patience
from evidoc.systems import Asking, SystemSettings, Viewing, open_system
from tests.models.server import json_body, serving
from tests.systems.benches import asking_for, bench_in

ITEM = asking_for("How much revenue?", "Answer with a whole number.")
QUICK = Patience(max_tries=2, first_wait=0.001)
ANTHROPIC = {"content": [{"type": "text", "text": "1310"}], "stop_reason": "end_turn", "model": "m"}
GOOGLE = {"candidates": [{"content": {"parts": [{"text": "1310"}]}, "finishReason": "STOP"}]}
OPENAI = {"choices": [{"message": {"content": "1310"}, "finish_reason": "stop"}]}


def settings(*, url: str = "", bench_folder: Path | None = None) -> SystemSettings:
    return SystemSettings(pictures=bench_folder, asking=Asking(base_url=url, patience=QUICK))


@pytest.mark.parametrize(
    ("spec", "body"),
    [("openai/x", OPENAI), ("local/x", OPENAI), ("anthropic/x", ANTHROPIC), ("google/x", GOOGLE)],
)
def test_a_hosted_model_answers_items(spec: str, body: object, tmp_path: Path) -> None:
    bench = bench_in(tmp_path, [ITEM])
    with serving([json_body(body)]) as asked:
        response = open_system(spec, settings(url=asked.url)).respond(ITEM, bench.corpus)
    assert (response.reply.text, response.reply.status) == ("1310", "answered")
    assert asked.count("How much revenue?") == 1
    assert response.prompt.startswith("p-")


def test_a_script_answers_items_and_its_bytes_decide_whether_a_run_goes_on(tmp_path: Path) -> None:
    bench = bench_in(tmp_path / "bench", [ITEM])
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps({"contains": "revenue", "text": "1310"}) + "\n", encoding="utf-8")
    system = open_system(f"scripted:{script}", settings())
    assert system.respond(ITEM, bench.corpus).reply.text == "1310"
    assert system.name == "scripted:script.jsonl" and "model_file" in system.inputs


def test_a_batch_folder_waits_and_then_answers(tmp_path: Path) -> None:
    bench = bench_in(tmp_path / "bench", [ITEM])
    spec = f"batch:{tmp_path / 'requests'}(model='m')"
    with pytest.raises(Waiting):
        open_system(spec, settings()).respond(ITEM, bench.corpus)
    (line,) = (tmp_path / "requests" / "requests.jsonl").read_text(encoding="utf-8").splitlines()
    result = {"custom_id": json.loads(line)["custom_id"], "text": "1310"}
    (tmp_path / "requests" / "results.jsonl").write_text(
        json.dumps(result) + '\n{"custom_id": "r-x", "text": ""}\n', encoding="utf-8"
    )
    system = open_system(spec, settings())
    assert system.respond(ITEM, bench.corpus).reply.text == "1310"
    assert "never written: r-x" in system.remarks[0]


@pytest.mark.parametrize("spec", ["anthropic/x", "google/x", "openai/x"])
def test_a_missing_key_is_refused_at_once(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UsageError, match="is not set"):
        open_system(spec, settings())


def test_forms_of_models_are_proposed_too() -> None:
    with pytest.raises(UnknownName, match="anthropic/NAME"):
        open_system("antropic/NAME", settings())


def test_a_model_on_this_machine_needs_no_address() -> None:
    system = open_system("local/x", settings())
    assert isinstance(system, Viewing) and system.name == "local/x"


@pytest.mark.parametrize(
    ("view", "told", "tokens"),
    [
        ("text", None, 4096),
        ("text", 77, 77),
        ("entities(caps='internvl2')", None, 1024),
        ("entities(caps='internvl2')", 77, 77),
    ],
)
def test_published_caps_ask_with_their_tokens_unless_told_otherwise(
    view: str, told: int | None, tokens: int, tmp_path: Path
) -> None:
    """DHQ-108, DHQ-111."""
    bench = bench_in(tmp_path, [ITEM])
    with serving([json_body(OPENAI)]) as asked:
        asking = Asking(base_url=asked.url, patience=QUICK, answer_tokens=told)
        open_system("local/x", SystemSettings(view=view, asking=asking)).respond(ITEM, bench.corpus)
    assert asked.bodies[0]["max_tokens"] == tokens


def test_a_view_that_cannot_be_is_refused_before_any_item_is_asked(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"text": "1310"}\n', encoding="utf-8")
    with pytest.raises(UsageError, match="max_tokens=0; give at least 1"):
        open_system(f"scripted:{script}", SystemSettings(view="text(max_tokens=0)"))
