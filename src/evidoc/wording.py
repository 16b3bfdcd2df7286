"""Our own wording of instructions to models: text files in a room's `prompts` folder, one for each purpose and language.

A file is named `purpose.language.md`; its first line has the name and version, as `<!-- citing@1 -->`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files

_FALLBACK = "en"
_FIRST_LINE = re.compile(r"<!-- (\w+@\d+) -->\n")
_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Wording:
    """The wordings of one package."""

    package: str

    def words(self, name: str, language: str = _FALLBACK, *, filled: Mapping[str, str] | None = None) -> str:
        """Give a wording with its `{places}` filled, in English where there is none in the language.

        What is filled in is not searched for places again, so text of a document cannot reach into it.
        """
        places = filled or {}
        text = _load(self.package, name, self._known(name, language))[1]
        return _PLACE.sub(lambda match: places.get(match[1], match[0]), text)

    def version(self, name: str, language: str = _FALLBACK) -> str:
        """Give the name and version of a wording as its first line states it, with the language: `citing@1/en`."""
        known = self._known(name, language)
        return f"{_load(self.package, name, known)[0]}/{known}"

    def versions(self) -> tuple[str, ...]:
        """Give the versions of all wordings, sorted: what a run's settings keep of them."""
        found = (entry.name.split(".") for entry in files(self.package).joinpath("prompts").iterdir())
        return tuple(sorted(self.version(parts[0], parts[1]) for parts in found if len(parts) == 3 and parts[2] == "md"))

    def _known(self, name: str, language: str) -> str:
        code = language.lower().split("-")[0]
        return code if code.isalnum() and _file(self.package, name, code) is not None else _FALLBACK


def fenced(name: str, text: str) -> str:
    """Put text of others between marks that it cannot contain, so that it cannot end its own place in a prompt.

    The marks carry a digest of the text; text that would hold its own digest cannot be written.
    """
    written = text.encode("utf-8", "replace")  # a lone half of a surrogate pair cannot be sent
    mark = f"{name}-{blake2b(written, digest_size=4).hexdigest()}"
    return f"<{mark}>\n{written.decode()}\n</{mark}>"


@cache
def _load(package: str, name: str, language: str) -> tuple[str, str]:
    text = _file(package, name, language) or ""
    first = _FIRST_LINE.match(text)
    assert first is not None, f"prompts/{name}.{language}.md of {package} has no version in its first line"
    return first[1], text[first.end() :].strip()


@cache
def _file(package: str, name: str, language: str) -> str | None:
    entry = files(package) / "prompts" / f"{name}.{language}.md"
    return entry.read_text(encoding="utf-8") if entry.is_file() else None
