"""Commands that write one file: what is there already may be filled in by people, and is not written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import UsageError
from evidoc.flow.audit_sample import SampleOptions, draw_sample
from evidoc.flow.people_study import people_study
from evidoc.flow.rating_sheet import SheetOptions, draw_sheet
from evidoc.flow.results import results
from evidoc.records.item import Answer
from tests.build import item_of
from tests.cli.run import evidoc
from tests.systems.benches import REPORT, bench_in

TAKEN = "is there already; give another --out, or --overwrite to replace it"


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    item = item_of("What is it?", answer=Answer(kind="text", value="a fox"), documents=[REPORT.id])
    return bench_in(tmp_path / "bench", [item]).folder


@pytest.mark.parametrize("name", ["sheet.csv", "sheet.key.csv"])
def test_a_filled_sheet_is_not_drawn_over_nor_its_key(bench: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("hours of work")
    with pytest.raises(UsageError, match=f"{name} {TAKEN}"):
        draw_sheet(bench, out=tmp_path / "sheet.csv")
    assert (tmp_path / name).read_text() == "hours of work"
    draw_sheet(bench, out=tmp_path / "sheet.csv", options=SheetOptions(overwrite=True))
    assert "hours of work" not in (tmp_path / name).read_text()


def test_a_sample_is_not_drawn_over_a_file(tmp_path: Path) -> None:
    """Not over the table itself, either."""
    table = tmp_path / "judged.csv"
    table.write_text("answer,score\na fox,1\n")
    with pytest.raises(UsageError, match=f"judged.csv {TAKEN}"):
        draw_sample([table], out=table, options=SampleOptions(n=1))
    assert table.read_text() == "answer,score\na fox,1\n"


def test_people_s_answers_are_not_written_over_a_file(bench: Path, tmp_path: Path) -> None:
    (tmp_path / "people.jsonl").write_text("{}")
    with pytest.raises(UsageError, match=f"people.jsonl {TAKEN}"):
        people_study([tmp_path / "sheet.csv"], bench=bench, out=tmp_path / "people.jsonl")


def test_a_table_of_results_is_not_written_over_notes(tmp_path: Path) -> None:
    (tmp_path / "res.md").write_text("notes")
    with pytest.raises(UsageError, match=f"res.md {TAKEN}"):
        results([tmp_path / "run"], out=tmp_path / "res.md")


def test_a_folder_is_no_file_to_write(bench: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder; give --out a file"):
        draw_sheet(bench, out=tmp_path, options=SheetOptions(overwrite=True))


def test_the_command_says_it_and_replaces_when_told(bench: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    drawing = ("agree", str(bench), "--sample", "1", "--out", str(sheet))
    assert evidoc(*drawing).code == 0
    sheet.write_text("filled in")
    refused = evidoc(*drawing)
    assert (refused.code, sheet.read_text()) == (2, "filled in")
    assert f"sheet.csv {TAKEN}" in refused.err
    assert evidoc(*drawing, "--overwrite").code == 0
    assert sheet.read_text() != "filled in"
