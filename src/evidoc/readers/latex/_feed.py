"""What is still to be read: files within files, with tokens put before them, and stretches that end by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from evidoc.readers.latex._scan import Scanner

_LONGEST_LOOK = 20_000  # characters


@dataclass(slots=True)
class _Frame:
    """A file that is being read, or a stretch of tokens that ends by itself; `ahead` are tokens to come first, reversed."""

    scanner: Scanner | None = None
    ahead: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file."""

    scanner: Scanner
    place: int


class Feed:
    """Files and stretches of tokens, the innermost last."""

    def __init__(self) -> None:
        """Begin with nothing to read."""
        self._frames: list[_Frame] = []

    def next(self) -> str | None:
        """Give the next token as it is; None at the end of the document or of this stretch."""
        while self._frames:
            frame = self._frames[-1]
            if frame.ahead:
                return frame.ahead.pop()
            if frame.scanner is None:
                return None
            token = frame.scanner.next()
            if token is not None:
                return token
            self._frames.pop()
        return None

    def next_full(self) -> str | None:
        """Give the next token that is no gap."""
        token = self.next()
        while token == " " or token == "\n":
            token = self.next()
        return token

    def peek(self) -> str | None:
        """Give the next token and leave it there."""
        token = self.next()
        if token is not None:
            self._frames[-1].ahead.append(token)
        return token

    def push(self, tokens: Sequence[str]) -> None:
        """Put tokens before what comes next."""
        if tokens:
            if not self._frames:
                self._frames.append(_Frame())
            self._frames[-1].ahead.extend(reversed(tokens))

    def enter(self, scanner: Scanner) -> None:
        """Read a file next."""
        self._frames.append(_Frame(scanner))

    def files(self) -> list[Scanner]:
        """Give the files that are being read, the outermost first."""
        return [frame.scanner for frame in self._frames if frame.scanner is not None]

    def begin_stretch(self, tokens: Sequence[str]) -> None:
        """Read these tokens next, and end with them."""
        self._frames.append(_Frame(None, list(reversed(tokens))))

    def end_stretch(self) -> None:
        """Drop what is left of a stretch, and of files that it opened."""
        while self._frames and self._frames.pop().scanner is not None:
            pass

    def end_all(self) -> None:
        """Drop all that is left to read."""
        for frame in self._frames:
            frame.ahead.clear()
            if frame.scanner is not None:
                frame.scanner.end()

    def straight(self) -> Scanner | None:
        """Give the file that the next token comes straight from, None where a macro's tokens or a stretch come first."""
        frame = self._frames[-1] if self._frames else None
        return frame.scanner if frame is not None and not frame.ahead else None


def mark(feed: Feed) -> Mark | None:
    """Give the place of the token just read, if it came straight from a file."""
    scanner = feed.straight()
    return Mark(scanner, scanner.last) if scanner is not None else None


def since(feed: Feed, start: Mark | None) -> str:
    """Give the source from a mark to here, "" where the two are not in one file."""
    if start is None or feed.straight() is not start.scanner:
        return ""
    return start.scanner.text[start.place : start.scanner.place]


def comes_before(feed: Feed, end: str, names: Sequence[str]) -> bool:
    """Say whether the file that is read straight has one of these before the next `end`."""
    scanner = feed.straight()
    if scanner is None:
        return False
    text, place = scanner.text, scanner.place
    stop = text.find(end, place, place + _LONGEST_LOOK)
    return any(text.find(name, place, stop if stop >= 0 else place + _LONGEST_LOOK) >= 0 for name in names)
