"""Models of OpenAI and of every server with an OpenAI-compatible chat completion address, with text, pictures and files."""

from __future__ import annotations

from functools import partial

from evidoc.models._connection import Connection, key_for
from evidoc.models._hosted import Hosted
from evidoc.models._post import Service
from evidoc.models._reading import read_completion
from evidoc.models._request import request_body

OPENAI = "https://api.openai.com/v1"
KEY = "OPENAI_API_KEY"
FORM = "openai/NAME"


def connect(name: str, *, base_url: str = "", connection: Connection | None = None) -> Hosted:
    """Give the model of a name at an address; OpenAI's own where none is given.

    The key comes from OPENAI_API_KEY; a server of one's own may need none.

    Raises:
        UsageError: There is no key for OpenAI, or the address or key cannot be used.
    """
    chosen = connection or Connection()
    key = key_for(name, KEY, needed=not base_url)
    # OpenAI's newer models refuse the old name of the limit, and other servers do not know the new one.
    limit = "max_tokens" if base_url else "max_completion_tokens"
    return chat_model(f"openai/{name}", address=base_url or OPENAI, key=key, limit=limit, connection=chosen)


def chat_model(name: str, *, address: str, key: str, limit: str, connection: Connection) -> Hosted:
    """Give the model that `PREFIX/NAME` names at a chat completion address; `limit` is its name for the most tokens.

    Raises:
        UsageError: The address or key cannot be used.
    """
    service = Service(
        url=f"{address.rstrip('/')}/chat/completions",
        secret=key,
        patience=connection.patience,
        clock=connection.clock,
        pace=connection.pace,
        transport=connection.transport,
    )
    model = name.partition("/")[2]
    write = partial(request_body, model=model, limit=limit, parameters=connection.parameters, load=connection.load)
    return Hosted(name=name, service=service, connection=connection, write=write, read=read_completion)
