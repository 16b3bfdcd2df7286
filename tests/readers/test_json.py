"""JSON files: whose they are, what is said of others, and hostile ones."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.errors import UnreadableDocument
from evidoc.readers import choose, drawn_names, pdf_names, read_file, run_name, run_rank
from evidoc.readers._inline import inline_text
from evidoc.readers._json import MAX_BYTES
from evidoc.readers._likeness import likeness
from evidoc.readers._pixels import page_points, resolution_of
from tests.build import SHARED, shared
from tests.readers.written import check_sound, written
from tests.wounds import Json, wound

SAMPLES = sorted(SHARED.glob("samples/mineru/*.json")) + sorted(SHARED.glob("samples/synthetic/mineru*.json"))
FAST = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_file_of_mineru_is_known_by_what_is_in_it(path: Path, tmp_path: Path) -> None:
    assert choose(written(tmp_path, "a.json", path.read_bytes())) == "mineru"


@pytest.mark.parametrize(
    ("sample", "part"),
    [
        ("docling/multi_page.json", "docling"),
        ("docgenome/0704.1726_layout_annotation.json", "docgenome"),
        ("docgenome/0704.1726_order_annotation.json", "docgenome"),
        ("docgenome/0704.1726_reading_annotation.json", "docgenome"),
    ],
)
def test_other_parsers_are_known_by_what_is_in_their_files(sample: str, part: str, tmp_path: Path) -> None:
    assert choose(written(tmp_path, "a.json", shared(f"samples/{sample}").read_bytes())) == part


@pytest.mark.parametrize(
    ("content", "status", "message"),
    [
        ('{"a": 1}', "unsupported", r"JSON with the names 'a', which no known program writes; JSON of these is read: MinerU"),
        ("[]", "unsupported", "list of no known shape"),
        ("3", "unsupported", "a int of no known shape"),
        ('{"document": {}, "pages": [], "blocks": []}', "unsupported", "import it with: evidoc import scidocir"),
        ('{"pages": [], "blocks": [{"block_id": 1, "category_name": "Text"}]}', "unsupported", "evidoc import scidocir"),
        ('{"images": [], "annotations": [], "categories": [{"name": "cat"}]}', "unsupported", "no known program"),
        ("{", "damaged", "no JSON"),
        ("[" * 100_000, "damaged", "nested too deeply"),
        (" ", "empty", "empty"),
    ],
)
def test_other_json_is_said_with_what_is_readable(tmp_path: Path, content: str, status: str, message: str) -> None:
    with pytest.raises(UnreadableDocument, match=message) as caught:
        choose(written(tmp_path, "a.json", content))
    assert caught.value.status == status


def test_samples_of_other_data_sets_are_nobodys(tmp_path: Path) -> None:
    """Benchmarks also come as JSON; none of them may be taken for a document."""
    for path in sorted(SHARED.glob("samples/synthetic/*.json")):
        if not path.name.startswith("mineru"):
            with pytest.raises(UnreadableDocument):
                choose(written(tmp_path, "a.json", path.read_bytes()))


def test_json_in_utf_16_and_with_a_mark_is_read(tmp_path: Path) -> None:
    content = '[{"type": "text", "text": "Größe", "page_idx": 0}]'
    for encoding in ("utf-16", "utf-8-sig"):
        assert read_file(written(tmp_path, "a.json", content.encode(encoding))).blocks[0].text == "Größe"


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evidoc.readers._json.MAX_BYTES", 4)
    with pytest.raises(UnreadableDocument, match="at most 4") as caught:
        choose(written(tmp_path, "a.json", "[1, 2, 3]"))
    assert caught.value.status == "too_large" and MAX_BYTES > 1e8


def test_files_of_one_parse_are_known_by_their_names() -> None:
    assert run_name(Path("d/a.b_content_list_v2.json")) == "a.b" and run_name(Path("plain.json")) == "plain"
    assert pdf_names(Path("a_middle.json"))[::2] == ("a_middle.pdf", "a.pdf", "a_origin.pdf")
    assert drawn_names(Path("a_middle.json"))[0] == "a_layout.pdf"
    ranks = [run_rank(Path(f"a{ending}.json")) for ending in ("_middle", "_content_list_v2", "_model", "_quality_report", "")]
    assert ranks == [0, 1, 3, None, None]


@pytest.mark.parametrize(
    ("pixels", "points"),
    [
        ((1700, 2200), (612.0, 792.0)),
        ((1654, 2339), (595.44, 842.04)),
        ((2339, 1654), (842.04, 595.44)),
        ((1224, 1584), (612.0, 792.0)),
    ],
)
def test_the_resolution_of_a_page_picture_is_the_one_that_makes_a_sheet(
    pixels: tuple[int, int], points: tuple[float, float]
) -> None:
    assert page_points(*pixels) == pytest.approx(points)


def test_pixels_that_make_no_sheet_are_taken_at_200_dpi() -> None:
    assert resolution_of(1000, 1000) == (200.0, False)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a **b** ~~c~~ d", "a b c d"),
        (r"\(x_1\) $y$ $$z$$", "x_1 y z"),
        ("costs $5 to $6 each", "costs $5 to $6 each"),
        (r"5 \* 3 and 2 * 3 * 4", "5 * 3 and 2 * 3 * 4"),
        ("a<br>b<sup>2</sup> <x>", "a b2 <x>"),
        ("[text](https://a.b/c) [1](x)", "text [1](x)"),
    ],
)
def test_markdown_is_taken_out_of_running_text(source: str, text: str) -> None:
    assert inline_text(source) == text


@given(st.text(max_size=80), st.text(max_size=80))
def test_likeness_is_symmetric_bounded_and_one_for_the_same_text(first: str, second: str) -> None:
    assert likeness(first, first) == 1.0
    assert 0.0 <= likeness(first, second) <= 1.0 and likeness(first, second) == likeness(second, first)


def test_likeness_tells_paragraphs_of_one_subject_apart_and_two_readings_not() -> None:
    one = "The yield of alder was measured on two sites over three years, and rose with the water table."
    other = "Costs of the alder trial were met by the owners, who also paid for the two sites and the fences."
    assert likeness(one, one.replace(" ", "").replace(",", "").upper()) == 1.0
    assert likeness(one, other) < 0.4 < 0.9 < likeness(one, one.replace("three", "thr ee-") + ".")


SMALL = [
    path
    for name in (
        "mineru/v3_middle.json", "mineru/v3_content_list.json", "mineru/v3_content_list_v2.json", "mineru/v3_vlm_model.json",
        "mineru/v4_picture_classification_middle.json", "synthetic/mineru_legacy_middle.json",
        "synthetic/mineru_legacy_model.json", "docling/picture_classification.json", "docling/2305.03393v1-pg9.json",
        "docgenome/0704.1726_order_annotation.json",
        "docgenome/0704.1726_reading_annotation.json",
    )
    if (path := SHARED / "samples" / name).is_file()
]  # fmt: skip


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name)
@FAST
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_a_mutilated_file_gives_a_sound_document_or_is_unreadable(path: Path, seed: int, wounds: int) -> None:
    value: Json = json.loads(path.read_text(encoding="utf-8"))
    chance = random.Random(seed)
    for _ in range(wounds):
        wound(value, chance)
    with tempfile.TemporaryDirectory() as folder:
        try:
            document = read_file(written(Path(folder), "a.json", json.dumps(value)))
        except UnreadableDocument as error:
            assert error.status and "; " in str(error)
            return
    check_sound(document)
