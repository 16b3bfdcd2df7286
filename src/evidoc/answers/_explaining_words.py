"""Words and patterns by which an explanation is known, and those by which a reply takes something back. English."""

from __future__ import annotations

import re

ARTICLES = frozenset({"the", "a", "an"})
COPULAS = frozenset("is was are were has had have appears stands means follows".split())  # noqa: SIM905
QUESTION = frozenset("what which where when whose does were have with from that this there their much many".split())  # noqa: SIM905
POINTS = frozenset("it its this that they their these there so he she his her".split())  # noqa: SIM905
_DOCUMENT_WORDS = """
    report reports table tables article articles text texts document documents paper papers passage passages section sections
    page pages figure figures chart charts caption captions row rows column columns entry entries value values number numbers data
    dataset source abstract introduction conclusion conclusions discussion appendix study author authors summary paragraph
    paragraphs sentence sentences filing statement list line lines cell cells sum total difference calculation heading footnote
    note notes
    """
TELLING = POINTS | frozenset(
    f"""
    {_DOCUMENT_WORDS}
    i we both all each here them what first second third last next top bottom above below listed stated given shown reported
    mentioned found described written printed seen added computed calculated read explained explicitly directly clearly according
    based due owing
    """.split()
)
VOCABULARY = (
    TELLING
    | ARTICLES
    | COPULAS
    | frozenset(
        """
        in on at of for to from by with under within per as and because since be been can see cf says say states lists gives shows
        names reads comes come appear results adds up equals corresponds matches refers used uses defined noted indicated recorded
        named taken obtained derived explanation reason reasoning evidence details where how why same explains describes mentions
        supports confirms gave said showed looked took relevant exact whole minus plus times percent
        """.split()  # noqa: SIM905  (a list of words reads best as words)
    )
)

_DOCUMENT = f"(?:{'|'.join(_DOCUMENT_WORDS.split())})"
_OF_DOCUMENT = rf"(?:the|this|that|its|their|each|both|all|these)\s+(?:[\w-]+\s+){{0,3}}?{_DOCUMENT}\b"
_FOUND = (
    r"(?:listed|stated|given|shown|reported|mentioned|named|found|described|defined|written|printed|recorded|noted|explained|"
    r"computed|calculated|derived|obtained|based|taken|seen|indicated|identified|confirmed|supported|visible|read|"
    r"spelled out|introduced|presented|discussed|highlighted|"
    r"the (?:sum|total|difference|result|product|ratio|only|highest|lowest|largest|smallest|most|least|first|last)|"
    r"what|how|where|why|because|in the|on page|in table|in row|in section|from the|clear from|evident from)\b"
)
CUE = re.compile(
    rf"(?:(?:in|on|from|per|under|within|at|by|for|as|see)\s+)?{_OF_DOCUMENT}"
    rf"|(?:(?:in|on|from|per|see|under|cf\.?)\s+)?{_DOCUMENT}\s+\d"
    r"|(?:according to|based on|because|since|given that|due to|owing to|as (?:stated|shown|given|reported|listed|mentioned|"
    r"described|noted|defined|explained|the|it|can be|seen|written|indicated))\b"
    rf"|(?:this|that|it|they)\s+(?:also\s+)?(?:(?:is|was|are|were)\s+(?:[a-z]+ly\s+)?{_FOUND}"
    r"|comes|come|follows|follow|can be (?:seen|found|read)|appears?|results? from|stands?|adds? up|equals? the|corresponds? to|"
    r"has (?:been )?(?:the|an?)\b|had the|refers? to the|matches|agrees?)"
    r"|I\s+(?:added|computed|calculated|took|read|found|looked|summed|subtracted|divided|counted|used)\b",
    re.IGNORECASE,
)
TITLE = re.compile(
    r"\W{0,4}(?:(?:short |brief )?(?:explanation|reason(?:ing)?|rationale|justification|calculation|computation|working|source|"
    r"evidence|details?|derivation|reference|where))\W{0,3}[:：]\W{0,3}",
    re.IGNORECASE,
)
CONCLUDES = re.compile(
    r"(?:(?<=[.!;,])\s+|\n\s*|^)(?:and\s+|which\s+is\s+)?"
    r"(?:so|therefore|thus|hence|consequently|in total|altogether|(?:this|that|which) (?:gives|makes))\b,?\s+(?=\S)",
    re.IGNORECASE,
)
TAKES_BACK = re.compile(
    r"\?|\b(?:no|not|never|neither|nor|none|cannot|without|except|instead|rather|unlike|wrong|incorrect(?:ly)?|false|or|either|"
    r"unclear|unknown|unsure|uncertain|maybe|perhaps|possibly|probably|likely|seems?|seemingly|apparently|but|however|although|"
    r"though|nobody|nothing|actually|wait|hmm+|sorry|oops|mistake(?:n|s)?|misread|error|corrections?|corrected|correct|correctly|"
    r"right|alternatively|alternative|could|might|may|should|would|guess|think|believe|assume|suppose|doubt|another|also|other|"
    r"different|differs?|candidates?|options?|unless|otherwise|yet|still|revised?|updated?|retract(?:ed)?|scratch|i mean|"
    r"second thought|answers?|final|one of|as well|both|contradicts?|conflicts?|disagrees?|disputed|denies|denied|rejects?|"
    r"claims?|until|formerly|previously|used to|allegedly|supposedly|ambiguous|respectively|for example|e\.g)\b|n't\b|\bvs\b",
    re.IGNORECASE,
)
_IS_IT = r"(?:is|was|are|were|be|equals?|reads?|has been|had been)"
RESTATES = re.compile(
    rf"\b(?:it|this|that|one|answer|{_DOCUMENT})\s+(?:can\s+|must\s+|has to\s+)?{_IS_IT}\s+(?:that\s+)?(?!{_FOUND})"
    r"|(?P<names>\b(?:(?:identif(?:y|ies|ied)|listed|given|shown|described|defined|recorded|written|read)(?: it)? as|says?|"
    r"states|gives?|names|reports|shows?|said|stated|gave|named|reported|showed|means?|calls?|called|points? to|lists|listed|"
    r"has|had|confirms|supports|contains|includes|mentions|indicates|suggests|favou?rs|speaks of|prefers|"
    r"(?:comes?|amounts?|adds up|sums) to)\s+(?:that\s+)?)",
    re.IGNORECASE,
)
PLACE = re.compile(
    rf"[\s,(]*\b(?:in|on|at|under|of|from|by|for)\s+(?:(?:the|its|this|that)\s+)?(?:[\w-]+\s+){{0,2}}?{_DOCUMENT}(?:\s+\d[\w.]*)?\W*$",
    re.IGNORECASE,
)
HARMLESS = re.compile(
    r"(?:so|this|that|it|these|them|there|how|why|where|the (?:same|sum|total|figure|number|value|name|term|definition|full|"
    r"difference|breakdown|details|numbers|figures|values|two|three|reasons?)|both|all|directly|explicitly|clearly|exactly|"
    r"in|on|at|under|from|by|for|as|because|each|every|of)\b|[-−$€£]?\d[\d.,]*(?![\d.,])[^\d]*(?:\band\b|[-+–−×*/,])[^\d]*\d",
    re.IGNORECASE,
)
PARTS = re.compile(r"[:,;()]|\s[–—-]\s|\b(?:because of|because|since|where|which|that|to|as|it|of)\b", re.IGNORECASE)
CLAUSES = re.compile(r"[:,;()]|\s[–—-]\s|\b(?:because|since|where|which|that|as|and)\b", re.IGNORECASE)
IS = re.compile(r"\b(?:is|are|was|were|has|have|had|means?|stands? for)\b", re.IGNORECASE)
NAME = re.compile(r"(?<![.!?:“\"(] )(?<!^)\b[A-Z][^\W\d_]*[a-z][^\W\d_]*")
NAMES = frozenset(
    """
    Table Figure Section Page Appendix Chapter Note Row Column Chart I January February March April May June July August September
    October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday Explanation Source Reason Introduction
    Results Methods Discussion Abstract Conclusion
    """.split()  # noqa: SIM905
)
