"""A table makes the two blank cards of König & Intrigant its own: in the form, refused where it
cannot be, and on the table.
"""
from __future__ import annotations

from typing import Any

BOTS = "Bots auf den anderen Plätzen"
CUSTOM = "Nach der Anleitung beginnt der jüngste Spieler"


def test_a_table_fills_in_a_blank_card_and_plays_with_it(open_table: Any) -> None:
    table = open_table(lang="de")
    page = table.page
    page.locator("[data-game=king_and_intriguer]").click()
    page.locator(".create summary").click()
    page.locator(".create .seg").first.get_by_text("2", exact=True).click()
    assert CUSTOM in page.locator(".mod", has_text="Wer beginnt").inner_text(), "the book's custom is told"
    made = page.get_by_test_id("entries-blank_cards")
    made.get_by_role("button", name="Hinzufügen").click()
    made.get_by_label("Zahl", exact=True).fill("60")
    made.get_by_label("Name", exact=True).fill("Überfall")
    assert made.get_by_label("Wie viele").count() == 0, "13 has no number"
    made.get_by_label("Sonderaktion von").select_option("50")
    made.get_by_label("Wie viele").fill("1")
    made.get_by_label("Caballeros an den Hof").fill("3")
    page.get_by_role("switch", name=BOTS, exact=True).click()
    page.get_by_test_id("create").click()
    page.get_by_role("alert").get_by_text("Players Edition").wait_for()
    page.get_by_role("switch", name="Players Edition", exact=True).click()
    page.get_by_test_id("create").click()
    page.get_by_role("alert").get_by_text("Zahl 60 gibt es schon").wait_for()
    made.get_by_label("Zahl", exact=True).fill("93")
    page.get_by_test_id("create").click()
    page.wait_for_url("**/t/*")
    card = page.get_by_test_id("draft").get_by_role("button", name="93 (Überfall)")
    card.get_by_text("Überfall", exact=True).wait_for()
    assert "schicken alle, du zuletzt, je 1 eigenen Caballero" in card.inner_text()
