"""A real local HTTP server that answers like a model's service, well or badly; one write a response."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from evidoc.records.record import from_json

Json = dict[str, object]
Headers = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Respond:
    """What the server does with one request: answer, cut the connection, say nothing for some seconds, or a byte now and then."""

    status: int = 200
    body: bytes = b""
    headers: Headers = ()
    cut: bool = False
    hang: float = 0.0
    trickle: float = 0.0


@dataclass
class Asked:
    """The requests that came, in order."""

    bodies: list[Json] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)
    closing: threading.Event = field(default_factory=threading.Event)

    def count(self, question: str) -> int:
        return sum(question in json.dumps(body, ensure_ascii=False) for body in self.bodies)


Behaviour = Callable[[int, Json], Respond]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is part of the tests."""


@contextmanager
def serving(behave: Behaviour | Sequence[Respond]) -> Iterator[Asked]:
    """Serve until the block ends; `behave` gives the response to the n-th request, or responses in order, the last for ever."""
    asked = Asked()
    behaviour: Behaviour = behave if callable(behave) else lambda number, body: behave[min(number, len(behave) - 1)]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            body = from_json(raw, dict[str, object], place="request")
            with asked.lock:
                number = len(asked.bodies)
                asked.bodies.append(body)
                asked.headers.append({name.lower(): value for name, value in self.headers.items()})
            self._respond(behaviour(number, body))

        def _respond(self, respond: Respond) -> None:
            if respond.hang:
                asked.closing.wait(respond.hang)
            if respond.cut or respond.hang:
                self.close_connection = True
                return
            head = [f"HTTP/1.1 {respond.status} X", f"Content-Length: {len(respond.body)}"]
            head += [f"{name}: {value}" for name, value in respond.headers]
            whole = "\r\n".join([*head, "", ""]).encode() + respond.body
            if respond.trickle:
                self._trickle(whole, respond.trickle)
            else:
                self.connection.sendall(whole)

        def _trickle(self, whole: bytes, seconds: float) -> None:
            for place in range(len(whole)):
                if asked.closing.wait(seconds if place > len(whole) - len(whole) // 2 else 0):
                    return
                self.connection.sendall(whole[place : place + 1])

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = _Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    asked.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield asked
    finally:
        asked.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()


def completion(text: str | None, *, finish: str = "stop", **message: object) -> Respond:
    """Give a chat completion with usage of 10 and 5 tokens."""
    choice = {"message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}
    body = {"model": "stub-1", "choices": [choice], "usage": {"prompt_tokens": 10, "completion_tokens": 5}}
    return Respond(body=json.dumps(body).encode())


def json_body(value: object, *, status: int = 200, headers: Headers = ()) -> Respond:
    return Respond(status=status, body=json.dumps(value).encode(), headers=headers)
