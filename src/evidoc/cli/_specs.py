"""Spec strings given as one comma-separated option."""

from __future__ import annotations


def split_specs(text: str) -> tuple[str, ...]:
    """Split `a(x=1, y=2),b` at the commas outside brackets and quotes."""
    specs, depth, quote, current = [], 0, "", ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        else:
            depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0 and not quote:
            specs.append(current.strip())
            current = ""
        else:
            current += character
    return tuple(spec for spec in [*specs, current.strip()] if spec)
