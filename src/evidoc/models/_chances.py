"""How probable each of a few answers was, from the probabilities of a reply's tokens: for judges whose score is one token."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.records.reply import Reply, SaidToken


def chances_among(reply: Reply, answers: Sequence[str]) -> dict[str, float]:
    """Give the probability of each of the answers at the place where the reply says one, nothing where none is known.

    They sum to 1. Each answer has to be one token, as a digit or "yes" is. The last place that says one of them
    counts, because it is the final one; quotation marks, spaces and case around a token are not looked at.
    """
    wanted = {_plain(answer): answer for answer in answers}
    place = next((token for token in reversed(reply.tokens) if _plain(token.text) in wanted), None)
    if place is None:
        return {}
    found = dict.fromkeys(answers, 0.0)
    for text, probability in _all(place):
        if _plain(text) in wanted:
            found[wanted[_plain(text)]] += probability
    whole = sum(found.values())
    return {answer: round(probability / whole, 6) for answer, probability in found.items()} if whole > 0 else {}


def _all(place: SaidToken) -> list[tuple[str, float]]:
    return [(place.text, place.probability), *place.others.items()]


def _plain(text: str) -> str:
    return text.strip(" \t\n\"'`*▁Ġ").lower()
