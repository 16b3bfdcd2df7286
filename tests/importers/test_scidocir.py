"""Import of SciDocIR: nothing lost, and every fault named at once (SD-75, SD-77, SD-81, SD-83)."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.errors import InvalidRecord
from evidoc.exporters.scidocir import to_bytes
from evidoc.exporters.scidocir._convert import scidocir_of
from evidoc.exporters.scidocir._pictures import Pictures
from evidoc.importers.scidocir import find_source, load
from evidoc.records.document import Block, Document, Reference, Relation
from evidoc.records.relations import relations_of
from tests.build import shared
from tests.exporters.papers import paper
from tests.wounds import wound

File = dict[str, "File"] | list["File"] | str | float | bool | None
FAST = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def as_bytes(document: Document) -> bytes:
    return to_bytes(scidocir_of(document, pictures=Pictures()))


def loaded(folder: Path, content: bytes) -> Document:
    path = folder / "a.json"
    path.write_bytes(content)
    return load(path)


def test_a_document_comes_back_whole(tmp_path: Path) -> None:
    """All of every block, and of the document all but what no field is there for: its relations are now written out."""
    before, after = paper(), loaded(tmp_path, as_bytes(paper()))
    assert after.blocks == before.blocks
    assert after == msgspec.structs.replace(before, relations=relations_of(before), reader="scidocir@1")


def test_what_was_imported_exports_to_the_same_bytes(tmp_path: Path) -> None:
    content = as_bytes(paper())
    assert as_bytes(loaded(tmp_path, content)) == content


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
NAMES = st.lists(st.sampled_from(["a", "b", "sec:1"]), unique=True, max_size=2).map(tuple)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Give documents of blocks of any kind, in one chain, some in several places, some in none."""
    kinds = draw(
        st.lists(st.sampled_from(["paragraph", "heading", "figure", "equation", "header", "list", "caption"]), max_size=8)
    )
    body = [number for number, kind in enumerate(kinds) if kind != "header"]
    before, after = dict(zip(body[1:], body, strict=False)), dict(zip(body, body[1:], strict=False))
    template = paper()
    boxes = [box for block in template.blocks for box in block.boxes]
    blocks = tuple(
        Block(
            id=number,
            kind=kind,  # type: ignore[arg-type]
            text=draw(TEXTS),
            source=draw(TEXTS),
            role=draw(st.sampled_from(["", "subfigure", "odd"])),
            level=draw(st.integers(0, 3)),
            labels=draw(NAMES),
            refers_to=draw(NAMES),
            flags=draw(NAMES),
            boxes=tuple(draw(st.lists(st.sampled_from(boxes), max_size=3, unique=True))),
            parent=draw(st.sampled_from([None, *range(number)])),
            previous=before.get(number),
            next=after.get(number),
        )
        for number, kind in enumerate(kinds)
    )
    return msgspec.structs.replace(template, blocks=blocks, relations=(), references=(), abstract="")


@FAST
@given(documents())
def test_any_document_survives_the_way_there_and_back(document: Document) -> None:
    with tempfile.TemporaryDirectory() as folder:
        after = loaded(Path(folder), as_bytes(document))
        assert [_without_own_form(block) for block in after.blocks] == [_without_own_form(block) for block in document.blocks]
        assert as_bytes(after) == as_bytes(document)


def _without_own_form(block: Block) -> Block:
    """Leave out that a picture without facts has an empty record of them afterwards."""
    return msgspec.structs.replace(block, figure=None)


def broken(change: Callable[[dict[str, File]], object]) -> bytes:
    value = json.loads(as_bytes(paper()))
    change(value)
    return json.dumps(value).encode()


def set_at(value: object, *path: str | int, to: object) -> None:
    *steps, last = path
    for step in steps:
        value = value[step]  # type: ignore[index]
    value[last] = to  # type: ignore[index]


FAULTS: list[tuple[tuple[str | int, ...], object, str]] = [
    (("document", "num_pages"), 3, "document.num_pages is 3, but there are 2 pages"),
    (("document", "provenance", "sha256"), "xyz", "document.provenance.sha256 'xyz' is no SHA-256"),
    (("document", "provenance", "sha256"), "cd" * 32, "is not that of sha256 cdcd"),
    (("categories", 1, "id"), 0, "categories: id 0 is there 2 times"),
    (("categories", 1, "name"), "blurb", "categories: 'blurb' is unknown; known: title, heading"),
    (("pages", 1, "page_index"), 5, "pages[1]: page_index 5"),
    (("pages", 1, "width"), 0.0, "pages[1]: size 0.0 × 800.0"),
    (("blocks", 1, "block_id"), 0, "block 0 is there 2 times"),
    (("blocks", 0, "category", "id"), 3, "block 0: category 3 'title' (text) is not in categories"),
    (("blocks", 0, "content", "format"), "wiki", "block 0: format 'wiki' is unknown"),
    (("blocks", 0, "page_index"), None, "block 0: page_index and bbox are null together, or neither is"),
    (("blocks", 0, "page_index"), 7, "block 0: page_index 7, but there are 2 pages"),
    (("blocks", 0, "bbox", "x2"), 10.0, "block 0: bbox (60.0, 40.0, 10.0, 60.0) is reversed or empty"),
    (("blocks", 0, "bbox", "width"), 100.0, "has width 100.0 and height 20.0, not x2 − x1"),
    (("blocks", 0, "bbox", "y1"), -90.0, "is outside its page of 600.0 × 800.0"),
    (("blocks", 0, "structure", "next_block"), 99, "block 0: next_block 99 is no block"),
    (("blocks", 0, "structure", "parent_block"), 0, "block 0: parent_block 0 is the block itself"),
    (("blocks", 0, "structure", "next_block"), 3, "block 0: next_block is 3, whose previous_block is 14"),
    (("blocks", 0, "structure", "next_block"), None, "block 1: previous_block is 0, whose next_block is None"),
    (("blocks", 0, "metadata", "nearby_block_ids"), [77], "block 0: nearby_block_ids has 77, which is no block"),
    (("blocks", 5, "metadata", "caption_target", "block_ids"), [99], "block 3: caption_target has 99"),
    (("blocks", 7, "metadata", "figure_info", "subfigures"), [99], "block 5: subfigures has 99, which is no block"),
    (("blocks", 6, "references", "incoming_ref_from"), [], "block 4: incoming_ref_from lacks 2, which refers to it"),
    (
        ("blocks", 6, "references", "incoming_ref_from"),
        [2, 3],
        "block 4: incoming_ref_from has 3, which refers to none of its labels",
    ),
    (("blocks", 6, "references", "incoming_ref_from"), [2, 66], "block 4: incoming_ref_from has 66, which is no block"),
    (("blocks", 6, "metadata", "table_structure", "n_rows"), 1, "block 4: cell (1, 0) spans 1 × 1, beyond the grid of 1 × 2"),
    (("blocks", 6, "metadata", "table_structure", "n_rows"), 10**9, "at most 2,000,000 places are read"),
    (("blocks", 6, "metadata", "table_structure", "header_rows"), 9, "with 9 header rows"),
    (("blocks", 6, "metadata", "table_structure", "cells", 1, "rowspan"), 0, "block 4: cell (1, 0) spans 0 × 1"),
    (("blocks", 6, "metadata", "table_structure", "cells", 1, "r"), 0, "block 4: cells (0, 0) and (0, 0)"),
    (("blocks", 6, "metadata", "table_structure", "cells", 0, "bbox", "width"), 1.0, "block 4: cell (0, 0): bbox"),
    (("blocks", 3, "metadata", "task_fields", "evidoc", "part_of"), 44, "block 13: part_of 44, which is no block"),
    (("blocks", 3, "metadata", "task_fields", "evidoc", "part_of"), 1, "block 13: paragraph, but part_of block 1, a heading"),
    (("blocks", 0, "metadata", "task_fields"), {"evidoc": {"level": "x"}}, "block 0: task_fields.evidoc: Expected `int`"),
    (("relations", 0, "to"), 55, "relations[0] (adj): to 55 is no block"),
    (("relations", 0, "to"), 0, "relations[0] (adj): from block 0 to itself"),
    (("stats", "num_blocks"), 1, "stats.num_blocks is 1, counted 15"),
    (("stats", "category_counts", "title"), 4, "stats.category_counts is"),
    (("document", "provenance", "pages_sha256"), "../../x", "document.provenance.pages_sha256 '../../x' is no SHA-256"),
]


@pytest.mark.parametrize(("path", "value", "message"), FAULTS, ids=[f"{n}" for n in range(len(FAULTS))])
def test_every_fault_is_named_with_its_place_and_value(
    tmp_path: Path, path: tuple[str | int, ...], value: object, message: str
) -> None:
    content = broken(lambda file: set_at(file, *path, to=value))
    with pytest.raises(InvalidRecord) as caught:
        loaded(tmp_path, content)
    assert message in str(caught.value)


def test_cells_that_cover_each_other_are_named(tmp_path: Path) -> None:
    content = broken(lambda file: set_at(file, "blocks", 6, "metadata", "table_structure", "cells", 0, "rowspan", to=2))
    with pytest.raises(InvalidRecord, match=r"cells \(0, 0\) and \(1, 0\) both cover \(1, 0\)"):
        loaded(tmp_path, content)


def test_a_circle_in_reading_order_or_of_parents_is_named_once(tmp_path: Path) -> None:
    def turn(file: dict[str, File]) -> None:
        set_at(file, "blocks", 0, "structure", "parent_block", to=1)
        set_at(file, "blocks", 1, "structure", "parent_block", to=0)
        set_at(file, "blocks", 0, "structure", "previous_block", to=1)
        set_at(file, "blocks", 1, "structure", "next_block", to=0)

    with pytest.raises(InvalidRecord) as caught:
        loaded(tmp_path, broken(turn))
    assert str(caught.value).count("back to itself") == 2
    assert "parent_block leads from block 0 back to itself" in str(caught.value)


def test_a_block_that_reading_order_leaves_out_is_named(tmp_path: Path) -> None:
    def unlink(file: dict[str, File]) -> None:
        set_at(file, "blocks", 0, "structure", "next_block", to=None)
        set_at(file, "blocks", 1, "structure", "previous_block", to=None)

    with pytest.raises(InvalidRecord, match="block 0: in no reading order, which 12 other blocks are in"):
        loaded(tmp_path, broken(unlink))


def test_a_relation_that_is_there_twice_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="relations: adj from 0 to 1 is there 2 times"):
        loaded(tmp_path, broken(lambda file: file["relations"].append(file["relations"][0])))  # type: ignore[index, union-attr]


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    def spoil(file: dict[str, File]) -> None:
        for path, value, _ in (FAULTS[0], FAULTS[9], FAULTS[13], FAULTS[36]):
            set_at(file, *path, to=value)

    with pytest.raises(InvalidRecord) as caught:
        loaded(tmp_path, broken(spoil))
    said = str(caught.value)
    assert all(FAULTS[number][2] in said for number in (0, 9, 13, 36))
    assert "4 faults" in said and said.endswith("mend the file, or export it again")


def test_records_of_the_wrong_shape_are_all_named(tmp_path: Path) -> None:
    def spoil(file: dict[str, File]) -> None:
        set_at(file, "blocks", 0, "bbox", "x1", to="left")
        set_at(file, "blocks", 3, "colour", to="red")
        set_at(file, "relations", 1, "type", to="cites")
        set_at(file, "document", "doc_id", to=7)

    with pytest.raises(InvalidRecord) as caught:
        loaded(tmp_path, broken(spoil))
    said = str(caught.value)
    assert "4 faults" in said
    assert "blocks[0]: Expected `float`, got `str` - at `$.bbox.x1`" in said
    assert "blocks[3]: Object contains unknown field `colour`" in said
    assert "relations[1]: Invalid enum value 'cites'" in said
    assert "document: Expected `str`, got `int`" in said


def test_a_file_with_very_many_faults_shows_the_first_hundred(tmp_path: Path) -> None:
    content = broken(lambda file: set_at(file, "relations", to=[{"type": "adj", "from": 900, "to": 901}] * 300))
    with pytest.raises(InvalidRecord, match=r"602 faults: .*; and 502 more; mend the file"):
        loaded(tmp_path, content)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"document": 1}', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_scidocir_file_at_all_is_said(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(InvalidRecord, match="not a SciDocIR file"):
        loaded(tmp_path, content)


def test_a_file_that_is_not_there_or_too_large_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidRecord, match="cannot be opened"):
        load(tmp_path / "missing.json")
    monkeypatch.setattr("evidoc.importers.scidocir.MAX_BYTES", 4)
    with pytest.raises(InvalidRecord, match="at most 4"):
        loaded(tmp_path, as_bytes(paper()))


def foreign(file: dict[str, File]) -> None:
    """Make the file another program's: its own id, a source without a digest, none of our fields, blocks out of order."""
    set_at(file, "document", "doc_id", to="0704.1726")
    set_at(file, "document", "provenance", to={"source": "0704.1726.tex", "domain": "Physics"})
    for block in file["blocks"]:  # type: ignore[union-attr]
        fields = block["metadata"]["task_fields"]  # type: ignore[index, call-overload]
        if "part_of" not in fields.get("evidoc", {}):  # type: ignore[operator, union-attr]
            set_at(block, "metadata", "task_fields", to={"gold": [1, {"x": None}]})


def test_another_programs_file_keeps_its_id_its_domain_and_its_own_fields(tmp_path: Path) -> None:
    document = loaded(tmp_path, broken(foreign))
    assert document.identifiers == ("scidocir:0704.1726",) and document.flags == ("domain:Physics",)
    assert (document.source.name, document.source.media_type) == ("0704.1726.tex", "application/json")
    assert document.blocks[2].section == ("1 Results",) and document.blocks[2].task_fields == '{"gold":[1,{"x":null}]}'
    assert document.references == (Reference(key="1", text="A. Soils. 2020."),)
    again = json.loads(as_bytes(document))
    assert again["document"]["doc_id"] == "0704.1726" and again["document"]["provenance"]["domain"] == "Physics"
    assert again["blocks"][2]["metadata"]["task_fields"]["gold"] == [1, {"x": None}]


def test_blocks_that_are_listed_out_of_order_come_in_reading_order(tmp_path: Path) -> None:
    document = loaded(tmp_path, broken(lambda file: file["blocks"].reverse()))  # type: ignore[union-attr]
    body = [block.id for block in document.body()]
    assert body == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12] and len(document.blocks) == 13


def test_names_of_earlier_programs_are_understood(tmp_path: Path) -> None:
    def rename(file: dict[str, File]) -> None:
        for entry in [*file["categories"], *(block["category"] for block in file["blocks"])]:  # type: ignore[misc, union-attr, index, call-overload]
            if entry["name"] == "paragraph":
                set_at(entry, "name", to="Text-EQ")
        set_at(file, "stats", "category_counts", to={**file["stats"]["category_counts"], "Text-EQ": 3})  # type: ignore[dict-item, index, call-overload]
        del file["stats"]["category_counts"]["paragraph"]  # type: ignore[index, union-attr, call-overload, arg-type]

    assert loaded(tmp_path, broken(rename)).blocks[2].kind == "paragraph"


def test_the_early_form_is_brought_to_that_of_figure_8(tmp_path: Path) -> None:
    """formats.md, section 4.7."""
    document = load(shared("samples/synthetic/scidocbench_document_ir_v2.json"))
    assert [(block.id, block.kind) for block in document.blocks] == [(1, "title"), (2, "abstract"), (3, "figure"), (4, "caption")]
    assert (document.title, document.abstract) == ("Yield of alder", "We measure yield.")
    assert document.caption(document.block(3)) == "Figure 1: Yield by year."
    assert document.pages[0].height == 1294 and document.identifiers == ("scidocir:scidocbench_document_ir_v2",)
    assert loaded(tmp_path, as_bytes(document)).blocks == document.blocks


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("blocks", 0, "category_name"), "block 1: category 'Blurb' is unknown"),
        (("pages", 0, "width"), "not a document_ir_v2 file"),
    ],
)
def test_an_early_file_with_a_fault_is_said(tmp_path: Path, change: tuple[str | int, ...], message: str) -> None:
    value = json.loads(shared("samples/synthetic/scidocbench_document_ir_v2.json").read_text())
    set_at(value, *change, to="Blurb")
    with pytest.raises(InvalidRecord, match=message):
        loaded(tmp_path, json.dumps(value).encode())


def test_a_source_is_found_in_its_folder_by_its_digest_and_nowhere_else(tmp_path: Path) -> None:
    document = loaded(tmp_path, as_bytes(paper()))
    assert document.pages_source is not None
    folder = tmp_path / document.id
    folder.mkdir()
    (folder / "alder.pdf").write_bytes(b"another file")
    assert find_source(tmp_path / "a.json", document.pages_source) is None
    outside = broken(lambda file: set_at(file, "document", "source_dir", to="../.."))
    (tmp_path / "b.json").write_bytes(outside)
    assert find_source(tmp_path / "b.json", document.pages_source) is None


def test_relations_of_an_imported_document_stay_as_they_are(tmp_path: Path) -> None:
    def only_one(file: dict[str, File]) -> None:
        set_at(file, "relations", to=[{"type": "peer", "from": 1, "to": 0}])
        set_at(file, "stats", "num_relations", to=1)

    document = loaded(tmp_path, broken(only_one))
    assert document.relations == (Relation(kind="peer", source=1, target=0),)


WHOLE = json.loads(as_bytes(paper()))


@FAST
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_a_mutilated_file_is_read_or_refused_and_never_anything_else(seed: int, wounds: int) -> None:
    value = json.loads(json.dumps(WHOLE))
    chance = random.Random(seed)
    for _ in range(wounds):
        wound(value, chance)
    with tempfile.TemporaryDirectory() as folder:
        try:
            document = loaded(Path(folder), json.dumps(value).encode())
        except InvalidRecord as error:
            assert "; " in str(error)
            return
        content = as_bytes(document)
        assert as_bytes(loaded(Path(folder), content)) == content
