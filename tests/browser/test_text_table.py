"""The text table: whole games played through the accessibility tree alone, and questions in four
languages.
"""
from __future__ import annotations

import re
from typing import Any

import pytest
from helpers.clicking import Table
from playwright.sync_api import Page

TITLES: list[tuple[str, int, dict[str, Any]]] = [
    ("el_grande", 2, {"short": True}), ("king_and_intriguer", 2, {"short": True}), ("rheinlaender", 3, {}),
    ("toledo", 2, {"turn_cap": "25"})]


class Listener:
    """Somebody who listens to the page and types: roles, names and keys, nothing else."""

    def __init__(self, table: Table) -> None:
        self.page: Page = table.page
        self.random = table.random
        self.duty = self.page.get_by_role("region", name="What I must do")
        self.talk = self.page.get_by_role("log", name="Ask or type")

    def offered(self) -> list[str]:
        """The actions that are read out, as they are to be typed."""
        return re.findall(r'(?:button ".*|code: )\(([a-z]+(?: [\w-]+)*)\)', self.duty.aria_snapshot())

    def over(self) -> bool:
        return self.page.get_by_test_id("result").count() > 0

    def heard(self) -> str:
        return str(self.talk.aria_snapshot())

    def say(self, text: str) -> str:
        """Type a line; returns the answer."""
        before = self.heard()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        now = before
        for _ in range(4000):
            now = self.heard()
            told = re.findall(r'paragraph: "?(.*?)"?$', now, re.MULTILINE)
            if now != before and told[-1] != text:
                return "\n".join(told[-8:] if text not in told else told[len(told) - told[::-1].index(text):])
            self.page.wait_for_timeout(25)
        raise AssertionError(f"no answer to {text!r}: {now[-400:]}")


@pytest.mark.parametrize(("game", "players", "options"), TITLES)
def test_a_whole_game_through_the_accessibility_tree_alone(
        open_table: Any, game: str, players: int, options: dict[str, Any]) -> None:
    table = open_table()
    table.play_now(game, players, options)
    page = table.page
    page.keyboard.press("t")
    listener = Listener(table)
    listener.duty.wait_for()
    page.keyboard.press("/")
    done = 0
    for _ in range(5000):
        if listener.over():
            break
        offered = listener.offered()
        if not offered:
            page.wait_for_timeout(25)
            continue
        answer = listener.say(listener.random.choice(offered))
        assert "I do not understand" not in answer, answer
        if "Ready, not yet done" in answer:
            listener.say("")
            done += 1
    else:
        raise AssertionError("the game did not end")
    assert done > 10
    assert page.get_by_role("status").get_by_role("listitem").count() >= players


def test_a_move_is_read_back_and_taken_back_before_it_is_done(open_table: Any) -> None:
    table = open_table()
    table.play_now("el_grande", 3)
    page = table.page
    page.wait_for_selector("[data-testid=decision].mine")
    page.keyboard.press("t")
    listener = Listener(table)
    listener.duty.wait_for()
    page.keyboard.press("/")
    action = listener.offered()[0]
    before = table.decisions()
    assert "Ready, not yet done" in listener.say(action.upper())
    page.keyboard.press("u")
    page.get_by_role("log", name="Ask or type").get_by_text("Taken back.").wait_for()
    assert table.decisions() == before
    assert "Ready, not yet done" in listener.say(action)
    assert "Done" in listener.say("")
    table.await_decisions(before + 1)
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.locator(".boardbox [data-spot]").first.wait_for()


QUESTIONS: dict[str, dict[str, list[tuple[str, str]]]] = {
    "el_grande": {
        "en": [("regions", "Cataluña"), ("who leads GRANADA", "Granada"), ("my hand", "Power card"), ("last", "king"),
               ("cataluna", "Borders"), ("why not valencia", "EG-"), ("help", "who leads"), ("players", "in the court"),
               ("since", "king"), ("how far", "(ahead of|behind|level with) you")],
        "de": [("Regionen", "Cataluña"), ("wer fuhrt granada", "Granada"), ("meine hand", "Machtkarte"), ("zuletzt", "König"),
               ("warum nicht valencia", "EG-"), ("hilfe", "wer führt"), ("wie weit", "gleichauf|vor dir|hinter dir")],
        "hu": [("regiok", "Cataluña"), ("KI VEZET granada", "Granada"), ("lapjaim", "Hatalom"), ("utolso", "király"),
               ("miert nem valencia", "EG-"), ("sugo", "ki vezet"), ("mennyivel", "pont")],
        "cs": [("regiony", "Katalánsko"), ("kdo vede granada", "Granada"), ("moje karty", "Silová"), ("naposledy", "Král"),
               ("proc ne valencia", "EG-"), ("napoveda", "kdo vede"), ("jak daleko", "bod")]},
    "rheinlaender": {
        "en": [("centres", "Koblenz"), ("l28", "Koblenz"), ("koblenz", "left bank 28"),
               ("players", r"\d+ knights?, \d dukes?, \d bishops?, \d forts?")],
        "hu": [("kozpontok", "Koblenz"), ("l28", "Koblenz"), ("jatekosok", r"\d+ lovag, \d herceg, \d püspök, \d erőd")]},
    "toledo": {"en": [("road", "tavern"), ("space 5", "tavern"), ("swords", "metal"), ("my hand", "Card of")],
               "cs": [("cesta", "krčma"), ("mece", "kov"), ("moje karty", "obchod")]},
    "king_and_intriguer": {"en": [("regions", "Granada"), ("my hand", "court"), ("now", "aside")],
                           "de": [("regionen", "Granada"), ("meine hand", "Hof")]},
}


@pytest.mark.parametrize(("game", "lang"), [(game, lang) for game, langs in QUESTIONS.items() for lang in langs])
def test_questions_are_answered(open_table: Any, game: str, lang: str) -> None:
    table = open_table(lang=lang)
    page = table.page
    table.play_now(game, 3)
    page.wait_for_selector("[data-testid=decision].mine")
    page.keyboard.press("t")
    page.get_by_test_id("texttable").wait_for()
    page.keyboard.press("/")
    talk = page.get_by_test_id("talk")
    for question, wanted in QUESTIONS[game][lang]:
        count = talk.locator("> div").count()
        page.keyboard.type(question)
        page.keyboard.press("Enter")
        talk.locator("> div").nth(count + 1).wait_for()
        answer = talk.locator("> div").nth(count + 1).inner_text()
        assert re.search(wanted, answer, re.IGNORECASE), (question, answer)


def test_the_menu_changes_between_board_and_text(open_table: Any) -> None:
    table = open_table()
    table.play_now("toledo", 2)
    page = table.page
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Text table").click()
    page.get_by_role("heading", name="The road").wait_for()
    headings = page.get_by_role("main").get_by_role("heading", level=2).all_inner_texts()
    assert headings == ["What I must do", "What happened since my turn", "The road", "Players", "Swords and stock", "My hand"]
    page.reload()
    page.get_by_role("heading", name="The road").wait_for()  # it is kept
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Board").click()
    page.locator(".boardbox [data-spot]").first.wait_for()
