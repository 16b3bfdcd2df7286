"""A study over a small bench, at a desk with a clock that stands still, and a client that speaks as a browser does."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from evidoc.review.entrance import cookie_of
from evidoc.review.opening import Open, reviewing
from evidoc.review.study import ReviewOptions

NOON = "2026-12-01T12:00:00+00:00"


def tokens() -> str:
    """Give a new name each time, the same ones in every run of a test."""
    return f"token-{next(_COUNT):06d}"


_COUNT = itertools.count()


@contextmanager
def study_of(
    source: Path, out: Path, *, form: str | None = None, sample: int | None = None, reference: str = ""
) -> Iterator[Open]:
    options = ReviewOptions(form=form, sample=sample, seed=7, out=out, reference=reference)
    with reviewing(source, options=options, port=0, clock=lambda: NOON, tokens=tokens) as opened:
        yield opened


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    @property
    def place(self) -> str:
        return self.headers.get("location", "")

    def hidden(self, name: str) -> str:
        """Give the value of a hidden field of the page."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        assert found is not None, name
        return unescape(found[1])


@dataclass(frozen=True)
class Client:
    """A client that sends what browsers send with a form of the same origin."""

    address: str
    key: str = ""

    @property
    def cookie(self) -> str:
        return cookie_of(self.key).partition(";")[0]

    @property
    def host(self) -> str:
        return self.address.removeprefix("http://").rstrip("/")

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, headers={"Host": self.host, "Cookie": self.cookie, **_named(headers)})

    def post(self, path: str, fields: Mapping[str, object], **headers: str) -> Answer:
        body = urlencode(fields, doseq=True).encode()
        sent = {
            "Host": self.host,
            "Cookie": self.cookie,
            "Origin": f"http://{self.host}",
            "Content-Type": "application/x-www-form-urlencoded",
            **_named(headers),
        }
        return self.send("POST", path, headers=sent, body=body)

    def send(self, method: str, path: str, *, headers: Mapping[str, str], body: bytes | None = None) -> Answer:
        connection = HTTPConnection(self.host, timeout=30)
        try:
            connection.request(method, path, body=body, headers=dict(headers))
            response = connection.getresponse()
            return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())
        finally:
            connection.close()

    def begin(self, rater: str, **traits: str) -> None:
        answer = self.post("/raters", {"rater": rater, "consent": "yes", **traits})
        assert answer.status == 303, answer.text

    def rate(self, rater: str, item: int, **fields: object) -> Answer:
        """Open the page of the item of a number and send it back filled in."""
        page = self.get(f"/raters/{rater}/items/{item}")
        known = {name: page.hidden(name) for name in ("version", "token")}
        return self.post(f"/raters/{rater}/items/{item}", {**known, "action": "save", **fields})


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


GOOD = {"reality_fluency": "4", "accuracy": "3", "completeness": "4"}
LOW = {"reality_fluency": "4", "accuracy": "2", "completeness": "4"}
