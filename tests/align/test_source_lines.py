"""SyncTeX: boxes of lines of a LaTeX source, on a file written by hand, on a real one, and on one compiled here (SD-72)."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from evidoc.align._synctex import read_synctex
from evidoc.align.source_lines import ANOTHER_COMPILE, BY_LINES, lines_of, with_source_lines
from evidoc.align.source_pages import align
from evidoc.errors import UnreadableDocument
from evidoc.flow.read import ReadOptions, read
from evidoc.flow.work import Work
from evidoc.readers import project_files, read_file
from evidoc.records.corpus import open_corpus
from evidoc.records.document import Block, Document
from evidoc.records.geometry import Box
from tests.build import line, pdf_bytes, shared

SCALED = 65_781.76  # scaled points in a PDF point
TEX = r"""\documentclass{article}
\begin{document}
The river was low in that year and the boats lay on the sand.

\begin{equation}
q = k s
\end{equation}

The mill had lost its wheel and nobody knew where it had gone.

\includegraphics{wheel}
\end{document}
"""
PRINTED = [
    (700, "The river was low in that year and the boats lay on the sand."),
    (600, "The mill had lost its wheel and nobody knew where it had gone."),
]


def record(kind: str, number: int, x: float, y: float, *size: float) -> str:
    places = ",".join(str(round(part * SCALED)) for part in (x, y))
    sizes = ":" + ",".join(str(round(part * SCALED)) for part in size) if size else ""
    return f"{kind}1,{number}:{places}{sizes}"


def synctex(*, shift: float = 0) -> str:
    """What TeX would write of the page below: lines of text, a formula between them, a picture under them."""
    rows = [
        "SyncTeX Version:1",
        "Input:1:/elsewhere/./main.tex",
        "Magnification:1000",
        "Unit:1",
        "X Offset:0",
        "Y Offset:0",
        "Content:",
    ]
    rows += ["!120", "{1", record("[", 1, 72, 700, 468, 648, 0)]
    for number, top, start, end in ((3, 92, 40, 400), (7, 142, 250, 300), (9, 192, 40, 400)):
        rows += [record("(", number, start, top + shift, end - start, 9, 2), record("x", number, end, top + shift), ")"]
    rows += [
        record("(", 11, 100, 400, 200, 150, 0),
        record("(", 11, 100, 400, 300, 225, 0),
        ")",
        ")",
        "]",
        "}1",
        "Postamble:",
        "Count:3",
    ]
    return "\n".join(rows) + "\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "main.tex").write_text(TEX)
    (folder / "main.pdf").write_bytes(pdf_bytes([("/MediaBox[0 0 612 792]", b"".join(line(40, y, text) for y, text in PRINTED))]))
    (folder / "main.synctex.gz").write_bytes(gzip.compress(synctex().encode()))
    return folder


def aligned(folder: Path) -> Document:
    return align(read_file(folder / "main.tex"), folder / "main.pdf").document


def settled(folder: Path) -> Document:
    main = folder / "main.tex"
    return with_source_lines(aligned(folder), folder / "main.synctex.gz", files=project_files(main))


def one(document: Document, kind: str) -> Block:
    (block,) = [block for block in document.blocks if block.kind == kind]
    return block


def test_a_file_written_by_hand_gives_the_marks_of_each_line(project: Path) -> None:
    marks = read_synctex(project / "main.synctex.gz")["main.tex"]
    text = next(mark for mark in marks if mark.line == 7 and not mark.is_frame)
    assert [round(part, 1) for part in (text.left, text.top, text.right, text.bottom)] == [250, 133, 300, 144]
    assert (text.page, sum(mark.is_frame for mark in marks if mark.line == 11)) == (0, 2)


def test_blocks_come_of_the_lines_that_say_their_words(project: Path) -> None:
    document = read_file(project / "main.tex")
    lines = lines_of(document.blocks, project_files(project / "main.tex"))
    found = {document.blocks[number].kind: (own.first, own.last) for number, own in lines.items()}
    assert found == {"paragraph": (9, 9), "equation": (5, 7), "figure": (11, 11)}
    assert (lines[0].first, lines[0].last) == (3, 3)


def test_a_formula_and_a_picture_get_the_boxes_of_their_lines(project: Path) -> None:
    """Neither has words on the page; without the file the formula has no box at all."""
    assert one(aligned(project), "equation").boxes == ()
    document = settled(project)
    formula, picture = one(document, "equation"), one(document, "figure")
    assert formula.boxes == (Box(page=0, x0=250.0, y0=133.0, x1=300.0, y1=144.0),)
    assert picture.boxes == (Box(page=0, x0=100.0, y0=250.0, x1=300.0, y1=400.0),)
    assert BY_LINES in formula.flags and BY_LINES in picture.flags and "no_box" not in formula.flags


def test_running_text_keeps_the_boxes_of_its_words(project: Path) -> None:
    before = [block.boxes for block in aligned(project).blocks if block.kind == "paragraph"]
    after = [block for block in settled(project).blocks if block.kind == "paragraph"]
    assert [block.boxes for block in after] == before
    assert not any(BY_LINES in block.flags for block in after)


def test_a_file_of_another_compile_is_not_believed(project: Path) -> None:
    (project / "main.synctex.gz").write_bytes(gzip.compress(synctex(shift=60).encode()))
    document = settled(project)
    assert ANOTHER_COMPILE in document.flags
    assert document.blocks == aligned(project).blocks


@pytest.mark.parametrize(
    "content",
    [b"", b"words", gzip.compress(b"words"), gzip.compress(synctex().encode())[:-40]],
    ids=["empty", "plain", "other", "cut"],
)
def test_what_is_no_synctex_file_is_said_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.synctex.gz").write_bytes(content)
    with pytest.raises(UnreadableDocument, match="compile again with -synctex=1"):
        read_synctex(tmp_path / "x.synctex.gz")


def test_odd_records_are_passed_over(tmp_path: Path) -> None:
    """Closing without opening, huge numbers, a repeated height, records before any page."""
    rows = ["SyncTeX Version:1", "Input:1:a.tex", ")", "]", "x1,1:0,0", "x9,9:" + "9" * 400 + ",1", "{x"]
    rows += ["(1,1:0,65781:657810,65781,0", "x1,2:65781,=", "k1,3:131562,=:5", "h1,4:1,2,3", "Unit:" + "9" * 30]
    rows += [")", "}", "Input:2:no records", "Postamble:", "x1,9:1,1"]
    (tmp_path / "x.synctex").write_text("\n".join(rows))
    marks = read_synctex(tmp_path / "x.synctex")["a.tex"]
    assert [(mark.line, mark.is_frame) for mark in marks] == [(1, True), (2, False), (3, False), (4, False)]


def test_reading_takes_the_file_beside_the_pdf(project: Path, tmp_path: Path) -> None:
    read([project], out=tmp_path / "out", work=Work(engine="inline"))
    (document,) = open_corpus(tmp_path / "out")
    assert one(document, "equation").boxes and BY_LINES in one(document, "equation").flags


def test_reading_goes_on_without_a_file_that_cannot_be_read(project: Path, tmp_path: Path) -> None:
    (project / "main.synctex.gz").write_bytes(gzip.compress(b"broken"))
    read([project], out=tmp_path / "out", options=ReadOptions(), work=Work(engine="inline"))
    (document,) = open_corpus(tmp_path / "out")
    assert "synctex_unreadable" in document.flags


def test_a_real_file_agrees_with_the_words_on_the_pages() -> None:
    """peerj-sympy: every one of more than 100 blocks of text stands where TeX says that its lines stand."""
    folder = shared("data/latex/peerj-sympy")
    document = align(read_file(folder / "paper.tex"), folder / "_compiled.pdf").document
    settled = with_source_lines(document, folder / "_built_here.synctex.gz", files=project_files(folder / "paper.tex"))
    assert ANOTHER_COMPILE not in settled.flags
    pictures = [block for block in settled.blocks if block.kind == "figure"]
    assert [(block.boxes[0].page, BY_LINES in block.flags) for block in pictures] == [(8, True), (14, True)]
    assert pictures[0].boxes == (Box(page=8, x0=141.73, y0=193.97, x1=555.31, y1=249.12),)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed here")
def test_what_is_compiled_here_agrees_with_its_own_pages(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(TEX.replace("\\includegraphics{wheel}\n", ""))
    command = ["pdflatex", "-synctex=1", "-no-shell-escape", "-interaction=batchmode", "main.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    document = settled(tmp_path)
    assert ANOTHER_COMPILE not in document.flags and BY_LINES in one(document, "equation").flags
