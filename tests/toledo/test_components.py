"""The component data: totals, provenance, and an owner's values."""
import json
import os
import subprocess
import sys
import tomllib

import pytest

import tafelrunde as tr
from tafelrunde.games.toledo import GAME, components
from tafelrunde.games.toledo.about import facts
from tafelrunde.kernel import BadData
from tafelrunde.match.texts import LANGUAGES, Texts


def data():
    """All built-in tables."""
    found = {}
    for name in components.FILES:
        found |= components.read(components.FOLDER / f"{name}.toml")
    return found


def test_the_totals_are_those_of_the_box():
    made = components.load()
    assert (len(made.cards), len(made.swords), made.metal, made.gems, sum(made.masters), len(made.paintings)) == \
        (84, 19, 23, 20, 16, 6)
    assert [space.step for space in made.spaces] == list(range(1, 20))
    assert {space.step: space.printed for space in made.spaces if space.printed} == \
        {5: "tavern", 9: "artist", 12: "tavern"}
    assert [space.price for space in made.spaces] == [1] * 7 + [3] * 7 + [5] * 5
    assert made.gates == (20, 21)


def test_money_cards_have_values_and_pictures_in_even_shares():
    cards = components.load().cards
    assert [sum(card.value == v for card in cards) for v in range(1, 7)] == [14] * 6
    shares = {b: sum(card.background == b for card in cards) for b in ("purple", "brown", "teal", "neutral")}
    assert shares == {"purple": 24, "brown": 24, "teal": 24, "neutral": 12}
    assert sum(card.clear == "attacker" for card in cards) == 42
    card = next(card for card in cards if card.id == "M4-07")
    assert (card.value, card.background, card.clear) == (4, "brown", "defender")


def test_the_recipes_that_are_known():
    recipes = {sword.value: (sword.metal, sword.gems) for sword in components.load().swords}
    assert (recipes[2], recipes[4], recipes[8], recipes[15]) == ((1, 0), (1, 1), (2, 2), (4, 4))
    assert {7, 12} <= recipes.keys()


@pytest.mark.parametrize(("key", "value", "what"), [
    ("card", [{"value": 1, "background": "purple", "clear": "attacker", "copies": 83}], "cards: there must be 84"),
    ("card", [{"value": 7, "background": "purple", "clear": "attacker", "copies": 84}], "card 1: value"),
    ("card", [{"value": 1, "background": "pink", "clear": "attacker", "copies": 84}], "card 1: background"),
    ("card", [{"value": 1, "background": "teal", "clear": "both", "copies": 84}], "card 1: clear"),
    ("card", [{"value": 1, "background": "teal", "clear": "attacker", "copies": 0}], "card 1: copies"),
    ("card", {}, "card: expected an array"), ("card", [], "card: expected an array"),
    ("sword", [{"value": 2, "metal": 1, "gems": 0, "copies": 18}], "swords: there must be 19"),
    ("sword", [{"value": 2, "metal": 0, "gems": 0, "copies": 19}], "forged from something"),
    ("sword", [{"value": 2, "metal": 1, "gems": 0, "copies": 9}] * 2, "another recipe"),
    ("masters", {"purple": 4, "brown": 4, "teal": 4, "movement": 5}, "masters: there must be 16"),
    ("masters", {"purple": 4, "brown": 4, "teal": 8}, "masters: movement"),
    ("masters", {"purple": 4, "brown": 4, "teal": 4, "movement": 4, "pink": 0}, "pink"),
    ("stock", {"metal": 22, "gems": 20}, "metal: there must be 23"),
    ("stock", {"metal": 23, "gems": 21}, "gems: there must be 20"),
    ("stock", {"metal": 23, "gems": "20"}, "stock: gems"), ("stock", 5, "stock: expected a table"),
    ("paintings", [3, 3, 2, 2, 1], "paintings: there must be 6"), ("paintings", [1, 2, 3, 1, 1, 1], "on top"),
    ("paintings", ["3"], "paintings: expected"), ("gates", [20], "gates"), ("gates", [19, 20], "gates"),
    ("printed", [{"kind": "tavern", "step": 5, "circles": 2}], "two taverns and one artist"),
    ("printed", [{"kind": "tavern", "step": 5, "circles": 2}] * 2, "printed on step 5"),
    ("printed", [{"kind": "tavern", "step": 25, "circles": 2}], "printed 1: step"),
    ("printed", [{"kind": "inn", "step": 5, "circles": 2}], "printed 1: kind"),
    ("row", [{"first": 1, "last": 7, "price": 1}], "19 spaces"),
    ("row", [{"first": 1, "last": 7, "price": 1}, {"first": 9, "last": 19, "price": 3}], "row 2: it must begin"),
    ("row", [{"first": 1, "last": 7, "price": 3}, {"first": 8, "last": 19, "price": 1}], "must cost more"),
])
def test_wrong_values_are_refused_by_name(key, value, what):
    with pytest.raises(BadData, match=what):
        components.checked({**data(), key: value})


OWN = """
gates = [20, 20]
paintings = [3, 3, 2, 2, 1, 1]
card = [
    { value = 1, background = "teal", clear = "attacker", copies = 20 },
    { value = 2, background = "brown", clear = "defender", copies = 20 },
    { value = 4, background = "neutral", clear = "attacker", copies = 22 },
    { value = 6, background = "purple", clear = "attacker", copies = 22 },
]
sword = [
    { value = 3, metal = 1, gems = 0, copies = 10 },
    { value = 9, metal = 2, gems = 2, copies = 9 },
]
"""

PLAY = """
import json, random
import tafelrunde as tr
from tafelrunde.games.toledo import GAME
from tafelrunde.games.toledo.about import facts
m = tr.new("toledo", players=3, seed=4, options={"turn_cap": "50"})
choice = random.Random(4)
while not m.over:
    m.play(choice.choice(m.legal(m.pending[0])))
assert tr.replay(m.record()).record() == m.record()
assert GAME.position(GAME.load(m.position())) == m.position()
at = m.position()
print(json.dumps({"options": at["options"], "record": m.record(), "swords": at["swords_left"],
                  "home": str(GAME.compiled.home), "own": [f.id for f in facts() if f.kinds == ("own",)]}))
"""


def in_another_process(program, own=None):
    environment = {key: value for key, value in os.environ.items() if key != components.OWN}
    if own is not None:
        environment[components.OWN] = str(own)
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)


def test_a_persons_own_values_can_be_played_with(tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text(OWN, "utf-8")
    ran = in_another_process(PLAY, own)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert set(told["swords"]) <= {3, 9}
    assert told["options"]["values"].startswith("own-")
    assert told["own"] == ["first_gate", "second_gate", "card_values", "card_copies", "duel_pictures", "swords",
                           "recipes_known", "recipes_other", "paintings"]
    # Compiled code for other values is stored elsewhere, and a record with them is refused here.
    assert told["home"] != str(GAME.compiled.home)
    with pytest.raises(tr.TafelrundeError, match="values"):
        tr.replay(told["record"])


@pytest.mark.parametrize(("text", "what"), [
    ("paintings = [3]", "mine.toml: paintings: there must be 6"), ("painting = [3]", "unknown key 'painting'"),
    ("paintings = [", "mine.toml: cannot be read")])
def test_own_values_that_are_wrong_are_refused_with_the_files_name(tmp_path, text, what):
    own = tmp_path / "mine.toml"
    own.write_text(text, "utf-8")
    with pytest.raises(BadData, match=what):
        components.load(own)


def test_own_values_that_are_not_there_are_refused(tmp_path):
    with pytest.raises(BadData, match=r"nowhere\.toml: cannot be read"):
        components.load(tmp_path / "nowhere.toml")


def test_every_table_says_where_it_comes_from():
    tables = data()
    rows = [row for key in ("row", "printed", "sword") for row in tables[key]]
    assert all(row["provenance"] and row["confidence"] for row in rows)
    assert {fact.id for fact in facts() if "reconstructed" in fact.kinds} == \
        {"rows", "artist", "second_gate", "card_copies", "duel_pictures", "recipes_other", "third_colour"}
    for lang in LANGUAGES:
        texts = Texts(GAME, lang)
        for fact in facts():
            assert " " in texts.say(f"about.{fact.id}")
            assert fact.kinds
            assert all(texts.find(f"provenance.{kind}") for kind in fact.kinds)


def test_the_data_files_are_read_as_they_are_written():
    for name in components.FILES:
        assert tomllib.loads((components.FOLDER / f"{name}.toml").read_text("utf-8"))
