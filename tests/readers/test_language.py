"""Which language a text is in."""

import pytest

from evidoc.readers._language import guess_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The rate of return was set by the committee for all members of the fund.", "en"),
        ("Der Satz wurde von dem Ausschuss für alle Mitglieder festgelegt und ist nicht neu.", "de"),
        ("Le taux est fixé par le comité pour les membres de cette caisse.", "fr"),
        ("Los datos que se muestran en la tabla son los del año.", "es"),
        ("Il tasso che è stato deciso dal comitato per i membri della cassa.", "it"),
        ("Os dados que são mostrados na tabela não são do ano.", "pt"),
        ("这是一个测试，使用 LaTeX 模板排版。", "zh"),
        ("これは何？日本語組版処理の要件", "ja"),
        ("이것은 한국어 문서입니다", "ko"),
        ("مرحبا من اين انت", "ar"),
        ("راهنمای استفاده از سبک های فارسی", "fa"),
        ("ספר חדש", "he"),
        ("Привет, как дела", "ru"),
        ("Доброго дня, як ваші справи", "uk"),
        ("Καλημέρα κόσμε", "el"),
        ("John Smith, Boston", ""),
        ("12 34", ""),
        ("", ""),
    ],
)
def test_the_language_is_told_by_script_and_words(text: str, language: str) -> None:
    assert guess_language(text) == language
