"""The kit that a stage hands to its parts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from evidoc.flow._roles import Roles, models_of, pictures_of
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.scorers import answer, judged

_JUDGED_BY = "pdfqa_correctness"  # 5 of 5 is wholly right


def kit_of(corpus: Corpus, *, roles: Roles, folder: Path, rng: random.Random | None = None, kept: Sequence[Item] = ()) -> Kit:
    """Give the kit of a stage that writes to a folder, with the models of its roles."""
    kit = Kit(
        rng=rng or random.Random(0),
        corpus=corpus,
        kept=kept,
        models=models_of(roles, folder),
        pictures=pictures_of(roles, folder),
    )
    return replace(kit, rightness=partial(rightness, kit=kit))


def rightness(item: Item, reply: Reply, *, kit: Kit) -> float | None:
    """Say how right a reply is, 0 to 1: a text by the judge where there is one, all else by the item's scorer.

    None where it cannot be said.
    """
    if item.answer.kind == "text" and kit.model("judge") is not None:
        return judged.score(item, reply, kit, rubric=_JUDGED_BY).metrics.get("judged")
    return answer.score(item, reply, kit).metrics.get("answer")
