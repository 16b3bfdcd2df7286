"""One layer of tries around an HTTP request: waits that the service asks for, growing ones with jitter otherwise.

There is no second layer above or below: the client itself tries once, and engines run a task
once. Source: case E06.
"""

from __future__ import annotations

import random
import re
import threading
import time
import urllib.request
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from evidoc.errors import ProviderError, UsageError
from evidoc.models._pacing import Pace

if TYPE_CHECKING:
    import httpx

R = TypeVar("R")

_MOST_BYTES = 32 << 20  # a reply larger than that is not read
_FAILURES_TO_GIVE_UP = 3  # requests that found nobody there after all their tries, before others try only once
# Words of errors that stay, though their status says "too many" (OpenAI) or "broken" (llama.cpp).
_HOPELESS = (b"insufficient_quota", b"image input is not supported")
_DELAY = re.compile(rb'"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s"')  # how Google says Retry-After
_BUSY = (408, 409, 425, 429)  # statuses of the 4xx kind after which the same request may pass


class Faulty(ProviderError):
    """One try gave no usable reply; `again` says whether another may, `wait` how long the service wants it to be left alone."""

    def __init__(self, message: str, *, again: bool = True, wait: float | None = None) -> None:
        """Carry what the next try needs to know."""
        self.again, self.wait = again, wait
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Clock:
    """Where time comes from: sleeping, seconds passed, and seconds since 1970 for dates that a service names."""

    sleep: Callable[[float], None] = time.sleep
    passed: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a request is tried: so many tries, so many seconds in all, and so many without a byte from the service.

    The first wait is `first_wait` seconds, each further one twice as long, none over `longest_wait`.
    `seed` decides the jitter.
    """

    max_tries: int = 5
    deadline: float = 600.0
    silence: float = 120.0
    first_wait: float = 1.0
    longest_wait: float = 60.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Posted(Generic[R]):
    """What came of a request after all tries: a value, or the last fault."""

    tries: int
    value: R | None = None
    fault: str = ""


@dataclass(frozen=True, kw_only=True)
class Service:
    """An address that takes JSON by POST; one may be shared by many threads.

    `secret` is sent as a bearer token, or as it is in the header that `secret_header` names, and shown nowhere.
    `transport` replaces the network in tests.
    """

    url: str
    secret: str = field(default="", repr=False)
    secret_header: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    patience: Patience = Patience()
    clock: Clock = Clock()
    pace: Pace | None = None
    transport: httpx.BaseTransport | None = field(default=None, repr=False)
    _client: _Client = field(default_factory=lambda: _Client(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse an address or key that no request can be made with."""
        if not self.url.startswith(("http://", "https://")):
            raise UsageError(f"{self.url!r} is no address of a service; give one that begins with http:// or https://")
        if not (self.secret.isascii() and self.secret.isprintable()):
            raise UsageError("the API key has characters that no header can carry; copy it again")

    def post(self, body: bytes, *, name: str, read: Callable[[bytes], R]) -> Posted[R]:
        """Send a body until `read` makes a value of what comes back, or patience ends.

        `name` names the request for the seeded jitter. `read` raises `Faulty` where a reply of status 200 is
        none.
        """
        rng = random.Random(f"{self.patience.seed}:{name}")
        end = self.clock.passed() + self.patience.deadline
        most = self._client.tries_left(self.patience.max_tries)
        for tries in range(1, most + 1):
            try:
                return Posted(tries=tries, value=read(self._once(body, end=end)))
            except Faulty as fault:
                wait = self._wait(fault, tries=tries, rng=rng)
                if not fault.again or tries == most or self.clock.passed() + wait >= end:
                    self._client.note_failure()
                    return Posted(tries=tries, fault=self._without_secret(f"{fault} (tries: {tries})"))
                self.clock.sleep(wait)
        raise UsageError(f"max_tries is {self.patience.max_tries}; give at least 1")

    def _once(self, body: bytes, *, end: float) -> bytes:
        """Send a body by the transport itself: what a client does around it (cookies, redirects) costs more than the request."""
        import httpx

        opened = self._client.opened(self)
        left = max(0.001, min(self.patience.silence, end - self.clock.passed()))
        waits = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), left)}
        request = httpx.Request("POST", opened.url, headers=opened.headers, content=body, extensions=waits)
        try:
            with self._turn(), closing(opened.transport.handle_request(request)) as response:
                self._client.was_reached = True
                return self._checked(response, self._read_all(response, end=end))
        except httpx.RequestError as error:
            raise Faulty(f"{type(error).__name__}: {error}") from error

    def _read_all(self, response: httpx.Response, *, end: float) -> bytes:
        content = bytearray()
        for piece in response.iter_bytes():
            content += piece
            if len(content) > _MOST_BYTES:
                raise Faulty(f"the reply is larger than {_MOST_BYTES:,} bytes", again=False)
            if self.clock.passed() > end:
                raise Faulty(f"the reply took longer than {self.patience.deadline:g} seconds", again=False)
        return bytes(content)

    def _checked(self, response: httpx.Response, content: bytes) -> bytes:
        status = response.status_code
        if status == 200:
            if self.pace is not None:
                self.pace.speed_up()
            return content
        if status == 429 and self.pace is not None:
            self.pace.slow_down()
        wait = retry_after(response.headers.get("retry-after", ""), now=self.clock.now())
        said = " ".join(content[:500].decode("utf-8", "replace").split())
        again = (status in _BUSY or status >= 500) and not any(words in content for words in _HOPELESS)
        raise Faulty(
            f"HTTP status {status}: {said or 'no message'}", again=again, wait=_delay_in(content) if wait is None else wait
        )

    def _wait(self, fault: Faulty, *, tries: int, rng: random.Random) -> float:
        """Never wait less than the service asks for, and never in step with other workers."""
        patience = self.patience
        jitter = rng.random()
        if fault.wait is not None:
            return min(fault.wait, patience.longest_wait) + jitter * patience.first_wait
        return min(patience.first_wait * 2.0 ** (tries - 1), patience.longest_wait) * (0.5 + jitter / 2)

    def all_headers(self) -> Mapping[str, str]:
        """Give the headers of every request, the key among them."""
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "evidoc", **self.headers}
        if self.secret:
            headers |= {self.secret_header: self.secret} if self.secret_header else {"Authorization": f"Bearer {self.secret}"}
        return headers

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if self.pace is None:
            yield
            return
        with self.pace.turn():
            yield

    def _without_secret(self, text: str) -> str:
        """Services quote the key that they refuse."""
        return text.replace(self.secret, "[key]") if self.secret else text


@dataclass(frozen=True, slots=True)
class _Opened:
    """An address and headers read once, and the connections."""

    url: httpx.URL
    headers: httpx.Headers
    transport: httpx.BaseTransport


class _Client:
    """The connections of a service, opened at the first request and shared by all threads.

    It knows whether the service ever said anything. One that is not there at all, as when its address
    is wrong, is not waited for by every request of a long job.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: _Opened | None = None
        self._failures = 0
        self.was_reached = False

    def tries_left(self, most: int) -> int:
        """Give how often a request is to be tried."""
        return most if self.was_reached or self._failures < _FAILURES_TO_GIVE_UP else 1

    def note_failure(self) -> None:
        """Count a request that had no reply after all its tries."""
        with self._lock:
            self._failures += 1

    def opened(self, service: Service) -> _Opened:
        import httpx

        with self._lock:
            if self._open is None:
                transport = service.transport or _transport(service.url)
                weakref.finalize(self, transport.close)  # nobody closes a model, so its connections end with it
                self._open = _Opened(httpx.URL(service.url), httpx.Headers(service.all_headers()), transport)
            return self._open

    def __getstate__(self) -> None:
        """Travel to another process without connections."""

    def __setstate__(self, state: None) -> None:
        self.__init__()  # type: ignore[misc]


def _transport(url: str) -> httpx.BaseTransport:
    """Open connections to an address, through the proxy that the environment names for it."""
    import httpx

    address = httpx.URL(url)
    proxy = None if urllib.request.proxy_bypass(address.host) else urllib.request.getproxies().get(address.scheme)
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=64)
    return httpx.HTTPTransport(limits=limits, proxy=proxy or None)


def retry_after(header: str, *, now: float) -> float | None:
    """Give the seconds that a Retry-After header asks for, as a number or a date, or None where it says nothing."""
    import email.utils

    text = header.strip()
    if not text:
        return None
    try:
        return max(0.0, float(text)) if text[0].isdigit() else max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None


def _delay_in(content: bytes) -> float | None:
    found = _DELAY.search(content)
    return float(found[1]) if found else None
