"""The wordings of the 27 rules in English: relative clauses that follow "every hotel", with places in braces.

`{?higher|lower}` is the word for the direction up or down; what stands in square brackets is said only if its place is
filled; a `difference` of percentages is said in percentage points.
Source: table 2.3.2 of the requirements; wordings are ours.
"""

from __future__ import annotations

from collections.abc import Mapping

WORDINGS: Mapping[str, tuple[str, ...]] = {
    "THR_TIME": (
        "whose {point} came to {operator} {threshold}",
        "that recorded {point} of {operator} {threshold}",
        "for which {point} amounted to {operator} {threshold}",
    ),
    "THR_GROUP": (
        "whose result under {group} for {overall} came to {operator} {threshold}",
        "that showed {operator} {threshold} under {group} for {overall}",
        "whose figure under {group} for {overall} amounted to {operator} {threshold}",
    ),
    "THR_EVERY_TIME": (
        "whose {series} came to {operator} {threshold} in every {period} {span}",
        "that recorded {series} of {operator} {threshold} in each {period} {span}",
        "for which {series} amounted to {operator} {threshold} in every single {period} {span}",
    ),
    "THR_SOME_TIME": (
        "whose {series} came to {operator} {threshold} in at least one {period} {span}",
        "that recorded {series} of {operator} {threshold} in one {period} or more {span}",
        "for which {series} amounted to {operator} {threshold} in one {period} at the least {span}",
    ),
    "THR_COUNT_TIME": (
        "whose {series} came to {operator} {threshold} in at least {count} {periods} {span}",
        "that recorded {series} of {operator} {threshold} in {count} or more {periods} {span}",
        "for which {series} amounted to {operator} {threshold} in no fewer than {count} {periods} {span}",
    ),
    "THR_EVERY_GROUP": (
        "whose {series} came to {operator} {threshold} in every {dimension}",
        "that recorded {series} of {operator} {threshold} in each {dimension}",
        "for which {series} amounted to {operator} {threshold} in every {dimension} without exception",
    ),
    "THR_COUNT_GROUP": (
        "whose {series} came to {operator} {threshold} in at least {count} {dimensions}",
        "that recorded {series} of {operator} {threshold} in {count} or more {dimensions}",
        "for which {series} amounted to {operator} {threshold} in no fewer than {count} {dimensions}",
    ),
    "RANGE_POINT": (
        "whose {point} lay between {low} and {high} inclusive",
        "that recorded {point} of no less than {low} and no more than {high}",
        "for which {point} fell in the closed range from {low} to {high}",
    ),
    "RANGE_BAND": (
        "whose {series} stayed between {low} and {high} inclusive in every {period} {span}",
        "that held {series} between {low} and {high} inclusive throughout the {periods} {span}",
        "for which {series} never left the closed range from {low} to {high} in the {periods} {span}",
    ),
    "SPREAD": (
        "whose highest and lowest {series} {extent} lay {operator} {difference} apart",
        "with a gap of {operator} {difference} between the highest and the lowest {series} {extent}",
        "for which the spread between the highest and the lowest {series} {extent} came to {operator} {difference}",
    ),
    "CMP_TIMES": (
        "whose {point} came out {?higher|lower} than in {other} by at least {margin}",
        "whose {point} {?exceeded|fell short of} the figure of {other} by at least {margin}",
        "for which {point} stood at least {margin} {?above|below} the figure of {other}",
    ),
    "CHANGE_PCT": (
        "whose {series} {?grew|fell} by {operator} {percent} from {other} to {column}",
        "that saw {series} {?rise|drop} by {operator} {percent} from {other} to {column}",
        "for which {series} {?increased|decreased} by {operator} {percent} from {other} to {column}",
    ),
    "MONOTONE": (
        "whose {series} {?rose|fell} at each step {span}",
        "that saw {series} {?climb|drop} from each {period} to the next {span}",
        "for which {series} {?increased|decreased} without a break {span}",
    ),
    "STREAK": (
        "whose {series} {?rose|fell} for at least {count} consecutive steps[ {span}]",
        "that saw {series} {?climb|drop} over {count} or more consecutive steps[ {span}]",
        "for which {series} {?increased|decreased} in at least {count} steps in a row[ {span}]",
    ),
    "MAX_STEP": (
        "whose {series} never changed by more than {difference} from one {period} to the next {span}",
        "that kept every step in {series} {span} at {difference} or less",
        "for which no change of {series} from one {period} to the next {span} exceeded {difference}",
    ),
    "EXTREME_AT": (
        "whose own {?highest|lowest} value of {series} came {at_column}",
        "whose {?peak|low point} in {series} came {at_column}",
        "for which {series} reached its own {?highest|lowest} value {at_column}",
    ),
    "RANK_K": (
        "that ranked in the {?top|bottom} {count} of all {plural} on {point}",
        "that placed among the {count} {plural} with the {?highest|lowest} {point}",
        "whose figure for {point} was among the {count} {?highest|lowest} of all {plural}",
    ),
    "RANK_CHANGE": (
        "that climbed by {count} or more places from {other} to {column} in the order of all {plural} by {series}, highest first",
        "whose place among all {plural}, ordered from the highest {series} to the lowest, improved by {count} or more "
        "from {other} to {column}",
        "that moved up by {count} or more places from {other} to {column} where all {plural} are ordered from the highest "
        "{series} to the lowest",
    ),
    "SHARE_TOTAL": (
        "that accounted for {operator} {percent} of the total {point} of all {plural}",
        "whose share of the total {point} of all {plural} came to {operator} {percent}",
        "that contributed {operator} {percent} of the total {point} of all {plural}",
    ),
    "SHARE_GROUP": (
        "for which {column} made up {operator} {percent} of its own total {series} across all {dimensions}",
        "that owed {operator} {percent} of its own total {series} across all {dimensions} to {column}",
        "whose share of {column} in its own total {series} across all {dimensions} came to {operator} {percent}",
    ),
    "RATIO_TIMES": (
        "whose {point} came to {operator} {ratio} times the figure of {other}",
        "that recorded {point} of {operator} {ratio} times what it had in {other}",
        "for which {point} amounted to {operator} {ratio} times the value of {other}",
    ),
    "RATIO_GROUPS": (
        "whose {point} came to {operator} {ratio} times the figure under {other}",
        "that recorded {point} of {operator} {ratio} times what it had under {other}",
        "for which {point} amounted to {operator} {ratio} times the value under {other}",
    ),
    "CMP_GROUPS": (
        "whose {point} came out {?higher|lower} than under {other} by at least {margin}",
        "whose {point} {?exceeded|fell short of} the figure under {other} by at least {margin}",
        "for which {point} stood at least {margin} {?above|below} the figure under {other}",
    ),
    "CMP_ENTITY": (
        "whose figure for {point} was {?above|below} that of {reference}[ by at least {margin}]",
        "whose {point} {?exceeded|fell short of} the figure of {reference}[ by at least {margin}]",
        "for which {point} came out {?higher|lower} than for {reference}[ by at least {margin}]",
    ),
    "CMP_AVERAGE": (
        "whose figure for {point} was {?above|below} the average of all {plural}[ by at least {margin}]",
        "whose {point} {?exceeded|fell short of} the mean of all {plural}[ by at least {margin}]",
        "for which {point} came out {?higher|lower} than the average over all {plural}[ by at least {margin}]",
    ),
    "AGG_TIME": (
        "whose {aggregate} {series} {span} came to {operator} {threshold}",
        "that brought its {aggregate} {series} {span} to {operator} {threshold}",
        "for which the {aggregate} {series} {span} amounted to {operator} {threshold}",
    ),
    "AGG_GROUP": (
        "whose {aggregate} {series} across all {dimensions} came to {operator} {threshold}",
        "that brought its {aggregate} {series} across all {dimensions} to {operator} {threshold}",
        "for which the {aggregate} {series} across all {dimensions} amounted to {operator} {threshold}",
    ),
}

WORDINGS_ZH: Mapping[str, tuple[str, ...]] = {
    "THR_TIME": ("{point}{operator}{threshold}", "在{point}这一项上{operator}{threshold}"),
    "THR_GROUP": ("就{group}而言{overall}{operator}{threshold}", "以{group}计{overall}{operator}{threshold}"),
    "THR_EVERY_TIME": (
        "{span}每个{period}的{series}均{operator}{threshold}",
        "{span}各{period}的{series}无一例外{operator}{threshold}",
    ),
    "THR_SOME_TIME": (
        "{span}至少有一个{period}的{series}{operator}{threshold}",
        "{span}有一个或更多{period}的{series}{operator}{threshold}",
    ),
    "THR_COUNT_TIME": (
        "{span}至少有{count}个{period}的{series}{operator}{threshold}",
        "{span}有{count}个或更多{period}的{series}{operator}{threshold}",
    ),
    "THR_EVERY_GROUP": ("各{dimension}的{series}均{operator}{threshold}", "每个{dimension}的{series}都{operator}{threshold}"),
    "THR_COUNT_GROUP": (
        "至少有{count}个{dimension}的{series}{operator}{threshold}",
        "有{count}个或更多{dimension}的{series}{operator}{threshold}",
    ),
    "RANGE_POINT": ("{point}介于{low}与{high}之间（含两端）", "{point}落在{low}至{high}的闭区间内"),
    "RANGE_BAND": (
        "{span}每个{period}的{series}都介于{low}与{high}之间（含两端）",
        "{span}的{series}从未离开{low}至{high}的闭区间",
    ),
    "SPREAD": ("{series}{extent}的最高值与最低值之差{operator}{difference}", "{extent}的{series}极差{operator}{difference}"),
    "CMP_TIMES": ("{point}比{other}{?高出|低了}至少{margin}", "{point}较{other}{?增加|减少}至少{margin}"),
    "CHANGE_PCT": (
        "{series}从{other}到{column}{?增长|下降}的幅度{operator}{percent}",
        "{series}由{other}至{column}的{?增幅|降幅}{operator}{percent}",
    ),
    "MONOTONE": ("{span}的{series}逐{period}{?上升|下降}", "{series}{span}每一步都{?增加|减少}"),
    "STREAK": ("{series}[{span}]至少连续{count}步{?上升|下降}", "{series}[{span}]连续{?增加|减少}不少于{count}步"),
    "MAX_STEP": ("{span}的{series}相邻{period}之间的变化从不超过{difference}", "{series}{span}每一步的变化都在{difference}以内"),
    "EXTREME_AT": ("{series}在{at_column}达到自身的{?最高值|最低值}", "{series}自身的{?最高点|最低点}出现在{at_column}"),
    "RANK_K": ("{point}在全部{plural}中位列{?前|后}{count}名", "{point}居全部{plural}中{?最高|最低}的{count}位之列"),
    "RANK_CHANGE": (
        "{series}由高到低在全部{plural}中的名次从{other}到{column}上升至少{count}位",
        "{series}由高到低在全部{plural}中的名次由{other}至{column}前进{count}位或更多",
    ),
    "SHARE_TOTAL": (
        "在全部{plural}{point}总量中所占比例{operator}{percent}",
        "占全部{plural}{point}合计的份额{operator}{percent}",
    ),
    "SHARE_GROUP": (
        "{column}在其自身各{dimension}{series}总量中所占比例{operator}{percent}",
        "{column}占其自身各{dimension}{series}合计的份额{operator}{percent}",
    ),
    "RATIO_TIMES": ("{point}与{other}数值之比{operator}{ratio}倍", "{point}为{other}数值的倍数{operator}{ratio}倍"),
    "RATIO_GROUPS": ("{point}与{other}一项之比{operator}{ratio}倍", "{point}为{other}一项的倍数{operator}{ratio}倍"),
    "CMP_GROUPS": ("{point}比{other}一项{?高出|低了}至少{margin}", "{point}较{other}一项{?多出|少了}至少{margin}"),
    "CMP_ENTITY": ("{point}{?高于|低于}{reference}[至少{margin}]", "{point}比{reference}{?更高|更低}[至少{margin}]"),
    "CMP_AVERAGE": (
        "{point}{?高于|低于}全部{plural}的平均值[至少{margin}]",
        "{point}比全部{plural}的均值{?更高|更低}[至少{margin}]",
    ),
    "AGG_TIME": ("{series}{span}的{aggregate}{operator}{threshold}", "{span}的{series}之{aggregate}{operator}{threshold}"),
    "AGG_GROUP": (
        "{series}在各{dimension}的{aggregate}{operator}{threshold}",
        "各{dimension}的{series}之{aggregate}{operator}{threshold}",
    ),
}
