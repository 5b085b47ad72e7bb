"""Makes web/tests/fair.json: finished games with their draws, for the tests of the check in the
browser.

    python tests/match/make_fair.py
"""
import json
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from harness import play_on

import tafelrunde as tr
from tafelrunde.match.replaying import drawn_shown, recomputed

FILE = Path(__file__).parents[2] / "web" / "tests" / "fair.json"
SEEDS = {0: "0123456789abcdef0123456789abcdef", 2: "é = 1|2"}


def made(name: str, options: dict[str, str | bool]) -> dict[str, object]:
    """A finished game, as the server would send it."""
    match = play_on(tr.new(name, players=3, seed="browser", player_seeds=SEEDS, options=options), Random(1))
    match.comment("a comment is no decision")
    text = match.record()
    return {"record": text, "drawn": [drawn_shown(*one) for one in recomputed(match.game, text)]}


if __name__ == "__main__":
    games = {"rheinlaender": made("rheinlaender", {}), "toledo": made("toledo", {"turn_cap": "25"}),
             "el_grande": made("el_grande", {"short": True}), "king_and_intriguer": made("king_and_intriguer", {"short": True})}
    FILE.write_text(json.dumps(games, ensure_ascii=False, indent=1) + "\n", "utf-8")
