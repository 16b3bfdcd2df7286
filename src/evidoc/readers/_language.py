"""Which language a text is in, by its script and its commonest words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

_READ = 20_000  # characters looked at; the guess does not change beyond
_MIN_WORDS = 4  # with fewer common words a heading of names would get a language
_MIN_SHARE = 0.08  # of all words; running text has 0.3 to 0.5, a table of names less than 0.05

# The commonest words of running text, with few that other languages of the list share.
_COMMON: Mapping[str, str] = {
    "en": "the of and to in is that for with was were are this by be as at from which we our not have has it an or on",
    "de": "der die das und ist nicht mit den von zu ein eine auf für dem sich werden wird im des auch als bei oder nach",
    "fr": "le la les des et est que une dans pour qui sur par pas plus avec ce sont du au cette aux ou nous il",
    "es": "el los las que una por con para del se como más su este son entre al lo pero sus es está ha y",
    "it": "il che di della per una con non sono del le dei delle nel gli alla è dalla anche questo più si ha",
    "pt": "que os do da uma com não para por mais das dos ao são é como foi em pelo pela sua ou ser",
    "nl": "het een van dat niet zijn voor met op aan ook wordt naar bij deze er maar uit worden heeft als",
    "sv": "och att det som en för på är av med den till inte har om ett från vid eller kan",
    "da": "og det at som på er af med den til ikke har der fra blev ved eller kan også efter",
    "pl": "w i na z do się nie jest że o jak po oraz przez dla od są być tym lub",
    "cs": "a v na se je že s z do pro o jsou která jako není nebo které podle ve být",
    "tr": "ve bir bu için ile olarak da de olan daha gibi en çok kadar ancak sonra veya göre değil ise",
    "id": "yang dan di dengan untuk dari pada ini dalam adalah tidak oleh sebagai atau akan dapat ke juga itu bahwa",
    "vi": "và của là các có cho được trong một không những với người để này đã từ khi về theo",
}
_SCRIPTS: Mapping[str, re.Pattern[str]] = {
    "kana": re.compile("[\u3041-\u30ff]"),
    "han": re.compile("[\u3400-\u9fff\U00020000-\U0003fffd]"),
    "ko": re.compile("[\uac00-\ud7af\u1100-\u11ff]"),
    "arabic": re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]"),
    "he": re.compile("[\u0590-\u05ff]"),
    "cyrillic": re.compile("[\u0400-\u04ff]"),
    "el": re.compile("[\u0370-\u03ff]"),
    "th": re.compile("[\u0e00-\u0e7f]"),
    "hi": re.compile("[\u0900-\u097f]"),
    "latin": re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]"),
}
_KANA_SHARE = 0.05  # Japanese has 0.3 and more of kana; a Chinese text may cite a Japanese name
_PERSIAN = re.compile("[\u067e\u0686\u0698\u06a9\u06af\u06cc]")
_UKRAINIAN = re.compile("[\u0454\u0456\u0457\u0491]")


def guess_language(text: str) -> str:
    """Give the ISO 639-1 code of a text's language, or "" where script and words do not tell."""
    sample = text[:_READ]
    counts = {script: len(pattern.findall(sample)) for script, pattern in _SCRIPTS.items()}
    wide = counts["kana"] + counts["han"]
    if wide and 2 * wide >= counts["latin"] and wide >= max(counts.values()) / 2:  # one such character says as much as a word
        return "ja" if counts["kana"] >= _KANA_SHARE * wide else "zh"
    script = max(counts, key=lambda name: counts[name])
    if not counts[script]:
        return ""
    if script == "latin":
        return _by_words(sample)
    return {"arabic": _arabic(sample), "cyrillic": _cyrillic(sample)}.get(script, script)


def frequent_word_share(text: str) -> float:
    """Give the share of words that are common in the language whose common words the text has most of."""
    words = _words(text[:_READ])
    return max(_hits(words).values()) / len(words) if words else 0.0


def _by_words(text: str) -> str:
    words = _words(text)
    hits = _hits(words)
    best = max(hits, key=lambda language: hits[language])
    return best if hits[best] >= max(_MIN_WORDS, _MIN_SHARE * len(words)) else ""


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.lower())


def _hits(words: list[str]) -> dict[str, int]:
    counts = Counter(words)
    return {language: sum(counts[word] for word in common.split()) for language, common in _COMMON.items()}


def _arabic(text: str) -> str:
    return "fa" if len(_PERSIAN.findall(text)) >= 0.02 * len(_SCRIPTS["arabic"].findall(text)) else "ar"


def _cyrillic(text: str) -> str:
    return "uk" if len(_UKRAINIAN.findall(text)) >= 0.02 * len(_SCRIPTS["cyrillic"].findall(text)) else "ru"
