"""Requests that others answer: files of requests and of results."""

from __future__ import annotations

import base64
import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from evidoc.errors import InvalidRecord, UnknownName, UsageError, Waiting
from evidoc.models import Connection, ModelChoice, Price, open_model
from evidoc.models.batch import Batch, connect
from evidoc.pages.picture import PictureStore
from evidoc.records.reply import ImagePart, Message, Prompt, Reply, TextPart
from tests.models.asking import prompt_of
from tests.models.server import Json, completion

PROMPT = prompt_of("How many?")
COMPLETION = json.loads(completion("8").body)


def ask(model: Batch, prompt: Prompt = PROMPT) -> Reply | None:
    try:
        return model.answer(prompt)
    except Waiting:
        return None


def requests(folder: Path) -> list[Json]:
    return [json.loads(line) for line in (folder / "requests.jsonl").read_text(encoding="utf-8").splitlines()]


def name_of(folder: Path, prompt: Prompt = PROMPT) -> str:
    model = connect(str(folder))
    ask(model, prompt)
    return str(requests(folder)[-1]["custom_id"])


def put(folder: Path, *lines: Json, name: str = "results.jsonl") -> None:
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def test_a_missing_reply_waits_and_its_request_is_written_once(tmp_path: Path) -> None:
    model = connect(f'{tmp_path}(model="gpt-4.1")')
    for _ in range(3):
        with pytest.raises(Waiting, match=r"requests\.jsonl; put its results beside it and go on with --resume"):
            model.answer(PROMPT)
    (line,) = requests(tmp_path)
    assert (line["method"], line["url"]) == ("POST", "/v1/chat/completions")
    messages = [{"role": "user", "content": "How many?"}]
    assert line["body"] == {"model": "gpt-4.1", "messages": messages, "max_tokens": 4096, "temperature": 0.0}


def test_the_id_of_a_request_follows_from_all_that_changes_its_reply(tmp_path: Path) -> None:
    specs = [f"{tmp_path}/a", f"{tmp_path}/b", f"{tmp_path}/c(model='x')"]
    for spec in specs:
        ask(connect(spec))
    first, again, other = (requests(tmp_path / name)[0]["custom_id"] for name in "abc")
    assert first == again != other


def openai_result(name: str) -> Json:
    """A line of the output file that OpenAI's batch reference shows."""
    response = {"status_code": 200, "request_id": "req_123", "body": COMPLETION}
    return {"id": "batch_req_1", "custom_id": name, "response": response, "error": None}


def vllm_result(name: str) -> Json:
    """A line that `vllm run-batch` writes: `request_id` in the response, and often no status code."""
    return {"id": "vllm-1", "custom_id": name, "response": {"request_id": "vllm-batch-1", "body": COMPLETION}, "error": None}


def person_result(name: str) -> Json:
    return {"custom_id": name, "text": "8"}


@pytest.mark.parametrize("line", [openai_result, vllm_result, person_result])
def test_a_result_of_any_origin_answers(line: object, tmp_path: Path) -> None:
    assert callable(line)
    put(tmp_path, line(name_of(tmp_path)))
    reply = ask(connect(str(tmp_path)))
    assert reply is not None and (reply.text, reply.status) == ("8", "answered")
    assert requests(tmp_path) == []


def test_only_what_is_not_answered_stays_in_the_requests(tmp_path: Path) -> None:
    """So the next round sends nothing twice."""
    others = [prompt_of(str(number)) for number in range(3)]
    names = [name_of(tmp_path, prompt) for prompt in others]
    put(tmp_path, person_result(names[1]))
    connect(str(tmp_path))
    assert [line["custom_id"] for line in requests(tmp_path)] == [names[0], names[2]]


def test_results_may_come_in_several_files_and_a_good_one_counts_before_an_error(tmp_path: Path) -> None:
    name = name_of(tmp_path)
    put(tmp_path, {"custom_id": name, "response": None, "error": {"code": "expired", "message": "late"}}, name="a.jsonl")
    put(tmp_path, openai_result(name), person_result(name), name="b.jsonl")
    reply = ask(connect(str(tmp_path)))
    assert reply is not None and reply.usage.input == 10


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"error": {"code": "batch_expired", "message": "too late"}}, "batch_expired: too late"),
        ({"response": {"status_code": 400, "body": {"error": {"message": "too long"}}}}, "too long"),
        ({"response": {"status_code": 500, "body": "oops"}}, "oops"),
        ({"response": {"status_code": 200, "body": {"choices": []}}}, "no choices"),
        ({}, "no response"),
    ],
)
def test_an_error_in_a_result_is_a_provider_error_that_says_why(line: Json, said: str, tmp_path: Path) -> None:
    put(tmp_path, {"custom_id": name_of(tmp_path), **line})
    reply = ask(connect(str(tmp_path)))
    assert reply is not None and reply.status == "provider_error"
    assert said in reply.detail


def test_a_request_whose_error_is_taken_out_is_asked_again(tmp_path: Path) -> None:
    name = name_of(tmp_path)
    put(tmp_path, {"custom_id": name, "error": "late"})
    assert ask(connect(str(tmp_path))) is not None
    put(tmp_path)
    assert ask(connect(str(tmp_path))) is None
    assert [line["custom_id"] for line in requests(tmp_path)] == [name]


def test_an_empty_text_is_empty(tmp_path: Path) -> None:
    put(tmp_path, {"custom_id": name_of(tmp_path), "text": " "})
    reply = ask(connect(str(tmp_path)))
    assert reply is not None and reply.status == "empty"


def test_results_that_nobody_asked_for_and_errors_are_reported(tmp_path: Path) -> None:
    good, bad = name_of(tmp_path), name_of(tmp_path, prompt_of("bad"))
    put(tmp_path, person_result(good), {"custom_id": bad, "error": "late"}, person_result("r-unknown"))
    model = connect(str(tmp_path))
    ask(model, prompt_of("new"))
    report = model.folder.report()
    assert (report.waiting, report.answered, report.failed, report.unknown) == (1, 1, 1, ("r-unknown",))
    assert [remark.split(": ", 1)[1] for remark in open_model(ModelChoice(spec=f"batch:{tmp_path}")).remarks] == [
        "1 results are errors; take their lines out to have them asked again",
        "1 results are of requests that were never written: r-unknown",
    ]


def test_a_result_that_is_none_is_named(tmp_path: Path) -> None:
    put(tmp_path, {"text": "8"})
    with pytest.raises(InvalidRecord, match=r"results\.jsonl:1: not a result"):
        connect(str(tmp_path))


def test_a_torn_last_request_is_asked_again(tmp_path: Path) -> None:
    """`kill -9` in the middle of a write, or before it is noted."""
    names = [name_of(tmp_path, prompt_of(text)) for text in "ab"]
    path = tmp_path / "requests.jsonl"
    whole = path.read_bytes()
    first = whole.splitlines(keepends=True)[0]
    path.write_bytes(first + whole[:-20])
    model = connect(str(tmp_path))
    assert [line["custom_id"] for line in requests(tmp_path)] == names[:1]
    ask(model, prompt_of("b"))
    assert path.read_bytes() == whole


def _ask_all(folder: str, texts: list[str]) -> None:
    model = connect(folder)
    for text in texts:
        ask(model, prompt_of(text))


def test_processes_and_threads_write_each_request_once(tmp_path: Path) -> None:
    texts = [f"question {number}" for number in range(40)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(_ask_all, [str(tmp_path)] * 2, [texts, texts[::-1]]))
    model = connect(str(tmp_path))
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda text: ask(model, prompt_of(text)), texts * 2))
    assert len({str(line["custom_id"]) for line in requests(tmp_path)}) == len(requests(tmp_path)) == 40


def pictured(store: PictureStore) -> Prompt:
    image = ImagePart(sha256=store.keep(b"png"), width=1, height=1)
    return Prompt(messages=(Message(role="user", parts=(TextPart(text="What?"), image)),))


def test_pictures_are_within_the_requests_or_beside_them(tmp_path: Path) -> None:
    store = PictureStore(tmp_path / "store")
    connection = Connection(pictures=store)
    for spec in ("inline", "beside(pictures='files')"):
        ask(connect(f"{tmp_path}/{spec}", connection=connection), pictured(store))
    inline, beside = (
        requests(tmp_path / name)[0]["body"]["messages"][0]["content"][1]["image_url"]["url"]  # type: ignore[index]
        for name in ("inline", "beside")
    )
    assert inline == "data:image/png;base64," + base64.b64encode(b"png").decode()
    assert beside.startswith("file://") and Path(beside.removeprefix("file://")).read_bytes() == b"png"


def test_a_result_has_its_price_and_comes_from_the_cache_later(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    put_name = name_of(folder)
    put(folder, openai_result(put_name))
    choice = ModelChoice(spec=f"batch:{folder}", price=Price(input=1, output=1))
    assert open_model(choice, cache=tmp_path / "cache").answer(PROMPT).usage.cost == pytest.approx(15e-6)
    (folder / "results.jsonl").unlink()
    assert open_model(choice, cache=tmp_path / "cache").answer(PROMPT).text == "8"


def test_options_are_checked(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean pictures"):
        connect(f"{tmp_path}(picture='files')")
    with pytest.raises(UsageError, match="pictures='links'"):
        connect(f"{tmp_path}(pictures='links')")


def test_a_list_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "asked.db").write_bytes(b"something else entirely, long enough to be no database" * 20)
    with pytest.raises(InvalidRecord, match="not a list of requests"):
        connect(str(tmp_path))
