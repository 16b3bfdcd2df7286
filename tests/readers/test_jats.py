"""Articles in JATS: the cases of area b, and what a reader of the article would expect."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.readers import read_file
from evidoc.records.document import Document
from tests.readers.written import document_from, kinds, of_kind, texts, written

FRONT = "<front><article-meta><title-group><article-title>Doses</article-title></title-group></article-meta></front>"


def article(
    folder: Path, *, front: str = FRONT, body: str = "", back: str = "", floats: str = "", declaration: str = ""
) -> Document:
    xml = (
        f"{declaration}<article xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:mml='http://www.w3.org/1998/Math/MathML' "
        f"xml:lang='en'>{front}<body>{body}</body><back>{back}</back><floats-group>{floats}</floats-group></article>"
    )
    return document_from(folder, "article.xml", xml)


def test_the_abstract_is_the_one_without_a_type_and_keeps_its_section_titles(tmp_path: Path) -> None:
    """Case B01."""
    front = (
        "<front><article-meta><abstract abstract-type='graphical'><p><fig><caption><p>Picture of mice.</p></caption></fig></p>"
        "</abstract>"
        "<abstract abstract-type='teaser'><p>Short pitch.</p></abstract><abstract><sec><title>Background</title><p>Main A.</p>"
        "</sec>"
        "<sec><title>Results</title><p>Main B.</p></sec></abstract><trans-abstract xml:lang='es'><p>Texto.</p></trans-abstract>"
        "</article-meta></front>"
    )
    document = article(tmp_path, front=front, body="<p>Text.</p>")
    assert document.abstract == "Background: Main A. Results: Main B."
    assert [(block.role, block.text, block.flags) for block in of_kind(document, "abstract")] == [
        ("graphical", "Picture of mice.", ()),
        ("teaser", "Short pitch.", ()),
        ("main", "Background: Main A. Results: Main B.", ()),
        ("translated:es", "Texto.", ()),
    ]


def test_where_all_abstracts_have_a_type_the_graphical_one_is_not_the_main_one(tmp_path: Path) -> None:
    """Case B01."""
    front = (
        "<front><article-meta><abstract abstract-type='graphical'><p>Picture.</p></abstract>"
        "<abstract abstract-type='summary'><p>Summary.</p></abstract></article-meta></front>"
    )
    assert article(tmp_path, front=front, body="<p>Text.</p>").abstract == "Summary."


def test_tables_are_found_in_paragraphs_and_floats_and_never_flow_into_the_prose(tmp_path: Path) -> None:
    """Case B03."""
    document = article(
        tmp_path,
        body="<sec><p>Before <table-wrap id='t1'><label>Table 1</label><table><tr><td>12</td><td>34</td></tr></table>"
        "</table-wrap> "
        "after (see <xref ref-type='table' rid='t2'>Table 2</xref>).</p></sec>",
        floats="<table-wrap-group><label>Table 2</label><table-wrap id='t2'><table><tr><td>x</td></tr></table></table-wrap>"
        "</table-wrap-group>",
    )
    tables = of_kind(document, "table")
    assert [(block.label, block.labels, texts(block.table)) for block in tables] == [
        ("Table 1", ("t1",), [["12", "34"]]),
        ("Table 2", ("t2",), [["x"]]),
    ]
    paragraph = of_kind(document, "paragraph")[0]
    assert paragraph.text == "Before after (see Table 2)."
    assert paragraph.refers_to == ("t2",)


def test_a_float_stands_after_the_paragraph_that_first_names_it_and_in_its_section(tmp_path: Path) -> None:
    """DHQ-07 needs to know in which section a table of `floats-group` is used."""
    document = article(
        tmp_path,
        body="<sec><title>Methods</title><p>None.</p></sec><sec><title>Results</title><p>See <xref ref-type='table' "
        "rid='t1'>Table 1"
        "</xref>.</p><p>Again <xref ref-type='table' rid='t1'>Table 1</xref>.</p></sec>",
        floats="<table-wrap id='t1'><label>Table 1</label><caption><p>Doses.</p></caption><table><tr><td>x</td></tr></table>"
        "</table-wrap>",
    )
    assert [kind for kind, _ in kinds(document)][-4:] == ["paragraph", "caption", "table", "paragraph"]
    assert of_kind(document, "table")[0].section == ("Results",)


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE article [<!ENTITY x SYSTEM "file://{canary}"><!ENTITY ok "fine">]>',
        '<!DOCTYPE article [<!ENTITY % x SYSTEM "file://{canary}">%x;<!ENTITY ok "fine">]>',
    ],
)
def test_external_entities_are_never_read(tmp_path: Path, declaration: str) -> None:
    """Case B06, with a general and a parameter entity."""
    canary = written(tmp_path, "canary.txt", "CANARY")
    path = written(
        tmp_path, "a.xml", declaration.replace("{canary}", str(canary)) + "<article><body><p>&ok;|&x;</p></body></article>"
    )
    with pytest.raises(UnreadableDocument, match="does not define") as caught:
        read_file(path)
    assert "CANARY" not in str(caught.value)


def test_internal_entities_and_characters_by_name_are_expanded(tmp_path: Path) -> None:
    """Case B06; the names of characters come from a DTD that is not read."""
    declaration = '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS//EN" "JATS.dtd" [<!ENTITY ok "fine">]>'
    document = article(tmp_path, declaration=declaration, body="<p>&ok; &alpha;&nbsp;&lt; 3</p>")
    assert of_kind(document, "paragraph")[0].text == "fine α < 3"
    assert "entities_by_name" in document.flags


def test_an_entity_bomb_stops_at_once(tmp_path: Path) -> None:
    """Case B06: nine levels of ten are a billion copies."""
    levels = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))
    path = written(tmp_path, "a.xml", f'<!DOCTYPE a [<!ENTITY e0 "lol">{levels}]><article><body><p>&e9;</p></body></article>')
    start = time.process_time()
    with pytest.raises(UnreadableDocument, match="amplification"):
        read_file(path)
    assert time.process_time() - start < 1


def test_exponents_and_marks_never_join_their_number(tmp_path: Path) -> None:
    """Case B08."""
    document = article(
        tmp_path,
        body="<p>area of 30<sup>2</sup> plots<xref ref-type='bibr' rid='b1'><sup>14</sup></xref> at 7 &#215; 10<sup>&#8722;4"
        "</sup> M; "
        "n = 45<xref ref-type='table-fn' rid='f1'><sup>3</sup></xref>, H<sub>2</sub>O, CO<sub>2</sub></p>",
    )
    paragraph = of_kind(document, "paragraph")[0]
    assert paragraph.text == "area of 30^2 plots at 7 × 10^-4 M; n = 45, H2O, CO2"
    assert paragraph.citations == ("b1",)
    assert paragraph.refers_to == ("f1",)


@pytest.mark.parametrize(
    ("marked", "text", "keys"),
    [
        ("as shown [{1}, {2}] before", "as shown before", ("b1", "b2")),
        ("as shown [{1}–{4}].", "as shown.", ("b1", "b2", "b3", "b4")),
        ("as shown<sup>{1},{3}</sup>.", "as shown.", ("b1", "b3")),
        ("as {Smith (2010)} said", "as Smith (2010) said", ("b1",)),
        ("known ({Smith, 2010}; {Li, 2011})", "known (Smith, 2010; Li, 2011)", ("b1", "b2")),
        ("known (reviewed in {1})", "known (reviewed in)", ("b1",)),
        ("years 1990–2000 [{2}]", "years 1990–2000", ("b2",)),
    ],
)
def test_citation_marks_leave_the_text_and_names_stay(tmp_path: Path, marked: str, text: str, keys: tuple[str, ...]) -> None:
    """Case B08: marks become citations, a range names what lies between, a name is part of the sentence."""
    refs = "".join(f"<ref id='b{n}'><mixed-citation>Entry {n}</mixed-citation></ref>" for n in range(1, 6))
    names = {"Smith (2010)": 1, "Smith, 2010": 1, "Li, 2011": 2}
    for shown in (*names, "1", "2", "3", "4"):
        target = names.get(shown) or int(shown)
        marked = marked.replace(f"{{{shown}}}", f"<xref ref-type='bibr' rid='b{target}'>{shown}</xref>")
    document = article(tmp_path, body=f"<p>{marked}</p>", back=f"<ref-list>{refs}</ref-list>")
    paragraph = of_kind(document, "paragraph")[0]
    assert (paragraph.text, paragraph.citations) == (text, keys)


def test_an_article_without_body_keeps_its_abstract_and_says_so(tmp_path: Path) -> None:
    """Case B10 (1)."""
    xml = "<article><front><article-meta><abstract><p>Only this.</p></abstract></article-meta></front></article>"
    document = document_from(tmp_path, "a.xml", xml)
    assert document.abstract == "Only this."
    assert "no_body" in document.flags


def test_text_from_a_scan_keeps_its_lines_and_is_flagged(tmp_path: Path) -> None:
    """Case B10 (2)."""
    xml = "<article><front/><body><preformat preformat-type='pmc-ocr-text'>Line one\nLine two</preformat></body></article>"
    document = document_from(tmp_path, "a.xml", xml)
    assert kinds(document) == [("paragraph", "Line one\nLine two")]
    assert "ocr" in document.flags and document.blocks[0].flags == ("ocr",)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("", "empty"),
        ("<PubmedArticleSet><PubmedArticle/></PubmedArticleSet>", "not_jats"),
        ("<?xml version='1.0'?><xbrl/>", "unsupported"),
        ("<article><body><p>cut", "damaged"),
        ("<article><front/><body><p> </p></body></article>", "empty"),
        ("plain words", "not_jats"),
        ("<article xmlns='http://docbook.org/ns/docbook'><para>x</para></article>", "unsupported"),
    ],
)
def test_what_is_no_article_has_a_status_of_its_own(tmp_path: Path, content: str, status: str) -> None:
    """Case B10 (3) and (4)."""
    with pytest.raises(UnreadableDocument) as caught:
        read_file(written(tmp_path, "a.xml", content))
    assert caught.value.status == status


def test_mixed_text_keeps_its_order_and_numbers_stay_strings(tmp_path: Path) -> None:
    """Case B11."""
    document = article(
        tmp_path,
        body="<p>genes <italic>ABC1</italic>, <italic>XYZ2</italic> and rare <bold>ones</bold>.</p>",
        back="<ref-list><title>References</title><ref id='r1'><label>1.</label><citation-alternatives><element-citation><name>"
        "<surname>Li"
        "</surname><given-names>A</given-names></name><year>2019</year><fpage>513e12</fpage><volume>007</volume>"
        "</element-citation>"
        "<mixed-citation>Li A. 2019;007:513e12</mixed-citation></citation-alternatives></ref></ref-list>",
    )
    assert of_kind(document, "paragraph")[0].text == "genes ABC1, XYZ2 and rare ones."
    (reference,) = document.references
    assert (reference.key, reference.authors, reference.year) == ("r1", ("Li A",), "2019")
    assert (reference.first_page, reference.volume, reference.text) == ("513e12", "007", "Li A. 2019;007:513e12")
    assert [(block.text, block.label, block.labels) for block in of_kind(document, "reference")] == [
        ("Li A. 2019;007:513e12", "1.", ("r1",))
    ]


def test_a_table_that_is_a_picture_has_no_grid_and_says_so(tmp_path: Path) -> None:
    """Case B13."""
    document = article(
        tmp_path,
        body="<sec><table-wrap id='t1'><label>Table 1</label><caption><p>Doses.</p></caption><graphic xlink:href='t1.jpg'/>"
        "</table-wrap>"
        "<table-wrap id='t2'><alternatives><graphic xlink:href='t2.jpg'/><table><tr><td>1</td></tr></table></alternatives>"
        "</table-wrap>"
        "<table-wrap id='t3'><table><tr><td><inline-graphic xlink:href='c.tif'/></td><td>5</td></tr></table></table-wrap></sec>",
    )
    first, second, third = of_kind(document, "table")
    assert (first.table, first.flags, document.caption(first)) == (None, ("image_only",), "Table 1. Doses.")
    assert texts(second.table) == [["1"]]
    assert [figure.image for figure in (first.figure, second.figure) if figure is not None] == ["t1.jpg", "t2.jpg"]
    assert texts(third.table) == [["[image c.tif]", "5"]]


def test_cells_keep_spans_headings_notes_and_citations(tmp_path: Path) -> None:
    """DHQ-02: citation marks in cells resolve to reference ids; the note marks leave numbers and labels (case D03)."""
    document = article(
        tmp_path,
        body="<sec><table-wrap id='t1'><table><thead><tr><th rowspan='2'>Study</th><th colspan='2'>Dose (mg)</th></tr><tr>"
        "<th>low</th>"
        "<th>high</th></tr></thead><tbody><tr><td>Li et al. [<xref ref-type='bibr' rid='b1'>1</xref>]</td><td>1.5<sup>a</sup>"
        "</td><td>9</td>"
        "</tr><tr><td><xref ref-type='bibr' rid='b2'>2</xref></td><td>30 m<sup>2</sup></td><td/></tr></tbody></table>"
        "<table-wrap-foot><fn id='f1'><label>a</label><p>Estimated.</p></fn></table-wrap-foot></table-wrap></sec>",
        back="<ref-list><ref id='b1'><mixed-citation>One</mixed-citation></ref><ref id='b2'><mixed-citation>Two"
        "</mixed-citation></ref>"
        "</ref-list>",
    )
    block = of_kind(document, "table")[0]
    table = block.table
    assert table is not None
    assert texts(table) == [
        ["Study", "Dose (mg)", "Dose (mg)"],
        ["Study", "low", "high"],
        ["Li et al.", "1.5", "9"],
        ["2", "30 m^2", ""],
    ]
    assert table.header_rows == 2
    cells = {(cell.row, cell.column): cell for cell in table.cells}
    assert (cells[2, 0].citations, cells[3, 0].citations, block.citations) == (("b1",), ("b2",), ("b1", "b2"))
    assert cells[3, 0].number is None
    assert cells[2, 1].notes == ("a",)
    (note,) = of_kind(document, "footnote")
    assert (note.text, note.label, note.labels, note.parent) == ("Estimated.", "a", ("f1",), block.id)


def test_a_list_or_formula_parts_a_paragraph_and_the_rest_continues_it(tmp_path: Path) -> None:
    document = article(
        tmp_path,
        body="<p>The loss is <disp-formula id='e1'><label>(1)</label><tex-math>$$\\frac{a}{b_i}$$</tex-math></disp-formula> "
        "where:"
        "<list list-type='order'><list-item><p>a is up</p></list-item><list-item><p>b is down</p></list-item></list></p>",
    )
    assert kinds(document)[1:] == [
        ("paragraph", "The loss is"),
        ("equation", "(a)/(b_i)"),
        ("paragraph", "where:"),
        ("list", "a is up"),
        ("list", "b is down"),
    ]
    equation = of_kind(document, "equation")[0]
    assert (equation.latex, equation.label, equation.labels) == ("\\frac{a}{b_i}", "(1)", ("e1",))
    assert [(relation.kind, relation.source, relation.target) for relation in document.relations] == [("continuation", 1, 3)]
    assert [block.label for block in of_kind(document, "list")] == ["1.", "2."]


def test_sections_nest_and_every_block_knows_its_path(tmp_path: Path) -> None:
    document = article(
        tmp_path,
        body="<sec id='s1'><label>1</label><title>Methods</title><sec><title>Mice</title><p>Ten.</p></sec><p>More.</p></sec>"
        "<sec><title>Results</title><p>None.</p></sec>",
    )
    assert [(block.text, block.level, block.section) for block in of_kind(document, "heading")] == [
        ("Methods", 1, ()),
        ("Mice", 2, ("Methods",)),
        ("Results", 1, ()),
    ]
    assert [block.section for block in of_kind(document, "paragraph")] == [("Methods", "Mice"), ("Methods",), ("Results",)]
    assert of_kind(document, "heading")[0].label == "1"


def test_figures_boxes_quotes_supplements_and_definitions_have_their_roles(tmp_path: Path) -> None:
    document = article(
        tmp_path,
        body="<fig id='f1'><label>Figure 1</label><caption><title>Mice.</title><p>Ten of them.</p></caption><graphic "
        "xlink:href='f1'/></fig>"
        "<boxed-text><caption><title>Box</title></caption><p>Inside.</p></boxed-text><disp-quote><p>Said.</p></disp-quote>"
        "<supplementary-material id='s'><label>S1</label><caption><p>Data.</p></caption></supplementary-material>"
        "<fig-group><caption><p>Both.</p></caption><fig id='a'/><fig id='b'/></fig-group>",
        back="<glossary><title>Terms</title><def-list><def-item><term>AB</term><def><p>antibody</p></def></def-item>"
        "</def-list></glossary>"
        "<fn-group><fn id='n1'><p>Equal work.</p></fn></fn-group><ack><p>Thanks.</p></ack>",
    )
    figure = of_kind(document, "figure")[0]
    assert (figure.label, figure.figure and figure.figure.image, document.caption(figure)) == (
        "Figure 1", "f1", "Figure 1. Mice. Ten of them.",
    )  # fmt: skip
    roles = {block.text: (block.kind, block.role, block.section) for block in document.blocks}
    assert roles["Inside."] == ("paragraph", "", ("Box",))
    assert roles["Said."] == ("paragraph", "quote", ())
    assert roles["S1. Data."] == ("paragraph", "supplement", ())
    assert roles["AB: antibody"] == ("list", "", ("Terms",))
    assert roles["Equal work."][0] == "footnote"
    assert document.caption(of_kind(document, "figure")[1]) == "Both."


def test_sub_articles_are_left_out_and_flagged(tmp_path: Path) -> None:
    xml = (
        "<article><front/><body><p>Main.</p></body><sub-article><front-stub/><body><p>Reply.</p></body>"
        "<back><ref-list><ref id='x'><mixed-citation>No.</mixed-citation></ref></ref-list></back></sub-article></article>"
    )
    document = document_from(tmp_path, "a.xml", xml)
    assert kinds(document) == [("paragraph", "Main.")]
    assert document.references == ()
    assert "sub_articles_left_out" in document.flags


def test_identifiers_licence_and_link_come_from_the_front(tmp_path: Path) -> None:
    """DHQ-02, DHQ-04."""
    front = (
        "<front><article-meta><article-id pub-id-type='pmc'>123</article-id><article-id pub-id-type='doi'>10.1/x</article-id>"
        "<permissions><license license-type='open-access' xlink:href='http://creativecommons.org/licenses/by-nc-nd/4.0/'>"
        "<license-p>Free.</license-p></license></permissions></article-meta></front>"
    )
    document = article(tmp_path, front=front, body="<p>x</p>")
    assert document.identifiers == ("doi:10.1/x", "pmcid:PMC123")
    assert (document.source.licence, document.source.link) == ("CC-BY-NC-ND-4.0", "doi:10.1/x")


def test_namespaces_encodings_and_collections_change_nothing(tmp_path: Path) -> None:
    inner = "<front/><body><p>Größe é</p></body>"
    variants: list[str | bytes] = [
        f"<article>{inner}</article>",
        f"<j:article xmlns:j='https://jats.nlm.nih.gov/ns/archiving/1.3/'>{inner.replace('<', '<j:').replace('<j:/', '</j:')}"
        f"</j:article>",
        f"<pmc-articleset><article>{inner}</article></pmc-articleset>",
        f"<?xml version='1.0' encoding='iso-8859-1'?><article>{inner}</article>".encode("latin-1"),
        f"<?xml version='1.0' encoding='utf-16'?><article>{inner}</article>".encode("utf-16"),
        f"<?xml version='1.0' encoding='utf-8'?><article>{inner}</article>".encode("cp1252"),
    ]
    for number, content in enumerate(variants):
        assert kinds(document_from(tmp_path, f"{number}.xml", content)) == [("paragraph", "Größe é")], number


def test_an_unknown_element_folds_into_a_paragraph_and_is_named(tmp_path: Path) -> None:
    """DHQ-12."""
    document = article(tmp_path, body="<wonder>Strange words.</wonder>")
    assert ("paragraph", "Strange words.") in kinds(document)
    assert "unknown_element:wonder" in document.flags


@pytest.mark.parametrize(
    ("math", "text"),
    [
        ("<mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup>", "x^2"),
        (
            "<mml:mfrac><mml:mi>a</mml:mi><mml:mrow><mml:mi>b</mml:mi><mml:mo>+</mml:mo><mml:mn>1</mml:mn></mml:mrow>"
            "</mml:mfrac>",
            "(a)/(b + 1)",
        ),
        ("<mml:msqrt><mml:mi>n</mml:mi></mml:msqrt>", "√(n)"),
        ("<mml:msubsup><mml:mi>x</mml:mi><mml:mi>i</mml:mi><mml:mn>2</mml:mn></mml:msubsup>", "x_i^2"),
        ("<mml:mfenced open='['><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfenced>", "[a, b)"),
        (
            "<mml:mtable><mml:mtr><mml:mtd><mml:mn>1</mml:mn></mml:mtd><mml:mtd><mml:mn>2</mml:mn></mml:mtd></mml:mtr>"
            "</mml:mtable>",
            "[1, 2]",
        ),
        ("<mml:semantics><mml:mi>y</mml:mi><mml:annotation>LaTeX</mml:annotation></mml:semantics>", "y"),
    ],
)
def test_mathml_reads_as_one_line(tmp_path: Path, math: str, text: str) -> None:
    document = article(tmp_path, body=f"<p>Let <inline-formula><mml:math>{math}</mml:math></inline-formula> be.</p>")
    assert of_kind(document, "paragraph")[0].text == f"Let {text} be."


@pytest.mark.parametrize(
    ("written_as", "read_as"),
    [
        ("growth.<sup><xref ref-type='bibr' rid='R1'>1</xref></sup>Oral fungi", "growth. Oral fungi"),
        ("growth [<xref ref-type='bibr' rid='R1'>1</xref>]Oral fungi", "growth Oral fungi"),
        ("growth <xref ref-type='bibr' rid='R1'>[1]</xref>oral fungi", "growth oral fungi"),
        ("growth <xref ref-type='bibr' rid='R1'>[1]</xref>, oral fungi", "growth, oral fungi"),
        ("growth<sup><xref ref-type='bibr' rid='R1'>1</xref></sup> (oral)", "growth (oral)"),
        ("growth<sup><xref ref-type='bibr' rid='R1'>1</xref></sup>.", "growth."),
    ],
)
def test_words_do_not_join_where_a_citation_mark_stood(tmp_path: Path, written_as: str, read_as: str) -> None:
    """PMC4945999: "growth.¹Oral" was read as one word."""
    document = article(tmp_path, body=f"<p>{written_as}</p>")
    assert [block.text for block in of_kind(document, "paragraph")] == [read_as]
