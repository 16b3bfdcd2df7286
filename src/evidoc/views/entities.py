"""Documents as one numbered list of their titles, abstracts, paragraphs, figures and tables, from which a reply can name.

A line is `[Entity 7] <doc1_paragraph3> …`; the numbers run over all documents of the item from 0, and stay the same whatever
the access mode leaves out. Source: DHQ-18, DHQ-105 to DHQ-114.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

import msgspec

from evidoc.errors import UsageError
from evidoc.records.item import Item
from evidoc.records.reply import ImagePart, Message, Part, Prompt, TextPart, Truncation, View
from evidoc.views._access import visible
from evidoc.views._caps import check_caps
from evidoc.views._context import Context
from evidoc.views._entity_list import Caps, Form, entity_material
from evidoc.views._material import Material
from evidoc.views._pictures import Limits, page_image, shown_pages
from evidoc.views._prompt import view_of
from evidoc.views._published_caps import Setup, published_caps
from evidoc.views._shots import examples
from evidoc.views._words import words
from evidoc.views.page_images import picture_material

Style = Literal["bare", "zero_shot", "one_shot"]
Inputs = Literal["text", "image", "text+image"]
Wanted = Literal["indices", "text"]
_AMBIGUOUS = "question_only"


def show(  # noqa: PLR0913  (the options of a view are its spec string; they have no noun of their own)
    item: Item,
    context: Context,
    *,
    answer: Wanted = "indices",
    style: Style = "zero_shot",
    inputs: Inputs = "text",
    form: Form = "text",
    shots: int = 1,
    caps: str = "",
    max_entities: int | None = None,
    max_pages: int | None = None,
    max_tokens: int | None = None,
    dpi: int = 144,
    max_side: int | None = None,
) -> View:
    """Show the list of entities, and before it page pictures where `inputs` has them.

    `answer` asks for the indices of the entities that answer (tasks 2 to 4 of DocHop-QA) or for the answer as text (task 1).
    `style` is `bare` (documents and question, no instructions), `zero_shot`, or `one_shot`, which shows `shots` examples from
    the training split first. `form` writes entities as plain lines, with the `boxes` that they have on one sheet of all pages
    (which is the picture then), or as `xml`. The caps cut from the end; `caps` takes those that the paper used with
    `internvl2` or `qwen2.5-vl` where no others are given, and asks for an answer of as many tokens as the paper allowed,
    unless the run says otherwise.

    Raises:
        UsageError: The options do not go together or are too small, or the bench has no training split to take examples from.
        UnknownName: The paper has no caps for a model of that name.
    """
    _check(answer, style, inputs, form)
    check_caps(shots=shots, max_entities=max_entities, max_pages=max_pages, max_tokens=max_tokens, dpi=dpi, max_side=max_side)
    published = published_caps(caps, Setup(answer, style, inputs))
    pages = _Pictures(inputs != "text", form == "boxes", max_pages or published.pages, Limits(dpi=dpi, max_side=max_side))
    shown = _pictures(item, context, pages)
    fitting = Caps(entities=max_entities or published.entities, tokens=max_tokens)
    listed = _list(item, context, form=form, inputs=inputs, caps=fitting)
    parts = (*shown.parts, *listed.parts)
    truncated = Truncation(
        blocks=listed.truncated.blocks,
        pages=shown.truncated.pages,
        gold_lost=max(listed.truncated.gold_lost, shown.truncated.gold_lost),
    )
    if style == "bare":
        return _allowing(published.tokens, View(prompt=_bare(item, parts), truncated=truncated))
    first = examples(item, context, answer=answer, count=shots) if style == "one_shot" else ()
    wanted = answer if listed.parts else "text"  # where there is no list, there is nothing to name
    view = _instructed(item, context, answer=wanted, parts=(*first, *parts), truncated=truncated)
    return _allowing(published.tokens, view)


def _check(answer: Wanted, style: Style, inputs: Inputs, form: Form) -> None:
    if style == cast("Style", _AMBIGUOUS):
        raise UsageError(
            f"style {_AMBIGUOUS!r} could mean two things; write style='bare' for documents without instructions, "
            "or access none for no documents"
        )
    for name, value, known in (
        ("answer", answer, get_args(Wanted)),
        ("style", style, get_args(Style)),
        ("inputs", inputs, get_args(Inputs)),
        ("form", form, get_args(Form)),
    ):
        if value not in known:
            raise UsageError(f"view entities has {name}={value!r}; take one of {', '.join(known)}")
    if answer == "indices" and style == "bare":
        raise UsageError("style 'bare' cannot ask for indices, as it gives no instructions; take answer='text' or another style")
    if answer == "indices" and inputs == "image":
        raise UsageError("pictures alone show no entities to name; take inputs='text+image' or answer='text'")


@dataclass(frozen=True, slots=True)
class _Pictures:
    """Whether there are any, whether all pages are one, how many pages at most, and how large a page may be."""

    wanted: bool
    on_one_sheet: bool
    max_pages: int | None
    limits: Limits


def _pictures(item: Item, context: Context, asked: _Pictures) -> Material:
    if not asked.wanted:
        return Material(parts=(), truncated=Truncation())
    material = picture_material(item, context, limits=asked.limits, max_pages=asked.max_pages)
    if not asked.on_one_sheet:
        return material
    return Material(parts=_sheet(item, context, asked), truncated=material.truncated)


def _sheet(item: Item, context: Context, asked: _Pictures) -> tuple[ImagePart, ...]:
    """Give the visible pages as one square picture. Source: DHQ-20."""
    from evidoc.compose.stitch import SIDE, stitch, stitched_picture

    every = shown_pages(visible(item, context))
    pages = every[: asked.max_pages]
    if not pages or context.pictures is None:
        return ()
    images = [page_image(shown, index, context=context, limits=asked.limits) for shown, index in pages]
    # The field of a page is where the boxes in the list have it, also where pages over the cap leave their fields white.
    tiles = stitch([shown.document.pages[index] for shown, index in every])[: len(pages)]
    sheet = stitched_picture([context.pictures.load(image.sha256) for image in images], tiles)
    return (ImagePart(sha256=context.pictures.keep(sheet), width=SIDE, height=SIDE),)


def _list(item: Item, context: Context, *, form: Form, inputs: Inputs, caps: Caps) -> Material:
    if inputs == "image":
        return Material(parts=(), truncated=Truncation())
    return entity_material(item, context, form=form, caps=caps)


def _allowing(tokens: int | None, view: View) -> View:
    """Let the answer have so many tokens, where that is told."""
    if tokens is None:
        return view
    return msgspec.structs.replace(view, prompt=msgspec.structs.replace(view.prompt, max_tokens=tokens))


def _bare(item: Item, parts: Sequence[Part]) -> Prompt:
    """Give the documents and the question and nothing else. Source: DHQ-106."""
    return Prompt(messages=(Message(role="user", parts=(*parts, TextPart(text=item.question))),))


def _instructed(item: Item, context: Context, *, answer: Wanted, parts: Sequence[Part], truncated: Truncation) -> View:
    if answer == "text":
        return view_of(item, context, parts=parts, truncated=truncated)
    contract = words("index_contract", context.language or item.language)
    asked = msgspec.structs.replace(item, contract=contract)
    return view_of(asked, dataclasses.replace(context, cite=False), parts=parts, truncated=truncated)
