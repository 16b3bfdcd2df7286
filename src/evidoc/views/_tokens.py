"""How many tokens a text, a picture or a file takes, guessed without any model's tokeniser."""

from __future__ import annotations

import math
import re

from evidoc.records.reply import FilePart, ImagePart, TextPart

_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_CHARACTERS_A_TOKEN = 4  # what tokenisers need for English; an East Asian character takes a token of its own
_PIXELS_A_TOKEN = 750  # of a picture: what the makers of one hosted model state; others are near it
_TOKENS_A_FILE = 2000  # of a PDF that a model reads itself: the text and the picture of one page


def tokens_of(text: str) -> int:
    """Guess how many tokens a text takes."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // _CHARACTERS_A_TOKEN)


def tokens_of_part(part: TextPart | ImagePart | FilePart) -> int:
    """Guess how many tokens a part of a prompt takes."""
    if isinstance(part, TextPart):
        return tokens_of(part.text)
    return math.ceil(part.width * part.height / _PIXELS_A_TOKEN) if isinstance(part, ImagePart) else _TOKENS_A_FILE
