"""Words by which offline questions are written: what cannot be in a phrase, and how things of a kind are spoken of.

They hold for articles of any field: what belongs to one is told by endings, where it can be, and no list names a subject.
"""

from __future__ import annotations

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.lower().split())


VAGUE = _set("""
study studies result results article articles paper papers author authors background conclusion conclusions objective
objectives purpose aim introduction method methods table tables figure figures value values number numbers group groups
century decade decades year years month months week weeks day days hour hours minute minutes second seconds addition order use
role level levels effect effects data information evidence finding findings report reports increase decrease difference
differences rate rates case cases type types kind kinds way ways part parts factor factors form forms total mean average
percent percentage area areas time times range ranges degree degrees example examples fact basis process processes presence
absence lack majority variety significance conditions condition potential ability importance understanding knowledge approach
approaches analysis analyses sample samples set sets science literature database databases dataset datasets review reviews
people work works experiment experiments participant participants impact impacts influence research researcher researchers
issue issues problem problems challenge challenges solution solutions strategy strategies limitation limitations change
changes outcome outcomes period size sizes length reach point points world country countries region regions doi supplementary
material materials characteristics performance feature features application applications model models interest term terms
standard vitro vivo confidence odds ratio ratios interval deviation smallest larger general continue comparison arms search
risk difficulty essential partners ages gender thousands hundreds millions dozens focus alternative alternatives
recommendation recommendations publication publications contribution contributions question questions goal goals idea ideas
topic topics field fields section sections version versions step steps list lists proof proofs theorem lemma figure chapter
choice choices definition definitions property properties quantity quantities amount amounts scenario scenarios setting
settings assumption assumptions equation equations notation input output code user users option options reason reasons thing
things future past person persons respect date dates association grouping build square squares success quest English French
German Chinese January February March April May June July August September October November December
""")
VAGUE_ALONE = _set("""
access action actions activity animals cell cells clearance climate cost costs drug drugs expression field function functions
humans individuals infection mechanism mechanisms plants practice practices production response responses species structure
structures surface system systems trait traits variation virus viruses
""")
OPENING = _set("""
one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million billion
present current new several various different many significant high low higher lower major main potential important recent
previous first second third novel large small total overall specific similar common mean single multiple additional available
possible further key great good better best effective efficient aforementioned control detect improve reduce complete local
post pre wide distinct short long accurate general simple whole entire recent certain own
""")
NOT_LAST = re.compile(
    r"(?:ly|ous|ive|ical|ible|able|ed|ular|inal|onal|ural|iral|ic|ary|less|ful|ese|ian|ean|eous|based|wide|free|borne|like|"
    r"related)$"
)

# What is done about something. Endings of doing hold in every field; the list has what they do not tell.
_DOING = re.compile(
    r"(?:therap(?:y|ies)|graphy|metry|scopy|ectom(?:y|ies)|plasty|[a-z]{3}i[sz]ation|ification|mentation|"
    r"(?:gen|prote|metabol|transcript)omics)$"
)
_NOT_DONE = _set("""
civilization civilisation organization organisation symmetry asymmetry geometry geography demography specification ramification
""")
_METHODS = _set("""
adaptation aggregation algorithm algorithms analysis analyses annealing annotation approach approaches approximation array
arrays assay assays assessment audit benchmark boosting breeding calculation calibration campaign classifier classifiers
clustering coaching coding compression computation control correction counselling counseling cultivation culture decoder
decomposition deep-learning design detection detector detectors device devices diagnosis diet education embedding embeddings
encoder encryption encoding engineering estimation estimator estimators evaluation exercise extract extraction extracts
farming feeding fermentation filter filtering filters forecast forecasting framework frameworks genotyping grafting guideline
guidelines heuristic heuristics imaging implant implants inference inoculation insurance integration interpolation
intervention interventions interview interviews irrigation isolation law laws learning legislation machine management mapping
marker markers method methods microarray microarrays microextraction mitigation model modeling modelling models monitoring
network networks observation observations oil oils optimizer optimizers parser PCR phenotyping pipeline pipelines planning
policies policy prediction procedure procedures processing profiling program programme programmes programs prompting protocol
protocols pruning purification questionnaire questionnaires reasoning recycling reform reforms regression rehabilitation
regulation regulations reinforcement reconstruction recognition resampling rotation sampling scheduling scheme schemes
screening segmentation selection sensing sensor sensors sequencing simulation simulations simulator software solver solvers
spraying sterilization strategies strategy subsidies subsidy supplement supplements surgery surveillance survey surveys
synthesis tariff tariffs tax taxes technique techniques telemedicine test testing tests therapies therapy titration tool tools
toolkit training transfer transformation transplantation treatment treatments trial trials tutoring vaccination vaccine
vaccines varieties cultivars verification voucher vouchers workshop workshops
""")

_DISEASE = re.compile(r"(?:itis|aemia|emia|opathy|opathies|sclerosis|plasia|phobia|algia|trophy|penia)$")
_MANAGED = _set("""
abuse addiction allergy anxiety asthma cancer cancers congestion crises crisis debt deficiency deficiencies depression
diabetes disability disaster disasters disease diseases disorder disorders disturbance drought droughts failure failures
fatigue fever flood floods hunger hypertension infection infections inflammation injuries injury insomnia malnutrition obesity
pain poverty retinopathy risk risks scarcity shortage shortages stress stroke syndrome trauma tuberculosis tumor tumors tumour
tumours uncertainty unemployment waste wastes
""")
_CONTROLLED = _set("""
bleeding contaminant contaminants contamination corrosion crime emission emissions epidemic epidemics erosion fire fires fraud
inflation leakage malware noise outbreak outbreaks parasite parasites pathogen pathogens pest pests pollutant pollutants
pollution salinity spam spoilage transmission virus viruses weed weeds
""")
_IMPROVED = _set("""
access accuracy adherence comfort durability effectiveness efficiency employment fairness growth health interpretability
legibility literacy nutrition precision productivity quality readability reliability reproducibility robustness safety
scalability security stability sustainability tolerance usability welfare wellbeing yield yields
""")

# Things that are counted: one of them needs its article.
COUNTED = _set("""
algorithm array assay atom attack bank beam benchmark chamber child circuit class classifier compiler component crystal cycle
database dataset detector device electron factor family farm firm framework galaxy gene genome gland graph grid group hospital
household instrument island laser layer line marker meal mechanism model molecule network outbreak panel parameter parent
particle patient peptide phase planet platform pool population profile program programme project protocol qubit reactor
receptor region robot sensor server signal solver stage star strain strategy student system teacher technique test theorem
tissue trial variable vector vehicle village voter worker
""")


def is_method(head: str) -> bool:
    """Say whether a noun in lower case names something that is done, by its ending or the list."""
    return head in _METHODS or (head not in _NOT_DONE and bool(_DOING.search(head)))


def lead_of(head: str) -> str:
    """Give how work on a thing is spoken of, by its last word: "managing" a disease, "improving" a yield."""
    if head in _MANAGED or _DISEASE.search(head):
        return "managing"
    if head in _CONTROLLED:
        return "controlling"
    if head in _IMPROVED:
        return "improving"
    return "" if is_method(head) else "understanding"


_LATIN = {"loci": "locus", "fungi": "fungus", "nuclei": "nucleus", "stimuli": "stimulus", "criteria": "criterion"}
_ENDINGS = tuple(
    (re.compile(ending), rest)
    for ending, rest in (
        (r"(?<=\w)ies$", "y"),
        (r"(?<=[rnmlpt])uses$", "us"),
        (r"(?<=ss|sh|ch)es$", ""),
        (r"(?<=[xo])es$", ""),
        (r"yses$", "ysis"),
        (r"(?<=ss|us|is)$", ""),
        (r"(?<=\w\w)s$", ""),
    )
)  # the first that fits; from special to general


def singular(word: str) -> str:
    """Give a word in lower case without the ending of a plural, so that both numbers are one: genes, studies, boxes, loci.

    It is for comparing, not for showing: words that only look like plurals lose their ending too, wherever they stand.
    """
    if word in _LATIN:
        return _LATIN[word]
    for ending, rest in _ENDINGS:
        if ending.search(word):
            return ending.sub(rest, word)
    return word


_PLURAL = _set("""
data bacteria loci mice fungi people children criteria alleles larvae feet dynamics kinetics characteristics phenomena nuclei
men women media spectra matrices indices
""")
_SINGULAR = re.compile(r"(?:ss|us|is|ics|itis|diabetes|sas|species|series|means|lens|news|axis|bias|gas|atlas)$")


def is_plural(word: str) -> bool:
    """Say whether a noun is more than one, by its ending and a few that have none."""
    plain = word.lower()
    return plain in _PLURAL or (plain.endswith("s") and not _SINGULAR.search(plain))
