"""ROUGE and BLEU: our own against the reference packages, over the same 10,000 pairs of about 100 words, in one run."""

from __future__ import annotations

import random
from collections.abc import Sequence

from benchmarks.measure import Row, at_least, cpu_seconds

_PAIRS, _SOME, _LENGTH = 10_000, 500, 100  # the slow reference of ROUGE is timed over some of the pairs
_VOCABULARY = 8_000
Pairs = Sequence[tuple[str, str]]


def pairs(count: int, *, seed: int = 0) -> Pairs:
    """Give (said, right) of made-up words, frequent ones more often as in language; seven of ten share most of their words."""
    rng = random.Random(seed)
    words = _vocabulary(rng)
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    made = []
    for _ in range(count):
        right = rng.choices(words, weights, k=_LENGTH)
        said = [word for word in right if rng.random() < 0.7] if rng.random() < 0.7 else rng.choices(words, weights, k=_LENGTH)
        said += rng.choices(words, weights, k=_LENGTH - len(said))
        made.append((_sentences(said), _sentences(right)))
    return made


def _vocabulary(rng: random.Random) -> list[str]:
    syllables = ["ra", "ti", "on", "al", "men", "to", "ple", "ing", "ed", "ness", "co", "de", "re", "st", "ic"]
    return sorted({"".join(rng.choices(syllables, k=rng.randint(1, 4))) for _ in range(_VOCABULARY)}, key=len)


def _sentences(words: Sequence[str]) -> str:
    lines = [words[start : start + 20] for start in range(0, len(words), 20)]
    return "\n".join(" ".join(line).capitalize() + "." for line in lines)


def measure() -> list[Row]:
    import sacrebleu
    from rouge_score import rouge_scorer

    from evidoc.answers.bleu import corpus_bleu, sentence_bleu
    from evidoc.answers.rouge import rouge

    made = pairs(_PAIRS)
    some = made[:_SOME]
    theirs = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"], use_stemmer=True)
    rouge_seconds = cpu_seconds(lambda: [rouge(said, right) for said, right in made]) / _PAIRS
    rouge_theirs = cpu_seconds(lambda: [theirs.score(right, said) for said, right in some], repeat=1) / _SOME
    bleu_seconds = cpu_seconds(lambda: [sentence_bleu(said, right) for said, right in made]) / _PAIRS
    bleu_theirs = cpu_seconds(lambda: [sacrebleu.sentence_bleu(said, [right]) for said, right in made], repeat=1) / _PAIRS
    corpus_seconds = cpu_seconds(lambda: corpus_bleu(made)) / _PAIRS
    saids, rights = [said for said, _ in made], [right for _, right in made]
    corpus_theirs = cpu_seconds(lambda: sacrebleu.corpus_bleu(saids, [rights]), repeat=1) / _PAIRS
    return [
        Row("ROUGE-1, -2, -L and -Lsum, pairs a second", 1 / rouge_seconds, "pairs/s"),
        at_least("ROUGE, times faster than rouge-score", rouge_theirs / rouge_seconds, "times", 10),
        Row("BLEU of each pair, pairs a second", 1 / bleu_seconds, "pairs/s"),
        at_least("BLEU of each pair, times faster than sacrebleu", bleu_theirs / bleu_seconds, "times", 3),
        at_least("BLEU of all pairs together, times faster than sacrebleu", corpus_theirs / corpus_seconds, "times", 3),
    ]
