"""Reading real files in worker processes: the same bytes however it is spread and however often it is killed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from evidoc.flow.read import ReadOptions, read
from evidoc.flow.work import Work
from evidoc.records.corpus import open_corpus
from tests.build import ROOT, line, pdf_bytes
from tests.flow.bad_reading import read_badly
from tests.flow.test_read import folder_of, manifest, statuses, tree

SENTENCE = "The river was low in {number}, and {count} boats lay on the sand until the rain came back in autumn."


def article(number: int) -> str:
    paragraphs = "".join(f"<p>{SENTENCE.format(number=1900 + number, count=row)}</p>" for row in range(20))
    return f"<html><head><title>Paper {number}</title></head><body><h1>Paper {number}</h1>{paragraphs}</body></html>"


def printed(number: int, *, rows: int = 6) -> bytes:
    lines = [line(40, 700 - 20 * row, SENTENCE.format(number=1900 + number, count=row)) for row in range(rows)]
    return pdf_bytes([("/MediaBox[0 0 612 792]", b"".join(lines))])


@pytest.fixture
def structured(tmp_path: Path) -> Path:
    folder = folder_of(tmp_path / "in", {f"{number:02}.html": article(number) for number in range(8)})
    return folder_of(folder, {"notes.txt": "One line.\n\nAnother line.", "table.csv": "a,b\n1,2\n", "copy.html": article(3)})


@pytest.fixture
def mixed(structured: Path) -> Path:
    (structured / "06.pdf").write_bytes(printed(6, rows=20))
    (structured / "alone.pdf").write_bytes(printed(50))
    (structured / "program.bin").write_bytes(b"\x7fELF\2\1\1" + bytes(64))
    (structured / "renamed.pdf").write_text("This is a text file, not a PDF.")
    return structured


@pytest.mark.parametrize(("engine", "workers"), [("threads", 2), ("processes", 1), ("processes", 2), ("processes", 8)])
def test_any_engine_and_any_number_of_workers_give_the_same_bytes(
    structured: Path, tmp_path: Path, engine: str, workers: int
) -> None:
    read([structured], out=tmp_path / "inline", work=Work(engine="inline"))
    read([structured], out=tmp_path / "out", work=Work(engine=engine, workers=workers))
    assert tree(tmp_path / "out") == tree(tmp_path / "inline")


def test_pdfs_give_the_same_bytes_in_workers_and_here(mixed: Path, tmp_path: Path) -> None:
    read([mixed], out=tmp_path / "inline", work=Work(engine="inline"))
    read([mixed], out=tmp_path / "out", work=Work(workers=2))
    assert tree(tmp_path / "out") == tree(tmp_path / "inline")


def test_real_files_end_with_their_status_and_twins_share_a_document(mixed: Path, tmp_path: Path) -> None:
    summary = read([mixed], out=tmp_path / "out", work=Work(engine="inline"))
    found = statuses(tmp_path / "out")
    assert (found["renamed.pdf"], found["program.bin"], found["copy.html"]) == ("not_pdf", "unsupported", "duplicate")
    assert summary.documents == 11
    twin = next(document for document in open_corpus(tmp_path / "out") if document.source.name == "06.html")
    assert twin.pages_source is not None and twin.pages_source.name == "06.pdf"


def test_files_that_hang_crash_or_eat_memory_end_with_a_status_and_the_rest_is_read(
    structured: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evidoc.flow.read.read_task", read_badly)
    folder_of(structured, {"hangs.html": article(20), "dies.html": article(21), "eats.html": article(22)})
    (structured / "hangs_with_pdf.txt").write_text(SENTENCE)
    (structured / "hangs_with_pdf.pdf").write_bytes(printed(23))
    read([structured], out=tmp_path / "out", options=ReadOptions(seconds=6.0), work=Work(workers=3))
    found = {Path(row.path).name: (row.status, row.reason) for row in manifest(tmp_path / "out")}
    together = "together they ended with timeout (not done after 6 s; allow more with seconds=)"
    assert found["hangs.html"] == ("timeout", "not done after 6 s; allow more with seconds=")
    assert found["dies.html"] == ("crashed", "the worker process was ended by SIGSEGV")
    assert found["eats.html"] == ("crashed", "it needs more memory than a worker may have; allow more with memory_mb=")
    assert found["hangs_with_pdf.txt"] == ("ok", f"read without hangs_with_pdf.pdf: {together}")
    assert found["hangs_with_pdf.pdf"] == ("ok", f"read without hangs_with_pdf.txt: {together}")
    assert found["00.html"] == found["07.html"] == found["notes.txt"] == ("ok", "")


def reading(sources: Path, out: Path, *death: str) -> int:
    code = (
        "import sys\nfrom pathlib import Path\nfrom evidoc.flow.read import JOURNAL, read\nfrom evidoc.flow.work import Work\n"
        "from tests.engines.sudden_death import die_when_grown\nsources, out, *death = sys.argv[1:]\n"
        "death and die_when_grown(Path(out) / JOURNAL, int(death[0]), seconds=float(death[1]))\n"
        "read([Path(sources)], out=Path(out), work=Work(workers=2, resume=True))"
    )
    return subprocess.run([sys.executable, "-c", code, str(sources), str(out), *death], cwd=ROOT, check=False).returncode


def test_killing_a_reading_at_random_moments_and_resuming_gives_the_bytes_of_an_uninterrupted_one(tmp_path: Path) -> None:
    sources = folder_of(tmp_path / "in", {f"{number:03}.html": article(number) for number in range(80)})
    assert reading(sources, tmp_path / "whole") == 0
    chance, out = random.Random(3), tmp_path / "broken"
    killed = 0
    for _ in range(10):
        moment = (str(chance.randrange(4_000)), str(chance.uniform(0, 0.03)))
        code = reading(sources, out, *moment)
        assert code in (0, -signal.SIGKILL)
        killed += code != 0
        if code == 0:  # on a quick machine what is left may be read before the moment comes
            break
    assert killed, "not one reading was killed in the middle"
    assert reading(sources, out) == 0
    assert tree(out) == tree(tmp_path / "whole")
