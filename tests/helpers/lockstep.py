"""Recorded games and trees, to be repeated by a machine that is not Python's."""
from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from harness import Table, play_on
from helpers.networks import small_network
from helpers.stripped import ROOT, node

from tafelrunde.bots import Observation
from tafelrunde.bots.looking import BREADTH, WIDTH, look
from tafelrunde.bots.machine import Machine
from tafelrunde.bots.net import layout
from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.master import GuidedTree, NetMachine
from tafelrunde.bots.net.weights import read
from tafelrunde.bots.tree import Tree
from tafelrunde.kernel import BadOptions, Game, Option, seed_generator
from tafelrunde.kernel.packing import Packing

LOCKSTEP = ROOT / "web/tests/kernels/lockstep.ts"
ITERATIONS = 60


def tables(game: Game) -> Iterator[Table]:
    """Every number of players with the usual options, and with every other value of every option
    that it can have.
    """
    for players in range(game.seats[0], game.seats[1] + 1):
        yield Table(players)
        for option in game.options:
            for value in option.others():
                options = around(game, players, {option.name: value})
                if options is not None:
                    yield Table(players, options)


def around(game: Game, players: int, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """Some options, with one more if they need one; None if this number of players cannot have
    them.
    """
    for more in ({}, *({o.name: value} for o in game.options if o.name not in wanted for value in o.others())):
        try:
            game.configured(players, wanted | more)
        except BadOptions:
            continue
        return wanted | more
    return None


def mixtures(game: Game, drawn: int = 8) -> Iterator[Table]:
    """Every number of players with as many other values at once as go together, and with some drawn
    by lot.
    """
    for players in range(game.seats[0], game.seats[1] + 1):
        for n in range(drawn + 1):
            choice = Random(f"{game.name} {players} {n}")
            left = [option for option in game.options if n == 0 or choice.random() < 0.5]
            yield Table(players, together(game, players, left, choice))


def together(game: Game, players: int, left: list[Option], choice: Random) -> dict[str, Any]:
    """A value that is not the usual one for each of these options that allows one beside the
    others.
    """
    chosen: dict[str, Any] = {}
    # An option that needs another one finds it in the second pass
    for option in 2 * choice.sample(left, len(left)):
        values = [] if option.name in chosen else option.others()
        for value in choice.sample(values, len(values)):
            try:
                game.configured(players, {**chosen, option.name: value})
            except BadOptions:
                continue
            chosen[option.name] = value
            break
    return chosen


def game_of(game: Game, table: Table, seed: int) -> dict[str, Any]:
    """A whole random game of the compiled rules: after every decision a hash of the state and of
    the actions.
    """
    fast, choice = game.compiled, Random(seed)
    s = table.state(game, seed)
    pool, mask = fast.template(s), fast.mask()
    fast.setup_at(pool, 0, mask)
    told: list[tuple[int, ...]] = []
    begun = crc32(pool.tobytes())
    while (seats := int(fast.pending_at(pool, 0))):
        seat = choice.choice([p for p in range(8) if seats >> p & 1])
        fast.legal_at(pool, 0, seat, mask)
        ids = game.actions.listed(mask.tolist())
        action = choice.choice(ids)
        fast.apply_at(pool, 0, seat, action)
        while fast.settle_once_at(pool, 0, mask):
            pass
        told.append((seats, seat, crc32(",".join(map(str, ids)).encode()), action, crc32(pool.tobytes())))
    standings = [int(game.law.standing(unpacked(game, pool.tobytes()), p)) for p in range(table.players)]
    return {"name": f"{game.name} {table}", "configured": text(Packing(game.fields).pack(table.state(game, 0))),
            "seed": seed, "begun": begun, "decisions": told, "standings": standings}


def unpacked(game: Game, content: bytes) -> Any:
    s = game.state()
    Packing(game.fields).unpack(s, content)
    return s


def text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def questions(game: Game, positions: int = 2) -> Iterator[tuple[Observation, int]]:
    """Honest observations from the middle of games, each with a seed."""
    for n in range(positions):
        match = Table(game.seats[n % 2]).match(game, n)
        play_on(match, Random(n), 11 + 40 * n)
        seat = max(match.pending, key=lambda p: len(match.legal(p)))
        yield Observation.of(match, seat), 1000 + n


def trees_of(game: Game) -> list[dict[str, Any]]:
    """What the interpreter's search and look-ahead find at some positions."""
    machine, packing, found = Machine(game), Packing(game.fields), []
    for observation, seed in questions(game):
        root, seat = observation.imagine(seed), observation.seat
        tree = Tree(machine, root, seat, observation.players, 4 * ITERATIONS)
        tree.grow(seed, ITERATIONS)
        seen = look(machine, observation.imagine(seed), seat, len(observation.ids), WIDTH, BREADTH)
        found.append({"root": text(packing.pack(root)), "seat": seat, "players": observation.players, "seed": seed,
                      "times": ITERATIONS, "links": tree.links[:tree.size], "gains": tree.gains[:tree.size],
                      "ids": observation.ids, "scores": seen.scores, "line": seen.line})
    return found


def guided_by(game: Game, content: bytes) -> list[dict[str, Any]]:
    """What the interpreter's search finds with a network at the same positions."""
    weights = read(content, features_of(game))
    machine, packing, found = NetMachine(game, weights), Packing(game.fields), []
    for observation, seed in questions(game):
        root = observation.imagine(seed)
        tree = GuidedTree(machine, root, observation.seat, observation.players, 20 * ITERATIONS)
        tree.grow(seed, ITERATIONS)
        found.append({"root": text(packing.pack(root)), "seat": observation.seat, "players": observation.players, "seed": seed,
                      "times": ITERATIONS, "net": layout.told(game, root, weights), "links": tree.links[:tree.size],
                      "gains": tree.gains[:tree.size]})
    return found


def expected(game: Game) -> dict[str, Any]:
    """Everything that is compared for a title."""
    games = [game_of(game, table, seed_generator(i) % 1000) for i, table in enumerate((*tables(game), *mixtures(game)))]
    weights = small_network(game, "judgement beside playouts")
    return {"title": game.name, "games": games, "trees": trees_of(game), "guided": guided_by(game, weights),
            "weights": text(weights)}


def in_node(paths: list[tuple[Path, Path]]) -> list[dict[str, Any]]:
    """What Node says to modules and what is expected of them."""
    arguments = [path for pair in paths for path in pair]
    return [json.loads(line) for line in node(LOCKSTEP.with_name("run.ts"), *arguments).splitlines()]
