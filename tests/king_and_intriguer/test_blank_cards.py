"""The two blank cards of the Players Edition, filled in by the table (KI-5.5)."""
import json
from random import Random

import pytest
from harness import Table, check_record, check_undo, check_why_not, play_on

import tafelrunde as tr
from tafelrunde.games.king_and_intriguer.blanks import EXAMPLES, OPTION, STEP
from tafelrunde.games.king_and_intriguer.picture import draw
from tafelrunde.kernel import BadOptions
from tafelrunde.match.texts import LANGUAGES

GAME = tr.game("king_and_intriguer")
TRIBUTE = {"value": 47, "name": "Tribute", "deed": "30", "court": 2}
RAID = {"value": 93, "name": "Razzia ő", "deed": "50", "court": 3, "n": 1}


def table(*cards, players=4, **options):
    return Table(players, {"players_edition": True, "blank_cards": list(cards), **options})


def laid(match, whims, wanted):
    """Play at random until a seat may lay a card, and lay it; random games that never come there
    are begun again.
    """
    while not match.over:
        for seat in match.pending:
            if f"action {wanted}" in match.legal(seat):
                match.play(f"action {wanted}", seat)
                return seat
        seat = match.pending[0]
        kept = [a for a in match.legal(seat) if a != f"discard {wanted}"]
        match.play(whims.choice(kept), seat)
    return None


@pytest.mark.rule("KI-5.5")
def test_both_are_offered_to_everybody_with_their_names():
    match = tr.new("king_and_intriguer", players=4, seed=1, options=table(TRIBUTE, RAID).options)
    for seat in range(4):
        assert {"discard blank_1", "discard blank_2"} <= {*match.legal(seat)}
    assert match.texts("en").named("card", "blank_1") == "47 (Tribute)"
    assert match.texts("de").named("card", "blank_2") == "93 (Razzia ő)"
    assert match.texts("hu").named("card", "blank_2", "acc") == "a 93-ast (Razzia ő)"


@pytest.mark.rule("KI-5.5", "KI-2.2")
def test_its_number_decides_the_order_and_its_court_how_many_come():
    match = tr.new("king_and_intriguer", players=2, seed=4, options=table(
        {**TRIBUTE, "value": 179, "court": 4}, players=2).options)
    seat = laid(match, Random(1), "blank_1")
    assert seat is not None
    while match.position()["phase"] == "cards":
        match.play(next(a for a in match.legal(match.pending[0]) if a not in ("action 180", "action joker")), match.pending[0])
    position = match.position()
    assert position["turn"] == seat, "179 is above every card but 180"
    assert position["open"] == {"decision": "court", "seat": seat, "card": "blank_1", "parts": [], "free": False, "part": "court",
                                "left": 4}
    assert tr.load(position).position() == position


@pytest.mark.rule("KI-5.5")
@pytest.mark.parametrize(("card", "happens"), [(TRIBUTE, "whole court"), ({**TRIBUTE, "n": 1}, "1 caballero")])
def test_it_does_what_the_card_does_whose_deed_it_has(card, happens):
    position = {"game": "king_and_intriguer", "players": 3, "options": {"players_edition": True, "blank_cards": [card]},
                "played": ["blank_1", 20, 10], "court": [1, 3, 4], "hands": [[30, 40], [50, 60], [70, 80]],
                "round": 7, "open": {"decision": "menu", "card": "blank_1"}}
    match = tr.load(position)
    match.play("action")
    courts = match.position()["court"]
    assert courts == ([1, 2, 3] if "n" in card else [1, 0, 0])
    assert happens in match.texts("en").named("card", "blank_1", "says")


@pytest.mark.rule("KI-5.5")
@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_whole_games_replay_load_and_know_why_not(number):
    played = table(*EXAMPLES[number], players=2 + number % 4)
    check_record(GAME, played, number)
    check_why_not(GAME, played, number, every=9)
    check_undo(GAME, played, number)


@pytest.mark.rule("KI-5.5")
def test_a_record_names_them_and_a_game_with_them_can_be_drawn():
    match = play_on(table(TRIBUTE, RAID).match(GAME, 5), Random(5))
    record = match.record()
    assert json.dumps(RAID, ensure_ascii=False) in record
    again = tr.replay(record)
    assert again.texts("cs").named("card", "blank_1") == "47 (Tribute)"
    early = tr.new("king_and_intriguer", players=3, seed=1, options=table(TRIBUTE, RAID).options)
    for name in ("Tribute", "Razzia ő", "93"):
        assert name in draw(early.view(0), seat=0, lang="hu")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_deed_says_what_it_does_with_a_number_of_its_own(lang):
    numbered, scored = (slot.only[1] for slot in OPTION.slots if slot.only)
    for deed in STEP:
        more = {"n": 4} if deed in numbered else {"points": ["4", "7"]} if deed in scored else {}
        entry = {**TRIBUTE, "deed": deed, **more}
        said = tr.new("king_and_intriguer", players=3, seed=1, options=table(entry).options).texts(lang)
        text = said.named("card", "blank_1", "says")
        assert text.endswith(".")
        assert "{" not in text
        assert not more or ("4, 7" in text if deed in scored else "4" in text), text
        assert more or text == said.named("card", deed, "says")


@pytest.mark.parametrize(("cards", "field", "why"), [
    ([{**TRIBUTE, "value": 50}], "0.value", "50 is in use already"),
    ([TRIBUTE, {**RAID, "value": 47}], "1.value", "47 is in use already"),
    ([{**TRIBUTE, "value": 180}], "0.value", "a number from 11 to 179"),
    ([{**TRIBUTE, "value": True}], "0.value", "a number from 11 to 179"),
    ([{**TRIBUTE, "court": 12}], "0.court", "a number from 0 to 9"),
    ([{**TRIBUTE, "deed": "40"}], "0.deed", "one of 13, 15"),
    ([{**TRIBUTE, "deed": "25"}], "0.deed", "one of 13, 15"),
    ([{**TRIBUTE, "deed": "113"}], "0.deed", "one of 13, 15"),
    ([{**TRIBUTE, "n": 99}], "0.n", "a number from 1 to 9"),
    ([{**TRIBUTE, "deed": "150", "n": 2}], "0.n", "it goes with deed"),
    ([{**TRIBUTE, "points": ["4"]}], "0.points", "it goes with deed"),
    ([{**TRIBUTE, "deed": "60", "points": []}], "0.points", "some of 4, 5, 6, 7"),
    ([{**TRIBUTE, "deed": "60", "points": ["8"]}], "0.points", "some of 4, 5, 6, 7"),
    ([{**TRIBUTE, "name": " "}], "0.name", "1 to 20 characters"),
    ([{**TRIBUTE, "name": "x" * 21}], "0.name", "1 to 20 characters"),
    ([{**TRIBUTE, "name": "a\u0007b"}], "0.name", "1 to 20 characters"),
    ([{**TRIBUTE, "colour": "red"}], "0", "'colour' is not known"),
    ([{k: v for k, v in TRIBUTE.items() if k != "name"}], "0.name", "expected 1 to 20 characters that can be seen; it is missing"),
    ([7], "0", "expected an object"),
    ([TRIBUTE, RAID, {**TRIBUTE, "value": 48}], "", "up to 2 entries"),
    ("Tribute", "", "up to 2 entries"),
])
def test_what_a_blank_card_cannot_be_is_named_by_its_field(cards, field, why):
    with pytest.raises(BadOptions) as refused:
        GAME.configured(4, {"players_edition": True, "blank_cards": cards})
    where, _, reason = str(refused.value).partition(": ")
    assert where == ".".join(filter(None, ["options.blank_cards", field]))
    assert why in reason


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_is_told_in_every_language(lang):
    texts = tr.new("king_and_intriguer", players=3, seed=1).texts(lang)
    for given, edition in (([TRIBUTE], False), ([{**TRIBUTE, "value": 50}], True), ([{**TRIBUTE, "court": 12}], True),
                           ([{**TRIBUTE, "name": ""}], True), ([{**TRIBUTE, "deed": "150", "n": 2}], True),
                           ([{**TRIBUTE, "points": ["4"]}], True)):
        with pytest.raises(BadOptions) as refused:
            GAME.configured(4, {"players_edition": edition, "blank_cards": given})
        said = texts.clash(refused.value)
        assert said.endswith(".")
        assert "{" not in said


def test_a_record_with_a_bad_blank_card_names_the_line():
    record = tr.new("king_and_intriguer", players=3, seed=1, options=table(TRIBUTE).options).record()
    with pytest.raises(tr.BadRecord, match=r"line 3: .*options\.blank_cards\.0\.value: 60 is in use"):
        tr.replay(record.replace('"value": 47', '"value": 60'))
