r"""Text that is taken as it is: listings, \verb, addresses, drawings, files that a document shows or writes (case C01)."""

from __future__ import annotations

import re
from collections.abc import Callable

from evidoc.readers.latex._drafts import Draft
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._scan import is_drawn, is_unseen
from evidoc.readers.latex._state import Walk
from evidoc.records.document import Figure

_OPTIONS = re.compile(r"[ \t]*\[")
_OVERLAY = re.compile(r"\s*\[[^\]]*overlay")  # a drawing over the page, such as a class's head of it
_SHORT = re.compile(r"\[[^\]]*\]")  # of a caption, for the list of listings
_LANGUAGE = re.compile(r"[ \t]*\{[^{}\n]*\}")
_PROTECTED = re.compile(r"\\([%#&_{}~^$])(?:\{\})?")
_FILE = re.compile(r"\s*(?:\[[^\]]*\])?\{([^{}\n]+)\}")
_LONGEST_FILE = 2_000_000  # characters of a listed file


def in_line(walk: Walk, kind: str, content: str) -> None:
    r"""Take in \verb and its kin."""
    walk.prose.take(content)


def address(walk: Walk, kind: str, content: str) -> None:
    r"""Take in \url, as it is printed."""
    walk.prose.take(_PROTECTED.sub(r"\1", content.strip()))


def link(walk: Walk, kind: str, content: str) -> None:
    r"""Read past the address of \href, which is not printed."""


def block(walk: Walk, kind: str, content: str) -> None:
    """Add an environment whose text is taken as it is."""
    if is_unseen(kind):
        _keep_file(walk, kind, content)
    elif is_drawn(kind):
        _add_drawing(walk, content)
    else:
        _add_code(walk, kind, content)


def _keep_file(walk: Walk, kind: str, content: str) -> None:
    found = _FILE.match(content) if kind.startswith("filecontents") else None
    if found:
        walk.project.written[found[1].strip()] = content[found.end() :]


def _add_drawing(walk: Walk, content: str) -> None:
    """Add a drawing, whose words the source does not tell in the order in which they are seen; within a text it is none."""
    if walk.in_preamble or _OVERLAY.match(content) or not walk.prose.is_blank and not walk.floats:
        return
    walk.part()
    walk.add(Draft("figure", figure=Figure(), source=content.strip(), flags=("drawn",)))


def _add_code(walk: Walk, kind: str, content: str) -> None:
    options, text = _options(kind, content)
    walk.part()
    draft = Draft("code", as_lines(text))
    if not draft.text.strip():
        return
    caption, label = _SHORT.sub("", _option(options, "caption")), _option(options, "label")
    if caption:
        walk.counters.step("lstlisting")
        target = draft.target = walk.new_target("lstlisting", walk.number("lstlisting"))
        draft.label = f"{walk.name('lstlisting')} {target.number}"
        _bind_label(walk, label, draft)
        walk.add(Draft("caption", walk.plain_text(caption), label=draft.label, separator=": ", caption_of=draft, parent=draft))
    walk.add(draft)


def _bind_label(walk: Walk, key: str, draft: Draft) -> None:
    if key and draft.target is not None and key not in walk.labels:
        walk.labels[key] = draft.target
        draft.target.keys.append(key)


def _options(kind: str, content: str) -> tuple[str, str]:
    r"""Part the options behind \begin{…} from the text, which begins on the next line."""
    options = ""
    place = 0
    opening = _OPTIONS.match(content)
    if opening and kind.rstrip("*") != "verbatim":
        end = _closing(content, opening.end())
        options, place = content[opening.end() : end], end + 1
    if kind == "minted" or kind == "tcblisting":
        language = _LANGUAGE.match(content, place)
        place = language.end() if language else place
    return options, content[place:]


def _closing(content: str, start: int) -> int:
    """Give where the bracket of options ends."""
    depth = 0
    for place in range(start, min(len(content), start + 2_000)):
        sign = content[place]
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "]" and not depth:
            return place
    return start - 1


def _option(options: str, name: str) -> str:
    """Give the value of one option, without the braces around it."""
    found = re.search(rf"(?<![A-Za-z]){name}\s*=\s*", options)
    if not found:
        return ""
    value = options[found.end() :]
    if not value.startswith("{"):
        return value.partition(",")[0].strip()
    depth = 0
    for place, sign in enumerate(value):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if not depth:
            return value[1:place].strip()
    return value[1:].strip()


def as_lines(text: str) -> str:
    """Give a listing's lines without what stands behind them; the first line break belongs to the environment."""
    lines = [line.rstrip().expandtabs(4) for line in text.split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


def listed_file(walk: Walk, name: str) -> None:
    r"""Add the file of \lstinputlisting, \inputminted or \verbatiminput, if it lies in the project."""
    walk.stream.star()
    options = joined(walk.stream.optional() or [])
    if name == "inputminted":
        walk.stream.argument()
    file = joined(walk.stream.argument()).strip()
    path = walk.project.find(file, suffixes=("",), within=_folder(walk))
    if path is None:
        walk.project.miss(file)
        return
    text = walk.project.text(path)[:_LONGEST_FILE]
    _add_code(walk, "lstlisting", f"[{options}]\n{text}" if options else f"\n{text}")


def _folder(walk: Walk) -> str:
    """Give the folder that names in this file may be meant from."""
    files = walk.stream.feed.files()
    return files[-1].folder if files else ""


COMMANDS: dict[str, Callable[[Walk, str], None]] = dict.fromkeys(
    ("lstinputlisting", "inputminted", "verbatiminput", "VerbatimInput"), listed_file
)
RAW_KINDS: dict[str, Callable[[Walk, str, str], None]] = {
    "": block,
    **dict.fromkeys(("verb", "Verb", "lstinline", "mintinline", "path"), in_line),
    **dict.fromkeys(("url", "nolinkurl"), address),
    "href": link,
}
