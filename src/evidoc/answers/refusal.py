"""Whether a short reply declines to help, where its service raises no flag: an apology and an inability, and no answer in it.

A refusal is about the request ("I can't help with that"), an abstention about the documents ("I can't find it in the
report"). An abstention is an answer, right or wrong like any other, and is left to the scorers. So every sentence of a refusal
must be known as one, or as what goes with one; what is in doubt, as "I cannot answer this question", is no refusal.
Source: X-36, design.md, section 2 (refused is an outcome of its own); docs/why/asking.md.
"""

from __future__ import annotations

import re

from evidoc.records.thinking import part_thinking

_LONGEST = 400  # characters; what is longer has something else to say
_SENTENCE = re.compile(r"[.!?。！？…\n]+")
_FOLDED = str.maketrans({"’": "'", "‘": "'", "`": "'", "*": " ", "_": " ", "#": " ", '"': " ", "“": " ", "”": " "})

_OBJECT = (
    r"(?:[ ,]+(?:you|with|on|in|to|about|of|for|from|at|by|the|that|this|these|those|it|your|such|any|a|an|one|kind|type|"
    r"sort|topic|"
    r"request|requests|question|questions|task|tasks|query|matter|prompt|content|conversation|inquiry|information|or|and|"
    r"answering|"
    r"providing|here|today|moment|time|right|now|further|out|specific|particular|sensitive|do|doing|so)){0,14}"
)
_POLICY = (
    r"polic(?:y|ies)|guidelines?|rules|terms of (?:use|service)|inappropriate|(?:in)?appropriate|harm(?:ful)?|unsafe|safety|"
    r"unethical|"
    r"illegal|copyright\w{0,3}|privacy|private|confidential|personal (?:data|information)|violat\w{1,5}|not (?:allowed|"
    r"permitted)"
)
_REASON = rf"(?:[ ,;:–—-]{{1,3}}(?:because|as|since|due to|for|which|it|that)\b[^\d]{{0,60}}\b(?:{_POLICY})\b[^\d]{{0,60}})?"
_SORRY = (
    r"(?:(?:i'?m|i am|we'?re|we are)?[ ]?(?:so |very |really |terribly )?sorry|"
    r"my apologies|apologies|i apologi[sz]e|unfortunately|regrettably)"
)
_AS_A_MODEL = r"as an? (?:ai|artificial intelligence|large language|language)[a-z -]{0,40}"
_OPENING = rf"(?:(?:{_SORRY}|{_AS_A_MODEL})[ ,:;–—-]{{1,3}}(?:but|however|that)?[ ,]{{0,2}}){{0,2}}"
_UNABLE = (
    r"(?:i|we) ?(?:simply |just )?(?:can'?t|can ?not|can not|could not|couldn'?t|won'?t|will not|'m unable to|am unable to|"
    r"are unable to|'m not able to|"
    r"am not able to|am not allowed to|'m not allowed to|am not permitted to|'m not permitted to|must decline to|"
    r"have to decline to|"
    r"decline to|refuse to)"
)
_HELP = (
    r"(?:help|assist|comply|be of (?:help|assistance)|provide (?:assistance|help)|offer (?:assistance|help)|fulfil{1,2}|"
    r"accommodate|engage|"
    r"participate|go along|discuss|support|do (?:that|this)|continue|proceed)"
)
_SAY = r"(?:answer|respond|provide|share|give|process|complete|generate|produce|disclose|reproduce)"
_TO_SAY = rf"(?: to (?:{_SAY[3:-1]}|{_HELP[3:-1]}))?"

_REFUSALS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_OPENING}{_UNABLE} {_HELP}{_OBJECT}{_REASON}",
        rf"{_OPENING}{_UNABLE} {_SAY}{_OBJECT}[ ,;:–—-]{{1,3}}(?:because|as|since|due to)\b[^\d]{{0,60}}\b(?:{_POLICY})"
        rf"\b[^\d]{{0,60}}",
        rf"{_OPENING}(?:i|we) (?:must|have to|will have to|respectfully|politely) ?(?:respectfully |politely )?(?:decline|"
        rf"refuse){_TO_SAY}{_OBJECT}{_REASON}",
        rf"{_OPENING}(?:i|we) (?:decline|refuse){_TO_SAY}{_OBJECT}{_REASON}",
        rf"{_OPENING}(?:i'd|i would) (?:rather|prefer) not (?:to )?(?:answer|say|discuss|help|respond){_OBJECT}",
        # German
        r"(?:(?:es )?tut mir (?:sehr )?leid|entschuldigung|leider|ich bedauere?)?[ ,]{0,2}(?:aber )?(?:(?:dabei|damit|"
        r"hierbei|da|bei dieser (?:anfrage|frage|aufgabe)) )?"
        r"(?:kann|darf) ich (?:ihnen|dir|euch)?[ ]?(?:leider )?(?:dabei |damit |hierbei |bei dieser (?:anfrage|frage|"
        r"aufgabe) )?nicht (?:weiter)?(?:helfen|behilflich sein|unterstützen)",
        r"(?:(?:es )?tut mir (?:sehr )?leid|entschuldigung|leider|ich bedauere?)?[ ,]{0,2}(?:aber )?ich (?:kann|darf)"
        r" (?:ihnen |dir |euch )?(?:leider )?"
        r"(?:dabei |damit |hierbei |bei dieser (?:anfrage|frage|aufgabe) |dieser (?:anfrage|"
        r"bitte) )?(?:leider )?nicht (?:weiter)?(?:helfen|behilflich sein|unterstützen|nachkommen)",
        # French, Spanish, Portuguese, Italian, Dutch
        r"(?:je suis |vraiment )?(?:désolée?|navrée?|je regrette)?[ ,]{0,2}(?:mais )?je ne (?:peux|puis) pas (?:vous |"
        r"t')?(?:aider|assister|donner suite|accéder)"
        r"(?: (?:avec|à|dans|pour|sur|cela|ça|cette|votre|ce|demande|requête|sujet)){0,6}",
        r"(?:lo siento|lamentablemente|disculpa|disculpe|perdón)?[ ,]{0,2}(?:pero )?no puedo (?:ayudar(?:te|le|los)?|"
        r"asistir(?:te|le)?|cumplir|atender)"
        r"(?: (?:con|en|a|eso|esto|esa|esta|su|tu|petición|solicitud|tema)){0,6}",
        r"(?:desculpe?|sinto muito|lamento|infelizmente)?[ ,]{0,2}(?:mas )?(?:eu )?não posso (?:ajudar|ajudá-l[oa]|"
        r"te ajudar|atender|cumprir)"
        r"(?: (?:com|em|a|isso|isto|esse|esta|este|seu|pedido|solicitação)){0,6}",
        r"(?:mi dispiace|purtroppo|spiacente)?[ ,]{0,2}(?:ma )?non posso (?:aiutar(?:ti|la|vi|e)|assister(?:ti|la|e)|"
        r"soddisfare)"
        r"(?: (?:con|in|a|questo|questa|ciò|la|tua|sua|richiesta)){0,6}",
        r"(?:sorry|het spijt me|helaas)?[ ,]{0,2}(?:maar )?(?:ik kan (?:je |u )?(?:daar |hier )?|(?:daar|hier)"
        r" kan ik (?:je |u )?)(?:helaas )?(?:niet (?:bij|mee) )?niet (?:mee |bij )?helpen",
        # Russian
        r"(?:извините|простите|к сожалению|мне жаль)?[ ,]{0,2}(?:но )?я не могу (?:вам |тебе )?(?:помочь|выполнить|"
        r"содействовать)"
        r"(?: (?:вам|тебе|с|в|этим|этом|эту|этот|ваш|просьбу|запрос|запросом|вопросом)){0,5}",
        # Chinese, Japanese, Korean
        r"(?:很?抱歉|对不起|不好意思|對不起|很遗憾|非常抱歉)?[ ,，]{0,2}(?:但|"
        r"但是)?(?:作为[^,，。]{0,20}[,，])?我?(?:无法|無法|不能|不便|没办法)(?:在[这此](?:方面|"
        r"件事上))?(?:为|為|给|給|对)?[您你]?"
        r"(?:就?[这此]个?(?:问题|請求|请求|话题))?(?:提供(?:任何)?(?:这方面的|此类|相关的?)?(?:帮助|协助|幫助|協助)|"
        r"帮助[您你]|帮[您你]|幫助[您你]|协助[您你]?|協助[您你]?|帮上忙|"
        r"满足[您你]?的?[这该此]?个?(?:请求|要求)|"
        r"完成[这该此]个?(?:请求|要求)|讨论[这该此]个?(?:话题|问题)|配合[您你]?的?[这该此]?个?(?:请求|"
        r"要求)?)(?:完成[这该此]个?(?:请求|要求))?",
        r"(?:很?抱歉|对不起|不好意思|非常抱歉)?[ ,，]{0,2}我?(?:无法|不能|不便|拒绝)回答[这该此]?个?(?:类|"
        r"您的)?的?(?:问题)?[,，]?(?:因为|由于)?[^。\d]{0,20}(?:违反|政策|"
        r"规定|准则|敏感|不当|不合适|隐私)[^。\d]{0,20}",
        r"(?:大変)?(?:申し訳(?:ありません|ございません)|すみません|ごめんなさい)?(?:が|けど)?[、, ]{0,2}(?:その|この|"
        r"そちらの|ご)?(?:リクエスト|要望|依頼|ご依頼|ご要望|件|"
        r"質問)?(?:については|には|に|は|を)?[、]?"
        r"(?:お手伝い|お力になること|協力|対応|お応え|応じること)(?:は|が|を|すること(?:は|が))?(?:でき(?:ません|"
        r"かねます)|いたしかねます)",
        r"(?:죄송(?:합니다|하지만|하지만요)|미안하지만)?[ ,]{0,2}(?:그|이|해당|그런)?[ ]?(?:요청|질문|부분|것)?(?:은|는|"
        r"에|에는|에 대해서는|을|를)?[ ]?(?:제가 )?"
        r"(?:도와드릴|도와 드릴|도움을 드릴|들어드릴|응할|협조할) 수 (?:없습니다|없어요)",
    )
)
_BESIDE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_SORRY}(?: about that| for (?:the|any) inconvenience| for that)?",
        rf"{_AS_A_MODEL}",
        rf"(?:that|this|it|your request|the request|the question)[a-z' ]{{0,40}}\b(?:{_POLICY})\b[a-z' ]{{0,40}}",
        r"(?:is there|can i help you with|what) (?:anything|something) else[a-z ,']{0,60}",
        r"(?:if you (?:have|need|would like|'d like)|please|feel free|let me know|happy to|i'?m happy to|i'?d be happy to|"
        r"thank you|thanks)[a-z ,']{0,120}",
        r"(?:es )?tut mir (?:sehr )?leid|entschuldigung|désolée?|je suis désolée?|lo siento|desculpe?|sinto muito|"
        r"mi dispiace|het spijt me",
        r"(?:gibt es|kann ich)[a-zäöüß ,]{0,60}(?:anderes|sonst)[a-zäöüß ,]{0,30}",
        r"извините|простите|к сожалению",
        r"很?抱歉|对不起|不好意思|非常抱歉|對不起|(?:如果|如)?[您你]?(?:有|还有)(?:任何)?其他(?:问题|需要)[^。\d]{0,30}|"
        r"请问?(?:还)?有(?:什么)?其他[^。\d]{0,30}",
        r"(?:大変)?申し訳(?:ありません|ございません)|すみません|他に[^。\d]{0,30}|죄송합니다|다른 [^.\d]{0,30}",
    )
)
_OF_DOCUMENTS = re.compile(
    r"\b(?:find|found|locate|mention\w{0,3}|contain\w{0,3}|specif(?:y|ied)|not (?:given|provided|available|present|included|"
    r"stated|enough)|"
    r"insufficient|no information|based on|determine\w?|document\w?|passage\w?|context|excerpt\w?|tables?|figures?|pages?|"
    r"text|report|paper|"
    r"dokument\w{0,3}|angegeben|gefunden|finden|documento?s?|texte|encontrar|trouver|документ\w{0,3}|найти)\b|"
    r"文档|文件|文中|原文|上下文|未提及|没有提到|找不到|未找到|信息不足|根据|文書|本文|見つか|記載|문서|찾을"
)


def is_refusal(text: str) -> bool:
    """Say whether a reply is nothing but a refusal: short, each sentence known, and not a word on what the documents hold."""
    final = part_thinking(text).text.strip()
    if not final or len(final) > _LONGEST or "<bbox" in final:
        return False
    folded = final.translate(_FOLDED).casefold()
    if _OF_DOCUMENTS.search(folded):
        return False
    sentences = [" ".join(sentence.split()).strip(" ,;:()-–—") for sentence in _SENTENCE.split(folded)]
    said = [sentence for sentence in sentences if sentence]
    refused = [_matches(sentence, _REFUSALS) for sentence in said]
    return any(refused) and all(known or _matches(sentence, _BESIDE) for sentence, known in zip(said, refused, strict=True))


def _matches(sentence: str, patterns: tuple[re.Pattern[str], ...]) -> bool:
    return any(pattern.fullmatch(sentence) for pattern in patterns)
