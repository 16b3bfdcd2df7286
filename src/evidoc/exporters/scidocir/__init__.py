"""SciDocIR, the schema of SciDocBench's paper: one JSON file a document, with its sources and pictures in a folder beside it.

Source: SD-73 to SD-83.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from evidoc.errors import NothingKept
from evidoc.exporters import ExportSummary
from evidoc.exporters.scidocir._convert import scidocir_of
from evidoc.exporters.scidocir._files import opened_corpus, with_pages
from evidoc.exporters.scidocir._pictures import Pictures, draw
from evidoc.records.scidocir import SciDocIR
from evidoc.records.store import write_bytes

_ENCODER = msgspec.json.Encoder(order="deterministic", decimal_format="number")


def export(source: Path, *, out: Path, pictures: bool = True, dpi: int = 144) -> ExportSummary:
    """Write every document of a corpus or bench as `<id>.json`, with `<id>/` for its sources, page pictures and crops.

    A document without pages is laid out on sheets first. Without `pictures` the paths of pictures are empty.

    Raises:
        NothingKept: The corpus has no documents.
        InvalidRecord: The folder is neither a corpus nor a bench.
    """
    corpus = opened_corpus(source)
    written, files = 0, 0
    counts = {"pages": 0, "blocks": 0, "relations": 0, "blocks without a place": 0}
    for document in corpus:
        folder = out / document.id
        paged = with_pages(document, corpus, folder)
        drawn = draw(paged.document, paged.pdf, folder=folder, dpi=dpi) if pictures else Pictures()
        converted = scidocir_of(paged.document, pictures=drawn)
        write_bytes(out / f"{document.id}.json", to_bytes(converted))
        written += 1
        files += 1 + paged.files + drawn.files
        counts["pages"] += len(converted.pages)
        counts["blocks"] += len(converted.blocks)
        counts["relations"] += len(converted.relations)
        counts["blocks without a place"] += sum(block.bbox is None for block in converted.blocks)
    if not written:
        raise NothingKept(f"{source}: the corpus has no documents; read some first")
    return ExportSummary(out=str(out), written=written, files=files, counts=counts)


def to_bytes(converted: SciDocIR) -> bytes:
    """Give a file's bytes: fields in the order of the schema, numbers as numbers, indented by one space."""
    return msgspec.json.format(_ENCODER.encode(converted), indent=1) + b"\n"
