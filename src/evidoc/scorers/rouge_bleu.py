"""How many words and runs of words the reply shares with the right answer, for answers of whole sentences.

Citation tags do not count. The numbers are those of the reference packages rouge-score (with stemming; for Lsum every sentence
on a line of its own) and sacrebleu (one sentence, divided by 100). A reply equal to the right answer has 1 on each. Words of
other scripts than Latin are none to ROUGE, so an answer without any has only BLEU. Source: DHQ-117, DHQ-118, X-39, X-S21.
Metrics: `rougeL`, `rouge1`, `rouge2`, `rougeLsum`, `bleu`.
"""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.answers.bleu import sentence_bleu
from evidoc.answers.final import answer_text
from evidoc.answers.gold import gold_text
from evidoc.answers.rouge import has_words, lines_of, rouge
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only, note

VERSION = "1"
ROUGE = ("rougeL", "rouge1", "rouge2", "rougeLsum")
METRICS = (*ROUGE, "bleu")
WORDLESS = "the right answer has no word of Latin letters or digits, and ROUGE knows no others"
_LONGEST = 20_000  # characters; a longer reply is read to there


def score(item: Item, reply: Reply, kit: Kit) -> Scored:
    """Compare the reply with the right answer and each of its aliases; the best counts, metric by metric."""
    said = said_text(reply)
    rows = [_compared(said, right) for right in right_answers(item)]
    metrics = {name: max(row[name] for row in rows) for name in METRICS}
    if any(has_words(right) for right in right_answers(item)):
        return Scored(metrics=metrics, detail={"said": note(said)})
    return Scored(metrics={"bleu": metrics["bleu"]}, unscored=dict.fromkeys(ROUGE, WORDLESS), detail={"said": note(said)})


def said_text(reply: Reply) -> str:
    """Give what of a reply is compared: its final answer without citation tags, as corpus BLEU of a whole run needs it too."""
    return answer_text(answer_only(reply))[:_LONGEST].strip()


def right_answers(item: Item) -> Sequence[str]:
    """Give the texts that are right, each once; the first is the answer itself."""
    return tuple(dict.fromkeys((gold_text(item.answer).strip(), *item.answer.aliases)))


def _compared(said: str, right: str) -> dict[str, float]:
    if said == right:
        return dict.fromkeys(METRICS, float(bool(said)))
    found = rouge(lines_of(said), lines_of(right))
    bleu = min(1.0, sentence_bleu(said, right) / 100)  # the exponential may end a rounding error above 1
    return dict(zip(METRICS, (found.rouge_l, found.rouge1, found.rouge2, found.rouge_lsum, bleu), strict=True))
