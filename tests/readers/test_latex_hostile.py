"""LaTeX that is broken, endless or hostile: it ends soon, with a document or with UnreadableDocument and nothing else."""

from __future__ import annotations

import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.errors import UnreadableDocument
from evidoc.readers.latex import read
from evidoc.records.document import Document
from tests.readers.written import check_sound, document_from, of_kind, written

SECONDS = 10.0  # of CPU for one document; the slowest of these takes three


def timed(folder: Path, content: str) -> Document | None:
    started = time.process_time()
    try:
        document = read(written(folder, "a.tex", content), name="a.tex", sha256="0" * 64)
    except UnreadableDocument:
        document = None
    assert time.process_time() - started < SECONDS
    if document is not None:
        check_sound(document)
    return document


@pytest.mark.parametrize(
    "bomb",
    [
        "\\def\\a{\\a}\\a",
        "\\def\\a{x\\a}\\a",
        "\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\a",
        "\\def\\a#1{\\a{#1#1}}\\a{x}",
        "\\newcommand{\\a}[1]{\\a{\\a{#1}}}\\a{x}",
        "\\let\\a\\b\\let\\b\\a\\a",
        "\\newenvironment{e}{\\begin{e}}{\\end{e}}\\begin{e}x",
        "\\def\\a{\\footnote{\\a}}\\a",
        "".join(f"\\def\\{chr(97 + n)}{{\\{chr(98 + n) * 1}\\{chr(98 + n)}}}" for n in range(24)) + "\\def\\y{yy}\\a",
        "\\renewcommand{\\thesection}{\\thesection}\\section{x}",
        "\\newcounter{a}[b]\\newcounter{b}[a]\\numberwithin{a}{b}\\numberwithin{b}{a}\\stepcounter{a}\\stepcounter{b}\\thea",
        "\\crefname{x}{\\crefname{x}{}{}}{}\\cref{x}",
    ],
)
def test_macros_that_call_themselves_end(tmp_path: Path, bomb: str) -> None:
    document = timed(tmp_path, f"Before.\n\n{bomb}\n\nAfter.")
    assert document is not None and document.blocks[0].text == "Before."


def test_a_macro_bomb_is_said_and_what_follows_is_read(tmp_path: Path) -> None:
    document = document_from(tmp_path, "a.tex", "\\def\\a{\\a}Before \\a after.\n\n\\section{Next}")
    assert document.flags[0] == "expansion_limit"
    assert [block.text for block in document.blocks] == ["Before after.", "Next"]


@pytest.mark.parametrize(
    "piece",
    [
        "{", "}", "[", "\\begin{a}", "\\end{a}", "\\begin{tabular}{l}", "\\begin{tabular}{l}x&", "\\begin{figure}",
        "\\begin{itemize}\\item x ",
        "\\footnote{x", "\\caption{", "$", "$$", "\\[", "\\(", "\\begin{equation}", "\\begin{align}x\\\\", "\\verb|", "\\url{",
        "\\begin{verbatim}",
        "\\cite[", "\\cite{a}", "\\ref{a}", "\\if", "\\iffalse", "\\else", "\\def\\a", "\\newcommand", "\\multirow{99}{*}{x}&",
        "\\section{",
        "\\textbf{", "\\'", "\\begin{thebibliography}{}\\bibitem{a}", "\\begin{algorithmic}\\If{", "\\subfloat[", "\\label{a}",
        "\\item", "&", "\\\\",
        "\\frac{", "^", "\\begin{subfigure}", "\\hline", "#1", "~", "%", "\\", "\\csname", "\\begin{longtable}{l}\\caption{x}",
        "\\footnotemark",
        "{\\tt ", "\\begin{theorem}", "\\SI{", "\\num{1e", "\\par", "\n\n", "--", "\\begin{abstract}", "\\title{", "\\input{a}",
        "\\appendix",
        "\\makecell{\\makecell{", "\\parbox{1cm}{", "\\begin{tikzpicture}", "\\cref{a,b}", "\\textsuperscript{",
    ],
)  # fmt: skip
def test_ten_thousand_of_a_piece_end(tmp_path: Path, piece: str) -> None:
    """Nothing costs more than its length, whatever is opened and never closed."""
    timed(tmp_path, f"\\documentclass{{article}}\\begin{{document}}Text. {piece * 10_000} end.")


NESTED = ["tabular", "figure", "itemize", "quote", "minipage", "theorem", "abstract", "algorithmic", "align", "table"]


@pytest.mark.parametrize("name", NESTED)
def test_a_thousand_environments_within_one_another_end(tmp_path: Path, name: str) -> None:
    argument = {"tabular": "{l}", "minipage": "{1cm}"}.get(name, "")
    begin, end = f"\\begin{{{name}}}{argument} x ", f"\\end{{{name}}}"
    timed(tmp_path, f"Text. {begin * 1_000}{end * 1_000}")


def test_huge_spans_do_not_fill_the_memory(tmp_path: Path) -> None:
    row = "\\multicolumn{999999999}{c}{\\multirow{999999999}{*}{x}} \\\\ "
    timed(tmp_path, f"\\begin{{tabular}}{{l}}{row * 500}\\end{{tabular}} Text.")


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evidoc.readers.latex._project.MAX_BYTES", 10)
    with pytest.raises(UnreadableDocument, match="the limit is 10") as caught:
        read(written(tmp_path, "a.tex", "Much too long."), name="a.tex", sha256="0" * 64)
    assert caught.value.status == "too_large"


def test_many_files_are_entered_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evidoc.readers.latex._project.MAX_FILES", 3)
    written(tmp_path, "b.tex", "b")
    document = document_from(tmp_path, "a.tex", "Text " + "\\input{b}" * 5)
    assert document.blocks[0].text == "Text bb" and document.flags[0] == "input_limit:b.tex"


def test_the_readers_own_marks_cannot_come_from_a_file(tmp_path: Path) -> None:
    text = "a\ufdd19\ufdd2b\ufdd0c\ufdd3verb\ufdd4\ufdd4x\ufdd7dedent \\\ufdd7dedent d\x00e"
    document = timed(tmp_path, f"Text {text}.")
    assert document is not None
    assert document.blocks[0].text.startswith("Text a9bcverbxdedent")


PIECES = [
    "\\section{A}\\label{a}",
    "\\begin{table}\\caption{T}\\begin{tabular}{ll}a & b \\\\ \\hline c & \\multirow{2}{*}{d} \\\\ e & "
    "\\end{tabular}\\end{table}",
    "\\begin{figure}\\subfloat[x]{\\includegraphics{y}}\\caption{Z\\label{z}}\\end{figure}",
    "Text with $x^{2}_{i}$ and \\cref{a,z}~\\citep[p.~1]{k}.",
    "\\newcommand{\\foo}[2][d]{\\textbf{#1} #2}\\foo[a]{b} \\foo{c}", "\\begin{align}a &= b \\label{e}\\\\ c &= d\\end{align}",
    "\\begin{enumerate}[label=(\\alph*)]\\item x\\footnote{y \\verb|z|}\\item[q] r\\end{enumerate}",
    "\\begin{lstlisting}[caption=C]\nx%y\n\\end{lstlisting}",
    "\\begin{thebibliography}{9}\\bibitem[Doe(2020)]{k} Doe. \\newblock Title. \\newblock 2020.\\end{thebibliography}",
    "\\iffalse no\\else yes\\fi",
    "\\begin{algorithm}\\begin{algorithmic}\\State x\\If{y}\\State z\\EndIf\\end{algorithmic}\\end{algorithm}",
    "\\appendix\\section{B}", "% comment\n\n",
    "\\begin{longtable}{l}\\caption{L}\\\\ a \\endhead b \\\\ \\end{longtable}",
    "\\SI{3}{\\kilo\\metre} \\'e \\\"{\\i} ``q'' --- \\url{a%b}",
    "\\def\\bar#1.{[#1]}\\bar x. \\let\\baz\\bar", "\\title{T}\\author{A \\and B}\\maketitle",
    "\\begin{abstract}A\\end{abstract}",
]  # fmt: skip
TOKENS = [
    "{", "}", "[", "]", "$", "&", "\\\\", "\\", "%", "#1", "\n\n", "^", "_", "~", "*", "\\begin{", "\\end{", "\\item",
    "\\fi", "\x00", "é",
]  # fmt: skip
MORE = ["a", "b", "1", " ", ".", "\\cite", "\\ref", "\\verb", "\\caption", "tabular}", "\\def\\a", "\\a"]


def mutated(seed: int) -> str:
    """Give a document of random pieces with random damage."""
    chance = random.Random(seed)
    text = "\n".join(chance.choice(PIECES) for _ in range(chance.randint(1, 12)))
    for _ in range(chance.randint(0, 12)):
        place = chance.randrange(len(text) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            text = text[:place] + chance.choice(TOKENS) + text[place:]
        elif kind == 1:
            text = text[:place] + text[place + chance.randint(1, 20) :]
        elif kind == 2:
            text = text[:place] + text[chance.randrange(len(text) + 1) :][: chance.randint(1, 80)] + text[place:]
        else:
            text = text[:place] + chance.choice(PIECES) + text[place:]
    return text if chance.random() < 0.5 else f"\\documentclass{{article}}\\begin{{document}}{text}\\end{{document}}"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_damaged_latex_gives_a_sound_document_or_none(seed: int) -> None:
    with TemporaryDirectory() as folder:
        timed(Path(folder), mutated(seed))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.lists(st.sampled_from([*TOKENS, *MORE, *PIECES]), max_size=60))
def test_any_row_of_pieces_gives_a_sound_document_or_none(text: list[str]) -> None:
    with TemporaryDirectory() as folder:
        timed(Path(folder), "".join(text))


def test_the_pieces_are_read_as_they_are_meant(tmp_path: Path) -> None:
    """The fuzzed pieces exercise what they name: without damage all kinds of block come out."""
    document = document_from(tmp_path, "a.tex", "\n\n".join(PIECES))
    assert {block.kind for block in document.blocks} >= {
        "title", "abstract", "heading", "paragraph", "table", "figure", "caption", "equation", "list", "footnote", "code",
        "algorithm", "reference",
    }  # fmt: skip
    assert len(of_kind(document, "table")) == 2
