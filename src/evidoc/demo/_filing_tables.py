"""The figures of the annual filing: invented, but every sum is a sum."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.demo._article import TableOf

YEARS = ("2024", "2023", "2022")
Row = tuple[str, ...]


def amount(value: int | float, *, dollar: bool = False) -> str:
    """Give an amount as filings print it: negative in brackets, a dash for nothing."""
    digits = f"{abs(value):,.2f}" if isinstance(value, float) else f"{abs(value):,}"
    text = ("$" if dollar else "") + digits
    return "\u2014" if value == 0 else f"({text})" if value < 0 else text


def row(name: str, *values: int | float, dollar: bool = False) -> Row:
    """Give a table row of amounts."""
    return (name, *(amount(value, dollar=dollar) for value in values))


def heading(name: str, columns: int = 3) -> Row:
    """Give a row that only names the rows below it."""
    return (name, *[""] * columns)


def _sums(*rows: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*rows, strict=True))


def _less(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(first, second, strict=True))


def _table(key: str, caption: str, columns: Sequence[str], *rows: Row) -> TableOf:
    return TableOf(key=key, caption=caption, header=(tuple(columns),), rows=rows)


_PRODUCTS, _SERVICES = (1412, 1305, 1248), (438, 391, 352)
SALES = _sums(_PRODUCTS, _SERVICES)
_COST_PRODUCTS, _COST_SERVICES = (734, 692, 674), (197, 180, 165)
_COST = _sums(_COST_PRODUCTS, _COST_SERVICES)
GROSS = _less(SALES, _COST)
_RESEARCH, _SELLING = (221, 203, 188), (318, 301, 290)
_EXPENSES = _sums(_RESEARCH, _SELLING)
OPERATING = _less(GROSS, _EXPENSES)
_INTEREST, _OTHER = (-29, -31, -27), (14, 9, 5)
PRETAX = _sums(OPERATING, _INTEREST, _OTHER)
_TAXES = (77, 61, 55)
NET = _less(PRETAX, _TAXES)
_BASIC, _DILUTED = (118_400, 120_250, 122_900), (119_700, 121_300, 123_600)

INCOME = _table(
    "t1",
    "Consolidated Statements of Operations (in millions, except number of shares, which are reflected in thousands, and per "
    "share amounts)",
    ("Years ended", "September 28, 2024", "September 30, 2023", "September 24, 2022"),
    heading("Net sales:"),
    row("Products", *_PRODUCTS, dollar=True),
    row("Services", *_SERVICES),
    row("Total net sales", *SALES),
    heading("Cost of sales:"),
    row("Cost of products", *_COST_PRODUCTS),
    row("Cost of services", *_COST_SERVICES),
    row("Total cost of sales", *_COST),
    row("Gross margin", *GROSS),
    heading("Operating expenses:"),
    row("Research and development", *_RESEARCH),
    row("Selling, general and administrative", *_SELLING),
    row("Total operating expenses", *_EXPENSES),
    row("Operating income", *OPERATING),
    row("Interest expense", *_INTEREST),
    row("Other income, net", *_OTHER),
    row("Income before provision for income taxes", *PRETAX),
    row("Provision for income taxes", *_TAXES),
    row("Net income", *NET, dollar=True),
    heading("Earnings per share:"),
    row("Basic", *(round(1000 * net / shares, 2) for net, shares in zip(NET, _BASIC, strict=True)), dollar=True),
    row("Diluted", *(round(1000 * net / shares, 2) for net, shares in zip(NET, _DILUTED, strict=True)), dollar=True),
    heading("Shares used in computing earnings per share:"),
    row("Basic shares", *_BASIC),
    row("Diluted shares", *_DILUTED),
)

_CURRENT = ((312, 268), (145, 122), (274, 251), (198, 207), (46, 41))
_FIXED = ((402, 388), (516, 516), (121, 147), (83, 76))
_OWED = ((143, 138), (167, 154), (96, 84), (50, 50))
_OWED_LATER = ((525, 575), (38, 33), (94, 97))
_EQUITY = ((418, 397), (594, 521), (-28, -33))
ASSETS = _sums(*_CURRENT, *_FIXED)
_LIABILITIES = _sums(*_OWED, *_OWED_LATER)

BALANCE = _table(
    "t2",
    "Consolidated Balance Sheets (in millions)",
    ("As of", "September 28, 2024", "September 30, 2023"),
    heading("Current assets:", 2),
    row("Cash and cash equivalents", *_CURRENT[0], dollar=True),
    row("Marketable securities", *_CURRENT[1]),
    row("Accounts receivable, net", *_CURRENT[2]),
    row("Inventories", *_CURRENT[3]),
    row("Prepaid expenses and other current assets", *_CURRENT[4]),
    row("Total current assets", *_sums(*_CURRENT)),
    heading("Non-current assets:", 2),
    row("Property, plant and equipment, net", *_FIXED[0]),
    row("Goodwill", *_FIXED[1]),
    row("Intangible assets, net", *_FIXED[2]),
    row("Other non-current assets", *_FIXED[3]),
    row("Total assets", *ASSETS, dollar=True),
    heading("Current liabilities:", 2),
    row("Accounts payable", *_OWED[0], dollar=True),
    row("Accrued expenses", *_OWED[1]),
    row("Deferred revenue, current", *_OWED[2]),
    row("Current portion of long-term debt", *_OWED[3]),
    row("Total current liabilities", *_sums(*_OWED)),
    heading("Non-current liabilities:", 2),
    row("Long-term debt", *_OWED_LATER[0]),
    row("Deferred revenue, non-current", *_OWED_LATER[1]),
    row("Other non-current liabilities", *_OWED_LATER[2]),
    row("Total liabilities", *_LIABILITIES),
    heading("Shareholders' equity:", 2),
    row("Common stock and additional paid-in capital", *_EQUITY[0]),
    row("Retained earnings", *_EQUITY[1]),
    row("Accumulated other comprehensive loss", *_EQUITY[2]),
    row("Total shareholders' equity", *_sums(*_EQUITY)),
    row("Total liabilities and shareholders' equity", *_sums(_LIABILITIES, *_EQUITY), dollar=True),
)

_ADJUSTED = ((79, 77, 74), (34, 31, 28), (-23, -17, -12), (9, -14, -21), (5, 8, 11), (17, 12, 9), (6, -3, 2))
CASH_IN = _sums(NET, *_ADJUSTED)
_INVESTED = ((-67, -72, -81), (-58, -49, -44), (35, 30, 26))
_FINANCED = ((-50, -50, -25), (-133, -98, -110), (-82, -77, -73), (-16, -11, -9))
_BEGINNING = (268, 264, 283)
_CHANGE = _sums(CASH_IN, *_INVESTED, *_FINANCED)

CASH = _table(
    "t3",
    "Consolidated Statements of Cash Flows (in millions)",
    ("Years ended", "September 28, 2024", "September 30, 2023", "September 24, 2022"),
    row("Cash and cash equivalents, beginning of year", *_BEGINNING, dollar=True),
    heading("Operating activities:"),
    row("Net income", *NET),
    row("Depreciation and amortization", *_ADJUSTED[0]),
    row("Share-based compensation expense", *_ADJUSTED[1]),
    row("Change in accounts receivable", *_ADJUSTED[2]),
    row("Change in inventories", *_ADJUSTED[3]),
    row("Change in accounts payable", *_ADJUSTED[4]),
    row("Change in deferred revenue", *_ADJUSTED[5]),
    row("Other operating activities", *_ADJUSTED[6]),
    row("Cash generated by operating activities", *CASH_IN),
    heading("Investing activities:"),
    row("Payments for property, plant and equipment", *_INVESTED[0]),
    row("Purchases of marketable securities", *_INVESTED[1]),
    row("Proceeds from maturities of marketable securities", *_INVESTED[2]),
    row("Cash used in investing activities", *_sums(*_INVESTED)),
    heading("Financing activities:"),
    row("Repayments of term debt", *_FINANCED[0]),
    row("Repurchases of common stock", *_FINANCED[1]),
    row("Payments for dividends", *_FINANCED[2]),
    row("Other financing activities", *_FINANCED[3]),
    row("Cash used in financing activities", *_sums(*_FINANCED)),
    row("Net change in cash and cash equivalents", *_CHANGE),
    row("Cash and cash equivalents, end of year", *_sums(_BEGINNING, _CHANGE), dollar=True),
)

_BY_SEGMENT = (("Laboratory", (812, 748, 705), (231, 203, 184)), ("Field", (604, 541, 498), (142, 118, 103)),
               ("Industrial", (434, 407, 397), (68, 58, 49)))  # fmt: skip

SEGMENT_SALES = _table(
    "t4",
    "Net sales by reportable segment (dollars in millions)",
    ("Segment", "2024", "Change", "2023", "Change", "2022"),
    *((name, amount(a, dollar=name == "Laboratory"), f"{100 * (a - b) / b:.0f} %", amount(b, dollar=name == "Laboratory"),
       f"{100 * (b - c) / c:.0f} %", amount(c, dollar=name == "Laboratory")) for name, (a, b, c), _ in _BY_SEGMENT),
    ("Total net sales", amount(SALES[0], dollar=True), f"{100 * (SALES[0] - SALES[1]) / SALES[1]:.0f} %",
     amount(SALES[1], dollar=True), f"{100 * (SALES[1] - SALES[2]) / SALES[2]:.0f} %", amount(SALES[2], dollar=True)),
)  # fmt: skip
SEGMENT_INCOME = _table(
    "t5",
    "Segment operating income and reconciliation to operating income (in millions)",
    ("Segment", *YEARS),
    *(row(name, *income, dollar=name == "Laboratory") for name, _, income in _BY_SEGMENT),
    row("Total segment operating income", *_sums(*(income for _, _, income in _BY_SEGMENT))),
    row("Corporate expenses, net", *_less(OPERATING, _sums(*(income for _, _, income in _BY_SEGMENT)))),
    row("Operating income", *OPERATING, dollar=True),
)
MARGINS = _table(
    "t6",
    "Gross margin and gross margin percentage (dollars in millions)",
    ("", *YEARS),
    row("Products gross margin", *_less(_PRODUCTS, _COST_PRODUCTS), dollar=True),
    row("Services gross margin", *_less(_SERVICES, _COST_SERVICES)),
    row("Total gross margin", *GROSS, dollar=True),
    ("Products gross margin percentage", *(f"{100 * (a - b) / a:.1f} %" for a, b in zip(_PRODUCTS, _COST_PRODUCTS, strict=True))),
    ("Services gross margin percentage", *(f"{100 * (a - b) / a:.1f} %" for a, b in zip(_SERVICES, _COST_SERVICES, strict=True))),
    ("Total gross margin percentage", *(f"{100 * a / b:.1f} %" for a, b in zip(GROSS, SALES, strict=True))),
)
REGIONS = _table(
    "t7",
    "Net sales by region (in millions)",
    ("Region", *YEARS),
    row("Americas", 842, 781, 740, dollar=True),
    row("Europe, Middle East and Africa", 571, 522, 497),
    row("Asia Pacific", 437, 393, 363),
    row("Total net sales", *SALES, dollar=True),
)
INVENTORIES = _table(
    "t8",
    "Components of inventories (in millions)",
    ("", "2024", "2023"),
    row("Raw materials", 81, 88, dollar=True),
    row("Work in process", 47, 45),
    row("Finished goods", 70, 74),
    row("Total inventories", *_CURRENT[3], dollar=True),
)
PROPERTY = _table(
    "t9",
    "Property, plant and equipment (in millions)",
    ("", "2024", "2023"),
    row("Land and buildings", 248, 239, dollar=True),
    row("Machinery and equipment", 497, 463),
    row("Internal-use software", 112, 98),
    row("Gross property, plant and equipment", 857, 800),
    row("Accumulated depreciation", -455, -412),
    row("Total property, plant and equipment, net", *_FIXED[0], dollar=True),
)
DEBT = _table(
    "t10",
    "Future principal payments for long-term debt as of September 28, 2024 (in millions)",
    ("Fiscal year", "Term loan", "Senior notes", "Total"),
    row("2025", 50, 0, 50, dollar=True),
    row("2026", 50, 0, 50),
    row("2027", 175, 0, 175),
    row("2028", 0, 0, 0),
    row("2029", 0, 0, 0),
    row("Thereafter", 0, 300, 300),
    row("Total", 275, 300, 575, dollar=True),
)
LEASES = _table(
    "t11",
    "Maturities of operating lease liabilities as of September 28, 2024 (in millions)",
    ("Fiscal year", "Payments"),
    row("2025", 19, dollar=True),
    row("2026", 17),
    row("2027", 14),
    row("2028", 9),
    row("Thereafter", 12),
    row("Total undiscounted payments", 71),
    row("Less: imputed interest", -8),
    row("Total operating lease liabilities", 63, dollar=True),
)
PLACES = _table(
    "t12",
    "Principal facilities as of September 28, 2024",
    ("Location", "Use", "Area (square feet)", "Owned or leased"),
    ("Eastmoor Falls", "Headquarters, research and development", "214,000", "Owned"),
    ("Cardew Junction", "Manufacturing (Laboratory)", "386,000", "Owned"),
    ("Port Alder", "Manufacturing (Field)", "241,500", "Leased"),
    ("Vennhausen", "Manufacturing (Industrial)", "178,200", "Owned"),
    ("Shin-Okada", "Sales and service", "42,600", "Leased"),
)
PEOPLE = _table(
    "t13",
    "Employees by function at fiscal year end",
    ("Function", *YEARS),
    row("Manufacturing", 2310, 2265, 2240),
    row("Research and development", 1120, 1058, 1004),
    row("Sales and service", 1485, 1402, 1351),
    row("Administration", 395, 388, 381),
    row("Total employees", 5310, 5113, 4976),
)
