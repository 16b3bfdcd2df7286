"""Words that tell measures, entities and periods apart in the headings of tables."""

from __future__ import annotations

import re

from evidoc.recipes.pdfqa._word_lists import words_of

# Nouns that name something measured or counted, so that "the NOUN of X" has a number for its answer.
MEASURES = words_of(
    """
    abundance accuracy activity age albedo altitude amortization amount amplitude area assets attendance average balance
    balances bandwidth bill biomass births borrowings budget calories capacity carbohydrate carbohydrates cases cash
    charge charges circumference coefficient compensation concentration concentrations conductivity consumption content
    contents contribution correlation cost costs count counts cover coverage credit currents deaths debt decrease deficit
    demand density deposits depreciation depth deviation diameter difference discharge discount distance diversity
    dividends dose duration earnings efficiency emission emissions employees energy enrollment enrolment equity erosion
    error estimate evaporation expenditure expenditures expense expenses exports factor fat fees fiber fibre footprint
    fraction frequency gain gains goodwill grams growth hardness heat height heritability heterozygosity hours households
    humidity impact impairment imports incidence income increase index individuals infiltration inflow intake intensity
    intercept interest inventories inventory investment investments kurtosis latency length level levels liabilities
    liability limit liquidity load loads loan loans loss losses margin mass maximum mean median membership minimum
    moisture mortality number numbers obligation obligations odds outflow output participants patents patients payable
    payables payment payments penetration percent percentage performance permeability permits population porosity power
    precipitation precision premium pressure prevalence price prices probability proceeds production productivity profit
    profits proportion protein provision purchases quantities quantity radius rain rainfall range rank rate rates ratio
    reach recall receipts receivable receivables recovery reduction rent repayments repurchases reserves resistance
    respondents responses retention return returns revenue revenues richness roughness runoff salaries salary sales
    salinity sample samples savings score scores sensitivity severity share shares shipments similarity size sizes
    skewness slope sodium speed spend spending spread stock strength sugar sum supply surplus survival target targets tax
    taxes temperature tenure thickness threshold throughput time times tonnage total totals traffic turbidity turnover
    usage use users value values variance velocity viscosity visitors voltage volume volumes wage wages waste water weight
    weights width withdrawal withdrawals withdrawn workforce yield yields
    """
)

# Headings that only say which number of a sample stands below them.
STATISTICS = {
    "mean": "mean", "average": "average", "avg": "average", "avg.": "average", "median": "median", "minimum": "minimum",
    "min": "minimum", "min.": "minimum", "maximum": "maximum", "max": "maximum", "max.": "maximum", "total": "total",
}  # fmt: skip

# What is counted by being named: "employees" in 2023 are a number of employees.
COUNTED = words_of(
    """
    attendees births cases children citizens customers deaths employees events households individuals members months
    observations participants passengers patients people persons pupils respondents schools shops sites staff stores
    students subjects subscribers teachers users vehicles visitors voters workers
    """
)
UNCOUNTABLE = words_of(
    """
    biomass cash compensation consumption debt electricity energy equity fat fiber fibre growth income moisture
    precipitation production protein rain rainfall revenue runoff sodium stock sugar waste water
    """
)

# Measures of which a number without a unit says nothing.
PHYSICAL = words_of(
    """
    time runtime duration latency weight height length width depth distance temperature speed velocity area mass thickness
    diameter altitude voltage
    """
)

# Headings of columns that name, number or date a row, so that nobody asks for them.
IDENTIFIERS = re.compile(
    r"(?:^|\b)(?:id|ids|index|rank|ref|refs|reference|references|page|pages|phone|zip|postcode|code|codes|doi|pmid|isbn|url|link|locus|"
    r"accession|position|chr|chromosome|start|end|date|year|years|month|day|name|names|latitude|longitude|lat|lon|lng|source|"
    r"row|item no|serial|sn|s/n|note|notes|#|p|p[ -]?values?|significance|sig|pr|df|d\.f)\b",
    re.IGNORECASE,
)

# Headings over row labels that say only "here is what was measured".
VARIABLES = words_of(
    """
    variable variables characteristic characteristics parameter parameters metric metrics indicator indicators item items
    outcome outcomes measure measures description attribute attributes feature features statistic statistics quantity
    property properties value values category line particulars component components
    """
)

# Labels that say nothing without the heading of their group.
GENERIC = re.compile(
    r"(?:yes|no|none|other|others|all|overall|total|totals|subtotal|sub-total|sum|mean|average|median|range|min|max|minimum|maximum|sd|se|n|"
    r"n/a|na|unknown|missing|low|medium|high|current|deferred|basic|diluted|baseline|control|reference|ref|general|various|"
    r"male|female|males|females|men|women|positive|negative|before|after|pre|post|beginning balances?|ending balances?|change|"
    r"data not available|not applicable|not reported|same|both|never|ever|always|good|poor|fair|very good|net|gross|intercept)",
    re.IGNORECASE,
)
# Measures that say nothing alone, of which the caption or an outer heading must say of what.
BARE = re.compile(
    r"numbers?|totals?|values?|counts?|amounts?|percent(?:age)?s?|proportion|shares?|rates?|scores?|levels?|range|rank|estimates?|"
    r"quantity|quantities|average|mean|frequency|factor|index|difference|error|ratio|sum|results?|samples?|size|use|balance|balances|limit",
    re.IGNORECASE,
)
STUDIES = frozenset({"author", "authors", "study", "reference", "publication", "source", "citation", "paper", "article"})
TOTALS = re.compile(r"^\W*(?:grand |sub-?)?(?:totals?|overall|all|sum|whole|combined)\b|\btotals?\W*$|^subtotal", re.IGNORECASE)

# What can be added up over rows or periods: counts and amounts, never rates, means or levels.
ADDITIVE = re.compile(
    r"\b(?:number|count|counts|sales|revenues?|costs?|expenses?|income|emissions?|households|cases|deaths|births|consumption|production|"
    r"purchases|payments?|proceeds|shipments|visitors|participants|patients|individuals|respondents|employees|users|samples|exports|imports|"
    r"waste|amortization|depreciation|compensation|dividends|spending|expenditures?|profits?|loss(?:es)?|taxes|(?<!-)use|usage|withdrawals?|"
    r"receipts|fees|charges|volume|tonnage|output|repurchases|collected|examined|tested|included|excluded|reached|sold|units|seats|votes|"
    r"papers|articles|records)\b",
    re.IGNORECASE,
)
NOT_ADDITIVE = re.compile(
    r"%|\b(?:rates?|ratios?|means?|average|avg|median|percent(?:age)?|proportion|share of|index|scores?|per|density|intensity|"
    r"factor|probability|concentration|content|frequency|level|deviation|error|min(?:imum)?|max(?:imum)?|target|beginning|ending|"
    r"end of|balance|change|growth|weighted|diluted|basic|cumulative|reduction|margin|threshold|limit|coefficient|length|"
    r"height|weight|temperature|age|assets?|liabilit(?:y|ies)|debt|securities|payables?|receivables?|equity|inventor(?:y|ies)|deferred|"
    r"fair value|notional|outstanding)\b",
    re.IGNORECASE,
)

# Measures of which a person would ask how high they are.
HIGH = re.compile(
    r"\b(?:rate|percentage|proportion|concentration|content|temperature|income|sales|costs?|revenues?|expenses?|emissions|price|share|prevalence|"
    r"incidence|consumption|yield|level|score|ratio|pressure|margin|density|mortality|intensity|heritability|coverage|humidity|tax|profit|"
    r"spending|expenditure|salary|frequency|volume|production)$",
    re.IGNORECASE,
)

# Common nouns that stand over row labels and say what the rows are.
PARTICIPLES = words_of(
    """
    collected examined tested reached included excluded sampled analysed analyzed screened identified sold produced used
    reported observed detected purchased issued granted vested enrolled enrolled treated infected recorded measured captured
    surveyed
    """
)

# Words with which a noun's complement begins: the head noun stands before the first of them.
_HEAD_ENDS = re.compile(
    r",|;|:|\(|\s(?:of|in|for|by|per|with|from|to|on|at|under|among|between|during|within|before|after|and|or|as|than|not|that|which|"
    r"attributable|available|used|reported)\s",
    re.IGNORECASE,
)


def head_noun(text: str) -> str:
    """Give the noun that a phrase is about, in lower case: "Additional content required" → "content"."""
    words = re.findall(r"[A-Za-z][A-Za-z'’-]*", _HEAD_ENDS.split(f" {text} ".strip() + " ", maxsplit=1)[0])
    while len(words) > 1 and (
        words[-1].lower() in PARTICIPLES or words[-1].lower() in ("required", "outstanding", "net", "diluted")
    ):
        words.pop()
    return words[-1].lower() if words else ""


def names_measure(text: str) -> bool:
    """Say whether a heading names something that has a number for its value."""
    lowered = text.lower()
    if re.match(r"(?:no\.|number|percentage|percent|proportion|share|total number)\s+(?:of\b|\w)", lowered):
        return True
    words = lowered.split()
    return (
        head_noun(text) in MEASURES
        or (len(words) > 1 and words[-1] in PARTICIPLES)
        or words[:1] in (["mean"], ["average"], ["median"])
    )


def names_statistic(text: str) -> str:
    """Give the adjective for a heading that is only a statistic ("Min." → "minimum"), "" for any other."""
    return STATISTICS.get(text.strip().lower(), "")


def is_additive(measure: str) -> bool:
    """Say whether values of a measure may be added up."""
    return bool(ADDITIVE.search(measure)) and not NOT_ADDITIVE.search(measure)
