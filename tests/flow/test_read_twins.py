"""Twins that do not share a name: said by a file, the PDF of a LaTeX project, or found by what both say (X-04, DHQ-15)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evidoc.errors import UsageError
from evidoc.flow._twin_search import find_by_text, runs_of
from evidoc.flow.read import ReadOptions, read
from evidoc.flow.work import Work
from evidoc.records.corpus import open_corpus
from evidoc.records.ledger import ManifestEntry
from tests.build import line, pdf_bytes, shared
from tests.flow.test_read import folder_of, manifest

HERE = Work(engine="inline")
RIVER = "The river was low in the year {}, and {} boats lay on the sand until rain came back in autumn."
MILL = "Nobody knew how the mill of {} had lost its wheel, but {} stones of it were found below the weir."


def sentences(form: str, *, count: int = 12) -> list[str]:
    return [form.format(1900 + number, 3 * number + 2) for number in range(count)]


def page(form: str) -> str:
    """A structured file; its name says nothing of the PDF."""
    return (
        f"<html><head><title>{form[:9]}</title></head><body>"
        + "".join(f"<p>{text}</p>" for text in sentences(form))
        + "</body></html>"
    )


def tex(form: str, *, more: str = "") -> str:
    return "\\documentclass{article}\n\\begin{document}\n" + more + "\n\n".join(sentences(form)) + "\n\\end{document}\n"


def printed(form: str) -> bytes:
    lines = [line(40, 700 - 20 * row, text) for row, text in enumerate(sentences(form))]
    return pdf_bytes([("/MediaBox[0 0 700 792]", b"".join(lines))])


def pdfs(folder: Path, **forms: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, form in forms.items():
        (folder / f"{name}.pdf").write_bytes(printed(form))
    return folder


def rows(out: Path) -> dict[str, ManifestEntry]:
    return {Path(row.path).name: row for row in manifest(out)}


def read_here(source: Path, out: Path, **options: object) -> dict[str, ManifestEntry]:
    read([source], out=out, options=ReadOptions(**options), work=HERE)  # type: ignore[arg-type]
    return rows(out)


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """Two pages and their two PDFs in another folder, under other names."""
    folder_of(tmp_path / "in", {"html/a.html": page(RIVER), "html/b.html": page(MILL)})
    pdfs(tmp_path / "in" / "print", first=MILL, second=RIVER)
    return tmp_path / "in"


class TestFoundByText:
    def test_a_pdf_of_another_name_is_found_by_title_and_text(self, two: Path, tmp_path: Path) -> None:
        found = read_here(two, tmp_path / "out")
        assert found["first.pdf"].reason == "pages of b.html (found by title and text)"
        assert found["second.pdf"].document == found["a.html"].document
        assert len(open_corpus(tmp_path / "out")) == 2

    def test_without_twins_nothing_is_searched(self, two: Path, tmp_path: Path) -> None:
        read_here(two, tmp_path / "out", twins=False)
        assert len(open_corpus(tmp_path / "out")) == 4

    def test_texts_that_share_nothing_stay_apart(self, tmp_path: Path) -> None:
        folder = pdfs(folder_of(tmp_path / "in", {"a.html": page(RIVER)}), other=MILL)
        found = read_here(folder, tmp_path / "out")
        assert (found["a.html"].reason, found["other.pdf"].reason) == ("", "")
        assert len(open_corpus(tmp_path / "out")) == 2

    def test_no_two_files_get_one_pdf(self, tmp_path: Path) -> None:
        folder = pdfs(folder_of(tmp_path / "in", {"a.html": page(RIVER), "b.txt": "\n\n".join(sentences(RIVER))}), other=RIVER)
        found = read_here(folder, tmp_path / "out")
        assert found["other.pdf"].document in (found["a.html"].document, found["b.txt"].document)
        assert len(open_corpus(tmp_path / "out")) == 2

    def test_the_same_bytes_come_of_processes(self, two: Path, tmp_path: Path) -> None:
        read_here(two, tmp_path / "one")
        read([two], out=tmp_path / "two", work=Work(engine="processes", workers=2))
        assert (tmp_path / "one" / "corpus.json").read_bytes() == (tmp_path / "two" / "corpus.json").read_bytes()
        assert [row.reason for row in manifest(tmp_path / "one")] == [row.reason for row in manifest(tmp_path / "two")]

    def test_a_failed_file_is_read_again_and_its_neighbours_keep_their_pages(self, two: Path, tmp_path: Path) -> None:
        (two / "bad.html").write_text(" ")
        before = read_here(two, tmp_path / "out")
        read([two], out=tmp_path / "out", work=Work(engine="inline", retry_failed=True))
        assert [row.document for row in rows(tmp_path / "out").values()] == [row.document for row in before.values()]

    def test_runs_of_words_are_the_same_numbers_wherever_the_text_stands(self) -> None:
        """The search keeps one run in four, and the same ones of both files."""
        words = " ".join(sentences(RIVER)).split()
        assert set(runs_of(words)) <= set(runs_of(["before", *words, "after"]))

    def test_nothing_is_opened_where_no_pdf_is_left(self, tmp_path: Path) -> None:
        assert find_by_text([], taken=set(), passwords=(), work=Work(engine="none")) == {}

    def test_real_articles_find_their_pdf_whatever_it_is_called(self, tmp_path: Path) -> None:
        """Six articles of two journals, their PDFs renamed to numbers."""
        folder = tmp_path / "in"
        names = ("jose/jose.00239", "jose/jose.00307", "ocimum/PMC6313609", "ocimum/PMC5376420")
        folder.mkdir()
        for number, name in enumerate(names):
            shutil.copy(shared(f"data/jats/{name}.xml"), folder)
            shutil.copy(shared(f"data/jats/{name}.pdf"), folder / f"{number}.pdf")
        found = read_here(folder, tmp_path / "out")
        said = {f"{number}.pdf": f"pages of {Path(name).name}.xml (found by title and text)" for number, name in enumerate(names)}
        assert {name: found[name].reason for name in said} == said


class TestProjects:
    def test_the_compiled_pdf_of_a_latex_project_is_its_twin(self, tmp_path: Path) -> None:
        files = {"p/main.tex": tex(RIVER, more="\\input{part}\n"), "p/part.tex": "A part of it.\n\n"}
        folder = folder_of(tmp_path / "in", files)
        pdfs(folder / "p", _compiled=RIVER, figure=MILL)
        found = read_here(folder, tmp_path / "out")
        assert found["_compiled.pdf"].reason == "pages of main.tex (the PDF of its LaTeX project)"
        assert found["figure.pdf"].reason == ""

    def test_a_single_pdf_that_is_no_picture_of_the_project_is_its_twin(self, tmp_path: Path) -> None:
        folder = folder_of(tmp_path / "in", {"main.tex": tex(RIVER, more="\\includegraphics{figure}\n\n")})
        pdfs(folder, printed=RIVER, figure=MILL)
        assert read_here(folder, tmp_path / "out")["printed.pdf"].reason == "pages of main.tex (the PDF of its LaTeX project)"

    def test_a_pdf_of_another_text_in_the_folder_is_refused_and_both_are_read(self, tmp_path: Path) -> None:
        folder = pdfs(folder_of(tmp_path / "in", {"main.tex": tex(RIVER)}), slides=MILL)
        found = read_here(folder, tmp_path / "out")
        assert found["slides.pdf"].reason.startswith(
            "read by itself, because it is not the pages of main.tex (the PDF of its LaTeX project): only "
        )
        assert found["main.tex"].reason.startswith("without the pages of slides.pdf: only ")
        assert len(open_corpus(tmp_path / "out")) == 2

    def test_of_two_main_files_neither_is_taken_for_the_pdf_by_its_folder(self, tmp_path: Path) -> None:
        folder = pdfs(folder_of(tmp_path / "in", {"main.tex": tex(RIVER), "letter.tex": tex(MILL)}), _compiled=MILL)
        assert read_here(folder, tmp_path / "out")["_compiled.pdf"].reason == "pages of letter.tex (found by title and text)"


class TestTwinsFile:
    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("twins.csv", "source,pdf\nin/html/a.html,in/print/second.pdf\n"),
            ("twins.tsv", "note\tpdf\tsource\n\tin/print/second.pdf\tin/html/a.html\n"),
            ("twins.jsonl", json.dumps({"source": "in/html/a.html", "pdf": "in/print/second.pdf"}) + "\n"),
        ],
    )
    def test_a_file_says_which_pdf_is_of_which_source(self, two: Path, tmp_path: Path, name: str, content: str) -> None:
        (tmp_path / name).write_text(content)
        found = read_here(two, tmp_path / "out", twin_file=tmp_path / name)
        line_number = 1 if name.endswith("jsonl") else 2
        assert found["second.pdf"].reason == f"pages of a.html (named in {name}, line {line_number})"

    def test_a_wrong_pair_is_refused_with_the_reason_and_both_are_read(self, two: Path, tmp_path: Path) -> None:
        (tmp_path / "twins.csv").write_text("source,pdf\nin/html/a.html,in/print/first.pdf\n")
        found = read_here(two, tmp_path / "out", twin_file=tmp_path / "twins.csv")
        assert "not the pages of a.html (named in twins.csv, line 2): only 0% of its blocks" in found["first.pdf"].reason
        assert found["first.pdf"].document != found["a.html"].document
        assert found["a.html"].status == found["first.pdf"].status == "ok"

    def test_the_file_overrules_the_name(self, tmp_path: Path) -> None:
        folder = pdfs(folder_of(tmp_path / "in", {"a.html": page(RIVER)}), a=RIVER, b=RIVER + " Again.")
        (tmp_path / "twins.csv").write_text("source,pdf\nin/a.html,in/b.pdf\n")
        assert read_here(folder, tmp_path / "out", twin_file=tmp_path / "twins.csv")["b.pdf"].reason.startswith("pages of a.html")

    def test_every_fault_is_named_with_its_line(self, two: Path, tmp_path: Path) -> None:
        lines = [
            "source,pdf",
            "in/html/a.html",
            "in/html/no.html,in/print/first.pdf",
            "in/html/a.html,in/html/b.html",
            "in/print/first.pdf,in/print/second.pdf",
            "in/html/a.html,in/print/first.pdf",
            "in/html/b.html,in/print/first.pdf",
            ",in/print/first.pdf",
        ]
        (tmp_path / "twins.csv").write_text("\n".join(lines))
        with pytest.raises(UsageError) as caught:
            read_here(two, tmp_path / "out", twin_file=tmp_path / "twins.csv")
        for said in (
            "line 2: 1 of 2 columns",
            "line 3: in/html/no.html is not among the files to read",
            "line 4: in/html/b.html is no PDF",
            "line 5: in/print/first.pdf is a PDF",
            "line 7: ",
            "was named in line 6 already",
            "line 8: no source",
        ):
            assert said in str(caught.value)

    @pytest.mark.parametrize(
        ("name", "content", "said"),
        [
            ("twins.csv", "xml,pdf\n", "line 1: columns xml, pdf; give the columns source and pdf"),
            ("twins.jsonl", "{}\n[1\n[2]\n", 'line 1: needs {"source": "…", "pdf": "…"}; line 2: no JSON; line 3: needs'),
            ("twins.txt", "", "'.txt' is no form of a twins file"),
            ("twins.csv", "\udc80", "not UTF-8 at byte 0"),
        ],
    )
    def test_a_file_of_another_form_is_refused(self, two: Path, tmp_path: Path, name: str, content: str, said: str) -> None:
        (tmp_path / name).write_bytes(content.encode("utf-8", "surrogateescape"))
        with pytest.raises(UsageError) as caught:
            read_here(two, tmp_path / "out", twin_file=tmp_path / name)
        assert said in str(caught.value)

    def test_a_file_that_is_not_there_is_said_so(self, two: Path, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="cannot be opened: No such file"):
            read_here(two, tmp_path / "out", twin_file=tmp_path / "no.csv")

    def test_naming_twins_and_switching_them_off_contradict(self, two: Path, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="twins are switched off"):
            read_here(two, tmp_path / "out", twin_file=tmp_path / "twins.csv", twins=False)

    def test_another_twins_file_is_another_corpus(self, two: Path, tmp_path: Path) -> None:
        (tmp_path / "twins.csv").write_text("source,pdf\nin/html/a.html,in/print/second.pdf\n")
        read_here(two, tmp_path / "out", twin_file=tmp_path / "twins.csv")
        read_here(two, tmp_path / "out", twin_file=tmp_path / "twins.csv")
        with pytest.raises(UsageError, match="differs in twin_file"):
            read_here(two, tmp_path / "out")

    def test_files_of_the_same_bytes_may_be_named_by_either_name(self, tmp_path: Path) -> None:
        folder = pdfs(folder_of(tmp_path / "in", {"a.html": page(RIVER), "copy.html": page(RIVER)}), z=RIVER)
        (tmp_path / "twins.csv").write_text("source,pdf\nin/copy.html,in/z.pdf\n")
        found = read_here(folder, tmp_path / "out", twin_file=tmp_path / "twins.csv")
        assert found["z.pdf"].reason == "pages of a.html (named in twins.csv, line 2)"


class TestEncryptedTwins:
    def test_a_twin_that_is_encrypted_gets_the_password_of_the_reading(self, tmp_path: Path) -> None:
        folder = tmp_path / "in"
        folder.mkdir()
        shutil.copy(shared("data/jats/ocimum/PMC4945999.xml"), folder / "p.xml")
        shutil.copy(shared("data/derived/PMC4945999-aes256.pdf"), folder / "p.pdf")
        found = read_here(folder, tmp_path / "out", passwords=("wrong", "reader"))
        assert (found["p.pdf"].status, found["p.pdf"].reason, found["p.pdf"].pages) == ("ok", "pages of p.xml", 7)
        assert found["p.xml"].document == found["p.pdf"].document

    def test_without_the_password_the_structured_file_is_read_alone(self, tmp_path: Path) -> None:
        folder = tmp_path / "in"
        folder.mkdir()
        shutil.copy(shared("data/jats/ocimum/PMC4945999.xml"), folder / "p.xml")
        shutil.copy(shared("data/derived/PMC4945999-aes256.pdf"), folder / "p.pdf")
        found = read_here(folder, tmp_path / "out", passwords=("wrong",))
        assert (found["p.pdf"].status, found["p.xml"].reason) == ("encrypted", "without the pages of p.pdf: it is encrypted")


class TestProjectsOfSeveralFiles:
    def test_a_changed_part_is_read_anew(self, tmp_path: Path) -> None:
        """Only the main file is given, so that the part is in no list of files."""
        main = folder_of(tmp_path / "in", {"main.tex": tex(RIVER, more="\\input{part}\n"), "part.tex": "First.\n\n"}) / "main.tex"
        before = read_here(main, tmp_path / "out")["main.tex"]
        (tmp_path / "in" / "part.tex").write_text("Second.\n\n")
        with pytest.raises(UsageError, match="differs in files"):
            read_here(main, tmp_path / "out")
        after = read_here(main, tmp_path / "out", overwrite=True)["main.tex"]
        assert (before.sha256, before.status, after.status) == (after.sha256, "ok", "ok")
        assert before.document != after.document
        assert [document.id for document in open_corpus(tmp_path / "out")] == [after.document]

    def test_a_project_and_its_pdf_are_one_document(self, tmp_path: Path) -> None:
        folder = folder_of(tmp_path / "in", {"main.tex": tex(RIVER, more="\\input{part}\n"), "part.tex": "A part of it.\n\n"})
        found = read_here(pdfs(folder, main=RIVER), tmp_path / "out")
        assert found["main.pdf"].document == found["main.tex"].document
        assert found["main.tex"].document != f"d-{found['main.tex'].sha256[:12]}"
        assert len(open_corpus(tmp_path / "out")) == 1
