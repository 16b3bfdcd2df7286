"""The classes of publishers, slides and languages: heads, names and numbers as they print them."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.records.document import Document
from tests.readers.written import document_from, of_kind


def roles(document: Document) -> list[tuple[str, str]]:
    """Give the role, or else the kind, of each block with its text."""
    return [(block.role or block.kind, block.text) for block in document.blocks]


def paragraphs(document: Document) -> list[str]:
    return [block.text for block in of_kind(document, "paragraph")]


def test_ieee_counts_in_roman_numbers_and_sets_people_in_blocks(tmp_path: Path) -> None:
    document = document_from(
        tmp_path,
        "a.tex",
        r"""\documentclass[conference]{IEEEtran}\begin{document}
\title{A Study\thanks{Funded.}}
\author{\IEEEauthorblockN{1\textsuperscript{st} Jane Doe}\IEEEauthorblockA{\textit{Dept.} \\ City}\and\IEEEauthorblockN{Rita Roe}}
\maketitle
\begin{abstract}Short.\end{abstract}
\begin{IEEEkeywords}one, two\end{IEEEkeywords}
\section{Intro}\subsection{Sub}\label{s}
\IEEEPARstart{T}{his} cites~\cite{b1}--\cite{b3}, see Table~\ref{t} and \ref{s}.
\begin{table}\caption{Styles}\label{t}\begin{tabular}{ll}a & b\\c & 1\end{tabular}\end{table}
\begin{thebibliography}{9}\bibitem{b1} A.\bibitem{b2} B.\bibitem{b3} C.\end{thebibliography}
\end{document}""",
    )
    assert roles(document)[:6] == [
        ("title", "A Study"), ("footnote", "Funded."), ("authors", "1st Jane Doe Dept. City, Rita Roe"), ("main", "Short."),
        ("keywords", "one, two"), ("heading", "Intro"),
    ]  # fmt: skip
    assert [block.label for block in of_kind(document, "heading")][:2] == ["I", "I-A"]
    text = of_kind(document, "paragraph")[-1]
    assert (text.text, text.citations) == ("This cites, see Table I and I-A.", ("b1", "b3", "b2"))
    assert of_kind(document, "caption")[0].text == "TABLE I: Styles"


def test_revtex_has_its_abstract_before_the_title_is_made(tmp_path: Path) -> None:
    document = document_from(
        tmp_path,
        "a.tex",
        r"""\documentclass[prl]{revtex4-2}\begin{document}\title{Quantum}\author{A. Bee}\email{a@b.c}\affiliation{Institute}
\begin{abstract}We show $|\psi\rangle$.\end{abstract}\pacs{03.65}\maketitle
Text~\cite{one,*two}.\begin{acknowledgments}Thanks.\end{acknowledgments}
\begin{thebibliography}{1}%
\makeatletter\providecommand \@ifxundefined [1]{\@ifx{#1\undefined}}%
\providecommand \bibnamefont [1]{#1}\providecommand \href [0]{\begingroup \@sanitize@url \@href}%
\bibitem [{\citenamefont {Doe}\ and\ \citenamefont {Roe}(2020)}]{one}\BibitemOpen
\bibfield {author} {\bibinfo {author} {\bibfnamefont {J.}~\bibnamefont {Doe}},\ }%
\bibfield {title} {\bibinfo {title} {On things},\ }%
\href {https://doi.org/10.1} {\bibfield {journal} {\bibinfo {journal} {PRL}\ }\textbf {\bibinfo {volume} {1}},\ %
\bibinfo {pages} {123} (\bibinfo {year} {2020})}\BibitemShut {NoStop}%
\end{thebibliography}\end{document}""",
    )
    assert [role for role, _ in roles(document)] == [
        "title", "authors", "email", "affiliation", "keywords", "main", "paragraph", "heading", "paragraph", "bibliography",
        "reference",
    ]  # fmt: skip
    (reference,) = document.references
    assert (reference.title, reference.text) == ("On things", "J. Doe, On things, PRL 1, 123 (2020)")
    assert "unresolved_citation:two" in document.flags


def test_elsevier_prints_its_front_matter_by_itself(tmp_path: Path) -> None:
    document = document_from(
        tmp_path,
        "a.tex",
        r"""\documentclass{elsarticle}\begin{document}\begin{frontmatter}\title{Title\tnoteref{t1}}\tnotetext[t1]{A note}
\author[i]{Jane Doe\corref{c}}\ead{a@b}\cortext[c]{Corresponding}\affiliation[i]{organization={Univ},city={City},country={Land}}
\begin{abstract}Abs.\end{abstract}\begin{keyword}a \sep b\end{keyword}\end{frontmatter}
\section{One}Text.\end{document}""",
    )
    assert roles(document) == [
        ("title", "Title"), ("authors", "Jane Doe"), ("email", "a@b"), ("affiliation", "Univ City Land"), ("main", "Abs."),
        ("keywords", "a , b"), ("footnote", "A note"), ("footnote", "Corresponding"), ("heading", "One"), ("paragraph", "Text."),
    ]  # fmt: skip


def test_acm_keeps_its_doi_and_leaves_its_concepts_out(tmp_path: Path) -> None:
    document = document_from(
        tmp_path,
        "a.tex",
        r"""\documentclass[sigconf]{acmart}\acmDOI{10.1145/1.2}\begin{document}\title[Short]{Long}\author{Ben}\authornote{Both.}
\affiliation{\institution{Inst} \city{Dublin}}\begin{abstract}Abs.\end{abstract}\begin{CCSXML}<ccs>x</ccs>\end{CCSXML}
\ccsdesc[500]{Systems}\keywords{k1, k2}\maketitle\section{A}Text.\begin{acks}Thx\end{acks}\end{document}""",
    )
    assert document.identifiers == ("doi:10.1145/1.2",)
    assert [text for _, text in roles(document)] == [
        "Both.", "Long", "Ben", "Inst Dublin", "k1, k2", "Abs.", "A", "Text.", "Acknowledgments", "Thx",
    ]  # fmt: skip


def test_springer_has_key_words_in_its_abstract(tmp_path: Path) -> None:
    document = document_from(
        tmp_path,
        "a.tex",
        r"""\documentclass{llncs}\begin{document}\title{T}\author{A\inst{1} \and B\inst{2}\orcidID{0-0}}
\institute{X \and Y}\maketitle
\begin{abstract}Abs. \keywords{one \and two}\end{abstract}\begin{theorem}Is.\end{theorem}
\begin{figure}\includegraphics{x}\caption{C}\end{figure}\end{document}""",
    )
    assert roles(document)[:6] == [
        ("title", "T"), ("authors", "A, B"), ("affiliation", "X"), ("affiliation", "Y"), ("main", "Abs."),
        ("keywords", "one , two"),
    ]  # fmt: skip
    assert of_kind(document, "caption")[0].text == "Fig. 1: C"


def test_slides_have_their_titles_as_headings(tmp_path: Path) -> None:
    document = document_from(
        tmp_path,
        "a.tex",
        r"""\documentclass{beamer}\title{Talk}\author{Me}\begin{document}\frame{\titlepage}\section{Part}
\begin{frame}<1->[fragile]{Slide}\begin{itemize}[<+->]\item<1-> one \pause\item two\end{itemize}
\begin{block}{Remark}In a box.\end{block}\only<2>{later}\end{frame}\begin{frame}\frametitle{Other}x\end{frame}\end{document}""",
    )
    assert document.kind == "slides"
    assert roles(document) == [
        ("title", "Talk"), ("authors", "Me"), ("heading", "Part"), ("frame", "Slide"), ("list", "one"), ("list", "two"),
        ("box", "Remark"), ("paragraph", "In a box."), ("paragraph", "later"), ("frame", "Other"), ("paragraph", "x"),
    ]  # fmt: skip


def test_german_shorthands_and_names(tmp_path: Path) -> None:
    document = document_from(
        tmp_path,
        "a.tex",
        r"""\documentclass{article}\usepackage[english,main=ngerman]{babel}\begin{document}\section{Einf"uhrung}\label{s}
"`Zitat"' Stra"se \enquote{so} \autoref{t}, \nameref{s}.
\begin{table}\caption{T}\label{t}\begin{tabular}{ll}a&b\\c&1\end{tabular}\end{table}
\begin{proof}Klar.\end{proof}\begin{thebibliography}{1}\bibitem{a} A.\end{thebibliography}\end{document}""",
    )
    assert document.language == "de"
    assert paragraphs(document) == ["„Zitat“ Straße „so“ Tabelle 1, Einführung.", "Beweis. Klar."]
    assert [block.text for block in of_kind(document, "heading")] == ["Einführung", "Literatur"]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"\ifthenelse{\equal{a}{a}}{yes}{no}", "yes"),
        (r"\newcommand\x{}\ifdefempty{\x}{yes}{no}", "yes"),
        (r"\newtoggle{t}\toggletrue{t}\iftoggle{t}{yes}{no}", "yes"),
        (r"\newbool{b}\setbool{b}{true}\ifbool{b}{yes}{no}", "yes"),
        (r"\ifthenelse{1<2}{yes}{no}", "yes"),
        (r"\ifstrequal{a}{b}{no}{yes}", "yes"),
        (r"\ifblank{ }{yes}{no}", "yes"),
        (r"\def\a{x}\def\b{x}\ifx\a\b yes\else no\fi", "yes"),
        (r"\ifx\undefined\foo yes\else no\fi", "no"),
        (r"\ifdefined\foo no\else yes\fi", "yes"),
        (r"\ifdim1pt<2pt no\else unknown\fi", "unknown"),
        (r"\expandafter\def\csname my\endcsname{yes}\my", "yes"),
        (r"\let\old\textbf\renewcommand{\textbf}[1]{[\old{#1}]}\textbf{yes}", "[yes]"),
        (r"\newcommand{\x}[2][a]{#1#2}\x{b}\x[c]{d}", "abcd"),
        (r"\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}$\abs{x}$", "|x|"),
        (r"\newcommandx{a}yes", "ayes"),
    ],
)
def test_what_a_program_in_the_source_decides(tmp_path: Path, body: str, text: str) -> None:
    assert " ".join(paragraphs(document_from(tmp_path, "a.tex", f"{body}."))) == f"{text}."


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"$a \not= b$, $x \not\in S$", "a ≠ b, x ∉ S"),
        (r"$a \bmod b$, $\lim_{x\to0} \sin x$", "a mod b, lim_(x → 0) sin x"),
        (r"$C'$, $C^\prime$, $C^{\prime\prime}$, $30^\circ$", "C′, C′, C′′, 30°"),
        (r"$\{a\}$ and $87.1_{\pm 0.3}$", "{a} and 87.1±0.3"),
        (r"\frac{1}{2} and \(x\)", "(1)/(2) and x"),
        (r"\ding{51} \symbol{65} \hologo{BibTeX}", "✓ A BibTeX"),
        (r"\newacronym{ml}{ML}{machine learning}\gls{ml} \glspl{ml}", "ML MLs"),
        (r"x\textsuperscript{2} CO\textsubscript{2} 2\textsuperscript{nd}", "x^2 CO2 2nd"),
        (r"\texorpdfstring{shown}{hidden} \replaced{new}{old}", "shown new"),
        (r"\newcounter{c}\setcounter{c}{3}\stepcounter{c}\arabic{c} \Roman{c} \alph{c} \thec{} \value{c}", "4 IV d 4 4"),
        (r"a\footnotemark{} b \index{gone}\label{x}c", "a b c"),
        (r"Inline: \begin{enumerate*}[label=(\roman*)]\item one, \item two\end{enumerate*}", "Inline: (i) one, (ii) two"),
        (r"\begin{tabbing}a \= b \\ c \> d\end{tabbing}", "a b c d"),
        (r"\MakeShortVerb{\|}|a_b| and |\x|", r"a_b and \x"),
        (r"\epigraph{Wise}{Doe} \blockquote{Said}", "Wise Doe Said"),
        (r"\hyperref[x]{text} \hspace*{2cm}\rule{1cm}{2pt} \makebox[2cm][c]{boxed} \raisebox{2pt}{up}", "text boxed up"),
        (r"\begin{minipage}{3cm}in\end{minipage} \parbox[t]{3cm}{par} \resizebox{\textwidth}{!}{big}", "in par big"),
    ],
)  # fmt: skip
def test_what_is_printed_of_it(tmp_path: Path, body: str, text: str) -> None:
    assert " ".join(paragraphs(document_from(tmp_path, "a.tex", f"{body}"))) == text


def test_theorems_of_other_packages_and_boxes_with_titles(tmp_path: Path) -> None:
    body = (
        "\\declaretheorem[name=Claim,numberwithin=section]{claim}\\spnewtheorem{rule}{Rule}{\\bfseries}{\\itshape}\\section{A}"
        "\\begin{claim}One.\\end{claim}\\begin{rule}Two.\\end{rule}\\begin{tcolorbox}[title=Box]Three.\\end{tcolorbox}"
    )
    assert paragraphs(document_from(tmp_path, "a.tex", body)) == ["Claim 1.1. One.", "Rule 1. Two.", "Box", "Three."]


def test_margin_notes_and_drawings_stand_apart(tmp_path: Path) -> None:
    body = "Text\\marginpar{Aside.} goes on.\n\n\\begin{tikzpicture}\\node{x};\\end{tikzpicture}\n\nEnd."
    document = document_from(tmp_path, "a.tex", body)
    assert [(block.kind, block.text, block.flags) for block in document.blocks] == [
        ("paragraph", "Text goes on.", ()), ("footnote", "Aside.", ()), ("figure", "", ("drawn",)), ("paragraph", "End.", ()),
    ]  # fmt: skip


def test_two_captions_side_by_side_name_a_picture_each(tmp_path: Path) -> None:
    part = "\\begin{{minipage}}{{4cm}}\\includegraphics{{{0}}}\\captionof{{figure}}{{{0}}}\\label{{{0}}}\\end{{minipage}}"
    document = document_from(tmp_path, "a.tex", f"\\begin{{figure}}{part.format('a')}{part.format('b')}\\end{{figure}}")
    assert [(block.label, block.labels) for block in of_kind(document, "figure")] == [("Figure 1", ("a",)), ("Figure 2", ("b",))]


def test_parts_by_commands_have_letters_too(tmp_path: Path) -> None:
    body = (
        "\\begin{figure}\\subfigure[One]{\\includegraphics{1}\\label{a}}\\subfloat[][Two]{\\includegraphics{2}\\label{b}}"
        "\\subcaptionbox{Three\\label{c}}[4cm]{\\includegraphics{3}}\\caption{All}\\end{figure}"
        "\\begin{figure}\\includegraphics{4}\\subcaption{Four}\\label{d}\\caption{More}\\end{figure}\\ref{a} \\ref{b} "
        "\\subref{c} \\ref{d}"
    )
    assert paragraphs(document_from(tmp_path, "a.tex", body)) == ["1a 1b 1c 2a"]


def test_formulas_that_share_a_number_have_letters(tmp_path: Path) -> None:
    body = (
        "\\begin{subequations}\\label{g}\\begin{align}a\\label{x}\\\\b\\label{y}\\end{align}\\end{subequations}\\eqref{g} "
        "\\eqref{y}"
    )
    document = document_from(tmp_path, "a.tex", body)
    (equation,) = of_kind(document, "equation")
    assert (equation.label, equation.labels) == ("(1a)–(1b)", ("g", "x", "y")) and paragraphs(document) == ["(1) (1b)"]


def test_names_that_the_document_gives_are_used(tmp_path: Path) -> None:
    preamble = (
        "\\usepackage[capitalise,noabbrev]{cleveref}\\crefname{table}{Tab.}{Tabs.}\\newfloat{plan}{t}{lop}\\theoremstyle{plain}"
    )
    body = (
        "\\begin{table}\\caption{T}\\label{t}\\begin{tabular}{ll}a&b\\\\c&1\\end{tabular}\\end{table}\\begin{plan}\\caption{P"
        "}\\label{p}\\end{plan}"
        "\\begin{equation}x\\label{e}\\end{equation}\\cref{t}, \\cref{e}, \\ref{p}"
    )
    source = f"\\documentclass{{article}}{preamble}\\begin{{document}}{body}\\end{{document}}"
    document = document_from(tmp_path, "a.tex", source)
    assert paragraphs(document) == ["Tab. 1, Equation (1), 1"]
    assert [block.text for block in of_kind(document, "caption")] == ["Table 1: T", "Plan 1: P"]
