r"""Macros of a document: what \newcommand, \def, \let and their kin define, and what a use of one is replaced by."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.readers.latex._marks import GAP, RAW

if TYPE_CHECKING:
    from evidoc.readers.latex._stream import Stream

_PARAMETER = re.compile(r"#([1-9])")
_LONGEST_TEXT = 5_000  # tokens of one argument that a delimiter ends


@dataclass(frozen=True, slots=True)
class Macro:
    r"""A macro: what its arguments look like, and the tokens that replace it.

    `shape` has one entry a parameter: `m` an argument, `o` an optional one with its default beside in
    `defaults`, `s` a star; `delimiters` are the tokens that follow each parameter of a \def, before the
    first one at index 0.
    """

    body: tuple[str, ...]
    shape: str = ""
    defaults: tuple[tuple[str, ...], ...] = ()
    delimiters: tuple[tuple[str, ...], ...] = ()
    alias: str = ""  # the command of the reader's own that a \let gave another name


@dataclass(frozen=True, slots=True)
class Surround:
    r"""What an environment of the document's own puts before and after its content."""

    begin: Macro
    end: tuple[str, ...]


def replacement(macro: Macro, stream: Stream) -> list[str]:
    """Read a macro's arguments and give what replaces it."""
    if not macro.shape and not macro.delimiters:
        return [token[1:] if token.startswith("##") else token for token in macro.body]
    return filled(macro.body, _arguments(macro, stream))


def filled(body: Sequence[str], arguments: Sequence[Sequence[str]]) -> list[str]:
    """Give a body with its parameters replaced, also in text that is taken as it is."""
    tokens: list[str] = []
    for token in body:
        if token.startswith("##"):
            tokens.append(token[1:])
        elif token[0] == "#" and len(token) == 2:
            number = int(token[1]) - 1
            tokens.extend(arguments[number] if number < len(arguments) else ())
        elif token[0] == RAW and arguments and "#" in token:
            tokens.append(_PARAMETER.sub(lambda found: _as_text(arguments, int(found[1]) - 1), token))
        else:
            tokens.append(token)
    return tokens


def _as_text(arguments: Sequence[Sequence[str]], number: int) -> str:
    return joined(arguments[number]) if number < len(arguments) else ""


def joined(tokens: Sequence[str]) -> str:
    """Give tokens as TeX again; a gap stands where a command's name would run into a letter."""
    pieces: list[str] = []
    after_word = False
    for token in filter(None, tokens):
        if after_word and (token[0].isalpha() or token[0] == "\\"):
            pieces.append(" ")
        pieces.append(token.rpartition(GAP)[2] if token[0] == RAW else token)
        after_word = token[0] == "\\" and token[-1].isalpha()
    return "".join(pieces)


def _arguments(macro: Macro, stream: Stream) -> list[list[str]]:
    if macro.delimiters:
        return _delimited(macro, stream)
    arguments: list[list[str]] = []
    for number, kind in enumerate(macro.shape):
        if kind == "m":
            arguments.append(stream.argument())
        elif kind == "s":
            arguments.append(["\\BooleanTrue"] if stream.star() else ["\\BooleanFalse"])
        else:
            found = stream.optional()
            arguments.append(list(macro.defaults[number]) if found is None else found)
    return arguments


def _delimited(macro: Macro, stream: Stream) -> list[list[str]]:
    r"""Read the arguments of a \def; where the text is not of its form, nothing is read."""
    for token in macro.delimiters[0]:
        found = stream.next()
        if found != token:
            stream.push([found] if found is not None else [])
            return []
    arguments: list[list[str]] = []
    for delimiter in macro.delimiters[1:]:
        arguments.append(stream.until(delimiter, limit=_LONGEST_TEXT) if delimiter else stream.argument())
    return arguments


def _command(stream: Stream) -> str:
    r"""Read the name that is defined: `\name` or `{\name}`."""
    stream.star()
    tokens = [token for token in stream.argument() if not token.isspace()]
    return tokens[0][1:] if tokens and tokens[0][0] == "\\" else ""


def _count(stream: Stream) -> int:
    found = "".join(stream.optional() or ())
    return int(found) if found.isascii() and found.isdigit() and len(found) == 1 else 0


def _counted(stream: Stream) -> Macro:
    """Read number of arguments, default of the first, and body."""
    count = _count(stream)
    default = stream.optional() if count else None
    shape = "m" * count if default is None else "o" + "m" * (count - 1)
    return Macro(tuple(stream.argument()), shape, (tuple(default or ()),) + ((),) * max(0, count - 1))


def newcommand(stream: Stream, kind: str) -> None:
    r"""Read \newcommand, \renewcommand or \providecommand."""
    name = _command(stream)
    macro = _counted(stream)
    if kind != "providecommand" or name not in stream.macros:
        stream.define(name, macro)


def _shaped(tokens: Sequence[str]) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Give shape and defaults of an xparse specification such as `s O{1} m`."""
    shape, defaults = "", []
    text = joined(tokens)
    for kind, default in re.findall(r"([a-zA-Z])\s*(?:\{([^{}]*)\})?", text):
        shape += {"s": "s", "o": "o", "O": "o", "d": "o", "D": "o", "t": "s"}.get(kind, "m")
        defaults.append((default,) if kind == "O" and default else ("\\NoValue",) if shape[-1] == "o" else ())
    return shape, tuple(defaults)


def document_command(stream: Stream, kind: str) -> None:
    r"""Read \NewDocumentCommand and its kin."""
    name = _command(stream)
    shape, defaults = _shaped(stream.argument())
    stream.define(name, Macro(tuple(stream.argument()), shape, defaults))


def define(stream: Stream, kind: str) -> None:
    r"""Read \def, \gdef, \edef or \xdef; parameters may be ended by other tokens than braces."""
    name = _target(stream)
    text = stream.upto_brace()
    body = tuple(stream.argument())
    if not text:
        stream.define(name, Macro(body))
        return
    delimiters: list[list[str]] = [[]]
    for token in text:
        if token[0] == "#" and len(token) == 2:
            delimiters.append([])
        else:
            delimiters[-1].append(token)
    is_plain = not any(delimiters)
    shape = "m" * (len(delimiters) - 1)
    kept = () if is_plain else tuple(map(tuple, delimiters))
    stream.define(name, Macro(body, shape, delimiters=kept))


def _target(stream: Stream) -> str:
    r"""Read the command that is defined, plain or spelled by \csname … \endcsname; "" for anything else."""
    token = stream.next() or ""
    if token == "\\csname":
        return _spelled_name(stream)
    return token[1:] if token[:1] == "\\" else ""


def let(stream: Stream, kind: str) -> None:
    r"""Read \let: another name for a macro, for a command of the reader, or for a character."""
    name = _command(stream)
    value = stream.next_full()
    if value == "=":
        value = stream.next_full()
    if value is None or not name:
        return
    if value[0] != "\\":
        stream.define(name, Macro((value,)))
        return
    known = stream.macros.get(value[1:])
    stream.define(name, known if known is not None else Macro((), alias=value[1:]))


def newenvironment(stream: Stream, kind: str) -> None:
    r"""Read \newenvironment and \renewenvironment."""
    stream.star()
    name = joined(stream.argument()).strip()
    begin = _counted(stream)
    stream.environments[name] = Surround(begin, tuple(stream.argument()))


def document_environment(stream: Stream, kind: str) -> None:
    r"""Read \NewDocumentEnvironment and its kin."""
    name = joined(stream.argument()).strip()
    shape, defaults = _shaped(stream.argument())
    begin = Macro(tuple(stream.argument()), shape, defaults)
    stream.environments[name] = Surround(begin, tuple(stream.argument()))


def math_operator(stream: Stream, kind: str) -> None:
    r"""Read \DeclareMathOperator."""
    name = _command(stream)
    stream.define(name, Macro(("\\operatorname", "{", *stream.argument(), "}")))


def delimiter_pair(stream: Stream, kind: str) -> None:
    r"""Read \DeclarePairedDelimiter."""
    name = _command(stream)
    left, right = stream.argument(), stream.argument()
    stream.define(name, Macro((*left, "#3", *right), "som", ((), (), ())))


def raw_environment(stream: Stream, kind: str) -> None:
    r"""Read \lstnewenvironment, \newminted and the like: one more environment whose text is taken as it is."""
    options = stream.optional()
    name = joined(stream.argument()).strip()
    if kind == "lstnewenvironment":
        _count(stream)
        stream.optional()
    for _ in range({"lstnewenvironment": 2, "DefineVerbatimEnvironment": 2, "newtcblisting": 1}.get(kind, 1)):
        stream.argument()
    stream.lexing.raw.add(
        joined(options).strip() if kind == "newminted" and options else f"{name}code" if kind == "newminted" else name
    )


def short_verb(stream: Stream, kind: str) -> None:
    r"""Read \MakeShortVerb, \DefineShortVerb and \lstMakeShortInline: a character that stands for \verb."""
    stream.star()
    stream.optional()
    sign = joined(stream.argument()).strip().removeprefix("\\")
    if len(sign) == 1 and not sign.isalnum() and sign not in "\\{}$%&#":
        stream.lexing.short += sign


def letters(stream: Stream, kind: str) -> None:
    r"""Follow \makeatletter and \makeatother."""
    stream.lexing.at_is_letter = kind == "makeatletter"


def named(stream: Stream, kind: str) -> None:
    r"""Give the command that \csname … \endcsname spells."""
    name = _spelled_name(stream)
    if re.fullmatch(r"[A-Za-z@]+", name):
        stream.push(["\\" + name])


def _spelled_name(stream: Stream) -> str:
    tokens = stream.until(("\\endcsname",), limit=100, expand=True)
    name = "".join(token for token in tokens if not token.isspace())
    return name if len(name) <= 60 and not any(sign in name for sign in "\\{}$") else ""


def choose_by_star(stream: Stream, kind: str) -> None:
    r"""Give the branch of \IfBooleanTF, \IfNoValueTF or \IfValueTF."""
    value = stream.argument()
    truth = value == ["\\BooleanTrue"] if kind.startswith("IfBoolean") else (value == ["\\NoValue"]) != kind.startswith("IfValue")
    first = stream.argument() if not kind.endswith("F") or kind.endswith("TF") else []
    second = stream.argument() if kind.endswith("F") else []
    stream.push(first if truth else second)


DEFINITIONS: dict[str, Callable[[Stream, str], None]] = {
    **dict.fromkeys(("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "newrobustcmd"), newcommand),
    **dict.fromkeys(
        ("NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand"), document_command
    ),
    **dict.fromkeys(("def", "gdef", "edef", "xdef"), define),
    **dict.fromkeys(("newenvironment", "renewenvironment"), newenvironment),
    **dict.fromkeys(("NewDocumentEnvironment", "RenewDocumentEnvironment", "DeclareDocumentEnvironment"), document_environment),
    "let": let,
    "DeclareMathOperator": math_operator,
    "DeclarePairedDelimiter": delimiter_pair,
    **dict.fromkeys(("lstnewenvironment", "newminted", "DefineVerbatimEnvironment", "newtcblisting"), raw_environment),
    **dict.fromkeys(("MakeShortVerb", "DefineShortVerb", "lstMakeShortInline"), short_verb),
    **dict.fromkeys(("makeatletter", "makeatother"), letters),
    "csname": named,
    **dict.fromkeys(
        (
            "IfBooleanTF",
            "IfBooleanT",
            "IfBooleanF",
            "IfNoValueTF",
            "IfNoValueT",
            "IfNoValueF",
            "IfValueTF",
            "IfValueT",
            "IfValueF",
        ),
        choose_by_star,
    ),
}
