"""The key to a study: who has the address that was printed comes in, and nobody else who is logged in to this machine.

The key lies in the study's folder, readable for its owner alone, so that addresses and open pages outlive the program.
"""

from __future__ import annotations

import hmac
import os
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from evidoc.errors import EvidocError

FILE = ".key"
_KEY = re.compile(r"[0-9A-Za-z_-]{8,64}")
_KEPT = 90 * 24 * 3600  # seconds that a browser keeps the cookie; a study takes weeks


def key_in(folder: Path, *, tokens: Callable[[], str]) -> str:
    """Give the key of a study's folder, a new one where there is none.

    Raises:
        EvidocError: The file cannot be read or written.
    """
    path = folder / FILE
    try:
        found = path.read_text(encoding="ascii", errors="replace").strip() if path.is_file() else ""
        if _KEY.fullmatch(found):
            return found
        path.unlink(missing_ok=True)
        fresh = tokens()
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(fresh + "\n")
    except OSError as error:
        raise EvidocError(f"{path}: cannot be read or written ({error.strerror}); give a folder that is yours") from error
    return fresh


def cookie_of(key: str) -> str:
    """Give the cookie that a browser with the key gets: of this study, whatever else runs on this machine.

    A stricter one would not be sent on by a browser that came from a link in a letter.
    """
    return f"{_name(key)}={key}; Path=/; Max-Age={_KEPT}; HttpOnly; SameSite=Lax"


def has_key(key: str, cookies: str) -> bool:
    """Say whether a request's Cookie header has the study's cookie."""
    pairs = (pair.strip().partition("=") for pair in cookies.split(";"))
    return any(name == _name(key) and _same(value, key) for name, _, value in pairs)


def way_in(key: str, path: str, query: str) -> str | None:
    """Give where a request that brings the key is led, to the same place without it; None where it brings no right key."""
    brought = parse_qsl(query)
    if not any(name == "key" and _same(value, key) for name, value in brought):
        return None
    rest = urlencode([(name, value) for name, value in brought if name != "key"])
    return f"/{path.lstrip('/')}{'?' if rest else ''}{rest}"


def _name(key: str) -> str:
    return f"evidoc_review_{sha256(key.encode()).hexdigest()[:8]}"


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
