"""Write golden records of the open readings: each title by its defaults, and with every switch on
its alternatives.

    python tests/make_golden_readings.py      writes tests/<title>/golden/*_players_9??.txt

The other golden records stay unchanged: they show what was played before the switches.
"""
from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from harness import Table, play_on
from rheinlaender.make_golden import features as shown_in_rheinlaender
from toledo.make_golden import features as shown_in_toledo

import tafelrunde as tr
from tafelrunde.games.el_grande.fields import SWITCHES as EL_GRANDE
from tafelrunde.games.king_and_intriguer.fields import SWITCHES as KING_AND_INTRIGUER
from tafelrunde.games.rheinlaender.tables import SWITCHES as RHEINLAENDER
from tafelrunde.games.toledo.fields import SWITCHES as TOLEDO

HERE = Path(__file__).parent
MORE: dict[str, tuple[Any, dict[str, Any], tuple[int, int]]] = {
    "el_grande": (EL_GRANDE, {"modules": ["new_regent"], "alternatives": ["veto", "veto"]}, (2, 4)),
    "king_and_intriguer": (KING_AND_INTRIGUER, {"players_edition": True, "extra_cards": True}, (4, 5)),
    "rheinlaender": (RHEINLAENDER, {}, (3, 4)),
    "toledo": (TOLEDO, {"turn_cap": "25"}, (2, 3)),
}
SHOWN = {"rheinlaender": shown_in_rheinlaender, "toledo": shown_in_toledo}
"""The records of these titles say what rarely happens in them."""


def main() -> None:
    """Two tables by default, and one for every alternative of the switch that has the most."""
    for title, (switches, options, seats) in MORE.items():
        most = max(len(switches.alternatives(name)) for name in switches.rows)
        tables = [Table(n, {**options, "start": str(n - 1)}) for n in seats]
        for k in range(most):
            chosen = {name: switches.alternatives(name)[min(k, len(switches.alternatives(name)) - 1)] for name in switches.rows}
            tables += [Table(n, {**options, **chosen, "start": "0"}) for n in seats]
        for number, table in enumerate(tables, 900):
            match = play_on(table.match(tr.game(title), f"golden {number}"), Random(number))
            if title in SHOWN:
                match.comment(f"shows: {', '.join(sorted(SHOWN[title](match))) or 'nothing rare'}")
            path = HERE / title / "golden" / f"{table.players}_players_{number}.txt"
            path.write_text(match.record(), "utf-8")
            print(path.relative_to(HERE), match.decisions, match.scores)


if __name__ == "__main__":
    main()
