"""Export to SciDocIR: SD-73 to SD-83, figure 8 of the paper."""

from __future__ import annotations

import io
import json
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from evidoc.errors import InvalidRecord, NothingKept
from evidoc.exporters.scidocir import export, to_bytes
from evidoc.exporters.scidocir._convert import scidocir_of
from evidoc.exporters.scidocir._nearby import nearby
from evidoc.exporters.scidocir._pictures import Pictures
from evidoc.records.document import Document
from evidoc.records.scidocir import CATEGORIES
from tests.build import box, document_of, paragraph
from tests.exporters.papers import corpus_folder, paper


def exported(document: Document) -> dict[str, object]:
    value: dict[str, object] = json.loads(to_bytes(scidocir_of(document, pictures=Pictures())))
    return value


def at(value: object, *path: str | int) -> object:
    for step in path:
        value = value[step]  # type: ignore[index]
    return value


def block(value: dict[str, object], number: int) -> dict[str, object]:
    found = [entry for entry in value["blocks"] if entry["block_id"] == number]  # type: ignore[attr-defined]
    assert len(found) == 1
    return dict(found[0])


def test_the_file_has_the_fields_of_figure_8_and_no_others() -> None:
    value = exported(paper())
    assert list(value) == ["document", "categories", "pages", "blocks", "relations", "stats"]
    assert list(at(value, "document")) == ["doc_id", "source_dir", "num_pages", "provenance"]  # type: ignore[call-overload]
    assert at(value, "categories", 0) == {"id": 0, "name": "title", "supercategory": "text"}
    assert at(value, "pages", 1) == {"page_index": 1, "width": 600.0, "height": 800.0, "image_path": ""}
    assert list(block(value, 0)) == [
        "block_id",
        "page_index",
        "bbox",
        "category",
        "content",
        "structure",
        "references",
        "metadata",
    ]
    assert block(value, 0)["bbox"] == {"x1": 60.0, "y1": 40.0, "x2": 300.0, "y2": 60.0, "width": 240.0, "height": 20.0}
    assert block(value, 4)["category"] == {"id": 14, "name": "table", "supercategory": "table"}
    assert list(at(block(value, 0), "content")) == ["source_code", "format", "plain_text", "latex"]  # type: ignore[call-overload]
    assert set(at(value, "relations", 0)) == {"type", "from", "to"}  # type: ignore[call-overload]


def test_metadata_is_there_only_where_it_says_something() -> None:
    value = exported(paper())
    optional = {number: set(block(value, number)["metadata"]) - {"nearby_block_ids", "task_fields"} for number in range(13)}  # type: ignore[call-overload]
    assert optional == {
        0: {"title_level"}, 1: {"title_level"}, 2: set(), 3: {"caption_text", "caption_target"}, 4: {"table_structure"},
        5: {"figure_info"}, 6: {"figure_info"}, 7: {"caption_text", "caption_target"}, 8: {"equation_latex"}, 9: set(),
        10: set(), 11: set(), 12: set(),
    }  # fmt: skip


def test_captions_name_their_targets_and_figures_their_parts() -> None:
    value = exported(paper())
    assert at(block(value, 7), "metadata", "caption_target") == {"type": "figure", "block_ids": [5, 6]}
    assert at(block(value, 7), "metadata", "caption_text") == "Growth."
    assert at(block(value, 5), "metadata", "figure_info") == {
        "crop_path": "",
        "visual_ocr": "0 1 2",
        "chart_type": "",
        "subfigures": [6],
    }
    assert at(block(value, 6), "category", "name") == "subfigure"


def test_references_are_led_both_ways() -> None:
    value = exported(paper())
    assert block(value, 2)["references"] == {"labels": [], "outgoing_ref_labels": ["table-1"], "incoming_ref_from": []}
    assert block(value, 4)["references"] == {"labels": ["table-1"], "outgoing_ref_labels": [], "incoming_ref_from": [2]}


def test_a_table_has_spans_values_as_written_and_units() -> None:
    structure = at(block(exported(paper()), 4), "metadata", "table_structure")
    assert {name: at(structure, name) for name in ("n_rows", "n_cols", "header_rows", "header_cols", "unit", "scale")} == {
        "n_rows": 2, "n_cols": 2, "header_rows": 1, "header_cols": 0, "unit": "t", "scale": 3,
    }  # fmt: skip
    assert at(structure, "cells", 0, "colspan") == 2 and at(structure, "cells", 1, "bold") is True
    assert b'"value": 1.10' in to_bytes(scidocir_of(paper(), pictures=Pictures()))
    assert at(block(exported(paper()), 4), "content", "plain_text") == "Yield\n2020\t1.10"


def test_a_block_in_several_places_becomes_a_chain_of_blocks_of_which_the_first_has_the_text() -> None:
    value = exported(paper())
    assert [block(value, number)["page_index"] for number in (2, 13, 14)] == [0, 0, 1]
    assert at(block(value, 13), "content", "plain_text") == "" and at(block(value, 2), "content", "plain_text") != ""
    assert block(value, 2)["structure"] == {"previous_block": 1, "parent_block": 1, "next_block": 13}
    assert block(value, 13)["structure"] == {"previous_block": 2, "parent_block": 2, "next_block": 14}
    assert block(value, 14)["structure"] == {"previous_block": 13, "parent_block": 2, "next_block": 3}
    assert at(block(value, 3), "structure", "previous_block") == 14
    pairs = {(at(entry, "type"), at(entry, "from"), at(entry, "to")) for entry in value["relations"]}  # type: ignore[attr-defined]
    assert {("continuation", 2, 13), ("continuation", 13, 14), ("adj", 13, 14), ("adj", 14, 3), ("continuation", 4, 12)} <= pairs
    assert ("adj", 2, 3) not in pairs


def test_reading_order_covers_every_block_but_furniture_once() -> None:
    value = exported(paper())
    blocks = {at(entry, "block_id"): entry for entry in value["blocks"]}  # type: ignore[attr-defined]
    chain: list[object] = [0]
    while (following := at(blocks[chain[-1]], "structure", "next_block")) is not None:
        chain.append(following)
    assert len(chain) == len(set(map(str, chain))) == len(blocks) - 2


def test_a_block_without_a_place_has_no_page_and_no_box() -> None:
    assert (block(exported(paper()), 9)["page_index"], block(exported(paper()), 9)["bbox"]) == (None, None)


def test_counts_are_those_of_the_content() -> None:
    value = exported(paper())
    stats = at(value, "stats")
    assert at(stats, "num_blocks") == len(value["blocks"]) == 15  # type: ignore[arg-type]
    assert at(stats, "num_relations") == len(value["relations"])  # type: ignore[arg-type]
    assert at(stats, "category_counts", "paragraph") == 3 and "list" not in at(stats, "category_counts")  # type: ignore[operator]


def test_the_categories_are_those_of_the_requirements() -> None:
    assert {entry.supercategory for entry in CATEGORIES} == {"text", "visual", "table", "math", "furniture"}
    assert [entry.id for entry in CATEGORIES] == list(range(len(CATEGORIES)))


def test_neighbours_are_the_nearest_block_on_each_side() -> None:
    places = {1: box(100, 100, 200, 120), 2: box(100, 130, 200, 150), 3: box(100, 300, 200, 320), 4: box(210, 100, 300, 120),
              5: box(100, 10, 200, 20, page=1), 6: box(150, 105, 190, 118)}  # fmt: skip
    assert nearby(places) == {1: (2, 4), 2: (1, 3), 3: (2,), 4: (1,), 5: (), 6: (2, 4)}


def test_files_pages_and_crops_are_written_beside_the_json(tmp_path: Path) -> None:
    summary = export(corpus_folder(tmp_path / "corpus", paper()), out=tmp_path / "out", dpi=72)
    folder = tmp_path / "out" / "d-abababababab"
    assert sorted(path.name for path in folder.iterdir()) == [
        "ab" * 32 + ".pdf", "block_00005.png", "block_00006.png", "page_0000.png", "page_0001.png",
    ]  # fmt: skip
    assert (summary.written, summary.files, summary.counts["blocks"], summary.counts["blocks without a place"]) == (1, 6, 15, 1)
    value = json.loads((tmp_path / "out" / "d-abababababab.json").read_bytes())
    assert at(value, "pages", 0, "image_path") == "page_0000.png"
    assert at(block(value, 5), "metadata", "figure_info", "crop_path") == "block_00005.png"
    with Image.open(io.BytesIO((folder / "block_00005.png").read_bytes())) as crop:
        assert crop.size == (240, 180)


def test_the_same_corpus_gives_the_same_bytes(tmp_path: Path) -> None:
    corpus = corpus_folder(tmp_path / "corpus", paper())
    for name in ("a", "b"):
        export(corpus, out=tmp_path / name)
    files = [
        sorted((path.relative_to(tmp_path / name), path.read_bytes()) for path in (tmp_path / name).rglob("*.*")) for name in "ab"
    ]
    assert files[0] == files[1]


def test_a_document_without_pages_is_laid_out_first(tmp_path: Path) -> None:
    plain = document_of(paragraph(0, "Alder grows on wet soil."), name="a.txt", pages=())
    plain = msgspec.structs.replace(plain, blocks=(msgspec.structs.replace(plain.blocks[0], boxes=()),))
    summary = export(corpus_folder(tmp_path / "corpus", plain), out=tmp_path / "out", pictures=False)
    value = json.loads((tmp_path / "out" / f"{plain.id}.json").read_bytes())
    assert summary.counts["pages"] == 1 and block(value, 0)["page_index"] == 0
    assert at(value, "document", "provenance", "pages_source") != ""


def test_pages_whose_pdf_is_not_kept_have_no_pictures(tmp_path: Path) -> None:
    summary = export(corpus_folder(tmp_path / "corpus", paper(), pdf=None), out=tmp_path / "out")
    assert summary.files == 1


def test_a_corpus_without_documents_or_no_corpus_is_said(tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="read some first"):
        export(corpus_folder(tmp_path / "corpus"), out=tmp_path / "out")
    with pytest.raises(InvalidRecord, match=r"corpus\.json"):
        export(tmp_path, out=tmp_path / "out")
