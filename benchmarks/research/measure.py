"""Single environments and batches next to other libraries', in one run on one machine.
docs/research.md quotes this.

    python benchmarks/research/measure.py [seconds for each] [title …]

Every environment is stepped from Python with random legal actions, as its documentation does it.
Rates are decisions a second of processor time, all threads counted, so they are rates per core.
What is not installed is left out and named.
"""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.cli.common import usual_players
from tafelrunde.kernel import seed_generator

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from peers import Play, catanatron, connect_four, machine, open_spiel, pgx_batch, rate, turn_by_turn

GAMES = 1024
BARE = "bare compiled rules"


def usual(title: str) -> int:
    return usual_players(tr.game(title))


def bare(title: str) -> Play:
    """Whole random games in the compiled loop: the measure for batches."""
    game = tr.game(title)
    configured = game.configured(usual(title))
    return lambda seed: int(game.compiled.play_seeds(configured, 100 * seed, 100)[0].sum())


def interpreted(title: str) -> Play:
    """Whole random games in the interpreter."""
    game = tr.game(title)
    configured = game.configured(usual(title))

    def play(seed: int) -> int:
        s = configured.clone()
        s.rng = seed_generator(seed)
        game.law.setup(s)
        return int(game.driver.play_randomly(s, game.mask())[0])

    return play


def batch(title: str, look: str = "") -> Play:
    """`Batch.step` on one core with actions that it draws itself; then the other operations."""
    from tafelrunde.research import Batch

    games = Batch(title, usual(title), GAMES, threads=1)

    def play(seed: int) -> int:
        games.step(games.random_actions())
        if look:
            assert len(games.observe(look)) == len(games.legal)
        return GAMES

    return play


def given(title: str) -> Play:
    """`Batch.step` alone, on one core: it is stepped with actions drawn before, from games that are
    put back again.
    """
    from tafelrunde.research import Batch

    games = Batch(title, usual(title), GAMES, threads=1)
    for _ in range(50):
        games.step(games.random_actions())
    begun, actions, twin = games.clone(), [], games.clone()
    for _ in range(200):
        actions.append(twin.random_actions())
        twin.step(actions[-1])

    def play(seed: int) -> int:
        walked = begun.clone()
        for chosen in actions:
            walked.step(chosen)
        return GAMES * len(actions)

    return play


def gymnasium_single(title: str) -> Play:
    """Gymnasium's interface with random opponents; everybody's decisions are counted."""
    import gymnasium

    import tafelrunde.research.gymnasium  # noqa: F401  # it registers the environments

    env: Any = gymnasium.make(f"tafelrunde/{title}-v0", players=usual(title)).unwrapped

    def play(seed: int) -> int:
        seen, _ = env.reset(seed=seed)
        choice, over = np.random.default_rng(seed), False
        while not over:
            seen, _, over, _, _ = env.step(int(choice.choice(np.flatnonzero(seen["action_mask"]))))
        return int(env.single.batch.steps)

    return play


def our_pettingzoo(title: str) -> Play:
    from tafelrunde.research import pettingzoo

    return turn_by_turn(pettingzoo.env(title, players=usual(title)))


def our_openspiel(title: str) -> Play:
    import tafelrunde.research.openspiel  # noqa: F401  # it registers the games

    return open_spiel(f"tafelrunde_{title}", {"players": usual(title), "chance": "sampled"})


OURS: list[tuple[str, Callable[[str], Play]]] = [
    (BARE, bare),
    (f"Batch.step of {GAMES:,}", given),
    ("… that draws the actions too", batch),
    ("… and writes masks and observations", lambda title: batch(title, "seat")),
    ("interpreted rules", interpreted),
    ("Gymnasium, random opponents", gymnasium_single),
    ("PettingZoo, turn by turn", our_pettingzoo),
    ("OpenSpiel, sampled chance", our_openspiel),
]
OTHERS: list[tuple[str, Callable[[], Play]]] = [
    ("OpenSpiel gin_rummy (C++)", lambda: open_spiel("gin_rummy")),
    ("OpenSpiel backgammon (C++)", lambda: open_spiel("backgammon")),
    ("PettingZoo connect four", connect_four),
    ("Catanatron", catanatron),
    *((f"Pgx {name}, batch of {GAMES:,}", lambda name=name: pgx_batch(name, GAMES))
      for name in ("backgammon", "connect_four", "leduc_holdem", "go_9x9")),
]


def measured(make: Callable[[], Play], seconds: float) -> float | str:
    try:
        return rate(make(), seconds)
    except ImportError as missing:
        return f"not installed ({missing.name})"


def ours(title: str, seconds: float) -> Iterator[str]:
    """A title's rows, with ratios to its bare speed."""
    base = 0.0
    for name, make in OURS:
        found = measured(lambda make=make: make(title), seconds)
        base = float(found) if name == BARE else base
        share = "" if isinstance(found, str) else f"{found / base:.1%}"
        yield f"| {title}: {name} | {found if isinstance(found, str) else f'{found:,.0f}'} | {share} |"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(f"{machine()}\n\n| what | decisions/s | of the bare speed |\n|---|---|---|", flush=True)
    for title in sys.argv[2:] or tr.games():
        for row in ours(title, seconds):
            print(row, flush=True)
    for name, make in OTHERS:
        found = measured(make, seconds)
        print(f"| {name} | {found if isinstance(found, str) else f'{found:,.0f}'} | |", flush=True)


if __name__ == "__main__":
    main()
