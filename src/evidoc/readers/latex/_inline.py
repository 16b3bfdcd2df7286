"""Commands within text: accents, raised text, code, notes, quantities, links, counters, the words of acronyms."""

from __future__ import annotations

from collections.abc import Callable

from evidoc.pages.text import clean_text
from evidoc.readers.latex._formula import inline, raise_text
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._state import Walk
from evidoc.readers.latex._symbols import ACCENTS, accented, ding
from evidoc.readers.latex._units import number_text, unit_text
from evidoc.readers.latex._word_lists import words

_APART = words(
    "IEEEauthorblockN IEEEauthorblockA institution department city state country postcode streetaddress orgdiv orgaddress "
    "addressline position"
)
_SIGNS = {
    " ": " ", "\n": " ", "\t": " ", ",": "\u2009", ":": " ", ";": " ", ">": " ", "!": "", "/": "", "-": "", "@": "", "*": "",
    "%": "%", "&": "&", "#": "#", "$": "$", "_": "_", "{": "{", "}": "}", "|": "‖", "": "",
}  # fmt: skip


def sign(walk: Walk, name: str) -> None:
    r"""Take in a sign that a backslash protects, such as \% or \ ."""
    walk.prose.take(_SIGNS[name])


def accent(walk: Walk, name: str) -> None:
    """Take in a letter with its accent; between tab stops some of these signs set one."""
    if name in "=>'`" and walk.open_names["tabbing"]:
        walk.prose.take(" ")
        return
    letter = walk.plain(walk.stream.argument(long=False)) or ("~" if name == "~" else "^" if name == "^" else "")
    walk.prose.take(accented(name, letter) if letter not in ("~", "^") else letter)


def code(walk: Walk, name: str) -> None:
    r"""Follow \texttt, \tt and \ttfamily: to the end of the group nothing is joined or curled."""
    if name == "texttt" and walk.stream.peek() == "{":
        walk.stream.next()
        walk.groups.append(walk.is_code)
    walk.is_code = True


def raised_text(walk: Walk, name: str) -> None:
    r"""Take in \textsuperscript."""
    flat = walk.flat(walk.stream.argument(long=False))
    walk.prose.mentions += flat.mentions
    walk.prose.citations += flat.citations
    text = flat.text.strip()
    if "\ufdd0" in text or "\ufdd1" in text:
        walk.prose.take(text)
    else:
        raise_text(walk, clean_text(text))


def lowered_text(walk: Walk, name: str) -> None:
    r"""Take in \textsubscript as it is: CO2."""
    walk.take_flat(walk.flat(walk.stream.argument(long=False)))


def tie_if_word(walk: Walk, name: str) -> None:
    r"""Follow \xspace: a gap, unless a stop comes next."""
    token = walk.stream.peek()
    if token is not None and (token[0].isalnum() or token[0] in "(\\$\ufdd3") and token not in ("\\/", "\\-"):
        walk.prose.take(" ")


def quantity(walk: Walk, name: str) -> None:
    r"""Take in \num, \SI, \qty, \si, \unit, \ang and ranges of them."""
    walk.stream.optional()
    if name in ("si", "unit"):
        walk.prose.take(unit_text(walk.stream.argument()))
        return
    numbers = [number_text(joined(walk.stream.argument()), is_angle=name == "ang")]
    if name.endswith("range"):
        numbers.append(number_text(joined(walk.stream.argument())))
    walk.prose.take(" to ".join(numbers))
    if name in ("SI", "qty", "SIrange", "qtyrange"):
        walk.stream.optional()
        unit = unit_text(walk.stream.argument())
        walk.prose.take(unit if unit in ("°", "′", "″") else f"\u00a0{unit}" if unit else "")


def quoted(walk: Walk, name: str) -> None:
    r"""Take in \enquote{…}."""
    walk.stream.star()
    flat = walk.flat(walk.stream.argument(long=False))
    opening, closing = {"de": ("„", "“"), "fr": ("«", "»")}.get(walk.language, ("“", "”"))
    flat.text = f"{opening}{flat.text}{closing}"
    walk.take_flat(flat)


def picked(walk: Walk, name: str) -> None:
    r"""Take in the sign of \ding{…} or the character of \symbol{…} and \char."""
    if name == "char":
        token = walk.stream.next_full() or ""
        walk.stream.push([token] if not token.isdigit() else [])
        number = token if token.isdigit() else ""
    else:
        number = joined(walk.stream.argument()).strip()
    if name == "ding":
        walk.prose.take(ding(number))
    elif number.isascii() and number.isdigit() and 32 <= int(number[:7]) < 0xD800:
        walk.prose.take(chr(int(number[:7])))


def logo(walk: Walk, name: str) -> None:
    r"""Take in \hologo{BibTeX} as its name."""
    walk.prose.take(joined(walk.stream.argument()).strip())


def drop(walk: Walk, name: str) -> None:
    """Read past an argument that is not printed, such as an index entry with its page."""
    walk.stream.optional()
    if walk.stream.peek() == "{":
        walk.stream.argument()


def apart(walk: Walk, name: str) -> None:
    """Read an argument with a gap before it: the parts of an address stand on lines of their own."""
    walk.prose.take(" ")


def image(walk: Walk, name: str) -> None:
    r"""Remember \includegraphics: a block of its own, or all that a cell holds."""
    walk.stream.star()
    while walk.stream.optional() is not None:
        pass
    walk.prose.images.append(joined(walk.stream.argument()).strip())


def label(walk: Walk, name: str) -> None:
    r"""Follow \label."""
    walk.label(joined(walk.stream.spelled(walk.stream.argument())))


def line_break(walk: Walk, name: str) -> None:
    r"""Follow \\: the end of a row in a table, else a gap."""
    walk.stream.star()
    walk.stream.optional()
    context = walk.context
    if context.grid is not None and len(walk.groups) <= context.grid.depth:
        context.grid.next_row(walk)
    elif context.pseudo is not None and name in ("\\", ";"):
        context.pseudo.end_line(walk)
    else:
        context.prose.take("\n")


def paragraph_end(walk: Walk, name: str) -> None:
    r"""Follow \par."""
    walk.end_paragraph()


def either(walk: Walk, name: str) -> None:
    r"""Read the first of two forms: \texorpdfstring{shown}{bookmark}, \replaced{new}{old}."""
    shown_form = walk.stream.argument()
    walk.stream.argument()
    walk.stream.push(shown_form)


def math_text(walk: Walk, name: str) -> None:
    r"""Read a formula's command outside a formula, as careless documents have it: \frac12, \sqrt{2}."""
    arguments = [["{", *walk.stream.argument(), "}"] for _ in range(2 if name.endswith("frac") else 1)]
    inline(walk, [f"\\{name}", *(token for argument in arguments for token in argument)])


def acronym(walk: Walk, name: str) -> None:
    r"""Keep \newacronym{key}{short}{long}, which \gls{key} names."""
    walk.stream.optional()
    key, short = joined(walk.stream.argument()).strip(), walk.plain(walk.stream.argument())
    walk.stream.argument()
    walk.names[f"acronym:{key}"] = short


def acronym_name(walk: Walk, name: str) -> None:
    r"""Take in the short form of \gls{key} or \ac{key}."""
    walk.stream.star()
    walk.stream.optional()
    key = joined(walk.stream.argument()).strip()
    plural = "s" if name.lower().endswith(("pl", "p")) else ""
    walk.prose.take(walk.names.get(f"acronym:{key}", key) + plural)


def written_out(walk: Walk, name: str) -> None:
    """Take in an address that macros gave, which the scanner could not keep as it is."""
    walk.prose.take(joined(walk.stream.spelled(walk.stream.argument())).replace("\\", ""))


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(_SIGNS, sign),
    **dict.fromkeys(ACCENTS, accent),
    **dict.fromkeys(("texttt", "tt", "ttfamily"), code),
    "textsuperscript": raised_text,
    "up": raised_text,
    "textsubscript": lowered_text,
    "xspace": tie_if_word,
    **dict.fromkeys(("tnoteref", "corref", "fnref", "inst", "orcidID", "orcid", "authornotemark", "IEEEauthorrefmark"), drop),
    **dict.fromkeys(_APART, apart),
    **dict.fromkeys(("num", "SI", "qty", "si", "unit", "ang", "SIrange", "qtyrange", "numrange"), quantity),
    "enquote": quoted,
    **dict.fromkeys(("ding", "symbol", "char"), picked),
    "hologo": logo,
    **dict.fromkeys(("index", "sindex"), drop),
    **dict.fromkeys(("includegraphics", "includesvg", "adjincludegraphics", "epsfbox", "plotone"), image),
    "label": label,
    **dict.fromkeys(("\\", "newline", "tabularnewline", "cr"), line_break),
    "par": paragraph_end,
    **dict.fromkeys(("texorpdfstring", "replaced"), either),
    **dict.fromkeys(("frac", "dfrac", "tfrac", "sqrt", "mathbb", "mathcal", "mathbf", "mathit"), math_text),
    "newacronym": acronym,
    **dict.fromkeys(("gls", "Gls", "glspl", "Glspl", "ac", "Ac", "acp", "acs", "acrshort", "acl"), acronym_name),
    **dict.fromkeys(("url", "nolinkurl", "path"), written_out),
}
