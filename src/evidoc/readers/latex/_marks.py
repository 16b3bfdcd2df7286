"""Characters that stand for something while a document is read: none of them can come from a file.

U+FDD0 to U+FDEF are no characters (Unicode 23.7), so the project takes them out of every file and they are free here.
"""

from __future__ import annotations

import re

CITED = "\ufdd0"  # where a citation mark such as [12] is printed, until the space before it is gone
OPEN, CLOSE = "\ufdd1", "\ufdd2"  # around the number of a mention that is printed once all labels are known
RAW = "\ufdd3"  # begins a token that holds text taken as it is
GAP = "\ufdd4"  # between the parts of such a token
BLOCK = "\ufdd5"  # \newblock of a bibliography
PERSON = "\ufdd6"  # \and between authors
INTERNAL = "\ufdd7"  # begins the names of commands that only the reader itself gives

_FREE = re.compile("[\ufdd0-\ufdef\x00]")


def without_marks(text: str) -> str:
    """Give a file's text without the characters that this module uses."""
    return _FREE.sub("", text)
