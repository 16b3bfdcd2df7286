"""The one canonical form of text that all readers share, and the way back from it to the source's characters."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# Characters that are never seen: controls, zero-width and direction marks, byte order marks, non-characters.
# U+200C and U+200D stay, because Persian, Indic scripts and emoji mean something by them.
_UNSEEN = (
    r"\x00\x01\x03-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    r"\ufeff\ufff9-\ufffb\ufffe\uffff"
)
LINE_END_HYPHEN = "\x02"  # what PDFium writes for the hyphen at which a word is broken over two lines
_SOFT_HYPHEN = "\xad"
_MARKS = "\u0300-\u036f\u0653-\u0655\u3099\u309a"
_GAP = rf"\s{_UNSEEN}{LINE_END_HYPHEN}{_SOFT_HYPHEN}"
_TOKENS = (
    rf"(?P<gap> [{_GAP}]+|[^\S ][{_GAP}]*|[{_UNSEEN}{LINE_END_HYPHEN}{_SOFT_HYPHEN}][{_GAP}]*)"
    r"|(?P<odd>[\ufb00-\ufb06]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff])"
)
_UNCLEAN = re.compile(_TOKENS)
_UNCLEAN_WITH_MARKS = re.compile(rf"(?P<marked>\w[{_UNSEEN}]*[{_MARKS}][{_MARKS}{_UNSEEN}]*)|{_TOKENS}")
_MARK = re.compile(rf"[{_MARKS}]")
_DROPPED = re.compile(rf"[{_UNSEEN}]+")
_ODD = re.compile(
    rf"[{_UNSEEN}{LINE_END_HYPHEN}{_SOFT_HYPHEN}{_MARKS}\ufb00-\ufb06\ud800-\udfff\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffe6\U00020000-\U0003fffd]"
)
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_WIDE = re.compile(
    r"[\u2e80-\u312f\u3190-\u4dbf\u4e00-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003fffd]"
)


# After these a hyphen at a line's end is a suspended one ("pre- and post-test"), for no word is broken before them.
_SUSPENDED = re.compile(r"(?:and|or|to|und|oder|bis|sowie|et|ou)\s")


@dataclass(frozen=True, slots=True)
class CleanText:
    """Canonical text, and for each of its characters the index of the source character it came from.

    Several characters of one ligature share an index; what was dropped has none (case A21).
    """

    text: str
    offsets: tuple[int, ...]


def clean_text(raw: str) -> str:
    r"""Give the canonical form of a text: what a reader of the page would say is written there.

    Joined letters U+FB00 to U+FB06 are expanded, halves of surrogate pairs joined or replaced by
    U+FFFD, accents composed with their letter; NUL, control and zero-width characters and soft hyphens
    are dropped; PDFium's U+0002 joins a word that two lines share; every run of white space is one
    space, none where lines of Chinese or Japanese meet. Nothing else changes: 10² and ① stay.
    Cleaning clean text changes nothing.

    Source: cases A01, A03, A05.
    """
    if not _ODD.search(raw):
        return " ".join(raw.split())  # most text needs its spaces folded and nothing else
    return "".join(piece for piece, _, _ in _pieces(raw))


def clean_with_offsets(raw: str) -> CleanText:
    """Give the canonical text with the source offset of each of its characters, in one pass (case A21)."""
    pieces: list[str] = []
    offsets: list[int] = []
    for piece, start, is_same in _pieces(raw):
        pieces.append(piece)
        offsets.extend(range(start, start + len(piece)) if is_same else [start] * len(piece))
    return CleanText(text="".join(pieces), offsets=tuple(offsets))


def is_wide(character: str) -> bool:
    """Say whether a character is of a script that is written without spaces between words."""
    return character >= "\u2e80" and _WIDE.match(character) is not None


def _pieces(raw: str) -> list[tuple[str, int, bool]]:
    """Cut a text into (clean piece, source offset, piece is unchanged)."""
    pattern = _UNCLEAN_WITH_MARKS if _MARK.search(raw) else _UNCLEAN
    pieces: list[tuple[str, int, bool]] = []
    done = 0
    for match in pattern.finditer(raw):
        start, end = match.span()
        if start > done:
            pieces.append((raw[done:start], done, True))
        clean = _gap(raw, start=start, end=end) if match["gap"] is not None else _character(match[0])
        if clean:
            mark = match[0].find(LINE_END_HYPHEN)
            pieces.append((clean, start + max(mark, 0), False))
        done = end
    if done < len(raw):
        pieces.append((raw[done:], done, True))
    return _stripped(pieces)


def _stripped(pieces: list[tuple[str, int, bool]]) -> list[tuple[str, int, bool]]:
    """Take away the single space that may be left at either end."""
    if pieces and pieces[0][0].startswith(" "):
        text, start, is_same = pieces[0]
        pieces[0] = (text[1:], start + 1, is_same)
    if pieces and pieces[-1][0].endswith(" "):
        text, start, is_same = pieces[-1]
        pieces[-1] = (text[:-1], start, is_same)
    return pieces


def _gap(raw: str, *, start: int, end: int) -> str:
    """Give what stands between two words for a run of spaces, breaks, marks and unseen characters."""
    run = _DROPPED.sub("", raw[start:end])
    before, after = raw[start - 1 : start] if start else "", raw[end : end + 1]
    if LINE_END_HYPHEN in run:
        is_suspended = _SUSPENDED.match(raw, end) is not None
        return _broken_word(run, before=before, after=after, is_suspended=is_suspended)
    if _SOFT_HYPHEN in run:
        return " " if run[0] != _SOFT_HYPHEN else ""
    if not run or not before or not after:
        return ""
    is_break = "\n" in run or "\r" in run
    return "" if is_break and is_wide(before) and is_wide(after) else " "


def _broken_word(run: str, *, before: str, after: str, is_suspended: bool) -> str:
    """Join a word broken at a hyphen, keeping the hyphen where it belongs to the word (case A05)."""
    if is_suspended:
        return " " if before in ("-", "\u2010") else "- "
    if before in ("-", "\u2010"):
        return ""
    if before and run[0] != LINE_END_HYPHEN:
        return " - " if after else " -"
    return "" if before.isalpha() and after.islower() else "-"


def _character(odd: str) -> str:
    """Give the letters of a ligature, the character of a surrogate pair, or a letter with its accents composed."""
    if len(odd) == 1:
        return _LIGATURES.get(ord(odd), "\ufffd")
    if "\ud800" <= odd[0] <= "\udbff":
        return odd.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    return unicodedata.normalize("NFC", _DROPPED.sub("", odd))
