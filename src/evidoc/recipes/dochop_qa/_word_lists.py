"""Words by which offline questions are written: what cannot be in a phrase, and how things of a kind are spoken of."""

from __future__ import annotations

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


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
METHODS = _set("""
therapy treatment intervention counselling counseling acupuncture vaccination supplementation fortification
biofortification breeding screening surveillance mapping sequencing selection prediction genotyping phenotyping
management monitoring fertilization fermentation extraction education training inoculation telemedicine program
programme protocol assay technique algorithm framework network extract oil oils extracts markers marker trial trials
study genomics imaging microextraction chromatography spectrometry spectroscopy regression clustering learning
simulation modelling modeling calculation method methods approach approaches model models analysis analyses test tests
strategy strategies control detection diagnosis assays techniques varieties cultivars isolation culture quantification
titration purification hybridization hybridisation array arrays microarray microarrays questionnaire questionnaires survey
surveys interview interviews classifier classifiers vaccine vaccines supplement supplements feeding irrigation PCR pcr
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
