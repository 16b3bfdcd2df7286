"""Serving the app to browsers on this machine, from the first request to a clean end."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from evidoc.errors import EvidocError, UsageError

HOST = "127.0.0.1"  # this machine alone
PORT = 8765
_STARTING = 20.0  # seconds; it takes a tenth of one
_ENDING = 3  # seconds that open requests have to finish


@contextmanager
def serving(app: Starlette, *, port: int | None = None) -> Iterator[str]:
    """Serve an app while the block runs and give its address; the port is free again afterwards.

    Without a port it is 8765, or any that is free where somebody has that; 0 takes any.

    Raises:
        UsageError: The port is taken.
        EvidocError: The server did not start.
    """
    bound = _bound(port)
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        lifespan="off",
        loop="asyncio",
        http="h11",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=_ENDING,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, name="evidoc review", daemon=True)
    thread.start()
    try:
        _wait(server, thread)
        yield f"http://{HOST}:{bound.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join(timeout=_ENDING + 7)
        bound.close()


def _bound(port: int | None) -> socket.socket:
    """Give a listening socket on this machine's own address."""
    wishes = (PORT, 0) if port is None else (port,)
    for wish in wishes:
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, wish))
            found.listen(128)
        except OSError as error:
            found.close()
            reason = error
        else:
            return found
    raise UsageError(f"port {port} cannot be had ({reason.strerror}); give another with --port, or leave it out") from reason


def _wait(server: uvicorn.Server, thread: threading.Thread) -> None:
    end = time.monotonic() + _STARTING
    while not server.started:
        if not thread.is_alive() or time.monotonic() > end:
            raise EvidocError("the server did not start; try again, with another --port perhaps")
        time.sleep(0.01)
