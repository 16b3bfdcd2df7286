"""A whole job through a folder of requests: it waits, others answer, it goes on, and nothing is asked twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from evidoc.flow._roles import Roles
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.check import check
from evidoc.flow.make import MakeOptions, MakeSummary, make
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.models import ModelChoice
from evidoc.models._batch_folder import REQUESTS
from evidoc.records.bench import open_bench, open_run
from tests.cli.run import evidoc
from tests.flow.test_make import INLINE, documents, stored
from tests.rubrics.test_every_rubric import said

ON = Work(engine="inline", resume=True)
EIGHT = Work(engine="threads", workers=8, resume=True)

Writes = Callable[[str], str]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("batch") / "corpus", documents())


def words_of(request: dict[str, object]) -> str:
    """Give all words of a request's messages."""
    body = request["body"]
    assert isinstance(body, dict)
    return json.dumps(body["messages"], ensure_ascii=False)


def answered(folder: Path, writes: Writes, *, name: str) -> int:
    """Answer what waits, as a service does, in a file of results; give how many there were."""
    requests = [json.loads(line) for line in (folder / REQUESTS).read_text(encoding="utf-8").splitlines()]
    results = [
        {
            "custom_id": request["custom_id"],
            "response": {
                "status_code": 200,
                "body": {
                    "model": "m",
                    "choices": [{"message": {"content": writes(words_of(request))}, "finish_reason": "stop"}],
                    "usage": {"prompt_tokens": 10, "completion_tokens": 5},
                },
            },
        }
        for request in requests
    ]
    (folder / name).write_text("\n".join(map(json.dumps, results)) + "\n", encoding="utf-8")
    return len(requests)


def plays(words: str) -> str:
    """Play all roles: a writer that keeps the question, a judge that finds it fit and faithful, a solver that knows nothing."""
    if "You reword one question" in words:
        question = words.rpartition("question-")[0].rpartition("\\n")[0].rpartition("\\n")[2]
        return json.dumps({"question": json.loads(f'"{question}"')}, ensure_ascii=False)
    if "fit for a test over a whole document" in words:
        return said("pdfqa_formality", "yes")
    if "You check an answer by passages" in words:
        return json.dumps({"score": 5})
    return "I do not know."


def made(corpus: Path, out: Path, folder: Path, *, work: Work) -> MakeSummary:
    roles = Roles(choices={role: (ModelChoice(spec=f"batch:{folder}"),) for role in ("writer", "judge", "solver")})
    checks = ("format", "formality", "validity(k=0)", "closed_book", "duplicate")
    return make(corpus, out=out, options=MakeOptions(n=5, seed=3, checks=checks, roles=roles), work=work)


def test_a_whole_making_goes_through_a_folder_of_requests(corpus: Path, tmp_path: Path) -> None:
    """Writer, then judge twice, then solver: four rounds, each of which asks only what is new."""
    folder = tmp_path / "requests"
    rounds: list[int] = []
    summary = made(corpus, tmp_path / "bench", folder, work=INLINE)
    assert (summary.kept, summary.waiting) == (0, 5)
    while summary.waiting:
        rounds.append(answered(folder, plays, name=f"results-{len(rounds)}.jsonl"))
        summary = made(corpus, tmp_path / "bench", folder, work=ON)
    assert rounds[:4] == [5, 5, 5, 5]  # further rounds are for those in the place of duplicates
    items = list(open_bench(tmp_path / "bench").items())
    assert len(items) == 5
    assert all("reword:" in item.construction.trace[-1] for item in items)
    assert {verdict.model for item in items for verdict in item.verdicts} == {"", "batch:requests"}
    assert not [path.name for path in tmp_path.rglob("*.partial")]


def test_checking_scoring_and_asking_wait_in_the_same_way(corpus: Path, tmp_path: Path) -> None:
    make(corpus, out=tmp_path / "bench", options=MakeOptions(n=3, seed=3), work=INLINE)
    folder = tmp_path / "requests"
    options = AskOptions(system=f"batch:{folder}")
    waiting = ask(tmp_path / "bench", out=tmp_path / "run", options=options, work=Work(engine="threads", workers=8))
    assert (waiting.waiting, waiting.outcomes) == (3, {"not_asked": 3})
    assert answered(folder, lambda words: "It is 3.", name="a.jsonl") == 3
    done = ask(tmp_path / "bench", out=tmp_path / "run", options=options, work=EIGHT)
    assert (done.waiting, done.outcomes) == (0, {"answered": 3})
    assert {row.text for row in open_run(tmp_path / "run").replies()} == {"It is 3."}

    judge = Roles(choices={"judge": (ModelChoice(spec=f"batch:{tmp_path / 'judge'}"),)})
    scoring = ScoreOptions(scorers=("judged",), roles=judge)
    assert score(tmp_path / "run", options=scoring).waiting == 3
    answered(tmp_path / "judge", lambda words: json.dumps({"reason": "", "score": 4}), name="a.jsonl")
    scored = score(tmp_path / "run", options=scoring)
    assert scored.waiting == 0
    assert scored.metrics["judged"].mean == pytest.approx(0.8)

    solver = Roles(choices={"solver": (ModelChoice(spec=f"batch:{tmp_path / 'solver'}"),)})
    assert check(tmp_path / "bench", checks=("closed_book",), roles=solver, work=INLINE).waiting == 3
    answered(tmp_path / "solver", lambda words: "No idea.", name="a.jsonl")
    checked = check(tmp_path / "bench", checks=("closed_book",), roles=solver, work=INLINE)
    assert (checked.waiting, checked.kept) == (0, 3)


def test_the_command_line_says_how_to_go_on(corpus: Path, tmp_path: Path) -> None:
    command = ["make", str(corpus), "--n", "2", "--out", str(tmp_path / "bench"), "--engine", "inline"]
    spec = f"batch:{tmp_path / 'requests'}(model='m')"
    waiting = evidoc(*command, "--writer", spec)
    assert waiting.code == 0, waiting.err
    assert "2 candidates wait for replies; once they are there, go on with the same command and --resume" in waiting.out
    assert '"model": "m"' in (tmp_path / "requests" / REQUESTS).read_text()
    answered(tmp_path / "requests", plays, name="results.jsonl")
    done = evidoc(*command, "--writer", spec, "--resume")
    assert "2 items in" in done.out, done.err
