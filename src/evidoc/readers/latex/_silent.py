r"""Commands and environments that say nothing themselves, with the arguments that belong to them.

What follows the arguments is read as it is, so \textcolor{red}{word} passes over the colour and reads the word, and
\textbf, \centering and \large pass over nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from evidoc.readers.latex._scan import PARAGRAPH
from evidoc.readers.latex._stream import Stream

# Shapes: `s` a star, `o` an argument in brackets, `m` one in braces, `p` one in round brackets, `d` one in angle brackets,
# `l` a length without braces.
_COMMANDS: Mapping[str, str] = {
    "": """
        newpage clearpage cleardoublepage bigskip medskip smallskip noindent indent centering raggedright raggedleft hfill
        vfill hfil vfil hss vss hrulefill dotfill null relax protect sloppy fussy frenchspacing nonfrenchspacing normalfont
        em it bf sc sl sf rm cal mit itshape bfseries scshape slshape sffamily rmfamily upshape mdseries lfseries tiny
        scriptsize footnotesize small normalsize large Large LARGE huge Huge flushbottom raggedbottom onecolumn twocolumn
        boldmath unboldmath listoffigures listoftables listofalgorithms lstlistoflistings makeindex printindex
        onehalfspacing singlespacing doublespacing linenumbers nolinenumbers phantomsection bgroup egroup begingroup
        endgroup expandafter noexpand global long outer protected unexpanded makeglossaries printglossaries printglossary
        balance leavevmode unskip ignorespaces obeylines obeyspaces allowbreak nobreak break newline strut hbox vbox vtop
        llap rlap clap BibitemOpen selectfont pause normalmarginpar reversemarginpar IEEEpeerreviewmaketitle peerreview
        nipsfinalcopy iclrfinalcopy aclfinalcopy detokenize string romannumeral the number flushleft flushright
        tableofcontents displaystyle textstyle scriptstyle limits nolimits nonumber notag SetAlgoLined SetAlgoNoLine
        DontPrintSemicolon LinesNumbered eject columnbreak glsresetall makecover textnormal textbf textit textsl textsc
        textrm textsf textup textmd emph mathrm underline uline ul hl st sout MakeUppercase uppercase lowercase
        MakeLowercase bibnamefont bibfnamefont citenamefont alert structure centerline leftline rightline reflectbox fbox
        mbox vcenter eprint Eprint Centering afterpage FloatBarrier normalcolor scfamily CJKfamily doi
    """,
    "o": """
        linebreak nolinebreak pagebreak nopagebreak addlinespace lipsum blindtext Blindtext added tcbox textls
        allowdisplaybreaks
    """,
    "m": """
        hypersetup lstset pagestyle thispagestyle pagenumbering usetikzlibrary usetheme usecolortheme usefonttheme
        useinnertheme useoutertheme newlength newsavebox newdimen newskip graphicspath DeclareGraphicsExtensions hyphenation
        sisetup setstretch linespread ctexset pgfplotsset tikzset tcbset tcbuselibrary algsetup index includeonly vphantom
        hphantom phantom urlstyle theoremstyle mathtoolsset setcitestyle geometry newgeometry NeedsTeXFormat BibitemShut
        hypertarget hyperlink href adjustbox enlargethispage DisableLigatures setcopyright acmYear acmISBN
        acmPrice acmSubmissionID fontfamily fontseries fontshape fontencoding usebox pdfinfo AtEndDocument AtBeginDocument
        AtBeginSection selectlanguage markright bstctlcite setotherlanguages authorrunning titlerunning shorttitle
        shortauthors tocauthor toctitle setlistdepth DeclareCaptionType DeclareFloatingEnvironment floatstyle firstpageno
        IEEEtriggeratref bibliographyunit makesavenoteenv glsadd columnratio
    """,
    "sm": "vspace hspace addvspace smash",
    "mm": """
        setlength addtolength settowidth settoheight settodepth fontsize markboth addtocontents DeclareUnicodeCharacter
        SetKwInOut acmConference bibpunct sbox floatname setbeamertemplate setbeamercolor setbeamerfont PassOptionsToPackage
        declaretheoremstyle DeclareCaptionFormat DeclareCaptionLabelFormat lstdefinestyle crefformat Crefformat rowcolors
        icmltitlerunning pgfmathsetmacro restylefloat setsecnumdepth
    """,
    "mmm": "definecolor providecolor addcontentsline crefrangeformat crefmultiformat renewlist newlist",
    "smmmm": "titlespacing jmlrheading",
    "mmmmmmmmm": "newtheoremstyle",
    "smommmmo": "titleformat",
    "mom": "newcolumntype",
    "som": "DeclareFieldFormat lstdefinelanguage setlist captionsetup",
    "om": """
        color pagecolor setmainfont setsansfont setmonofont setCJKmainfont setCJKsansfont setCJKmonofont lhead chead rhead
        lfoot cfoot rfoot fancyhead fancyfoot fancyhf fancyhfoffset fancyheadoffset fancyfootoffset includepdf
        setdefaultlanguage setmainlanguage setotherlanguage nowidow noclub rowcolor columncolor cellcolor
        arrayrulecolor doublerulesepcolor ccsdesc DeclareCaptionStyle missingfigure definechangesauthor textcolor
        colorbox rotatebox foreignlanguage raisebox
    """,
    "omm": "rule colorlet fcolorbox pdfbookmark DeclareGraphicsRule",
    "mo": "scalebox",
    "smm": "resizebox",
    "ooom": "parbox",
    "poo": "makebox framebox",
    "d": "only onslide uncover visible",
    "l": """
        vskip hskip kern mskip parindent parskip textwidth textheight topmargin oddsidemargin evensidemargin headheight headsep
        footskip baselineskip tabcolsep arrayrulewidth columnsep columnseprule belowcaptionskip abovecaptionskip textfloatsep
        floatsep intextsep hsize vsize voffset hoffset topskip marginparwidth marginparsep footnotesep itemsep labelsep
        leftmargin rightmargin topsep partopsep parsep fboxsep fboxrule abovedisplayskip belowdisplayskip jot tolerance
        emergencystretch clubpenalty widowpenalty displaywidowpenalty interfootnotelinepenalty hyphenpenalty exhyphenpenalty
        penalty belowdisplayshortskip abovedisplayshortskip overfullrule bibsep bibitemsep lineskip lineskiplimit paperwidth
        paperheight pdfpagewidth pdfpageheight doublerulesep lefthyphenmin righthyphenmin tracingonline hfuzz hbadness
        vbadness vfuzz raise lower moveleft moveright hangindent hangafter looseness pdfoutput pdfminorversion
        pdfcompresslevel pdfobjcompresslevel linewidth columnwidth
    """,
}
# Of environments that are read as what stands in them: the arguments behind \\begin{name}
_ENVIRONMENTS: Mapping[str, str] = {
    "": """
        center flushleft flushright small footnotesize scriptsize tiny normalsize large Large landscape sloppypar raggedright
        raggedleft titlepage frontmatter mainmatter backmatter samepage fmbox abstractbox threeparttable appendices
        subappendices linenumbers doublespace singlespace onehalfspace centering justify measuredfigure
    """,
    "o": "framed mdframed shaded leftbar tcolorbox snugshade columns snugshade*",
    "m": "multicols multicols* spacing adjustbox otherlanguage column turn rotate",
    "mm": "adjustwidth CJK CJK*",
    "om": "minipage boxedminipage addmargin",
    "smm": "adjustwidth*",
}


@cache
def silent_commands() -> dict[str, str]:
    """Give the arguments to pass over, by command."""
    return {name: shape for shape, names in _COMMANDS.items() for name in names.split()}


@cache
def silent_environments() -> dict[str, str]:
    """Give the arguments to pass over, by environment."""
    return {name: shape for shape, names in _ENVIRONMENTS.items() for name in names.split()}


def pass_over(stream: Stream, shape: str) -> None:
    """Read past arguments of a shape."""
    for kind in shape:
        _PASS[kind](stream)


def _round(stream: Stream) -> None:
    token = stream.next()
    if token is None or not token.startswith("("):
        stream.push([token] if token is not None else [])
        return
    for _ in range(100):
        if token is None or ")" in token or token == PARAGRAPH:
            break
        token = stream.next()
    rest = (token or "").partition(")")[2]
    stream.push([rest] if rest else [])


def _angles(stream: Stream) -> None:
    token = stream.peek()
    if token is not None and token.startswith("<") and ">" in token:
        stream.next()
        rest = token.partition(">")[2]
        stream.push([rest] if rest else [])


_PASS: Mapping[str, Callable[[Stream], object]] = {
    "s": Stream.star,
    "o": Stream.optional,
    "m": Stream.argument,
    "p": _round,
    "d": _angles,
    "l": Stream.skip_size,
}
