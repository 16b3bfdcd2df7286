"""LaTeX: the cases of area c, and what a reader of the printed page would expect."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.readers import read_file
from evidoc.records.document import Block, Document
from tests.readers.written import check_sound, document_from, kinds, of_kind, written


def latex(folder: Path, body: str, *, preamble: str = "", cls: str = "article") -> Document:
    """Read a document of a class with a preamble and a body."""
    return document_from(
        folder, "paper.tex", f"\\documentclass{{{cls}}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )


def only(document: Document, kind: str) -> Block:
    (block,) = of_kind(document, kind)
    return block


def text_of(document: Document) -> str:
    return "\n".join(block.text for block in document.blocks)


def test_comments_are_cut_and_verbatim_text_is_kept(tmp_path: Path) -> None:
    """Case C01, with the case's own input."""
    source = (
        "About 35\\% of sites % note\nrow \\\\% gone\n\\begin{comment}\nhidden 7\n\\end{comment}\n\\begin{verbatim}\n"
        'print("100%") % kept\n\\end{verbatim}\n% \\begin{verbatim}\nplain % cut\n\\url{http://x.y/a%20b}\n\\end{document}\nafter'
    )
    document = document_from(tmp_path, "a.tex", source)
    assert kinds(document) == [
        ("paragraph", "About 35% of sites row"),
        ("code", 'print("100%") % kept'),
        ("paragraph", "plain http://x.y/a%20b"),
    ]


SUBFIGURES = (
    "\\begin{figure}\\begin{subfigure}{.5\\textwidth}\\includegraphics{a.eps}\\caption{Left}\\label{fa}\\end{subfigure}"
    "\\begin{subfigure}{.5\\textwidth}\\includegraphics{b}\\caption{Right}\\label{fb}\\end{subfigure}\\caption{Both}\\label{fm}"
    "\\end{figure} See \\cref{fa,fb}, \\Cref{fm} and \\crefrange{fa}{fb}. \\appendix \\section{Data}\\label{ap} In \\ref{ap}."
)


def test_parts_of_a_figure_have_their_own_captions_and_numbers(tmp_path: Path) -> None:
    """Case C05, with the case's own input."""
    document = document_from(tmp_path, "a.tex", SUBFIGURES)
    whole, left, right = of_kind(document, "figure")
    assert [(block.label, block.labels) for block in (whole, left, right)] == [
        ("Figure 1", ("fm",)),
        ("Figure 1a", ("fa",)),
        ("Figure 1b", ("fb",)),
    ]
    assert [document.caption(block) for block in (whole, left, right)] == ["Figure 1: Both", "(a) Left", "(b) Right"]
    assert [figure.image for block in (left, right) if (figure := block.figure)] == ["a.eps", "b"]
    assert {(r.source, r.target) for r in document.relations if r.kind == "sub"} == {(whole.id, left.id), (whole.id, right.id)}


def test_references_are_printed_as_numbers_and_name_their_labels(tmp_path: Path) -> None:
    """Case C05: several keys, a range, and a letter in the appendix."""
    see, appendix = of_kind(document_from(tmp_path, "a.tex", SUBFIGURES), "paragraph")
    assert (see.text, see.refers_to) == ("See figs. 1a and 1b, Figure 1 and figs. 1a to 1b.", ("fa", "fb", "fm"))
    assert (appendix.text, appendix.refers_to, appendix.section) == ("In A.", ("ap",), ("Data",))


def test_a_label_that_nobody_has_is_said_to_be_missing_and_prints_nothing(tmp_path: Path) -> None:
    """Case C05: never '??' in the text."""
    document = latex(tmp_path, "See Figure~\\ref{gone} and \\cref{lost}.")
    paragraph = only(document, "paragraph")
    assert paragraph.text == "See Figure and ."
    assert paragraph.refers_to == () and paragraph.flags == ("unresolved_reference:gone", "unresolved_reference:lost")
    assert document.flags[:2] == ("unresolved_reference:gone", "unresolved_reference:lost")


def test_a_label_before_the_caption_names_the_float(tmp_path: Path) -> None:
    """Case C05: LaTeX would print the section's number, which nobody means."""
    body = "\\section{One}\\begin{figure}\\label{f}\\includegraphics{x}\\caption{X}\\end{figure}See \\ref{f}."
    document = latex(tmp_path, body)
    assert only(document, "figure").labels == ("f",) and only(document, "paragraph").text == "See 1."


CITATIONS = [
    ("\\citep[see][p.~3]{doe20,roe21}", ("doe20", "roe21")),
    ("\\citet*{li-19}", ("li-19",)),
    ("\\textcite{a:b_1}", ("a:b_1",)),
    ("\\parencites[2]{k1}[5]{k2}", ("k1", "k2")),
    ("\\citet[with code by \\citealt{inner18}]{wat13}", ("wat13", "inner18")),
    ("\\nocite{*}", ()),
    ("\\citeyear{doe20}", ("doe20",)),
    ("\\Citeauthor{roe21} % \\cite{no}", ("roe21",)),
    ("\\autocite[see][]{x}", ("x",)),
    ("\\cite[Sec. {[a]}]{y}", ("y",)),
    ("\\footcite{z}", ("z",)),
    ("\\textcites(see)()[12]{m}{n}", ("m", "n")),
    ("\\cite{ a ,\n b }", ("a", "b")),
]


@pytest.mark.parametrize(("command", "keys"), CITATIONS, ids=[command for command, _ in CITATIONS])
def test_every_citation_command_gives_its_keys_and_no_note_becomes_one(
    tmp_path: Path, command: str, keys: tuple[str, ...]
) -> None:
    """Case C07, one mention a paragraph."""
    document = document_from(tmp_path, "a.tex", f"Word {command}\nend.")
    assert only(document, "paragraph").citations == keys


def test_all_mentions_of_one_paragraph_are_kept_in_order(tmp_path: Path) -> None:
    """Case C07, with the case's own input."""
    source = " ".join(command for command, _ in CITATIONS[:8])
    keys = ("doe20", "roe21", "li-19", "a:b_1", "k1", "k2", "wat13", "inner18")
    assert only(document_from(tmp_path, "a.tex", f"Here {source}"), "paragraph").citations == keys


def test_marks_in_brackets_leave_the_text_and_names_in_the_sentence_stay(tmp_path: Path) -> None:
    written(
        tmp_path,
        "refs.bib",
        "@article{doe, author={Doe, Jane and Roe, Rita and Poe, Pat}, title={On {Mice}}, year=2020, journal={J}, volume=007, "
        "pages={1--9}}",
    )
    body = "\\citet{doe} saw mice~\\citep{doe}. It is known (\\cite{doe}).\\bibliographystyle{plainnat}\\bibliography{refs}"
    document = latex(tmp_path, body, preamble="\\usepackage{natbib}")
    assert only(document, "paragraph").text == "Doe et al. (2020) saw mice. It is known (Doe et al. (2020))."
    (reference,) = document.references
    assert (reference.key, reference.title, reference.volume, reference.first_page) == ("doe", "On Mice", "007", "1")
    assert reference.authors == ("Doe Jane", "Roe Rita", "Poe Pat")
    assert of_kind(document, "reference")[0].labels == ("doe",)


def test_macros_of_the_document_are_replaced(tmp_path: Path) -> None:
    preamble = (
        "\\newcommand{\\model}{XNet}\\newcommand*\\pair[2][left]{#1--#2}\\def\\half#1{half of #1}\\let\\same\\model"
        "\\def\\between[#1]#2{#1 and #2}\\providecommand{\\model}{other}\\DeclareMathOperator{\\argmax}{arg\\,max}"
        "\\NewDocumentCommand{\\opt}{s O{none} m}{\\IfBooleanTF{#1}{star}{plain} #2 #3}"
    )
    body = "\\model{} is \\pair{b}, \\pair[a]{b}, \\half{it}, \\same, \\between[x]{y}; \\opt*[o]{m}; \\opt{m}; $\\argmax_x f$."
    assert only(latex(tmp_path, body, preamble=preamble), "paragraph").text == (
        "XNet is left–b, a–b, half of it, XNet, x and y; star o m; plain none m; arg max_x f."
    )


def test_environments_of_the_document_are_followed(tmp_path: Path) -> None:
    preamble = "\\newenvironment{remarks}[1]{\\begin{quote}\\textbf{#1} }{ (end)\\end{quote}}"
    paragraph = only(latex(tmp_path, "\\begin{remarks}{Note}text\\end{remarks}", preamble=preamble), "paragraph")
    assert (paragraph.text, paragraph.role) == ("Note text (end)", "quote")


def test_conditions_that_the_source_decides_are_followed(tmp_path: Path) -> None:
    preamble = "\\newif\\ifdraft\\drafttrue\\newif\\iflong\\def\\empty{}"
    body = (
        "a\\iffalse hidden \\ifdraft x\\fi\\fi b \\ifdraft draft\\else final\\fi{} \\iflong long\\else short\\fi{} \\draftfalse"
        "\\ifdraft draft\\else final\\fi{} \\ifnum 1<2 less\\fi{} \\ifdefempty{\\empty}{empty}{full}"
    )
    assert only(latex(tmp_path, body, preamble=preamble), "paragraph").text == "ab draft short final less empty"


def test_accents_dashes_quotes_and_ties_are_read_as_printed(tmp_path: Path) -> None:
    body = (
        "Erd\\H{o}s, caf\\'e, na\\\"{\\i}ve, \\c{C}a, \\~n, \\v{s}, \\o, \\ss{} --- ``a'' `b' 1--2~m 10\\,000 \\& 5\\% \\S~3 "
        "\\LaTeX{} it's"
    )
    assert only(latex(tmp_path, body), "paragraph").text == (
        "Erdős, café, naïve, Ça, ñ, š, ø, ß — “a” ‘b’ 1–2 m 10 000 & 5% § 3 LaTeX it’s"
    )


def test_code_in_the_line_keeps_its_signs(tmp_path: Path) -> None:
    body = "\\verb|a--b%| \\texttt{x--y 'z'} {\\tt --v} \\lstinline!p``q! \\url{a_b%c} \\verb+|+ \\href{http://x.y/%}{here}."
    assert only(latex(tmp_path, body), "paragraph").text == "a--b% x--y 'z' --v p``q a_b%c | here."


def test_a_formula_in_the_line_is_readable_and_keeps_its_tex(tmp_path: Path) -> None:
    paragraph = only(latex(tmp_path, "Let $x_i^2 \\le \\frac{a}{2}$ and 25\\,$^\\circ$C, CO$_2$, 10$^{-3}$ m."), "paragraph")
    assert paragraph.text == "Let x_i^2 ≤ (a)/(2) and 25 °C, CO2, 10^-3 m."
    assert paragraph.latex == "x_i^2 \\le \\frac{a}{2}"


def test_formulas_are_blocks_with_numbers_and_labels(tmp_path: Path) -> None:
    body = (
        "Here\n\\begin{equation}\\label{e} E = mc^2 \\end{equation}\nwhere\n\\begin{align} a &= b \\label{a} \\\\ c &= d "
        "\\nonumber \\\\"
        " e &= f \\tag{*} \\label{t} \\end{align}\n\\[ x \\] $$y$$ See \\eqref{e}, \\eqref{a}, \\ref{t}."
    )
    document = latex(tmp_path, body)
    equations = of_kind(document, "equation")
    assert [(block.text, block.label, block.labels) for block in equations] == [
        ("E = mc^2", "(1)", ("e",)),
        ("a = b c = d e = f", "(2)–(*)", ("a", "t")),
        ("x", "", ()),
        ("y", "", ()),
    ]
    assert equations[0].latex == "E = mc^2" and equations[0].source.startswith("\\begin{equation}\\label{e}")
    assert equations[1].latex.startswith("\\begin{aligned}\na &= b")
    assert of_kind(document, "paragraph")[-1].text == "See (1), (2), *."
    assert [r.kind for r in document.relations] == ["continuation", "continuation"]  # "where" and "See" go on


def test_sections_have_levels_numbers_and_paths(tmp_path: Path) -> None:
    body = (
        "\\chapter{A}\\section{B}\\label{b}\\subsection{C}Text \\ref{b}.\\section*{D}\\chapter{E}"
        "\\begin{figure}\\includegraphics{x}\\caption{F}\\end{figure}\\appendix\\chapter{G}\\section{H}"
    )
    document = latex(tmp_path, body, cls="book")
    assert [(block.text, block.level, block.label) for block in of_kind(document, "heading")] == [
        ("A", 1, "1"), ("B", 2, "1.1"), ("C", 3, "1.1.1"), ("D", 2, ""), ("E", 1, "2"), ("G", 1, "A"), ("H", 2, "A.1"),
    ]  # fmt: skip
    assert document.kind == "book" and only(document, "paragraph").section == ("A", "B", "C")
    assert only(document, "caption").text == "Figure 2.1: F"


def test_the_document_may_print_counters_its_own_way(tmp_path: Path) -> None:
    preamble = (
        "\\renewcommand\\thesection{S\\arabic{section}}\\renewcommand{\\figurename}{Fig.}\\renewcommand\\thefigure{\\Roman{fi"
        "gure}}"
    )
    body = "\\section{A}\\begin{figure}\\includegraphics{x}\\caption{B}\\label{f}\\end{figure}\\autoref{f}"
    document = latex(tmp_path, body, preamble=preamble)
    assert only(document, "heading").label == "S1" and only(document, "caption").text == "Fig. I: B"


def test_the_head_is_printed_once_with_people_and_abstract(tmp_path: Path) -> None:
    preamble = (
        "\\title{On \\emph{Mice}\\thanks{Paid.}}\\author{Jane Doe \\and Rita Roe}\\date{May 2020}"
        "\\newcommand\\keys{mice}\\keywords{\\keys, men}"
    )
    body = "\\maketitle\\begin{abstract}We saw mice.\n\nThey were small.\\end{abstract}Text."
    document = latex(tmp_path, body, preamble=preamble)
    assert [(block.kind, block.role, block.text) for block in document.blocks] == [
        ("title", "", "On Mice"),
        ("footnote", "", "Paid."),
        ("paragraph", "authors", "Jane Doe, Rita Roe"),
        ("paragraph", "date", "May 2020"),
        ("paragraph", "keywords", "mice, men"),
        ("abstract", "main", "We saw mice. They were small."),
        ("paragraph", "", "Text."),
    ]
    assert (document.title, document.abstract) == ("On Mice", "We saw mice. They were small.")


def test_an_abstract_may_be_a_section(tmp_path: Path) -> None:
    assert latex(tmp_path, "\\section*{Abstract}\nShort.\n\n\\section{A}Long.").abstract == "Short."


def test_lists_are_a_block_an_item_with_its_printed_mark(tmp_path: Path) -> None:
    body = (
        "\\begin{enumerate}\\item One\\label{o}\\begin{enumerate}\\item Deep\\label{d}\\end{enumerate}\\item "
        "Two\n\nmore\\end{enumerate}"
        "\\begin{itemize}\\item[--] Dash \\item Plain\\end{itemize}\\begin{description}\\item[Term] meaning\\end{description}"
        "\\begin{enumerate}[(i)]\\item Roman\\end{enumerate}\\begin{enumerate}[label=\\alph*),start=3]\\item Letter\\label{l}"
        "\\end{enumerate} \\ref{o} \\ref{d} \\ref{l}"
    )
    document = latex(tmp_path, body)
    assert [(block.label, block.text) for block in of_kind(document, "list")] == [
        ("1.", "One"), ("(a)", "Deep"), ("2.", "Two"), ("", "more"), ("–", "Dash"), ("", "Plain"), ("", "Term: meaning"),
        ("(i)", "Roman"), ("c)", "Letter"),
    ]  # fmt: skip
    assert only(document, "paragraph").text == "1 1a c)"


def test_theorems_have_their_printed_head_and_number(tmp_path: Path) -> None:
    preamble = "\\newtheorem{thm}{Theorem}[section]\\newtheorem{lem}[thm]{Lemma}\\usepackage{cleveref}"
    body = (
        "\\section{A}\\begin{thm}[Doe]\\label{t}All is one.\\end{thm}\\begin{lem}Small.\\end{lem}"
        "\\begin{proof}Clear.\\end{proof}By \\cref{t}."
    )
    theorem, lemma, proof, last = of_kind(latex(tmp_path, body, preamble=preamble), "paragraph")
    assert (theorem.text, theorem.role, theorem.label, theorem.labels) == (
        "Theorem 1.1 (Doe). All is one.", "theorem", "Theorem 1.1", ("t",),
    )  # fmt: skip
    assert (lemma.text, proof.text, proof.role) == ("Lemma 1.2. Small.", "Proof. Clear.", "proof")
    assert last.text == "By theorem 1.1."


def test_notes_stand_apart_and_are_named_by_their_paragraph(tmp_path: Path) -> None:
    document = latex(tmp_path, "A claim\\footnote{With \\emph{proof}~\\cite{k}.} stands.")
    paragraph, note = document.blocks
    assert (paragraph.text, note.kind, note.text, note.label) == ("A claim stands.", "footnote", "With proof.", "1")
    assert paragraph.refers_to == note.labels and note.citations == ("k",)


def test_listings_keep_their_lines_and_have_captions(tmp_path: Path) -> None:
    body = (
        "\\begin{lstlisting}[language=C, caption={A \\emph{loop}}, label=lst]\nfor (;;) {\n\tx %= 2;  \n}\n\\end{lstlisting}"
        "\\begin{minted}[frame=single]{python}\nprint('x')\n\\end{minted}See \\ref{lst}."
    )
    document = latex(tmp_path, body)
    loop, python = of_kind(document, "code")
    assert (loop.text, loop.label, document.caption(loop)) == ("for (;;) {\n    x %= 2;\n}", "Listing 1", "Listing 1: A loop")
    assert python.text == "print('x')" and of_kind(document, "paragraph")[-1].text == "See 1."


def test_algorithms_are_indented_lines(tmp_path: Path) -> None:
    body = (
        "\\begin{algorithm}\\caption{Sum}\\label{alg}\\begin{algorithmic}[1]\\Require $n$\\State $s \\gets 0$\\For{$i < n$}"
        "\\If{odd}\\State add\\Else\\State skip \\Comment{why}\\EndIf\\EndFor\\State \\Return "
        "$s$\\end{algorithmic}\\end{algorithm}"
    )
    document = latex(tmp_path, body)
    algorithm = only(document, "algorithm")
    assert algorithm.text.split("\n") == [
        "Require: n", "s ← 0", "for i < n do", "  if odd then", "    add", "  else", "    skip ▷ why", "  end if", "end for",
        "return s",
    ]  # fmt: skip
    assert (algorithm.label, algorithm.labels, document.caption(algorithm)) == ("Algorithm 1", ("alg",), "Algorithm 1: Sum")


def test_algorithms_with_bodies_in_braces_are_indented_too(tmp_path: Path) -> None:
    body = "\\begin{algorithm}\\KwIn{n}\\For{i}{\\eIf{odd}{a\\;}{b\\;}}\\Return{s}\\caption{Sum}\\end{algorithm}"
    algorithm = only(latex(tmp_path, body, preamble="\\usepackage[ruled]{algorithm2e}"), "algorithm")
    assert algorithm.text.split("\n") == [
        "Input: n", "for i do", "  if odd then", "    a", "  else", "    b", "  end", "end", "return s",
    ]  # fmt: skip
    assert algorithm.label == "Algorithm 1"


def test_quantities_are_read_as_siunitx_prints_them(tmp_path: Path) -> None:
    body = (
        "\\SI{1.5e3}{\\kilo\\gram\\per\\cubic\\metre}, \\qty{5}{\\micro\\metre}, \\num{-2.0 \\pm 0.1}, \\ang{30}, "
        "\\SIrange{1}{2}{\\percent}"
    )
    assert only(latex(tmp_path, body), "paragraph").text == "1.5 × 10^3 kg m^-3, 5 µm, −2.0 ± 0.1, 30°, 1 to 2 %"


def test_chinese_lines_join_without_spaces_and_names_are_chinese(tmp_path: Path) -> None:
    body = (
        "本文是\n一个例子。\\begin{figure}\\includegraphics{x}\\caption{图片}\\label{f}\\end{figure}见图~\\ref{f}。\\begin{theorem}真。\\end"
        "{theorem}"
    )
    document = latex(tmp_path, body, cls="ctexart")
    assert (document.language, only(document, "caption").text) == ("zh", "图 1 图片")
    assert [block.text for block in of_kind(document, "paragraph")] == ["本文是一个例子。", "见图 1。", "定理 1 真。"]


def test_what_nobody_knows_says_nothing_itself(tmp_path: Path) -> None:
    body = "\\unknown[opt]{kept} \\vspace{2cm}\\vskip 3pt plus 1fil text \\begin{odd}[x] in \\end{odd} \\end{never}"
    document = latex(tmp_path, body)
    assert [block.text for block in document.blocks] == ["kept text", "in"]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("\\usepackage[latin1]{inputenc} caf\xe9".encode("latin-1"), "café"),
        ("café".encode(), "café"),
        ("\\usepackage[latin2]{inputenc} \u0142za".encode("iso8859-2"), "łza"),
        ("% -*- coding: koi8-r -*-\n\u043c\u0438\u0440".encode("koi8-r"), "мир"),
        ("\ufeffmark".encode(), "mark"),
        (b"a\r\nb\r\n\r\nc", "a b"),
    ],
)
def test_the_encoding_is_found_by_evidence_and_by_what_is_declared(tmp_path: Path, content: bytes, text: str) -> None:
    assert document_from(tmp_path, "a.tex", content).blocks[0].text == text


def test_a_document_without_a_word_is_empty(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="no text in the document") as caught:
        read_file(written(tmp_path, "a.tex", "\\documentclass{article}\\begin{document}\\end{document}"))
    assert caught.value.status == "empty"


def test_the_same_file_gives_the_same_document(tmp_path: Path) -> None:
    path = written(tmp_path, "a.tex", SUBFIGURES)
    check_sound(read_file(path))
    assert read_file(path) == read_file(path)


def test_a_bar_over_digits_is_kept(tmp_path: Path) -> None:
    r"""mrl-0002: \overline{01} is the complement of 01, and no 01."""
    document = document_from(tmp_path, "a.tex", r"\documentclass{article}\begin{document}\[y = \overline{01}_2\]\end{document}")
    assert of_kind(document, "equation")[0].text == "y = 0\u03051\u0305_2"
