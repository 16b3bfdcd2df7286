"""LaTeX projects of several files: what is entered, what is not, and what is said about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.readers import choose, read_file
from evidoc.records.document import Document
from tests.readers.written import check_sound, of_kind, written


def project(folder: Path, main: str, **files: str) -> Document:
    """Write a main file and others ("chapters__one" for chapters/one.tex), and read the main file."""
    for name, content in files.items():
        path = folder / (name.replace("__", "/") + ("" if "." in name else ".tex"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    document = read_file(written(folder, "main.tex", main))
    check_sound(document)
    return document


def paragraphs(document: Document) -> list[str]:
    return [block.text for block in of_kind(document, "paragraph")]


BEGIN, END = "\\documentclass{article}\\begin{document}", "\\end{document}"


def test_files_are_entered_where_they_are_named(tmp_path: Path) -> None:
    main = BEGIN + "\\input{one}\n\n\\include{chapters/two}\\subfile{sub}\\import{chapters/}{three}\\input four\n" + END
    document = project(
        tmp_path,
        main,
        one="One.",
        chapters__two="Two \\input{deep}",
        chapters__deep="deep.",
        sub="\\documentclass[main]{subfiles}\\begin{document}Sub.\\end{document}junk",
        chapters__three="Three.",
        four="Four.",
    )
    assert paragraphs(document) == ["One.", "Two deep.", "Sub.Three.Four."]
    assert document.flags == ("title_from_name",)


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "link", "chapters/../../secret", "~/x", "|cat x", "a" * 600])
def test_no_file_outside_the_folder_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.tex").write_text("SECRET")
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "link.tex").symlink_to(tmp_path / "secret.tex")
    document = project(folder, f"{BEGIN}Text.\\input{{{name}}}{END}")
    assert paragraphs(document) == ["Text."]
    assert any(flag.startswith(("missing_file:", "outside_file:")) for flag in document.flags)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    document = project(tmp_path, BEGIN + "Text.\\input{gone}\\lstinputlisting{code.py}\\bibliography{refs}" + END)
    assert document.flags[:3] == ("missing_file:gone", "missing_file:code.py", "missing_file:refs.bib")


def test_files_that_enter_one_another_end(tmp_path: Path) -> None:
    document = project(tmp_path, BEGIN + "\\input{a}" + END, a="A \\input{b}", b="B \\input{a}")
    assert paragraphs(document) == ["A B"] and "input_loop:a.tex" in document.flags


def test_a_listed_file_is_code(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("x = 1  # %\n")
    (code,) = of_kind(project(tmp_path, BEGIN + "\\lstinputlisting[language=Python]{code.py}" + END), "code")
    assert code.text == "x = 1  # %"


def test_a_package_of_the_project_defines_what_is_plain(tmp_path: Path) -> None:
    style = "\\newcommand{\\name}{XNet}\\newcommand\\odd{\\@ifnextchar[{a}{b}}\\def\\section#1{never}\\RequirePackage{natbib}"
    main = "\\documentclass{article}\\usepackage{own}\\begin{document}\\section{A}\\name{} \\odd.\\end{document}"
    document = project(tmp_path, main, **{"own.sty": style})
    assert paragraphs(document) == ["XNet ."] and of_kind(document, "heading")[0].text == "A"


def test_a_class_of_the_project_may_enter_the_head(tmp_path: Path) -> None:
    main = "\\documentclass{own}\\begin{document}\\maketitle Text.\\end{document}"
    document = project(tmp_path, main, meta="\\title{From a file}\\author{Doe}", **{"own.cls": "\\input{meta}\\LoadClass{book}"})
    assert document.title == "From a file" and paragraphs(document) == ["Doe", "Text."]


def test_labels_of_another_document_are_printed_and_not_anchors(tmp_path: Path) -> None:
    main = "\\documentclass{article}\\externaldocument[S-]{more}\\begin{document}See \\ref{S-x}.\\end{document}"
    more = "\\documentclass{article}\\begin{document}\\section{A}\\section{B}\\label{x}\\end{document}"
    (paragraph,) = of_kind(project(tmp_path, main, more=more), "paragraph")
    assert (paragraph.text, paragraph.refers_to, paragraph.flags) == ("See 2.", (), ())


def test_a_file_of_a_project_is_read_with_its_main_file(tmp_path: Path) -> None:
    main = BEGIN + "\\include{chapters/one} % \\input{free}\n" + END
    project(tmp_path, main, chapters__one="One \\input{two}", chapters__two="Two", free="Free.")
    for name in ("chapters/one.tex", "chapters/two.tex"):
        with pytest.raises(UnreadableDocument, match=r"part of main\.tex; read that file") as caught:
            choose(tmp_path / name)
        assert caught.value.status == "unsupported"
    assert choose(tmp_path / "free.tex") == choose(tmp_path / "main.tex") == "latex"


def test_a_text_that_begins_as_latex_is_latex_whatever_it_is_called(tmp_path: Path) -> None:
    source = "% arXiv\n\\documentclass{article}\n\\begin{document}x\\end{document}"
    assert choose(written(tmp_path, "2101.00001", source)) == "latex"
    assert choose(written(tmp_path, "how-to.md", "# How to\nBegin with \\documentclass{article}.")) == "text"


BBL = """\\begin{thebibliography}{9}
\\bibitem[Doe et~al.(2020a)Doe, Roe, and Poe]{doe}
J.~Doe, R.~Roe, and P.~Poe.
\\newblock On mice.
\\newblock {\\em Journal of Mice}, 12(3):45--67, 2020{\\natexlab{a}}.
\\newblock doi: 10.1000/xyz.
\\bibitem[Ant(2019)]{ant}
A.~Ant.
\\newblock ``Ants.'' 2019.
\\end{thebibliography}
"""


def test_a_bbl_beside_the_main_file_is_the_bibliography_as_printed(tmp_path: Path) -> None:
    main = (
        "\\documentclass{article}\\usepackage{natbib}\\begin{document}\\citet{doe} and "
        "\\citealt{ant}.\\bibliography{refs}\\end{document}"
    )
    document = project(tmp_path, main, **{"main.bbl": BBL})
    doe, ant = document.references
    assert (doe.key, doe.title, doe.year, doe.doi) == ("doe", "On mice", "2020a", "10.1000/xyz")
    assert (doe.volume, doe.first_page) == ("12", "45")
    assert doe.text == "J. Doe, R. Roe, and P. Poe. On mice. Journal of Mice, 12(3):45–67, 2020a. doi: 10.1000/xyz."
    assert paragraphs(document) == ["Doe et al. (2020a) and Ant 2019."]
    assert [(block.labels, block.section) for block in of_kind(document, "reference")] == [
        (("doe",), ("References",)), (("ant",), ("References",)),
    ]  # fmt: skip


def test_numbered_entries_have_their_printed_number(tmp_path: Path) -> None:
    entries = "\\begin{thebibliography}{9}\\bibitem{a} First, 1999.\\bibitem[Kn]{b} Second.\\end{thebibliography}"
    document = project(tmp_path, f"{BEGIN}A~\\cite{{b}}.{entries}{END}")
    assert [block.label for block in of_kind(document, "reference")] == ["1", "Kn"]


BIBLATEX = """\\entry{doe}{article}{}
  \\name{author}{2}{}{%
    {{hash=1}{family={Doe},familyi={D\\bibinitperiod},given={Jane},giveni={J\\bibinitperiod}}}%
    {{hash=2}{family={Roe},familyi={R\\bibinitperiod},given={Rita},giveni={R\\bibinitperiod}}}%
  }
  \\field{journaltitle}{J. Mice}
  \\field{title}{On \\emph{mice}}
  \\field{volume}{07}
  \\field{year}{2020}
  \\verb{doi}
  \\verb 10.1000/xyz
  \\endverb
\\endentry
"""


def test_the_data_of_biblatex_is_read(tmp_path: Path) -> None:
    main = (
        "\\documentclass{article}\\usepackage[style=apa]{biblatex}\\begin{document}\\textcite{doe}.\\printbibliography[title="
        "{Works}]\\end{document}"
    )
    document = project(tmp_path, main, **{"main.bbl": BIBLATEX})
    (reference,) = document.references
    assert (reference.authors, reference.title, reference.volume, reference.doi) == (
        ("Doe Jane", "Roe Rita"), "On mice", "07", "10.1000/xyz",
    )  # fmt: skip
    assert paragraphs(document) == ["Doe and Roe (2020)."]
    assert [block.text for block in of_kind(document, "heading")] == ["Works"]


BIB = """@string{jm = "Journal of Mice"}
@comment{ignored @article{x, title={no}}}
@Article{Doe2020, author = "Doe, Jane and {The Mouse Group} and others", title = {{On} $\\alpha$-mice {\\'e}t al},
  journal = jm # " and Men", year = 2020, pages = {1--9}, doi = {https://doi.org/10.1000/a_b}}
@inproceedings{roe, author={Rita van der Roe}, title={Talk}, crossref={conf}}
@proceedings{conf, title={Proc. of X}, year={1999}}
@misc{broken, title={never closed
"""


def test_a_bib_file_is_read_with_strings_names_and_cross_references(tmp_path: Path) -> None:
    main = BEGIN + "\\cite{roe,doe2020,none}\\bibliographystyle{unsrt}\\bibliography{refs}" + END
    document = project(tmp_path, main, **{"refs.bib": BIB})
    roe, doe = document.references
    assert (doe.key, doe.title, doe.authors) == ("doe2020", "On α-mice ét al", ("Doe Jane", "The Mouse Group", "et al."))
    assert (doe.doi, doe.first_page, roe.year, roe.authors) == ("10.1000/a_b", "1", "1999", ("van der Roe Rita",))
    assert "Journal of Mice and Men" in doe.text and "Proc. of X" in roe.text
    assert "unresolved_citation:none" in document.flags


def test_a_bibliography_within_the_document_itself_is_found(tmp_path: Path) -> None:
    main = (
        "\\documentclass{article}\\begin{filecontents}{own.bib}\n@misc{a, title={Own}}\n\\end{filecontents}\\begin{document}"
        "\\cite{a}\\bibliography{own}\\end{document}"
    )
    assert [reference.title for reference in project(tmp_path, main).references] == ["Own"]


def test_a_changed_file_of_the_project_is_another_document(tmp_path: Path) -> None:
    before = project(tmp_path, BEGIN + "\\input{one}" + END, one="One.")
    again = project(tmp_path, BEGIN + "\\input{one}" + END, one="One.")
    after = project(tmp_path, BEGIN + "\\input{one}" + END, one="Two.")
    assert before.id == again.id != after.id
    assert before.source == after.source


def test_the_same_project_elsewhere_is_the_same_document(tmp_path: Path) -> None:
    here = project(tmp_path / "a", BEGIN + "\\input{parts/one}" + END, parts__one="One.")
    there = project(tmp_path / "b", BEGIN + "\\input{parts/one}" + END, parts__one="One.")
    assert here.id == there.id


def test_a_document_of_one_file_is_named_after_its_bytes(tmp_path: Path) -> None:
    document = project(tmp_path, BEGIN + "Words." + END)
    assert document.id == f"d-{document.source.sha256[:12]}"
