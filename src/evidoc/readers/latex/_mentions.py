r"""References to labels: \ref and its kin taken into the text, and printed once all labels are known. Source: case C05."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from evidoc.readers.latex._drafts import Mention, Target
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._numbers import name_of

if TYPE_CHECKING:
    from evidoc.readers.latex._state import Walk

_CLEVER: dict[str, tuple[str, str]] = {  # cleveref's short names: one thing, several
    "figure": ("fig.", "figs."), "subfigure": ("fig.", "figs."), "equation": ("eq.", "eqs."), "table": ("table", "tables"),
    "subtable": ("table", "tables"), "section": ("section", "sections"), "subsection": ("section", "sections"),
    "subsubsection": ("section", "sections"), "chapter": ("chapter", "chapters"), "appendix": ("appendix", "appendices"),
    "part": ("part", "parts"), "item": ("item", "items"), "footnote": ("footnote", "footnotes"),
    "algorithm": ("algorithm", "algorithms"), "listing": ("listing", "listings"), "lstlisting": ("listing", "listings"),
    "corollary": ("corollary", "corollaries"), "hypothesis": ("hypothesis", "hypotheses"),
}  # fmt: skip
_LONG = {"fig.": "figure", "figs.": "figures", "eq.": "equation", "eqs.": "equations"}
_CAPITAL = frozenset({"figure", "table", "equation", "theorem", "appendix"})  # of \autoref


def reference(walk: Walk, name: str) -> None:
    r"""Take in \ref{key} and its kin; \cref takes several keys."""
    walk.stream.star()
    text = joined(walk.stream.spelled(walk.stream.argument()))
    keys = (
        [" ".join(key.split()) for key in text.split(",")]
        if name.lower() in ("cref", "labelcref", "cpageref")
        else [text.strip()]
    )
    walk.mention(Mention(name, tuple(key for key in keys if key)))


def reference_range(walk: Walk, name: str) -> None:
    r"""Take in \crefrange{first}{last}."""
    walk.stream.star()
    keys = [joined(walk.stream.spelled(walk.stream.argument())).strip() for _ in range(2)]
    walk.mention(Mention(name, tuple(keys)))


def linked_name(walk: Walk, name: str) -> None:
    r"""Follow \hyperref[key]{text}: the text is printed and names the label."""
    key = walk.stream.optional()
    if key is not None:
        walk.prose.mentions.append(Mention("note", (joined(key).strip(),)))


def clever_name(walk: Walk, name: str) -> None:
    r"""Keep \crefname{figure}{fig}{figs}, and \Crefname."""
    kind = joined(walk.stream.argument()).strip()
    one, several = walk.plain(walk.stream.argument()), walk.plain(walk.stream.argument())
    walk.names[f"{name}:{kind}"], walk.names[f"{name}:{kind}:s"] = one, several


def keys_named(walk: Walk, mention: Mention) -> list[str]:
    """Give the labels that a mention names and the document has; a range names all of its kind within."""
    keys = [key for key in mention.keys if key in walk.labels]
    if not mention.command.lower().endswith("crefrange") or len(keys) < 2:
        return keys
    first, last = walk.labels[keys[0]], walk.labels[keys[1]]
    within = {
        key: target
        for key, target in walk.labels.items()
        if target.kind == first.kind and first.place <= target.place <= last.place
    }
    return sorted(within, key=lambda key: within[key].place) or keys


def printed(walk: Walk, mention: Mention) -> str:
    """Give a mention as it is printed; what names nothing prints nothing."""
    known = {**walk.outside_labels, **walk.labels} if walk.outside_labels else walk.labels
    targets = [known[key] for key in mention.keys if key in known]
    command = mention.command
    if not targets or command in ("pageref", "vpageref", "cpageref", "note"):
        return ""
    if command.lower().endswith("crefrange"):
        return _named(walk, targets, command, f"{_number(targets[0])} to {_number(targets[-1])}", several=True)
    if command in ("cref", "Cref"):
        return _clever(walk, targets, command)
    if command == "autoref":
        return f"{_automatic(walk, targets[0])} {_number(targets[0])}".strip()
    if command == "nameref":
        return targets[0].title
    if command == "eqref":
        return f"({targets[0].printed})"
    if command == "labelcref":
        return _listed([_number(target) for target in targets])
    return targets[0].printed


def _clever(walk: Walk, targets: Sequence[Target], command: str) -> str:
    r"""Give what \cref prints: things of one kind together, runs of numbers as ranges."""
    groups: dict[str, list[Target]] = {}
    for target in targets:
        groups.setdefault(_kind(target), []).append(target)
    texts = [_named(walk, group, command, _listed(_compressed(group)), several=len(group) > 1) for group in groups.values()]
    return _listed(texts)


def _compressed(targets: Sequence[Target]) -> list[str]:
    """Give the numbers in order, three and more that follow one another as a range."""
    ordered = sorted(targets, key=lambda target: target.place)
    runs: list[list[Target]] = []
    for target in ordered:
        if runs and _follows(runs[-1][-1], target):
            runs[-1].append(target)
        else:
            runs.append([target])
    texts: list[str] = []
    for run in runs:
        numbers = [_number(target) for target in run]
        texts += [f"{numbers[0]} to {numbers[-1]}"] if len(run) > 2 else numbers
    return texts


def _follows(first: Target, second: Target) -> bool:
    one, two = first.printed, second.printed
    if one.isdigit() and two.isdigit() and len(one) < 9 and len(two) < 9:
        return int(two) == int(one) + 1
    head, tail = one[:-1], one[-1:]
    return bool(tail) and head == two[:-1] and ord(two[-1]) == ord(tail) + 1 and tail.isalnum()


def _named(walk: Walk, targets: Sequence[Target], command: str, numbers: str, *, several: bool) -> str:
    kind = _kind(targets[0])
    own = walk.names.get(f"{'Crefname' if command[0] == 'C' else 'crefname'}:{kind}{':s' if several else ''}")
    if own is None:
        one, many = _CLEVER.get(kind) or _plain_names(walk, kind)
        own = many if several else one
        options = walk.packages.get("cleveref", "")
        is_long = command[0] == "C" or "noabbrev" in options
        own = _LONG.get(own, own) if is_long else own
        own = own[:1].upper() + own[1:] if command[0] == "C" or "capitali" in options else own
    return f"{own} {numbers}".strip()


def _plain_names(walk: Walk, kind: str) -> tuple[str, str]:
    printed_name = walk.theorems.get(kind, (kind, ""))[0].lower()
    return printed_name, f"{printed_name}s"


def _kind(target: Target) -> str:
    return "section" if target.kind in ("subsection", "subsubsection", "paragraph") else target.kind.removeprefix("sub")


def _number(target: Target) -> str:
    return f"({target.printed})" if target.kind == "equation" else target.printed


def _listed(texts: Sequence[str]) -> str:
    """Give texts as "a", "a and b" or "a, b and c"."""
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


def _automatic(walk: Walk, target: Target) -> str:
    r"""Give the name that \autoref puts before a number."""
    kind = target.kind.removeprefix("sub") if target.kind in ("subfigure", "subtable") else target.kind
    if f"{kind}autorefname" in walk.stream.macros:
        return walk.plain([f"\\{kind}autorefname"])
    if kind in walk.theorems:
        return walk.theorems[kind][0]
    name = name_of(kind, walk.language)
    return name if kind in _CAPITAL or walk.language in ("zh", "de") else name[:1].lower() + name[1:]


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(
        ("ref", "eqref", "cref", "Cref", "autoref", "nameref", "pageref", "vref", "Ref", "subref", "labelcref", "cpageref",
         "vpageref", "thref", "fref", "Autoref", "namecref", "nameCref"),
        reference,
    ),
    **dict.fromkeys(("crefrange", "Crefrange"), reference_range),
    "hyperref": linked_name,
    **dict.fromkeys(("crefname", "Crefname"), clever_name),
}  # fmt: skip
