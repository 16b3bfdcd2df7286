"""Thresholds of entity scores on the dev split, by hand. Source: DHQ-113, DHQ-116, DHQ-119, DHQ-124."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.sweep import THRESHOLDS, sweep
from evidoc.flow.work import Work
from evidoc.records.item import Evidence, Item
from tests.build import document_of, item_of, paragraph
from tests.cli.run import evidoc
from tests.systems.benches import bench_in

DOCUMENT = document_of(*(paragraph(number, f"Fact {number}.") for number in range(4)), name="facts.txt", title="")


def asking(number: int, *blocks: int) -> Item:
    item = item_of(f"{number}?", evidence=[Evidence(document=DOCUMENT.id, block=block) for block in blocks])
    link = msgspec.structs.replace(item.documents[0], id=DOCUMENT.id)
    return msgspec.structs.replace(item, id=f"i-{number}", scorer="indices", documents=(link,))


ITEMS = [asking(0, 0), asking(1, 1, 2), asking(2, 3), asking(3, 99)]
# Sigmoids: 2 → 0.881, 1 → 0.731, 0 → 0.5, -1 → 0.269, -2 → 0.119.
SCORES: list[object] = [[1, 0, -2, -2], [-2, 2, -1, -2], [2, 2, 2, 2], [0, 0, 0, 0]]
SPLITS = ["dev", "dev", "test", "dev"]


def run_of(
    folder: Path,
    rows: Sequence[object] = SCORES,
    *,
    splits: Sequence[str] | None = SPLITS,
    options: str = "",
    key: str = "scores",
) -> Path:
    bench = bench_in(folder / "bench", ITEMS, documents=[DOCUMENT]).folder
    if splits is not None:
        lines = [{"item": item.id, "split": split, "group": "g"} for item, split in zip(ITEMS, splits, strict=True)]
        (bench / "splits.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    said = [{"item": item.id, key: row} for item, row in zip(ITEMS, rows, strict=False) if row is not None]
    (folder / "scores.jsonl").write_text("".join(json.dumps(row) + "\n" for row in said), encoding="utf-8")
    system = f"predictions:{folder / 'scores.jsonl'}{options}"
    ask(bench, out=folder / "run", options=AskOptions(system=system), work=Work(engine="inline"))
    return folder / "run"


def test_a_sweep_by_hand(tmp_path: Path) -> None:
    """Right are 0 of the first item and 1, 2 of the second; the third is of the test split, the fourth has no right entity.

    At 0.5 named are 0, 1 and 1: P (1/2 + 1) / 2, R (1 + 1/2) / 2, F1 2/3 of both. At 0.25 named are 0, 1 and 1, 2: the second
    item is right. At 0.1 all is named.
    """
    found = sweep(run_of(tmp_path))
    rows = {row.threshold: (row.precision, row.recall, row.f1, row.named) for row in found.rows}
    assert rows[0.5] == pytest.approx((0.75, 0.75, 2 / 3, 1.5), abs=1e-6)
    assert rows[0.25] == pytest.approx((0.75, 1.0, 5 / 6, 2.0), abs=1e-6)
    assert rows[0.1] == pytest.approx((3 / 8, 1.0, (2 / 5 + 2 / 3) / 2, 4.0), abs=1e-6)
    assert rows[0.75] == pytest.approx((0.5, 0.25, 1 / 3, 0.5), abs=1e-6)
    assert rows[0.9] == pytest.approx((0, 0, 0, 0))
    assert (found.items, found.missing, found.unscored, found.ceiling, found.own) == (2, 0, 1, 1.0, 0.5)


def test_of_equally_good_thresholds_the_highest_is_best(tmp_path: Path) -> None:
    """Between 0.5 and 0.731 only 0 of the first item is named, and above 0.269 no longer 2 of the second: 0.55 to 0.7 tie."""
    found = sweep(run_of(tmp_path))
    rows = {row.threshold: row.f1 for row in found.rows}
    assert rows[0.55] == rows[0.7] == max(rows.values()) == pytest.approx(5 / 6, abs=1e-6)
    assert found.best_f1 == 0.25  # as much F1 and more recall
    assert found.best_recall == 0.25


def test_the_test_split_is_not_looked_at(tmp_path: Path) -> None:
    """Whatever the scores of its items are, the sweep is the same."""
    first = sweep(run_of(tmp_path / "a"))
    second = sweep(run_of(tmp_path / "b", [SCORES[0], SCORES[1], [-9, -9, -9, 9], SCORES[3]]))
    assert first.rows == second.rows


def test_a_bench_without_splits_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="run evidoc split"):
        sweep(run_of(tmp_path, splits=None))


def test_an_empty_dev_split_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="dev split has no item"):
        sweep(run_of(tmp_path, splits=["train", "train", "test", "dev"]))


def test_entities_that_were_not_shown_bound_recall(tmp_path: Path) -> None:
    """DHQ-113: of the second item's right entities 1 and 2 only 1 was shown."""
    run = run_of(tmp_path, [SCORES[0], [-2, 2], SCORES[2], SCORES[3]])
    found = sweep(run)
    assert found.ceiling == max(row.recall for row in found.rows) == 0.75
    summary = score(run, options=ScoreOptions(scorers=("indices",)))
    assert summary.recall_ceiling == pytest.approx((1 + 0.5 + 1 + 1) / 4)
    assert any(
        remark.startswith("recall ceiling 0.875: 1 of 5 pieces of evidence, in 1 of 4 items") for remark in summary.remarks
    )


def test_a_run_that_was_shown_everything_has_no_ceiling_to_speak_of(tmp_path: Path) -> None:
    summary = score(run_of(tmp_path), options=ScoreOptions(scorers=("indices",)))
    assert summary.recall_ceiling == 1.0
    assert not any("ceiling" in remark for remark in summary.remarks)


def test_an_item_without_a_line_names_nothing(tmp_path: Path) -> None:
    found = sweep(run_of(tmp_path, [None, *SCORES[1:]]))
    assert (found.items, found.missing, found.ceiling) == (2, 1, 0.5)
    assert max(row.recall for row in found.rows) == 0.5


def test_the_threshold_of_the_run_is_among_those_tried_and_gives_its_scores(tmp_path: Path) -> None:
    run = run_of(tmp_path, options="(threshold=0.27, force_nonempty=True)", splits=["dev", "dev", "dev", "test"])
    found = sweep(run)
    assert len(found.rows) == len(THRESHOLDS) + 1
    own = next(row for row in found.rows if row.threshold == 0.27)
    summary = score(run, options=ScoreOptions(scorers=("indices",)))
    assert own.f1 == pytest.approx(summary.metrics["index_f1"].mean, abs=1e-6)
    assert own.recall == pytest.approx(summary.metrics["index_recall"].mean, abs=1e-6)
    assert next(row for row in found.rows if row.threshold == 0.95).named == 1.0  # as the run forces


def test_a_run_without_scores_is_refused(tmp_path: Path) -> None:
    run = run_of(tmp_path, ["[0]"] * 4, key="text")
    with pytest.raises(UsageError, match="gives no scores of entities"):
        sweep(run)


def test_a_changed_or_lost_file_is_refused(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    with (tmp_path / "scores.jsonl").open("a") as file:
        file.write("\n")
    with pytest.raises(InvalidRecord, match="have changed"):
        sweep(run)
    (tmp_path / "scores.jsonl").unlink()
    with pytest.raises(InvalidRecord, match="not there any more"):
        sweep(run)


def test_text_among_the_scores_of_the_dev_split_is_named(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    path = tmp_path / "scores.jsonl"
    lines = path.read_text().splitlines()
    lines[1] = json.dumps({"item": "i-1", "text": "[1]"})
    path.write_text("\n".join(lines) + "\n")
    ask(tmp_path / "bench", out=tmp_path / "again", options=AskOptions(system=f"predictions:{path}"), work=Work(engine="inline"))
    with pytest.raises(UsageError, match="line 2, item i-1, has text"):
        sweep(tmp_path / "again")
    assert run.is_dir()


def test_the_command_shows_what_is_best_and_leaves_the_run_unscored(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    shown = evidoc("score", str(run), "--sweep")
    assert shown.code == 0
    assert "F1, recall" in shown.out
    assert "(threshold=0.25)" in shown.out
    assert not (run / "scores.jsonl").exists()
    found = json.loads(evidoc("score", str(run), "--sweep", "--json").out)
    assert (found["best_f1"], found["split"]) == (0.25, "dev")


def test_the_command_takes_no_other_scorer(tmp_path: Path) -> None:
    assert evidoc("score", str(run_of(tmp_path)), "--sweep", "--scorers", "answer").code == 2
