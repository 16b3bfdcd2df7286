"""Answers by chance: a number, a word of yes or no, or a sentence of a block that the seed picks."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.answers.choice import options_listed
from evidoc.answers.number import numbers_in
from evidoc.kit import rng_for
from evidoc.records.document import Block
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.retrieval import block_text
from evidoc.systems._asked import kind_asked
from evidoc.systems._extracting import Extract, reply_of, sentences
from evidoc.views import Context, Visible, visible


def by_chance(item: Item, context: Context, *, seed: int) -> Reply:
    """Say something of a block picked by the seed and the item's id alone, and cite the block."""
    rng = rng_for(seed, item.id)
    blocks = [(shown, block) for shown in visible(item, context) for block in shown.blocks if block.boxes]
    if not blocks:
        return Reply(status="empty", detail="no block can be seen")
    rng.shuffle(blocks)
    kind = kind_asked(item.question, item.contract)
    shown, block = _with_numbers(blocks) if kind == "number" else blocks[0]
    text = block_text(shown.document, block)
    numbers = [text[number.start : number.end].strip() for number in numbers_in(text)]
    options = list(options_listed(item.contract))
    said = {"number": numbers, "yes_no": ["yes", "no"], "choice": options, "text": sentences(text)}[kind]
    return reply_of(Extract(text=rng.choice(said or sentences(text) or [text]), shown=shown, boxes=block.boxes), item)


def _with_numbers(blocks: Sequence[tuple[Visible, Block]]) -> tuple[Visible, Block]:
    """Give the first block with a number in it, or the first of all."""
    return next((entry for entry in blocks if numbers_in(block_text(entry[0].document, entry[1]))), blocks[0])
