"""Results of other parsers, read beside their PDF, and whether each block's text is what stands under its boxes."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from evidoc.pages.glyphs import text_in
from evidoc.readers import read_file
from evidoc.readers._likeness import likeness
from evidoc.records.document import Block, Document
from tests.build import shared
from tests.readers.written import check_sound, written

NO_TEXT = ("figure", "chart", "equation", "table")


def read_sample(folder: Path, sample: str, *, name: str = "", pdf: str = "") -> Document:
    """Read a sample as a user's file, under another name and beside a PDF if one is given."""
    path = folder / (name or Path(sample).name)
    shutil.copyfile(shared(f"samples/{sample}"), path)
    if pdf:
        shutil.copyfile(shared(f"samples/{pdf}"), folder / Path(pdf).name)
    document = read_file(path)
    check_sound(document)
    return document


def read_value(folder: Path, value: object, *, name: str = "run_middle.json") -> Document:
    """Read a JSON value as a file."""
    document = read_file(written(folder, name, json.dumps(value)))
    check_sound(document)
    return document


def agreement(document: Document, pdf: Path) -> dict[int, float]:
    """Give how much of each block's text stands under its boxes, for blocks whose text a page shows as it is."""
    return {
        block.id: likeness(" ".join(text_in(pdf, box) for box in block.boxes), block.text)
        for block in document.blocks
        if block.boxes and block.text and block.kind not in NO_TEXT
    }


def edges(block: Block) -> list[tuple[int, float, float, float, float]]:
    return [(box.page, box.x0, box.y0, box.x1, box.y1) for box in block.boxes]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
