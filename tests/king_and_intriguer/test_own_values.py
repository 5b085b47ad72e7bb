"""A person's own values: checked on load, played with, and named in records."""
import json
import os
import subprocess
import sys
from random import Random

import pytest
from harness import Table, check_why_not, play_on

from tafelrunde.games.king_and_intriguer.custom import build
from tafelrunde.games.king_and_intriguer.sources import OWN, merged, printed
from tafelrunde.kernel import BadData
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.match import Match
from tafelrunde.match.records import parse
from tafelrunde.match.replaying import rebuild
from tafelrunde.match.texts import Texts

PLAYED = """
import json, sys
import tafelrunde as tr
from tafelrunde.games.king_and_intriguer.tables import CARD, TO_COURT
match = tr.new("king_and_intriguer", players=3, seed=1)
again = tr.replay(match.record())
print(json.dumps({"court": int(TO_COURT[CARD["150"]]), "name": match.texts("en").word("card", CARD["150"]),
                  "options": match.position()["options"], "same": again.position() == match.position()}))
"""


def test_own_values_are_played_with_and_named(tmp_path):
    path = tmp_path / "my_cards.toml"
    path.write_text('[[card]]\nid = "150"\ncourt = 3\nname = { en = "Royal Favour" }\n', "utf-8")
    done = subprocess.run([sys.executable, "-c", PLAYED], env={**os.environ, OWN: str(path)}, capture_output=True, text=True,
                          check=True)
    said = json.loads(done.stdout)
    assert (said["court"], said["name"], said["same"]) == (3, "150 (Royal Favour)", True)
    assert said["options"]["values"].startswith("own-")


def test_the_house_has_no_mark():
    from tafelrunde.games.king_and_intriguer import GAME
    from tafelrunde.games.king_and_intriguer.fields import SWITCHES

    assert [option.name for option in GAME.options] == ["short", "players_edition", "extra_cards", "start", *SWITCHES.rows]
    assert GAME.own_words == {}


@pytest.mark.parametrize(("own", "said"), [
    ({"card": [{"id": "150", "court": 99}]}, "card 150: court"),
    ({"card": [{"id": "155", "court": True}]}, "card 155: court"),
    ({"card": [{"id": "7", "court": 1}]}, "there is no such card"),
    ({"card": [{"id": "10", "must": True}]}, "'must' cannot be changed"),
    ({"card": [{"court": 1}]}, "every entry needs its 'id'"),
    ({"card": {"id": "10"}}, "expected a list"),
    ({"card": [{"id": "joker", "court": 1}]}, "card joker"),
    ({"power": []}, "there is no such table"),
])
def test_what_cannot_be_is_named(own, said):
    with pytest.raises(BadData, match=said):
        merged(printed(), own)


# ------------------------------------------------------------ the two blank cards

TRIBUTE = {"value": 47, "name": {"en": "Tribute", "hu": "Adó"}, "deed": "30", "court": 2}
RAID = {"value": 93, "name": "Raid", "deed": "50", "court": 3, "n": 1, "says": "All players return 1 caballero."}


@pytest.mark.rule("KI-5.5")
def test_two_blank_cards_are_filled_in_and_played():
    game = build({"blank": [TRIBUTE, RAID]})
    match = Match.begin(game, 4, {"players_edition": True}, secret_from(1))
    assert "discard 47" in match.legal(0)
    index = game.actions.id("discard 47") - game.actions.first.DISCARD
    assert match.texts("en").word("card", index) == "47 (Tribute)"
    assert match.texts("hu").word("card", index) == "47 (Adó)"
    assert match.texts("de").word("card", index) == "47 (Tribute)"
    assert "discard 93" in match.legal(0)


@pytest.mark.rule("KI-5.5")
def test_a_blank_card_does_what_the_card_does_whose_deed_it_has():
    game = build({"blank": [TRIBUTE, RAID]})
    for seed in range(6):
        table = Table(4, {"players_edition": True})
        match = play_on(table.match(game, seed), Random(seed))
        assert rebuild(game, parse(match.record())).position() == match.position()
    said, ids = Texts(game, "en"), [game.word("card", i) for i in range(39)]
    raid, thirty = (ids.index(i) for i in ("93", "30"))
    assert said.word("card", raid, "says") == RAID["says"]
    assert said.word("card", ids.index("47"), "says") == said.word("card", thirty, "says")
    check_why_not(game, Table(4, {"players_edition": True}), 3, every=9)


def test_without_the_players_edition_blank_cards_stay_in_the_box():
    match = Match.begin(build({"blank": [TRIBUTE]}), 3, {}, secret_from(1))
    assert "discard 47" not in match.legal(0)


@pytest.mark.parametrize(("blank", "said"), [
    ({**TRIBUTE, "value": 50}, "blank 1: value: 50 is in use"),
    ({**TRIBUTE, "value": 180}, "blank 1: value: expected a number from 11 to 179"),
    ({**TRIBUTE, "value": True}, "blank 1: value"),
    ({**TRIBUTE, "court": 12}, "blank 1: court"),
    ({**TRIBUTE, "deed": "40"}, "blank 1: deed"),
    ({**TRIBUTE, "deed": "25"}, "blank 1: deed"),
    ({**TRIBUTE, "deed": "777"}, "blank 1: deed"),
    ({**TRIBUTE, "n": 99, "says": "x"}, "blank 1: n"),
    ({**TRIBUTE, "n": 2}, "blank 1: says"),
    ({**TRIBUTE, "deed": "150", "n": 2}, "blank 1: n: the deed of 150 has no number"),
    ({**TRIBUTE, "values": [4]}, "blank 1: values"),
    ({**TRIBUTE, "deed": "60", "values": [], "says": "x"}, "blank 1: values"),
    ({**TRIBUTE, "must": 1}, "blank 1: must"),
    ({**TRIBUTE, "name": ""}, "blank 1: name"),
    ({**TRIBUTE, "name": {"fr": "Impôt"}}, "blank 1: name"),
    ({**TRIBUTE, "colour": "red"}, "'colour' is not known"),
    ({k: v for k, v in TRIBUTE.items() if k != "name"}, "'name' is missing"),
    (7, "blank 1: expected keys"),
])
def test_what_a_blank_card_cannot_be_is_named_by_its_field(blank, said):
    with pytest.raises(BadData, match=said):
        build({"blank": [blank]})


def test_the_box_has_two_blank_cards():
    with pytest.raises(BadData, match="2 blank cards, not 3"):
        build({"blank": [TRIBUTE, RAID, {**TRIBUTE, "value": 48}]})
    with pytest.raises(BadData, match="blank 2: value: 47 is in use"):
        build({"blank": [TRIBUTE, {**RAID, "value": 47}]})
    with pytest.raises(BadData, match="expected a list"):
        build({"blank": {}})
