r"""The files of one LaTeX document: found by the names that commands give, never outside the main file's folder.

Nothing is executed and no file is written; what is missing, outside or too much is a flag of the document.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from evidoc.errors import UnreadableDocument
from evidoc.readers._encoding import Decoded, decode
from evidoc.readers.latex._marks import without_marks

MAX_BYTES = 20_000_000  # of all files together; the longest theses are under 5 MB of TeX
MAX_FILES = 2_000
_LONGEST_NAME = 500
_DECLARED = re.compile(
    rb"\\usepackage\s*\[([^\]]{1,80})\]\s*\{inputenc\}|\\inputencoding\s*\{(\w+)\}|\\begin\s*\{CJK\*?\}\s*(?:\[\w*\])?\{(\w+)\}"
    rb"|^%.{0,80}?(?:encoding\s*=|coding[:=])\s*([\w-]+)",
    re.MULTILINE,
)
_ENCODINGS = {
    "latin1": "cp1252",
    "latin9": "iso8859-15",
    "latin2": "iso8859-2",
    "latin3": "iso8859-3",
    "latin5": "iso8859-9",
    "ansinew": "cp1252",
    "applemac": "mac-roman",
    "cp1250": "cp1250",
    "cp1251": "cp1251",
    "cp1252": "cp1252",
    "koi8-r": "koi8-r",
    "cp437": "cp437",
    "cp850": "cp850",
    "gbk": "gb18030",
    "gb": "gb18030",
    "bg5": "big5",
    "big5": "big5",
    "jis": "euc-jp",
    "sjis": "shift-jis",
    "euc": "euc-jp",
    "ks": "euc-kr",
    "iso-8859-1": "cp1252",
    "windows-1252": "cp1252",
}  # fmt: skip  (inputenc's and CJK's names, and editors', to Python's)


class Project:
    """The folder of a main file, what was read of it so far, and what was wrong."""

    def __init__(self, main: Path, *, name: str) -> None:
        """Take the main file's folder as all that may be read; `name` is for messages."""
        self.main, self.name = main, name
        self.flags: dict[str, None] = {}
        self.written: dict[str, str] = {}  # files that the document itself would write (filecontents)
        self._folder = main.parent.resolve()
        self._bytes, self._entered, self._digests = 0, 0, dict[str, str]()
        self._declared = ""

    def main_text(self) -> str:
        """Give the main file's text.

        Raises:
            UnreadableDocument: The file cannot be opened, is too large, or says nothing.
        """
        try:
            size = self.main.stat().st_size
            if size > MAX_BYTES:
                raise UnreadableDocument(f"{self.name}: {size:,} bytes; the limit is {MAX_BYTES:,}", status="too_large")
            content = self.main.read_bytes()
        except OSError as error:
            raise UnreadableDocument(f"{self.name}: cannot be opened: {error.strerror}; check its permissions") from error
        text = self._decoded(self.main, content)
        if not text.strip():
            raise UnreadableDocument(f"{self.name}: the file is empty; fetch it again", status="empty")
        return text

    def text(self, path: Path) -> str:
        """Give a file's text, "" where it is beyond a limit."""
        try:
            if self._entered >= MAX_FILES or self._bytes + path.stat().st_size > MAX_BYTES:
                self.flags[f"input_limit:{path.name}"] = None
                return ""
            return self._decoded(path, path.read_bytes())
        except OSError:
            self.flags[f"missing_file:{path.name}"] = None
            return ""

    def find(self, name: str, *, suffixes: tuple[str, ...] = (".tex", ""), within: str = "") -> Path | None:
        """Give the file of a name, with a suffix where the name has none; None where there is none to be read.

        A name that leads out of the folder is not looked at.
        """
        name = name.strip().strip('"').strip()
        if not name or len(name) > _LONGEST_NAME or "\x00" in name:
            return None
        for suffix in suffixes:
            for folder in dict.fromkeys((within, "")):
                found = self._file(Path(folder) / (name + suffix))
                if found is not None:
                    return found
        return None

    def miss(self, name: str) -> None:
        """Note that a file is not there, or not to be read."""
        shown = " ".join(name.split())[:80]
        self.flags[f"{'outside_file' if self._leads_out(name.strip()) else 'missing_file'}:{shown}"] = None

    def inside(self, path: Path) -> str:
        """Give a file's folder as a name relative to the main file's."""
        return path.parent.relative_to(self._folder).as_posix()

    def beside(self, suffix: str) -> Path | None:
        """Give the file of the main file's stem and another suffix."""
        return self.find(self.main.stem, suffixes=(suffix,))

    def digest(self) -> str:
        """Give the digest of all files read so far, with their names; of a single file the digest of its bytes."""
        if len(self._digests) == 1:
            return next(iter(self._digests.values()))
        lines = "".join(f"{name}\0{digest}\n" for name, digest in sorted(self._digests.items()))
        return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()

    def _shown(self, path: Path) -> str:
        path = path.resolve()
        return path.relative_to(self._folder).as_posix() if path.is_relative_to(self._folder) else path.name

    def _file(self, relative: Path) -> Path | None:
        try:
            path = (self._folder / relative).resolve()
            return path if path.is_relative_to(self._folder) and path.is_file() else None
        except (OSError, ValueError, RuntimeError):  # a name too long or of odd characters, a loop of links
            return None

    def _leads_out(self, name: str) -> bool:
        try:
            return not (self._folder / name).resolve().is_relative_to(self._folder)
        except (OSError, ValueError, RuntimeError):
            return False

    def _decoded(self, path: Path, content: bytes) -> str:
        self._bytes, self._entered = self._bytes + len(content), self._entered + 1
        self._digests[self._shown(path)] = hashlib.sha256(content).hexdigest()
        self._declared = _declared(content) or self._declared
        decoded: Decoded = decode(content, declared=self._declared)
        if not decoded.is_certain:
            self.flags["encoding_guessed"] = None
        return without_marks(decoded.text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n"))


def _declared(content: bytes) -> str:
    """Give Python's name of the encoding that a file's first lines state."""
    found = _DECLARED.search(content[:20_000])
    names = next((group for group in found.groups() if group), b"") if found else b""
    for name in names.decode("ascii", "ignore").lower().split(","):
        if name.strip() in _ENCODINGS:
            return _ENCODINGS[name.strip()]
    return ""
