"""MathML as text that reads aloud: one line such as (a + b)/(2) or x_i^2."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lxml import etree


def mathml_text(element: etree._Element) -> str:
    """Give MathML as one line: fractions as (a)/(b), scripts as x_i^2, matrices as [a, b; c, d]."""
    return " ".join(_node(element).split())


def _node(element: etree._Element) -> str:
    if not isinstance(element.tag, str):
        return ""
    name = element.tag.rpartition("}")[2]
    shape = _SHAPES.get(name)
    if shape is not None:
        return shape([_node(child) for child in element])
    if name in ("annotation", "annotation-xml"):
        return ""
    if name == "mfenced":
        return _fenced(element)
    text = element.text or ""
    if name == "mo":
        return _operator(text.strip())
    return text.strip() + "".join(map(_node, element)) if name in _LEAVES else "".join(_mixed(element))


def _mixed(element: etree._Element) -> Iterable[str]:
    yield element.text or ""
    for child in element:
        yield _node(child)
        yield child.tail or ""


def _operator(text: str) -> str:
    if text in ("\u2061", "\u2062", "\u2063", "\u2064"):  # function application, invisible times, separator, plus
        return ""
    return f" {text} " if text in _SPACED else text + (" " if text in (",", ";") else "")


def _fenced(element: etree._Element) -> str:
    opening, closing = element.get("open", "("), element.get("close", ")")
    between = ", " if element.get("separators", ",").strip() else ""
    return f"{opening}{between.join(map(_node, element))}{closing}"


def _group(text: str) -> str:
    return text if len(text) <= 1 or text.isalpha() or text.lstrip("+-−").isdigit() else f"({text})"


def _script(marks: str) -> Callable[[list[str]], str]:
    def write(parts: list[str]) -> str:
        base, *scripts = parts or [""]
        return base + "".join(
            mark + _group(script.strip()) for mark, script in zip(marks, scripts, strict=False) if script.strip()
        )

    return write


def _fraction(parts: list[str]) -> str:
    return "/".join(f"({part.strip()})" for part in parts)


def _root(parts: list[str]) -> str:
    return f"√({''.join(parts).strip()})"


def _first(parts: list[str]) -> str:
    return parts[0] if parts else ""


def _matrix(parts: list[str]) -> str:
    return f"[{'; '.join(parts)}]"


def _row(parts: list[str]) -> str:
    return ", ".join(part.strip() for part in parts)


_SPACED = frozenset("=+-−±×·<>≤≥≠≈∼∈→⇒∝≡")
_LEAVES = frozenset({"mi", "mn", "mtext", "ms"})
_SHAPES: dict[str, Callable[[list[str]], str]] = {
    "msup": _script("^"),
    "msub": _script("_"),
    "msubsup": _script("_^"),
    "munder": _script("_"),
    "munderover": _script("_^"),
    "mover": _first,
    "mfrac": _fraction,
    "msqrt": _root,
    "mroot": _root,
    "mtable": _matrix,
    "mtr": _row,
    "semantics": _first,
    "mspace": lambda parts: " ",
    "none": lambda parts: "",
    "mprescripts": lambda parts: "",
}
