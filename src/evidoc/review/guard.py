"""What is let in: requests to this machine's own names, from our own pages, of our own size; and what every answer carries.

A page of another site must neither read what is shown here, by a name that it makes lead to this machine (DNS rebinding),
nor send a form here in the rater's name (cross-site request forgery).
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from evidoc.review.entrance import cookie_of, has_key, way_in
from evidoc.review.posted import MAX_BODY

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

OWN_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})  # whatever the port: a tunnel may give another
POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_CARRIED = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # with none at all, browsers hide the origin of our own forms too
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_METHODS = frozenset({"GET", "HEAD", "POST"})
_MOST_QUERY = 2_000  # bytes of an address


class Guard:
    """Stands before the app and lets in what it should."""

    def __init__(self, app: ASGIApp, *, key: str) -> None:
        """Stand before this app, to which the key leads."""
        self._app, self._key = app, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or pass it on, and add the headers of safety to the answer."""
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        query = scope.get("query_string", b"").decode("latin-1")
        reason = refusal(scope["method"], headers, query=len(query))
        carrying = _carrying(send)
        if reason:
            await _refuse(carrying, *reason)
        elif has_key(self._key, headers.get("cookie", "")):
            await self._app(scope, receive, carrying)
        elif place := way_in(self._key, scope["path"], query):
            await _lead(carrying, place, cookie_of(self._key))
        else:
            await _refuse(carrying, 403, "this address needs its key; open the one that evidoc review printed, with all of it")


def refusal(method: str, headers: MutableMapping[str, str], *, query: int = 0) -> tuple[int, str] | None:
    """Give the status and the sentence with which a request is refused; None where it is let in."""
    host = headers.get("host", "")
    if _name(host) not in OWN_NAMES:
        return 421, f"{host[:100]!r} is no name of this machine; open the address that evidoc review printed"
    if method not in _METHODS:
        return 405, f"{method[:20]} is not done here; only GET, HEAD and POST are"
    if query > _MOST_QUERY:
        return 414, f"the address has more than {_MOST_QUERY:,} bytes; open the address that evidoc review printed"
    if method != "POST":
        return None
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return 403, "a form can only be sent from evidoc's own pages; open the page and send it from there"
    if headers.get("origin", f"http://{host}") != f"http://{host}":
        return 403, "a form can only be sent from evidoc's own pages; open the page and send it from there"
    length = headers.get("content-length", "")
    if not length.isdecimal():
        return 411, "a form says how long it is; send it from evidoc's own pages"
    if int(length) > MAX_BODY:
        return 413, f"{int(length):,} bytes are more than a form has ({MAX_BODY:,}); shorten what you wrote"
    return None


def _name(host: str) -> str:
    """Give the name in a Host header without its port; empty where it is none."""
    try:
        parts = urlsplit(f"//{host}")
        return (parts.hostname or "") if parts.netloc == host and not parts.username else ""
    except ValueError:
        return ""


def _carrying(send: Send) -> Send:
    async def carry(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", []))
            names = {name.lower() for name, _ in given}
            added = [
                *_CARRIED,
                (b"content-security-policy", POLICY.encode()),
                (b"cache-control", b"private, no-cache"),  # going back still finds what was typed
            ]
            message = {**message, "headers": given + [(name, value) for name, value in added if name not in names]}
        await send(message)

    return carry


async def _lead(send: Send, place: str, cookie: str) -> None:
    named = [("location", quote(place, safe="/?=&%-_.~+")), ("set-cookie", cookie), ("content-length", "0")]
    headers = [(name.encode(), value.encode("latin-1")) for name, value in named]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = f"{reason}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
