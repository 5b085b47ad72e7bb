"""The titles as the lobby shows them: names, options in words, and where an edition's data come
from.
"""
from __future__ import annotations

import pytest

from tafelrunde.server.editions import reconstructed
from tafelrunde.server.games import LANGUAGES, game_shown, known, playable, texts_of


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", playable())
def test_a_title_is_told_in_words(name: str, lang: str) -> None:
    shown = game_shown(name, lang)
    assert shown["title"] != name
    assert shown["sentence"].endswith(".")
    assert shown["minutes"] >= 30
    for option in shown["options"]:
        for choice in option.get("choices", []):
            assert "_" not in choice["title"], choice
            assert choice["title"] == choice["value"] or not choice["title"].islower() or " " in choice["title"], choice


@pytest.mark.parametrize("name", playable())
def test_an_edition_says_what_is_reconstructed(name: str) -> None:
    told = {lang: game_shown(name, lang)["about"] for lang in LANGUAGES}
    assert any(row["reconstructed"] for row in told["en"])
    assert all(row["text"] for rows in told.values() for row in rows)
    for rows in told.values():
        assert [row["reconstructed"] for row in rows] == [row["reconstructed"] for row in told["en"]]
    assert all(told[lang][0]["text"] != told["en"][0]["text"] for lang in LANGUAGES if lang != "en")
    assert not any("edition." in row["title"] + row["text"] for rows in told.values() for row in rows)


def test_a_sword_of_toledo_says_whether_what_it_is_forged_from_is_known() -> None:
    doubted = reconstructed(known("toledo"), texts_of("toledo", "de"))["sword"]
    assert doubted["3"] == "Metall und Edelsteine"
    assert doubted.keys().isdisjoint({"2", "4", "8", "15"}), "public pages tell what these are forged from"
