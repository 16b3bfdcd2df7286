"""The wordings of this room: what a model is told around an item."""

from __future__ import annotations

from evidoc.wording import Wording

_WORDING = Wording("evidoc.views")
words = _WORDING.words
version = _WORDING.version
versions = _WORDING.versions
