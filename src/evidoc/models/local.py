"""Models on this machine: an OpenAI-compatible server (llama.cpp, vLLM, Ollama) that you have started, without a key."""

from __future__ import annotations

from evidoc.models._connection import Connection
from evidoc.models._hosted import Hosted
from evidoc.models.openai import chat_model

ADDRESS = "http://127.0.0.1:8080/v1"  # where llama-server listens unless it is told otherwise
FORM = "local/NAME"


def connect(name: str, *, base_url: str = "", connection: Connection | None = None) -> Hosted:
    """Give the model that a server on this machine has; no key is ever sent to it.

    Raises:
        UsageError: The address cannot be used.
    """
    return chat_model(
        f"local/{name}", address=base_url or ADDRESS, key="", limit="max_tokens", connection=connection or Connection()
    )
