"""The annual filing of an invented maker of instruments: its words, around the tables of `_filing_tables`."""

from __future__ import annotations

from evidoc.demo import _filing_tables as tables
from evidoc.demo._article import Listing, Paragraph, Section

COMPANY = "Tarnfell Instruments Holdings, Inc."
TITLE = "Annual Report on Form 10-K for the fiscal year ended September 28, 2024"
COVER = (
    "Annual report pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934",
    "Laid out like a Form 10-K of the Securities and Exchange Commission, but never filed: the registrant and all of its "
    "figures are invented, to try out software.",
    "As of October 18, 2024, 117,850,000 shares of the registrant's common stock were outstanding.",
)

_BUSINESS = Section(
    "Item 1. Business",
    (
        Paragraph(
            "Tarnfell Instruments Holdings, Inc. (the \u201cCompany\u201d) designs, makes and services instruments that "
            "measure the quality of water, air and soil. Its customers are laboratories, water utilities, public authorities "
            "and makers of food and chemicals. The Company was founded in 1974 and has its headquarters in Eastmoor Falls."
        ),
        Paragraph(
            "The Company's fiscal year is the 52- or 53-week period that ends on the last Saturday of September. Fiscal 2024 "
            "and 2022 had 52 weeks, fiscal 2023 had 53 weeks. References to years in this report are to fiscal years."
        ),
    ),
    (
        Section(
            "Segments",
            (
                Paragraph(
                    "The Company has three reportable segments. Laboratory makes bench instruments and their consumables. "
                    "Field makes portable and stationary sensors that work outdoors. Industrial makes analyzers that are built "
                    "into production lines. Each segment sells products and services; services are calibration, maintenance "
                    "and data subscriptions."
                ),
            ),
        ),
        Section(
            "Employees",
            (
                Paragraph(
                    "At the end of fiscal 2024 the Company had 5,310 employees, 197 more than a year before. About 31 % of them "
                    "are covered by collective agreements."
                ),
                tables.PEOPLE,
            ),
        ),
    ),
)
_RISKS = Section(
    "Item 1A. Risk Factors",
    (
        Paragraph("The following risks could harm the Company's business, results of operations and financial condition:"),
        Listing(
            (
                "Demand depends on the budgets of public authorities, which account for about 38 % of net sales and may be cut "
                "at short notice.",
                "Optical detectors are bought from two suppliers only; a failure of one of them would delay deliveries of the "
                "Laboratory segment by up to nine months.",
                "Sales outside the Americas are made in foreign currencies, so that a stronger dollar lowers reported net sales.",
                "Standards for the measurement of water quality change; products that do not meet a new standard cannot be sold.",
            )
        ),
    ),
)
_PROPERTIES = Section(
    "Item 2. Properties",
    (
        Paragraph("The Company's principal facilities are listed below. It believes that they are sufficient for its needs."),
        tables.PLACES,
    ),
)
_RESULTS = Section(
    "Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations",
    sections=(
        Section(
            "Net sales",
            (
                Paragraph(
                    "Total net sales rose by 9 % to $1,850 million in 2024. All segments contributed: Laboratory gained from "
                    "new instruments for trace metals, Field from orders of three national networks for river gauging, and "
                    "Industrial from data subscriptions."
                ),
                tables.SEGMENT_SALES,
                Paragraph(
                    "Sales rose in all regions. Asia Pacific grew fastest, by 11 %, in spite of a weaker yen, which lowered "
                    "its net sales by $9 million."
                ),
                tables.REGIONS,
            ),
        ),
        Section(
            "Gross margin",
            (
                Paragraph(
                    "The gross margin percentage of products rose for the second year in a row, because the share of "
                    "consumables grew and freight became cheaper. Services gained from subscriptions, which have nearly no "
                    "variable cost."
                ),
                tables.MARGINS,
            ),
        ),
        Section(
            "Operating expenses",
            (
                Paragraph(
                    "Research and development expense was $221 million in 2024, or 12 % of net sales, as in 2023. Selling, "
                    "general and administrative expense fell from 18 % to 17 % of net sales. The Company expects both to grow "
                    "in 2025 at about the rate of net sales."
                ),
            ),
        ),
        Section(
            "Liquidity and capital resources",
            (
                Paragraph(
                    "At September 28, 2024 the Company had $457 million in cash, cash equivalents and marketable securities. "
                    "It generated $415 million of cash from operating activities in 2024, spent $67 million on property, plant "
                    "and equipment, and returned $215 million to shareholders by dividends and repurchases. The Company "
                    "believes that its cash and the undrawn credit line of $250 million cover its needs for at least twelve "
                    "months."
                ),
            ),
        ),
    ),
)
_STATEMENTS = Section(
    "Item 8. Financial Statements and Supplementary Data",
    (tables.INCOME, tables.BALANCE, tables.CASH),
)
_POLICIES = Section(
    "Note 1 \u2013 Summary of significant accounting policies",
    (
        Paragraph(
            "Basis of presentation. The consolidated financial statements include the accounts of the Company and its wholly "
            "owned subsidiaries. Intercompany accounts and transactions have been eliminated."
        ),
        Paragraph(
            "Cash equivalents. Cash equivalents are highly liquid investments with maturities of three months or less at the "
            "date of purchase."
        ),
        Paragraph(
            "Inventories. Inventories are measured at the lower of cost and net realizable value, using the first-in, "
            "first-out method."
        ),
        Paragraph(
            "Property, plant and equipment. Depreciation is computed by the straight-line method over the useful life, which "
            "is 25 to 40 years for buildings, three to ten years for machinery and equipment, and three to five years for "
            "software."
        ),
        Paragraph(
            "Deferred revenue. Deferred revenue is the amount billed to customers for products and services that have not been "
            "delivered yet. It is current if delivery is expected within twelve months."
        ),
        Paragraph(
            "Segment operating income. Segment operating income is net sales less cost of sales and operating expenses that "
            "can be assigned directly to the segment. Corporate expenses are not assigned."
        ),
    ),
)
_NOTES = Section(
    "Notes to Consolidated Financial Statements",
    sections=(
        _POLICIES,
        Section(
            "Note 2 \u2013 Segments",
            (
                Paragraph(
                    "The chief executive officer decides on resources by segment operating income. The following table "
                    "reconciles it to the operating income of the Company. No customer accounted for 10 % or more of net sales "
                    "in any year."
                ),
                tables.SEGMENT_INCOME,
            ),
        ),
        Section(
            "Note 3 \u2013 Inventories",
            (Paragraph("Write-downs of inventories were $6 million in 2024 and $9 million in 2023."), tables.INVENTORIES),
        ),
        Section(
            "Note 4 \u2013 Property, plant and equipment",
            (
                Paragraph("Depreciation of property, plant and equipment was $53 million in 2024 and $51 million in 2023."),
                tables.PROPERTY,
            ),
        ),
        Section(
            "Note 5 \u2013 Long-term debt",
            (
                Paragraph(
                    "Long-term debt consists of a term loan that matures in 2027 and of senior notes of $300 million at 4.10 % "
                    "that mature in 2031. The interest rate of the term loan was 5.85 % at September 28, 2024."
                ),
                tables.DEBT,
            ),
        ),
        Section(
            "Note 6 \u2013 Leases",
            (
                Paragraph(
                    "The Company leases buildings and vehicles. Operating lease cost was $18 million in 2024, $17 million in "
                    "2023 and $16 million in 2022. The weighted-average remaining term was 4.6 years and the discount rate 4.9 "
                    "%."
                ),
                tables.LEASES,
            ),
        ),
        Section(
            "Note 7 \u2013 Subsequent event",
            (
                Paragraph(
                    "On October 16, 2024 the board of directors raised the quarterly dividend from $0.175 to $0.19 per share, "
                    "payable on November 21, 2024."
                ),
            ),
        ),
    ),
)

SECTIONS = (_BUSINESS, _RISKS, _PROPERTIES, _RESULTS, _STATEMENTS, _NOTES)
