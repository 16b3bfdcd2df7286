"""The second paper, which cites the first: how warm roofs with biochar become in dry spells. Invented, numbers included."""

from __future__ import annotations

from evidoc.demo import _retention
from evidoc.demo._article import Article, Bars, Equation, FigureOf, Listing, Paragraph, Section, TableOf, cited

_ROOFS = TableOf(
    key="t1",
    caption="The three roofs of the study.",
    header=(("Roof", "Area (m²)", "Built", "Slope (%)", "Depth (mm)", "Height (m)", "Plant density (plants/m²)"),),
    rows=(
        ("Harbour", "420", "2019", "2", "90", "14", "24"),
        ("Library", "1,150", "2020", "3", "80", "22", "20"),
        ("Depot", "2,300", "2020", "1", "100", "9", "16"),
    ),
    wide=True,
)
_MAXIMA = TableOf(
    key="t2",
    caption="Mean daily maximum of surface temperature (°C) in dry spells, by roof, month and substrate, summer of 2022.",
    header=(
        ("Roof", "Month", "Dry days", ("Surface temperature (°C)", 3)),
        ("", "", "", "B0", "B10", "B20"),
    ),
    rows=(
        ("Harbour", "June", "12", "41.8", "40.1", "38.2"),
        ("Harbour", "July", "19", "46.3", "44.0", "41.5"),
        ("Harbour", "August", "15", "44.9", "42.8", "40.6"),
        ("Library", "June", "11", "43.2", "41.9", "40.3"),
        ("Library", "July", "20", "48.7", "46.6", "44.4"),
        ("Library", "August", "16", "47.1", "45.3", "43.0"),
        ("Depot", "June", "12", "40.5", "38.6", "36.4"),
        ("Depot", "July", "18", "45.0", "42.3", "39.7"),
        ("Depot", "August", "14", "43.6", "41.2", "38.8"),
    ),
)
_MOISTURE = TableOf(
    key="t3",
    caption="Mean soil moisture (% v/v) at 50 mm by day of the dry spell, mean of three roofs.",
    header=(("Day of the spell", "B0", "B10", "B20", "Probes"),),
    rows=(
        ("Day 1", "29.4", "35.0", "40.8", "72"),
        ("Day 3", "21.7", "28.1", "34.6", "72"),
        ("Day 5", "14.8", "20.9", "27.3", "71"),
        ("Day 7", "10.2", "15.1", "20.5", "71"),
        ("Day 9", "8.1", "11.3", "15.2", "68"),
        ("Day 12", "6.9", "8.4", "10.6", "54"),
    ),
)
_COVER = TableOf(
    key="t4",
    caption="Plant cover (%) in September of three years on plots with 0 and 20 % of biochar.",
    header=(
        ("Species", ("B0", 3), ("B20", 3)),
        ("", "2020", "2021", "2022", "2020", "2021", "2022"),
    ),
    rows=(
        ("Sedum album", "31", "34", "22", "29", "37", "33"),
        ("Sedum acre", "18", "16", "9", "17", "19", "15"),
        ("Sedum rupestre", "12", "15", "11", "13", "16", "17"),
        ("Sedum hispanicum", "8", "5", "1", "7", "6", "4"),
        ("Mosses", "6", "9", "7", "5", "8", "10"),
        ("All plants", "75", "79", "50", "71", "86", "79"),
    ),
)
_EARLIER = TableOf(
    key="t5",
    caption="Cooling of roof surfaces by biochar in this and in earlier studies.",
    header=(("Study", "Climate", "Biochar (% v/v)", "Depth (mm)", "Cooling (°C)"),),
    rows=(
        ("Pryce and Adeyemi [3]", "Mediterranean", "10", "100", "1.4"),
        ("Solheim et al. [4]", "Oceanic", "15", "70", "2.6"),
        ("Kuroda-Bell [6]", "Humid continental", "20", "120", "3.9"),
        ("Vasquez and Timm [7]", "Semi-arid", "5", "80", "0.7"),
        ("This study, mean of three roofs", "Oceanic", "20", "90", "4.2"),
    ),
    note="The substrates of this study are those of the plot experiment [1].",
    wide=True,
)
_SITE = FigureOf(key="f1", caption="Plan of the plots on the Harbour roof, which carried the plot experiment before.")
_CHART = FigureOf(
    key="f2",
    caption="Mean cooling of B20 against B0 in July 2022 on the three roofs.",
    bars=Bars(("Harbour", "Library", "Depot"), (4.8, 4.3, 5.3), "Cooling (°C)"),
)

_INTRODUCTION = Section(
    "Introduction",
    (
        Paragraph(
            "Planted roofs stay cooler than bare ones as long as their plants have water to transpire. In dry spells the "
            "substrate empties within days, and the surface becomes as hot as gravel [2,5]. A substrate that holds more water "
            "that plants can use should therefore delay the warming."
        ),
        Paragraph(
            "In a plot experiment with the same substrates, Thorsby et al. [1] found that 20 % of biochar raised the retention "
            "of rain by 13.7 percentage points and the water capacity from 34.6 to 47.5 %, while 30 % brought little more. "
            "They did not report temperatures. Whether the water that is held back also cools the roof is not clear, since a "
            "part of it sits in pores that roots do not reach, and since char is darker than brick [3]."
        ),
        Paragraph(
            "We followed three roofs through the dry summer of 2022. Our questions are whether biochar lowers the surface "
            "temperature in dry spells, how long the effect lasts, and whether it shows in the plant cover."
        ),
    ),
)
_METHODS = Section(
    "Materials and methods",
    sections=(
        Section(
            "Roofs and substrates",
            (
                Paragraph(
                    "The study used three roofs in Norrhaven ({t1}). The Harbour roof carried the plots of the earlier "
                    "experiment [1], which were left in place ({f1}); on the Library and the Depot roof twelve plots of 12 m² "
                    "each were laid out in 2020. The substrates were B0, B10 and B20, with 0, 10 and 20 % of biochar by "
                    "volume, as described by Thorsby et al. [1]."
                ),
                _ROOFS,
                _SITE,
            ),
        ),
        Section(
            "Measurements and definitions",
            (
                Paragraph(
                    "Surface temperature was measured every ten minutes with infrared sensors 0.5 m above the middle of each "
                    "plot, and soil moisture with two probes at a depth of 50 mm. Plant cover was estimated by two observers "
                    "in the first week of September, as the share of the area covered by living leaves when seen from above."
                ),
                Paragraph(
                    "A *dry spell* is a period of at least seven days on each of which less than 1 mm of rain falls; its days "
                    "are called *dry days*. *Cooling* is the difference between the daily maximum of surface temperature of "
                    "the substrate without biochar and that of a substrate with biochar on the same roof and day. The *delay* "
                    "is the number of days in a dry spell until the daily maximum exceeds 45 °C."
                ),
                Paragraph("Cooling was calculated as"),
                Equation(1, r"C = T_{0} - T_{b}", "C = T0 – Tb"),
                Paragraph(
                    "where T0 and Tb are the daily maxima without and with biochar, in °C. Cooling was averaged over the four "
                    "plots of a substrate and compared with a mixed model with roof as a random factor [8]."
                ),
            ),
        ),
    ),
)
_RESULTS = Section(
    "Results",
    sections=(
        Section(
            "Surface temperature",
            (
                Paragraph(
                    "The summer of 2022 had 137 dry days on the three roofs together, in five dry spells ({t2}). In every "
                    "month and on every roof the surface was coolest on B20 and warmest on B0. The highest monthly mean, 48.7 "
                    "°C, was reached on the Library roof in July on B0; B20 stayed 4.3 °C below it. Cooling was greatest on "
                    "the Depot roof, which has the deepest substrate ({f2})."
                ),
                _MAXIMA,
                _CHART,
                Paragraph(
                    "The delay was 4.1 days on B0, 5.6 days on B10 and 7.9 days on B20. After the twelfth day of a dry spell "
                    "the difference between the substrates was below 1 °C on all roofs: biochar delays the warming, but does "
                    "not prevent it."
                ),
            ),
        ),
        Section(
            "Soil moisture",
            (
                Paragraph(
                    "On the first day of a dry spell B20 held 11.4 percentage points more water than B0, and on the ninth day "
                    "still 7.1 ({t3}). B20 reached on the ninth day the moisture that B0 had on the fifth. The number of "
                    "probes fell toward the end, because only three of the five dry spells lasted twelve days or longer."
                ),
                _MOISTURE,
                Paragraph(
                    "Below a moisture of 10 % the plants closed their stomata during the day, and the surface warmed up at "
                    "once. This happened on the eighth day on B0, on the tenth day on B10 and after the twelfth day on B20. "
                    "Above 10 % the surface temperature depended little on moisture, as other authors have found on thin "
                    "substrates [2,4]."
                ),
            ),
        ),
        Section(
            "Plant cover",
            (
                Paragraph(
                    "Until 2021 the cover of B0 and B20 was similar. In the dry year of 2022 it fell from 79 to 50 % on B0, "
                    "but only from 86 to 79 % on B20 ({t4}). *Sedum hispanicum* nearly disappeared from B0. Mosses gained on "
                    "B20."
                ),
                _COVER,
            ),
        ),
    ),
)
_DISCUSSION = Section(
    "Discussion",
    (
        Paragraph(
            "With 20 % of biochar the surface was 4.2 °C cooler on average over the three roofs and months. This is more than "
            "in any earlier study ({t5}), though Kuroda-Bell [6] came close with a deeper substrate. The ranking of the "
            "substrates is the same as for retention in the plot experiment [1], so that the water that is held back does "
            "indeed reach the plants."
        ),
        _EARLIER,
        Paragraph(
            "The darker colour of the char had no visible effect, because leaves covered most of it. On a roof with less than "
            "half of its area covered this may be different [3]. Since cover fell to 50 % on B0 in 2022, a part of the cooling "
            "in late summer is due to the plants that survived, and not to the water of the same week."
        ),
        Paragraph(
            "Water explains the cooling well. When days are compared at equal moisture instead of equal date, the substrates "
            "differ by less than 0.6 °C. The benefit of biochar is therefore not a property of its own, but the delay that its "
            "water brings; a deeper substrate without biochar would do the same where the structure can carry it. For a roof "
            "with 90 mm of B0, about 33 mm more depth would be needed to store as much water as B20 does [1]."
        ),
        Paragraph(
            "The Library roof stayed warmer than the others with every substrate. It lies between higher walls, which hold "
            "back wind, and has the thinnest layer. The Harbour roof was two years older than the plots of the other roofs, "
            "and its substrate had settled by 6 mm. We see no sign that the char had changed in that time, which agrees with "
            "the stable retention of its first two years [1]."
        ),
        Paragraph("We recommend the following to planners in climates with dry summers:"),
        Listing(
            (
                "Use 20 % of biochar by volume where the depth cannot exceed 100 mm.",
                "Water once after the eighth dry day, when the surface of B20 passes 45 °C.",
                "Plant *Sedum album* and *Sedum rupestre*, which kept their cover.",
            )
        ),
    ),
)
_LIMITS = Section(
    "Limitations",
    (
        Paragraph(
            "Only one city and one extreme summer were studied. The Harbour roof is smaller and older than the others. Sensors "
            "saw a spot of 0.3 m in diameter, and bare patches between them were missed. We did not measure the heat that "
            "enters the building, so that savings of energy cannot be derived from our results."
        ),
    ),
)
_REFERENCES = (
    cited(
        "Thorsby, I.; Okello-Haas, D.; Quintal, P.",
        _retention.ARTICLE.title,
        _retention.JOURNAL,
        "2021; 4: 117-119",
        doi=_retention.DOI,
    ),
    cited(
        "Fenwick, R.; Osei, A.",
        "How long does a roof stay cool? Drying of thin substrates",
        "Urban Climate Notes",
        "2018; 7: 33-47",
    ),
    cited("Pryce, L.; Adeyemi, T.", "Dark chars on bright roofs", "Annals of Roof Ecology", "2019; 2: 61-72"),
    cited(
        "Solheim, K.; Anand, M.; Ruiz, E.",
        "Temperature of thin substrates with wood char",
        "Journal of Planted Structures",
        "2020; 7: 115-128",
    ),
    cited("Ngata, P.", "Gravel, grass and stonecrop: surfaces in a heat wave", "Urban Climate Notes", "2019; 8: 201-219"),
    cited("Kuroda-Bell, S.", "Four summers on a deep biochar roof", "Urban Climate Notes", "2021; 10: 90-108"),
    cited(
        "Vasquez, I.; Timm, H.", "Small amounts of char do not cool semi-arid roofs", "Annals of Roof Ecology", "2022; 5: 12-20"
    ),
    cited("Rautio, N.", "Mixed models for plot experiments in rows", "Field Methods Quarterly", "2012; 30: 5-19"),
)

ARTICLE = Article(
    title="Surface temperature and plant cover of biochar green roofs in dry spells: a follow-up on three roofs",
    authors=("Deniz Okello-Haas", "Rasa Vaitkene", "Ilva Thorsby"),
    affiliation="Institute for Built Vegetation, University of Norrhaven, Norrhaven",
    journal=_retention.JOURNAL,
    year=2023,
    volume=6,
    first_page=41,
    doi="10.5555/are.2023.0141",
    abstract=(
        (
            "Background",
            "Biochar raises the water capacity of roof substrates. Whether it also keeps roofs cool in dry spells is not known.",
        ),
        (
            "Methods",
            "We measured surface temperature, soil moisture and plant cover on three roofs with 0, 10 and 20 % of biochar by "
            "volume in the dry summer of 2022.",
        ),
        (
            "Results",
            "In dry spells the surface with 20 % of biochar was 4.2 °C cooler than without, and passed 45 °C 3.8 days later. "
            "Plant cover fell to 50 % without and to 79 % with biochar.",
        ),
        (
            "Conclusions",
            "Biochar delays the warming of planted roofs by some days and helps plants to survive, but does not replace "
            "watering.",
        ),
    ),
    keywords=("biochar", "green roof", "surface temperature", "dry spell", "plant cover"),
    sections=(_INTRODUCTION, _METHODS, _RESULTS, _DISCUSSION, _LIMITS),
    references=_REFERENCES,
)
