"""DocGenome's annotations: formats.md, section 9.11."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.readers import read_file
from evidoc.readers.docgenome import read
from evidoc.readers.docgenome._fragment import citations_in, formula_of, labels_of, level_of, references_in, text_of
from evidoc.records.document import Document, Relation
from tests.build import line, pdf_bytes, shared
from tests.readers.parsed import edges, read_sample
from tests.readers.written import check_sound, kinds, of_kind, written

PAPER = "0704.1726"


@pytest.mark.parametrize("kind", ["order", "reading"])
def test_pixels_of_a_letter_page_at_200_dpi_become_points(tmp_path: Path, kind: str) -> None:
    document = read_sample(tmp_path, f"docgenome/{PAPER}_{kind}_annotation.json")
    assert {(page.width, page.height) for page in document.pages} == {(612.0, 792.0)}
    assert edges(document.blocks[0]) == [(0, 312 * 0.36, round(344 * 0.36, 2), 1384 * 0.36, 456 * 0.36)]
    assert document.blocks[0].kind == "title" and document.blocks[1].kind == "abstract"


def test_the_three_files_of_a_paper_are_read_together(tmp_path: Path) -> None:
    for kind in ("layout", "order", "reading"):
        shutil.copyfile(shared(f"samples/docgenome/{PAPER}_{kind}_annotation.json"), tmp_path / f"{PAPER}_{kind}_annotation.json")
    documents = [read_file(tmp_path / f"{PAPER}_{kind}_annotation.json") for kind in ("layout", "order", "reading")]
    assert documents[0].blocks == documents[1].blocks == documents[2].blocks


def test_pages_stand_in_their_order_though_the_file_sorts_them_by_name(tmp_path: Path) -> None:
    """The sample lists page 12 before page 1."""
    document = read_sample(tmp_path, f"docgenome/{PAPER}_order_annotation.json")
    pages = [block.boxes[0].page for block in document.blocks]
    assert pages == sorted(pages)


def test_a_paragraph_that_goes_on_over_a_page_is_one_block(tmp_path: Path) -> None:
    """It is there twice with the same source, the second pointing at the first as its parent."""
    document = read_sample(tmp_path, f"docgenome/{PAPER}_order_annotation.json")
    assert len(document.blocks) == 92  # of 102 annotations
    first = next(block for block in document.blocks if block.text.startswith("In his attempt"))
    assert [box.page for box in first.boxes] == [0, 1]


def test_figures_come_before_their_caption_and_are_bound_to_it(tmp_path: Path) -> None:
    document = read_sample(tmp_path, f"docgenome/{PAPER}_order_annotation.json")
    bound = [
        (document.block(caption.caption_of).kind, caption.caption_of < caption.id)
        for caption in of_kind(document, "caption")
        if caption.caption_of is not None
    ]
    assert bound == [("figure", True)] * 3


def test_relations_lead_from_the_earlier_block_and_only_true_neighbours_are_adjacent(tmp_path: Path) -> None:
    document = read_sample(tmp_path, f"docgenome/{PAPER}_order_annotation.json")
    adjacent = [relation for relation in document.relations if relation.kind == "adj"]
    assert len(adjacent) == 70 and all(document.block(entry.source).next == entry.target for entry in adjacent)
    headings = [block.id for block in of_kind(document, "heading")]
    peers = [Relation(kind="peer", source=a, target=b) for a, b in zip(headings, headings[1:], strict=False)]
    assert [relation for relation in document.relations if relation.kind == "peer"] == peers


def test_labels_and_references_are_those_of_the_source(tmp_path: Path) -> None:
    document = read_sample(tmp_path, f"docgenome/{PAPER}_order_annotation.json")
    labelled = next(block for block in document.blocks if "velocity field" in block.labels)
    assert labelled.kind == "equation" and labelled.latex == "v(q)=\\partial_qS/m." and labelled.text == "v(q)=∂_qS/m."
    assert "velocity field" in next(block for block in document.blocks if block.text.startswith("Equation")).refers_to
    assert not any(flag.startswith("docgenome:") for block in document.blocks for flag in block.flags)


def entry(number: int, category: int, source: str, *, top: int = 200, page: int = 0, **more: object) -> dict[str, object]:
    return {
        "block_id": number,
        "bbox": [200, top, 1500, top + 100],
        "category": category,
        "page_index": page,
        "source_code": source,
        **more,
    }


def paper(folder: Path, *entries: dict[str, object], orders: object = ()) -> Document:
    path = written(folder, "x_order_annotation.json", json.dumps({"annotations": entries, "orders": orders}))
    document = read_file(path)
    check_sound(document)
    return document


def test_what_cites_a_block_refers_to_it(tmp_path: Path) -> None:
    orders = [
        {"type": "explicit-cite", "from": 7, "to": 5},
        {"type": "implicit-cite", "from": 7, "to": 7},
        {"type": "Unknown", "from": 1, "to": 2},
    ]
    document = paper(tmp_path, entry(5, 2, "x", top=200), entry(7, 8, "See it.", top=400), orders=orders)
    assert document.blocks[0].labels == ("block-0",) and document.blocks[1].refers_to == ("block-0",)


def test_a_box_below_a_letter_page_makes_it_a4(tmp_path: Path) -> None:
    document = paper(tmp_path, entry(1, 8, "Low.", top=2230))
    assert (round(document.pages[0].width), round(document.pages[0].height)) == (595, 842)


def test_every_category_has_its_kind(tmp_path: Path) -> None:
    names = ["algorithm", "caption", "equation", "figure", "footnote", "list", "paragraph", "table", "paragraph", "paragraph",
             "heading", "reference", "title", "code", "abstract"]  # fmt: skip
    document = paper(tmp_path, *(entry(n, n, f"Word{n}", top=100 + 130 * n, page=n) for n in range(15)))
    assert [block.kind for block in document.blocks] == names


def test_boxes_alone_take_their_words_from_the_pdf(tmp_path: Path) -> None:
    layout = {
        "images": [{"id": 0, "width": 1700, "height": 2200}],
        "categories": [{"name": "Text-EQ"}, {"name": "PaperTitle"}],
        "annotations": [{"id": 3, "image_id": 0, "category_id": 8, "bbox": [190.0, 200.5, 900, 80]}],
    }
    path = written(tmp_path, "x_layout_annotation.json", json.dumps(layout))
    with pytest.raises(UnreadableDocument, match=r"put x_layout_annotation\.pdf beside it") as caught:
        read_file(path)
    assert caught.value.status == "no_text_layer"
    written(tmp_path, "x.pdf", pdf_bytes([("/MediaBox[0 0 612 792]", line(72, 700, "Alder grows on wet soil."))]))
    document = read_file(path)
    assert kinds(document) == [("paragraph", "Alder grows on wet soil.")] and document.pages_source is not None


def test_another_programs_file_is_not_taken(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", json.dumps({"pdf_info": []}))
    with pytest.raises(UnreadableDocument, match="no annotation of DocGenome"):
        read(path, name="a.json", sha256="0" * 64)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\section{Yield of {\it alder}}\label{s}", "Yield of alder"),
        (
            r"See Fig.~\ref{a} and \cite[p.~3]{k,l}: $\alpha^2$ --- 5\% of Schr\"odinger's % no" + "\nmore",
            "See Fig. and : α^2 — 5% of Schrödinger's more",
        ),
        (r"\begin{itemize}\item One\item Two\end{itemize}", "• One • Two"),
        (r"\caption[short]{A \textbf{long} one.}", "A long one."),
    ],
)  # fmt: skip
def test_a_piece_of_latex_is_read_as_the_page_shows_it(source: str, text: str) -> None:
    assert text_of(source) == text


def test_a_piece_of_latex_names_its_labels_references_and_citations() -> None:
    source = r"\subsection{X}\label{ a } \eqref{b}, \cref{c,d} \citep[see][]{k1, k2}"
    assert (level_of(source), labels_of(source), references_in(source)) == (2, ("a",), ("b", "c", "d"))
    assert citations_in(source) == ("k1", "k2")
    assert formula_of("\\begin{equation}\nx\\label{e}\n\\end{equation}") == "x"
