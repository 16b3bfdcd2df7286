r"""Headings, and what stands around them: parts of the document, files, packages, language. Source: case C05."""

from __future__ import annotations

import re
from collections.abc import Callable

from evidoc.readers.latex._drafts import Draft
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._numbers import RANKS, look_of
from evidoc.readers.latex._scan import Scanner
from evidoc.readers.latex._state import Close, Context, Walk
from evidoc.readers.latex._stream import MAX_DEPTH
from evidoc.readers.latex._word_lists import words

_BODY = re.compile(r"^(?!\s*%).*?\\begin\s*\{document\}", re.MULTILINE)
_CHAPTER_CLASSES = re.compile(r"book|report|thesis|memoir|rep$|scrreprt|dissertation", re.IGNORECASE)
_MOST_PACKAGES = 200
_OF_PACKAGES = words(
    "usepackage RequirePackage addbibresource bibliographystyle newtheorem numberwithin newcounter crefname Crefname newfloat "
    "LoadClass LoadClassWithOptions"
)
_FROM = ("import", "inputfrom", "includefrom")  # these name a folder before the file
_LANGUAGES = {
    "english": "en",
    "american": "en",
    "british": "en",
    "ukenglish": "en",
    "usenglish": "en",
    "german": "de",
    "ngerman": "de",
    "austrian": "de",
    "french": "fr",
    "francais": "fr",
    "frenchb": "fr",
    "spanish": "es",
    "italian": "it",
    "portuguese": "pt",
    "brazilian": "pt",
    "brazil": "pt",
    "dutch": "nl",
    "chinese": "zh",
    "russian": "ru",
    "polish": "pl",
    "czech": "cs",
    "swedish": "sv",
    "danish": "da",
    "japanese": "ja",
    "korean": "ko",
    "turkish": "tr",
}  # fmt: skip  (babel's and polyglossia's names)


def heading(walk: Walk, name: str) -> None:
    r"""Add a heading with its number, and stand under it."""
    walk.end_paragraph()
    has_star = walk.stream.star()
    walk.stream.optional()
    tokens = walk.stream.argument()
    if name == "chapter":
        walk.counters.has_chapters = True
    number = "" if has_star or not _is_numbered(walk, name) else _next_number(walk, name)
    kind = "appendix" if walk.counters.appendix and RANKS[name] <= 1 else name
    target = walk.targets[-1] = walk.new_target(kind, number)
    flat = walk.flat(tokens)
    target.title = flat.text
    draft = Draft("heading", flat.text, rank=RANKS[name], label=number, target=target, mentions=flat.mentions)
    draft.citations = flat.citations
    walk.context.lists.clear()
    walk.add(draft)
    for note in flat.notes:
        walk.add(note)


def frame_title(walk: Walk, name: str) -> None:
    r"""Add the title of a slide."""
    walk.end_paragraph()
    walk.stream.optional()
    flat = walk.flat(walk.stream.argument())
    walk.add(Draft("heading", flat.text, rank=RANKS["subsubsection"], role="frame" if name == "frametitle" else "subtitle"))


def frame(walk: Walk, kind: str) -> Close | None:
    r"""Open a slide: \begin{frame}<1->[options]{title}{subtitle}."""
    from evidoc.readers.latex._silent import pass_over

    walk.end_paragraph()
    pass_over(walk.stream, "dodo")
    if walk.stream.peek() == "{":
        frame_title(walk, "frametitle")
    return Walk.end_paragraph


def appendix(walk: Walk, name: str) -> None:
    r"""Follow \appendix: letters from here on."""
    walk.end_paragraph()
    if not walk.counters.appendix:
        walk.counters.appendix = True
        walk.counters.set("chapter" if walk.counters.has_chapters else "section", 0)


def appendices(walk: Walk, kind: str) -> Close | None:
    """Open the environment of appendices."""
    appendix(walk, kind)
    return Walk.end_paragraph


def _is_numbered(walk: Walk, name: str) -> bool:
    deepest = walk.section_depth if walk.section_depth is not None else 2 if walk.counters.has_chapters else 3
    return RANKS[name] <= deepest


def _next_number(walk: Walk, name: str) -> str:
    walk.counters.step(name)
    return walk.number(name)


def begin_document(walk: Walk, kind: str) -> Close | None:
    """Leave the preamble; what was set there is not printed."""
    if walk.in_preamble:
        walk.in_preamble = False
        walk.context = Context()
        walk.groups.clear()
        walk.is_code = False
    return None


def document_class(walk: Walk, name: str) -> None:
    r"""Keep \documentclass: whether it has chapters, and its language."""
    walk.class_options = joined(walk.stream.optional() or [])
    walk.document_class = joined(walk.stream.argument()).strip()
    walk.stream.optional()
    walk.counters.has_chapters = _CHAPTER_CLASSES.search(walk.document_class) is not None
    walk.counters.look = look_of(walk.document_class)
    _read_package(walk, walk.document_class, suffix=".cls")
    _note_language(walk, walk.class_options)
    if walk.document_class.startswith("ctex"):
        walk.language = "zh"


def load_class(walk: Walk, name: str) -> None:
    r"""Follow \LoadClass: a class that stands on one with chapters has them."""
    walk.stream.optional()
    if _CHAPTER_CLASSES.search(joined(walk.stream.argument())):
        walk.counters.has_chapters = True


def outside_document(walk: Walk, name: str) -> None:
    r"""Keep \externaldocument[prefix]{file}, whose labels this document names."""
    prefix = joined(walk.stream.optional() or []).strip()
    walk.outside.append((prefix, joined(walk.stream.argument()).strip()))


def use_package(walk: Walk, name: str) -> None:
    r"""Keep \usepackage, and read what a package defines that lies in the project."""
    options = joined(walk.stream.optional() or [])
    names = joined(walk.stream.argument()).split(",")
    walk.stream.optional()
    for package in map(str.strip, names):
        is_new = package not in walk.packages
        walk.packages[package] = options
        if package == "babel":
            _note_language(walk, options)
        elif package in ("ctex", "xeCJK", "CJK", "CJKutf8", "ctexcap"):
            walk.language = walk.language or "zh"
        if is_new:
            _read_package(walk, package, suffix=".sty")


def default_language(walk: Walk, name: str) -> None:
    r"""Follow \setdefaultlanguage of polyglossia."""
    walk.stream.optional()
    _note_language(walk, joined(walk.stream.argument()))


def _note_language(walk: Walk, options: str) -> None:
    """Take the document's language from babel's options: the last one is the main one."""
    names = [option.partition("=") for option in options.lower().replace("{", "").replace("}", "").split(",")]
    stated = [_LANGUAGES[name.strip()] for name, _, _ in names if name.strip() in _LANGUAGES]
    main = [_LANGUAGES[value.strip()] for name, _, value in names if name.strip() == "main" and value.strip() in _LANGUAGES]
    walk.language = (main or stated or [walk.language])[-1]
    walk.has_shorthands = walk.has_shorthands or "german" in options or "austrian" in options


def _read_package(walk: Walk, name: str, *, suffix: str) -> None:
    """Read what a package or class of the project defines that is plain enough to be followed; nothing of it is printed."""
    path = walk.project.find(name, suffixes=(suffix,)) if len(walk.packages) < _MOST_PACKAGES and walk.depth < 8 else None
    if path is None:
        return
    from evidoc.readers.latex._known import commands, protected

    stream, known = walk.stream, commands()
    letters = stream.lexing.at_is_letter
    walk.depth += 1
    stream.feed.begin_stretch(())
    stream.feed.enter(Scanner(walk.project.text(path), stream.lexing, path=str(path), is_package=True))
    while (token := stream.next_in_package(known=protected())) is not None:
        if token == "\\input":
            _read_whole(walk)
        elif token[1:] in _OF_PACKAGES:
            known[token[1:]](walk, token[1:])
    stream.feed.end_stretch()
    stream.lexing.at_is_letter = letters
    walk.depth -= 1


def _read_whole(walk: Walk) -> None:
    """Read a file that a class enters, such as one with title and authors, as a part of the preamble."""
    from evidoc.readers.latex._loop import run

    file = _file_name(walk)
    path = walk.project.find(file)
    if path is None or str(path) in _open_paths(walk) or not walk.in_preamble:
        return
    walk.stream.feed.begin_stretch(())
    walk.stream.feed.enter(Scanner(walk.project.text(path), walk.stream.lexing, path=str(path)))
    run(walk)
    walk.stream.feed.end_stretch()


def read_file(walk: Walk, name: str) -> None:
    r"""Enter the file of \input, \include, \subfile, \import and their kin, within the project and to a limited depth."""
    stream = walk.stream
    folder = joined(stream.argument()).strip() if name.removeprefix("sub") in _FROM else ""
    file = _file_name(walk)
    here = stream.feed.files()[-1].folder if stream.feed.files() else ""
    within = f"{here}/{folder}".strip("/") if name.startswith("sub") and folder else folder or here
    path = walk.project.find(file, within=within)
    if path is None:
        walk.project.miss(file)
        return
    paths = _open_paths(walk)
    if str(path) in paths or len(paths) >= MAX_DEPTH:
        walk.flags[f"input_loop:{path.name}"] = None
        return
    if name in ("include", "subfile", "includestandalone"):
        walk.end_paragraph()
    text = walk.project.text(path)
    stream.feed.enter(Scanner(_body(text), stream.lexing, path=str(path), folder=walk.project.inside(path)))


def _open_paths(walk: Walk) -> list[str]:
    return [scanner.path for scanner in walk.stream.feed.files()]


def _file_name(walk: Walk) -> str:
    r"""Read a file's name: in braces, or as TeX's own \input has it, up to a gap."""
    token = walk.stream.next_full()
    walk.stream.push([token] if token is not None else [])
    if token is not None and (token[0] in "{\\" or token[0] == "["):
        walk.stream.optional()
        return joined(walk.stream.spelled(walk.stream.argument()))
    pieces: list[str] = []
    while (token := walk.stream.next()) is not None and not token.isspace() and token[0] not in "\\{}%$&":
        pieces.append(token)
    walk.stream.push([token] if token is not None else [])
    return "".join(pieces)


def _body(text: str) -> str:
    r"""Give what an entered file says: of a document of its own, what stands between \begin and \end{document}."""
    found = _BODY.search(text) if "\\documentclass" in text else None
    if found is None:
        return text
    end = text.rfind("\\end{document}")
    return text[found.end() : end if end > found.end() else len(text)]


def end_input(walk: Walk, name: str) -> None:
    r"""Follow \endinput."""
    scanner = walk.stream.feed.straight()
    if scanner is not None:
        scanner.end()


def end_document(walk: Walk, name: str) -> None:
    r"""Follow \stop and \bye."""
    walk.is_done = True


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(RANKS, heading),
    **dict.fromkeys(("frametitle", "framesubtitle"), frame_title),
    "appendix": appendix,
    **dict.fromkeys(("documentclass", "documentstyle"), document_class),
    **dict.fromkeys(("usepackage", "RequirePackage"), use_package),
    **dict.fromkeys(("setdefaultlanguage", "setmainlanguage"), default_language),
    **dict.fromkeys(
        ("input", "include", "subfile", "import", "subimport", "inputfrom", "subinputfrom", "includefrom", "subincludefrom",
         "includestandalone"),
        read_file,
    ),
    **dict.fromkeys(("LoadClass", "LoadClassWithOptions"), load_class),
    "externaldocument": outside_document,
    "endinput": end_input,
    **dict.fromkeys(("stop", "bye"), end_document),
}  # fmt: skip
ENVIRONMENTS: dict[str, Callable[[Walk, str], Close | None]] = {
    "document": begin_document,
    "frame": frame,
    **dict.fromkeys(("appendices", "subappendices"), appendices),
}
