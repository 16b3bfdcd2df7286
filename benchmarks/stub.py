"""A model server in a process of its own that answers at once: one read, one write a request, connections kept."""

from __future__ import annotations

import json
import multiprocessing
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

_CHOICE = {"message": {"role": "assistant", "content": "The answer is 42."}, "finish_reason": "stop"}
_BODY = json.dumps({"model": "stub", "choices": [_CHOICE], "usage": {"prompt_tokens": 10, "completion_tokens": 5}}).encode()
_REPLY = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(_BODY) + _BODY


@contextmanager
def answering_at_once() -> Iterator[str]:
    """Give the address of a server that lives as long as the block."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(sender,), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{receiver.recv()}/v1"
    finally:
        process.terminate()
        process.join()


def _serve(sender: Connection) -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    selector = selectors.DefaultSelector()
    selector.register(listener, selectors.EVENT_READ)
    sender.send(listener.getsockname()[1])
    waiting: dict[socket.socket, bytes] = {}
    while True:
        for key, _ in selector.select():
            if key.fileobj is listener:
                client, _ = listener.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                selector.register(client, selectors.EVENT_READ)
                waiting[client] = b""
            else:
                _answer(key.fileobj, waiting, selector)  # type: ignore[arg-type]


def _answer(client: socket.socket, waiting: dict[socket.socket, bytes], selector: selectors.BaseSelector) -> None:
    try:
        received = client.recv(1 << 16)
    except ConnectionError:
        received = b""
    if not received:
        selector.unregister(client)
        waiting.pop(client)
        client.close()
        return
    whole = waiting[client] + received
    head, mark, body = whole.partition(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
    if mark and len(body) >= length:
        client.sendall(_REPLY)
        whole = b""
    waiting[client] = whole
