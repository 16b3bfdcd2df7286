"""Running text with Markdown and formulas in it, as parsers write it: its spans, and its plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidoc.readers._node import Node
from evidoc.readers._tex import tex_text

# A closing dollar has no space before it and no digit after it, so that "$5 million and $6 million" is money (Pandoc's rule).
_FORMULA = re.compile(
    r"\\\((.{1,2000}?)\\\)|(?<!\\)\$\$(.{1,2000}?)\$\$|(?<![\\$])\$(?=\S)([^$\n]{1,2000}?)(?<=[^\s\\])\$(?!\d)", re.DOTALL
)
_STRONG = re.compile(r"(\*\*|~~)(?=\S)(.{1,1000}?)(?<=\S)\1")
_TAG = re.compile(r"</?(?:b|i|u|s|sup|sub|strong|em|del|span)\s*/?>|<br\s*/?>", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|~$<>])")
_LINK = re.compile(r"\[([^\[\]]+)\]\((?:https?|mailto):[^\s()]*\)")


FORMULAS = ("equation_inline", "inline_equation")


def inline_spans(text: str) -> tuple[Node, ...]:
    """Give a text with formulas between dollars or brackets as spans."""
    return tuple(_spans(text))


def inline_text(text: str) -> str:
    """Give a text with Markdown's marks taken out and its formulas as plain characters."""
    return "".join(map(spoken, _spans(text)))


def spoken(span: Node) -> str:
    """Give what a span says: a formula as plain characters, anything else as it is."""
    content = span.content if isinstance(span.content, str) else ""
    return tex_text(content) if span.type in FORMULAS else content


def _spans(text: str) -> Iterator[Node]:
    done = 0
    for found in _FORMULA.finditer(text):
        yield from _words(text[done : found.start()])
        yield Node(type="equation_inline", content=found[1] or found[2] or found[3])
        done = found.end()
    yield from _words(text[done:])


def _words(text: str) -> Iterator[Node]:
    plain = _TAG.sub(lambda tag: " " if tag[0][1:3].lower() == "br" else "", text)
    plain = _LINK.sub(r"\1", _STRONG.sub(r"\2", plain))
    plain = _ESCAPED.sub(r"\1", plain)
    if plain:
        yield Node(type="text", content=plain)
