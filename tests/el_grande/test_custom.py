"""An owner's values: checked on load, played with, and named in records."""
import pytest
from harness import Table, check_positions, check_record

import tafelrunde as tr
from tafelrunde.games.el_grande import GAME
from tafelrunde.games.el_grande.custom import build
from tafelrunde.kernel import BadData

OWN = """
[[power]]
value = 13
court = 1

[[card]]
id = "audience"
copies = 3
name = { en = "Royal Favour" }

[[card]]
id = "levy"
copies = 2

[[modifier]]
id = "mod_plus_3"
value = 4
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "my_cards.toml"
    path.write_text(OWN, "utf-8")
    return build(path)


def test_own_values_are_played_with(own):
    match = Table(4).match(own, 1)
    assert match.position()["options"]["values"].startswith("own-")
    cards = [c for deck in match.position()["decks"].values() for c in deck] + match.position()["open_cards"]
    assert (cards.count("audience"), cards.count("levy")) == (3, 2)
    assert match.texts("en").word("card",
                                  own.actions.names.index("card audience") - own.actions.first.CARD) == "Royal Favour"
    check_record(own, Table(3), 2)
    check_positions(own, Table(3, {"modules": ["power_shift"]}), 2, every=7)


def test_the_thirteen_brings_one_to_court_only_with_own_values(own):
    for game, first in ((own, "court"), (GAME, "card")):
        match = Table(4).match(game, 1)
        seat = match.pending[0]
        match.play("power 13", seat=seat)
        for value in (3, 2, 1):
            match.play(f"power {value}", seat=match.pending[0])
        assert match.legal(seat)[0].split()[0] == first


def test_the_house_has_no_mark_and_refuses_records_of_own_values(own):
    record = Table(4).match(own, 1).record()
    assert "values" not in tr.new("el_grande", seed=1).position()["options"]
    with pytest.raises(tr.BadRecord, match="no option 'values'"):
        tr.replay(record)


def test_the_same_values_are_the_same_game(own, tmp_path):
    path = tmp_path / "my_cards.toml"
    assert build(path) is own
    assert build(str(path)) is own


@pytest.mark.parametrize(("values", "message"), [
    ({}, "nothing in it"),
    ({"cards": []}, "cards: there is no such table"),
    ({"card": {"id": "levy"}}, "expected a list of entries"),
    ({"card": [{"copies": 2}]}, "every entry needs its 'id'"),
    ({"card": [{"id": "tarot"}]}, "'tarot': there is no such card"),
    ({"card": [{"id": "levy", "deck": 3}]}, "'deck' cannot be changed"),
    ({"card": [{"id": "levy", "copies": -1}]}, "levy: copies: expected a number from 0 to 10"),
    ({"card": [{"id": "levy", "place": 99}]}, "levy: place"),
    ({"card": [{"id": "levy", "copies": 0}]}, "deck 2 has 9 cards"),
    ({"card": [{"id": "levy", "steps": [{"verb": "dance"}]}]}, "'dance' is none of the verbs"),
    ({"card": [{"id": "levy", "steps": [{"verb": "levy"}]}]}, "'levy' needs 'n'"),
    ({"card": [{"id": "levy", "steps": [{"verb": "levy", "n": 3, "m": 1}]}]}, "no parameter 'm'"),
    ({"card": [{"id": "levy", "steps": [{"verb": "move"}]}]}, "'move' needs"),
    ({"card": [{"id": "levy", "steps": [{"verb": "king", "to": "rome"}]}]}, "expected one of any, adjacent"),
    ({"card": [{"id": "levy", "steps": [{"verb": "score", "which": "values"}]}]}, "needs 'values'"),
    ({"card": [{"id": "levy", "steps": [{"verb": "hold_veto"}]}]}, "no other card"),
    ({"card": [{"id": "levy", "steps": "levy"}]}, "at most 2 steps"),
    ({"card": [{"id": "veto", "copies": 3}]}, "exactly two"),
    ({"card": [{"id": "your_majesty", "copies": 2}]}, "exactly one"),
    ({"modifier": [{"id": "mod_plus_3", "value": 40}]}, "mod_plus_3: value"),
    ({"modifier": [{"id": "mod_plus_3", "ability": [{"verb": "tile"}]}]}, "'tile' is none of the verbs"),
    ({"power": [{"value": 14, "court": 1}]}, "14: there is no such power"),
    ({"power": [{"value": 1, "court": "six"}]}, "power 1: court"),
    ({"region": [{"id": "toledo", "table_4_5": [7, 4]}]}, "three places"),
    ({"region": [{"id": "galicia", "neighbours": ["toledo"]}]}, "not the other way round|is its neighbour"),
    ({"region": [{"id": "galicia", "borders": ["spain"]}]}, "borders"),
    ({"tile": [{"id": "8-4-0", "table": [8, -4, 0]}]}, "8-4-0: table"),
])
def test_what_cannot_be_is_refused_by_name(values, message):
    with pytest.raises(BadData, match=message):
        build(values)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(BadData, match=r"none\.toml: cannot be read"):
        build(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[[card", "utf-8")
    with pytest.raises(BadData, match=r"broken\.toml: cannot be read"):
        build(broken)


@pytest.mark.rule("EG-5.1", "EG-12.3")
def test_a_move_that_must_be_made_goes_on_as_far_as_possible():
    """With own values: an ability that moves two opposing caballeros, and one of them is all there
    is.
    """
    game = build({"modifier": [{"id": "mod_plus_3", "ability": [{"verb": "move", "opposing": 2, "must": True}]}]})
    keys = {"game": "el_grande", "players": 3, "phase": "turns", "turn": 0, "played": [13, 2, 1], "king": "castilla",
            "grandes": ["toledo"] * 3, "court": [5, 5, 5], "modifiers": [[], [], []],
            "options": {"modules": ["power_shift"]},
            "played_modifiers": ["mod_plus_3", None, None], "open": {"decision": "ability", "seat": 0}}
    for counts, left in (([0, 1, 0], 0), ([0, 2, 1], 1)):
        s = game.load({**keys, "regions": {"granada": counts}})
        for action in ("ability", "take 1 granada", "to castillo"):
            # A lone `take` has happened by itself
            if game.actions.id(action) in game.legal_ids(s, 0):
                game.driver.play(s, 0, game.actions.id(action), game.mask())
        assert s.castillo[1] == 1
        offered = [game.actions.name(a) for a in game.legal_ids(s, 0)]
        assert all(a.startswith("take" if left else "card") for a in offered), offered
        assert "done" not in offered
