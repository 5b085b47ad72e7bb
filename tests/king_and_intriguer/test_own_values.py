"""An owner's values: checked on load, played with, and named in records."""
import json
import os
import subprocess
import sys

import pytest

from tafelrunde.games.king_and_intriguer.sources import OWN, merged, printed
from tafelrunde.kernel import BadData

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

    assert [option.name for option in GAME.options] == [
        "short", "players_edition", "extra_cards", "blank_cards", "start", *SWITCHES.rows]
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
    ({"blank": []}, "there is no such table"),
])
def test_what_cannot_be_is_named(own, said):
    with pytest.raises(BadData, match=said):
        merged(printed(), own)
