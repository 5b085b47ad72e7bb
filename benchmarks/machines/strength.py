"""`strong` on a device against the server's: the same time for both, one core each, seats in turn.

    python benchmarks/machines/strength.py TITLE GAMES [--milliseconds 400] [--results device.jsonl]

The device is the client's own code in Node (`answer.ts`); a browser runs the same engine.  One seat is the device's, the
others the server's.  Every game is written down as it ends, so a run can be interrupted; the last line sums all of them up.
"""
from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from helpers.lockstep import text  # found on the path set above
from helpers.stripped import NODE  # found on the path set above

import tafelrunde as tr  # after the path
from tafelrunde.arena.statistics import wilson
from tafelrunde.bots import Observation, device, machines, make, modules

PLAYERS = 4


class Device:
    """The client's bot, in a process of its own."""

    def __init__(self, title: str) -> None:
        module = modules.module_path(tr.game(title))
        self.process = subprocess.Popen([NODE if NODE.exists() else "node", Path(__file__).with_name("answer.ts"), module],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def decide(self, bot: Any, observation: Observation, match: str) -> tuple[int, int]:
        """The action, and how many playouts it took."""
        asked, _ = device.question(bot, observation, match)
        line = json.dumps({"question": {**asked, "root": text(asked["root"])}, "budget": device.budget(bot)})
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(line, file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        return int(answer["action"]), int(answer["simulations"])


def play(title: str, seed: int, own: Device, milliseconds: int) -> dict[str, Any]:
    """One game; the device's share of the win, and playouts a decision of both."""
    match, mine = tr.new(title, players=PLAYERS, seed=seed), seed % PLAYERS
    seated = [make(f"strong:{milliseconds}ms", match.game, 10 * seed + p, threads=1) for p in range(PLAYERS)]
    counts: dict[bool, list[int]] = {True: [], False: []}
    while not match.over:
        seat = match.pending[0]
        observation = Observation.of(match, seat)
        if seat == mine:
            action, simulations = own.decide(seated[seat], observation, f"{seed}")
            match.play(match.game.actions.name(action), seat=seat)
        else:
            match.play(seated[seat].decide(observation), seat=seat)
            simulations = seated[seat].thought.simulations  # type: ignore[attr-defined]
        if simulations:
            counts[seat == mine].append(simulations)
    standings = [match.game.law.standing(match.state, p) for p in range(PLAYERS)]
    first = standings.count(max(standings))
    won = 1 / first if standings[mine] == max(standings) else 0.0
    means = [sum(c) / max(1, len(c)) for c in (counts[True], counts[False])]
    return {"title": title, "seed": seed, "milliseconds": milliseconds, "won": won, "device": means[0], "server": means[1]}


def main() -> None:
    """Play on from where the results end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("games", type=int)
    parser.add_argument("--milliseconds", type=int, default=400)
    parser.add_argument("--results", type=Path, default=Path("device.jsonl"))
    asked = parser.parse_args()
    lines = asked.results.read_text("utf-8").splitlines() if asked.results.exists() else []
    rows = [row for row in map(json.loads, lines) if (row["title"], row["milliseconds"]) == (asked.title, asked.milliseconds)]
    machines.MACHINES.get(tr.game(asked.title), wait=True)
    own = Device(asked.title)
    for seed in range(len(rows), asked.games):
        rows.append(play(asked.title, seed, own, asked.milliseconds))
        with asked.results.open("a", encoding="utf-8") as out:
            print(json.dumps(rows[-1]), file=out)
    won = sum(row["won"] for row in rows)
    low, high = wilson(won, len(rows))
    playouts = [sum(row[who] for row in rows) / len(rows) for who in ("device", "server")]
    print(f"{asked.title}: {len(rows)} games at {asked.milliseconds} ms: the device won {100 * won / len(rows):.1f} % "
          f"({100 * low:.1f}–{100 * high:.1f}), fair is 25 %; playouts a decision: {playouts[0]:,.0f}, server {playouts[1]:,.0f}")


if __name__ == "__main__":
    main()
