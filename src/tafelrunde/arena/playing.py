"""Playing one game of a tournament: the part that is sent to other processes and machines."""
from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter

from ..bots import Bot, Observation, make
from ..bots.machines import MACHINES, Part, may_compile
from ..bots.net.master import compile_net
from ..games import find
from ..kernel import Game
from ..match.fairness import secret_from
from ..match.match import Match
from .tournament import Task, Tournament


@dataclass(frozen=True)
class SeatResult:
    """A seat's result: its points, its place (ties share one), its share of the win, and the
    seconds of each decision.
    """

    bot: str
    points: int
    standing: int
    place: int
    win: float
    seconds: list[float] = field(default_factory=list[float])


@dataclass(frozen=True)
class GameResult:
    """One finished game."""

    task: Task
    seats: list[SeatResult]
    decisions: int
    seconds: float
    notes: list[str]
    record: str


def prepare(game: Game, bots: tuple[str, ...]) -> None:
    """Have the rules compiled if any of the bots searches."""
    if may_compile() and any(b.split(":")[0] not in ("random", "outside") for b in bots):
        for part in Part:
            MACHINES.get(game, part, wait=True)
        if any(b.split(":")[0] == "master" for b in bots):
            compile_net(game)


def play_game(tournament: Tournament, task: Task, keep_record: bool = False) -> GameResult:
    """Play one game to its end."""
    game = find(tournament.game)
    seating = tournament.seatings[task.seating]
    prepare(game, seating)
    match = Match.begin(game, tournament.players, tournament.options,
                        secret_from(f"arena {tournament.seed} {task.deal}"))
    bots: list[Bot] = []
    try:
        for seat, level in enumerate(seating):
            seed = hash_of(tournament.seed, task.deal, task.seating, seat)
            bots.append(make(level, game, seed, threads=tournament.threads))
        return _played(match, bots, seating, task, keep_record)
    finally:
        for bot in bots:
            bot.close()


def _played(match: Match, bots: list[Bot], seating: tuple[str, ...], task: Task, keep_record: bool) -> GameResult:
    began = perf_counter()
    seconds: list[list[float]] = [[] for _ in bots]
    notes: list[str] = []
    while not match.over:
        seat = match.pending[0]
        observation = Observation.of(match, seat)
        asked = perf_counter()
        action = bots[seat].decide(observation)
        seconds[seat].append(perf_counter() - asked)
        if bots[seat].note:
            match.comment(bots[seat].note)
            notes.append(f"seat {seat}: {bots[seat].note}")
        match.play(action, seat=seat)
    standings = [int(match.game.law.standing(match.state, p)) for p in range(match.players)]
    winners = standings.count(max(standings))
    seats = [SeatResult(seating[p], match.scores[p], standings[p], 1 + sum(s > standings[p] for s in standings),
                        1 / winners if standings[p] == max(standings) else 0.0, seconds[p])
             for p in range(match.players)]
    return GameResult(task, seats, match.decisions, perf_counter() - began, notes,
                      match.record() if keep_record else "")


def hash_of(*numbers: int) -> int:
    """A seed from some numbers, the same on every machine."""
    found = 0
    for n in numbers:
        found = (found * 1000003 + n + 1) % (1 << 61)
    return found
