"""Words by which offline questions are written: what cannot be in a phrase, and how things of a kind are spoken of."""

from __future__ import annotations

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Verbs and adverbs of scientific prose that stand between phrases, never in one.
VERBS = _set("""
fell rose grew held kept lost gained brings brought ran came went stood began wash washes
using used uses shows showed shown showing found finds finding identified identifies reported reports revealed reveals
suggest suggests suggested indicate indicated demonstrated demonstrates observed investigated examined assessed
evaluated compared performed conducted detected obtained measured increased decreased reduced improved associated
related based include includes included including provide provides provided contribute contributes caused causing
cause resulting resulted led leads lead remain remains remained become became present presented presents collected
analyzed analysed determined considered described estimated expected required requires aimed aims affect affects
affected affecting occur occurs occurred make makes made give gave given take taken took help helps known called
exists exist discuss discussed review reviewed reviews carried derived followed allow allows allowed enable enables
need needs needed support supports supported exhibited exhibit produced produces produce exposed belong belongs range
ranged ranging explained explain involved involve involves underlying play plays played according depending evaluate
assess determine identify investigate examine understand improve increase reduce decrease develop explore transmit
transmitted confer confers harbor harbors met varied differed consisted respectively significantly simulate prevent
protect implies slept respond continue attend extend detect adapt survive exceed arises arise grown combining
discriminate enhance enhances enhanced experience experienced infected consuming tested representing versus highlight
highlights ensure achieve seek grow drive drives driven co-circulate integrate promote promotes inhibit inhibits
""")
VAGUE = _set(
    """
study studies result results article articles paper papers author authors background conclusion conclusions objective
objectives purpose aim introduction method methods table tables figure figures value values number numbers group
groups day days year years week weeks month months hour hours addition order use role level levels effect effects data
information evidence finding findings report reports increase decrease difference differences rate rates case cases
type types way part parts factor factors form total mean average percent percentage area areas time times range ranges
degree degrees example examples fact basis process processes presence absence lack majority variety significance
conditions condition potential ability importance understanding knowledge approach approaches analysis analyses sample
samples set sets science literature database datasets dataset review reviews people work works experiment experiments
participant participants impact impacts influence research issue issues problem problems challenge challenges solution
solutions strategy strategies limitation limitations change changes outcome outcomes period size sizes length reach
point points world country countries region regions doi supplementary materials material characteristics performance
feature features application applications model models interest terms term standard vitro vivo confidence odds ratio
interval deviation smallest larger general continue comparison arms search risk difficulty essential partners ages
gender English June December
"""
)
VAGUE_ALONE = _set(
    """
virus viruses infection clearance climate drug trait traits production expression activity response responses species
plants animals humans individuals field variation access action actions
"""
)
OPENING = _set("""
present current new several various different many significant high low higher lower major main potential important
recent previous first second third novel large small total overall specific similar common mean single multiple
additional available possible further key great good better best effective efficient aforementioned control detect
improve reduce complete local post pre wide
""")
NOT_LAST = re.compile(
    r"(?:ly|ous|ive|ical|ible|able|ed|ular|inal|onal|ural|iral|ic|ary|less|ful|ese|ian|ean|eous|based|wide|free|borne|like|"
    r"related)$"
)
NOUNS_ALL_THE_SAME = _set("""
clinic topic music traffic arsenic critic logic metric epidemic pandemic fabric mosaic seed feed need breed reed weed
speed library boundary summary dictionary salary anthropic genetics supply family assembly anomaly additive adjective
preservative derivative olive alternative cohesive canary table cable variable vegetable
""")
METHODS = _set("""
therapy treatment intervention counselling counseling acupuncture vaccination supplementation fortification
biofortification breeding screening surveillance mapping sequencing selection prediction genotyping phenotyping
management monitoring fertilization fermentation extraction education training inoculation telemedicine program
programme protocol assay technique algorithm framework network extract oil oils extracts markers marker trial trials
study genomics imaging microextraction chromatography spectrometry spectroscopy regression clustering learning
simulation modelling modeling calculation method methods approach approaches model models analysis analyses test tests
strategy strategies control detection diagnosis assays techniques varieties cultivars
""")
DISEASES = _set("""
disease diseases infection infections deficiency deficiencies depression anemia anaemia cancer cancers syndrome
malnutrition retinopathy diabetes tuberculosis hypertension obesity stress pain disorder disorders hunger
hyperlipidemia hypercholesterolemia
""")
THREATS = _set("""
virus viruses zikv transmission outbreak outbreaks epidemic contamination mosquito mosquitoes vector vectors pathogen
pathogens pest pests fungi fusarium spoilage emissions
""")
YIELDS = _set("""
yield quality concentration concentrations content contents zinc iron nutrition health tolerance resistance
""")


COUNTED = _set("""
program programme assay trial model algorithm framework network strategy technique population panel gene genome marker
vector strain outbreak protocol system mosquito patient child test meal parent line array family group diet gland pool
class factor profile platform instrument device chamber cycle stage phase layer mechanism region
""")


def lead_of(head: str) -> str:
    """Give how work on a thing is spoken of, by its last word: "managing" a disease, "improving" a yield."""
    if head in DISEASES:
        return "managing"
    if head in THREATS:
        return "controlling"
    if head in YIELDS:
        return "improving"
    return "" if head in METHODS else "understanding"


def is_plural(word: str) -> bool:
    """Say whether a noun is more than one, by its ending and a few that have none."""
    plain = word.lower()
    if plain in (
        "data",
        "bacteria",
        "loci",
        "mice",
        "fungi",
        "people",
        "children",
        "criteria",
        "alleles",
        "larvae",
        "feet",
        "dynamics",
        "kinetics",
        "characteristics",
    ):
        return True
    return plain.endswith("s") and not plain.endswith(("ss", "us", "is", "ics", "itis", "diabetes", "sas", "ies's", "species"))
