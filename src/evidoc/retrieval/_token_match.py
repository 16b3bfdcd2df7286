"""BERTScore as likeness: how well the tokens of two texts answer one another, each set against its best match.

Without idf weights and without rescaling, as the paper's text names it. What a text begins and ends with (`[CLS]`, `[SEP]`)
may be a match and is not averaged. Source: DHQ-49; Zhang et al. (2020), section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from evidoc.errors import UsageError

if TYPE_CHECKING:
    from evidoc.retrieval._encoder import Encoder, Vectors

_FRAME = 2  # a text of no token is still begun and ended


@runtime_checkable
class TokenEncoder(Protocol):
    """An encoder that gives a row a token as well."""

    def encode_tokens(self, text: str) -> Vectors:
        """Give a row of length 1 for each token, the first and last of them being the text's beginning and end."""
        ...


class TokenIndex:
    """The vectors of all tokens of some texts: about 1.5 kB a token, so that few sets of texts should be kept."""

    def __init__(self, texts: Sequence[str], encoder: Encoder) -> None:
        """Encode all texts.

        Raises:
            UsageError: The encoder knows whole texts only.
        """
        if not isinstance(encoder, TokenEncoder):
            raise UsageError(
                f"meaning='bertscore' with encoder {encoder.name!r}, which gives no vectors of tokens; take encoder='minilm'"
            )
        self._encoder = encoder
        self._rows = [encoder.encode_tokens(text) for text in texts]

    def nearness(self, question: str) -> list[float]:
        """Give the BERTScore F1 of the question with each text, −1 to 1."""
        asked = self._encoder.encode_tokens(question)
        return [bertscore_f1(asked, rows) for rows in self._rows]


def bertscore_f1(one: Vectors, other: Vectors) -> float:
    """Give BERTScore's F1 of two texts from the rows of their tokens; it does not matter which comes first.

    A text without a token between its beginning and end gives 0.
    """
    if min(len(one), len(other)) <= _FRAME:
        return 0.0
    cosines = one @ other.T
    precision = float(cosines.max(axis=1)[1:-1].mean())
    recall = float(cosines.max(axis=0)[1:-1].mean())
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
