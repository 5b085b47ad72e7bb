"""The checks of every game's tests, written once: pass a game and the configurations to try."""
from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from helpers.fuzzing import fresh
from helpers.worlds import Worlds

from tafelrunde.kernel import BadOptions, Game, TafelrundeError, difference, seed_generator
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.match import Match
from tafelrunde.match.records import parse
from tafelrunde.match.replaying import rebuild, verify

CERTAIN = ("check_golden",)
"""The checks that draw nothing; the others are properties, and their seeds are fresh under `run.py
fuzz`.
"""


@dataclass(frozen=True)
class Table:
    """A configuration to try: how many players, which options."""

    players: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        words = [f"{k}={'+'.join(map(entry, v)) if isinstance(v, list) else v}" for k, v in self.options.items()]
        return "-".join([str(self.players), *words])

    def match(self, game: Game, seed: object) -> Match:
        return Match.begin(game, self.players, self.options, secret_from(seed))

    def state(self, game: Game, seed: int) -> Any:
        """An interpreted state, configured and seeded but not set up."""
        s = game.configured(self.players, self.options)
        s.rng = seed_generator(seed)
        return s


def entry(value: Any) -> str:
    """One of the values of an option, short enough for a test's name."""
    return value if isinstance(value, str) else ",".join(str(part) for part in value.values())


def play_on(match: Match, choice: Random, decisions: int = 1_000_000) -> Match:
    """Random decisions, also in the order of the seats that are pending."""
    while not match.over and decisions > 0:
        seat = choice.choice(match.pending)
        match.play(choice.choice(match.legal(seat)), seat=seat)
        decisions -= 1
    return match


def check_lockstep(game: Game, table: Table, seeds: range) -> int:
    """Interpreted and compiled rules agree on every field after every decision.  How many decisions
    that were.
    """
    from tafelrunde.kernel.record import from_record

    fast, driver = game.compiled, game.driver
    pool, words, mask = fast.pool(1), fast.mask(), game.mask()
    other = game.state()
    decisions = 0

    def compare(where: str) -> None:
        from_record(other, game.fields, pool, 0)
        for f in game.fields:
            left, right = getattr(s, f.name), getattr(other, f.name)
            assert left == right, f"{table} seed {seed} {where}: {f.name} {left} interpreted, {right} compiled"

    for seed in map(fresh, seeds):
        choice = Random(seed)
        s = table.state(game, seed)
        pool[0] = fast.template(s)[0]
        driver.begin(s, mask)
        fast.setup_at(pool, 0, words)
        compare("after the setup")
        while (seats := game.law.pending(s)):
            assert fast.pending_at(pool, 0) == seats
            seat = choice.choice([p for p in range(8) if seats >> p & 1])
            fast.legal_at(pool, 0, seat, words)
            actions = game.legal_ids(s, seat)
            assert actions, f"{table} seed {seed}: seat {seat} has no legal action"
            assert actions == game.actions.listed(words.tolist())
            action = choice.choice(actions)
            driver.play(s, seat, action, mask)
            fast.apply_at(pool, 0, seat, action)
            while fast.settle_once_at(pool, 0, words):
                pass
            decisions += 1
            compare(f"after decision {decisions} ({seat} {game.actions.name(action)})")
            if decisions % 5 == 0:
                seat = decisions % table.players
                imagined, spare = s.clone(), pool.copy()
                game.law.resample(imagined, seat)
                fast.resample_at(spare, 0, seat)
                from_record(other, game.fields, spare, 0)
                assert not difference(imagined, other, game.fields), f"{table} seed {seed}: resampling for seat {seat}"
    return decisions


def check_playouts(game: Game, table: Table, games: int) -> None:
    """Whole compiled games equal the interpreter's, decision for decision."""
    configured = game.configured(table.players, table.options)
    lengths, traces, standings = game.compiled.play_seeds(configured, first := fresh(0), games)
    for seed in range(first, first + games):
        s = table.state(game, seed)
        game.law.setup(s)
        assert game.driver.play_randomly(s, game.mask()) == (lengths[seed - first], traces[seed - first]), f"{table} seed {seed}"
        assert [game.law.standing(s, p) for p in range(table.players)] == standings[seed - first].tolist()


def check_why_not(game: Game, table: Table, seed: int, every: int = 1) -> None:
    """`why_not` is silent exactly where `legal` says legal, for every action id, at every decision
    (or some).
    """
    seed = fresh(seed)
    choice = Random(seed)
    s = table.state(game, seed)
    game.driver.begin(s, game.mask())
    step = 0
    while (seats := game.law.pending(s)):
        pending = [p for p in range(8) if seats >> p & 1]
        if step % every == 0:
            for seat in pending:
                legal = set(game.legal_ids(s, seat))
                for action in range(len(game.actions)):
                    refusal = game.why_not(s, seat, action)
                    what = f"{table} seed {seed}: {seat} {game.actions.name(action)}: {refusal}"
                    assert (refusal is None) == (action in legal), what
        seat = choice.choice(pending)
        game.driver.play(s, seat, choice.choice(game.legal_ids(s, seat)), game.mask())
        step += 1


def check_non_interference(game: Game, table: Table, seed: int, every: int = 1) -> None:
    """Drawing again what a seat may not know leaves its view and its legal actions
    byte-identical.
    """
    seed = fresh(seed)
    choice = Random(seed)
    match = table.match(game, seed)
    step = 0
    while not match.over:
        if step % every == 0:
            for seat in range(table.players):
                before = json.dumps([match.view(seat), match.legal(seat), match.prompt(seat)])
                other = Match(game, match.state.clone(), None, {})
                other.state.rng = seed_generator(seed + step)
                game.law.resample(other.state, seat)
                after = json.dumps([other.view(seat), other.legal(seat), other.prompt(seat)])
                assert before == after, f"{table} seed {seed} decision {step}: seat {seat} can tell"
        play_on(match, choice, 1)
        step += 1


def imagined(game: Game, match: Match, seat: int, times: int = 40) -> Iterator[tuple[Any, dict[str, Any]]]:
    """What a seat thinks possible: states and their positions."""
    for k in range(times):
        s = match.state.clone()
        s.rng = seed_generator(1000 + k)
        game.law.resample(s, seat)
        yield s, game.position(s)


def check_record(game: Game, table: Table, seed: int) -> Match:
    """A whole match: its record replays byte-exactly, without the generator, and its chance
    verifies.
    """
    seed = fresh(seed)
    match = play_on(table.match(game, seed), Random(seed))
    text = match.record()
    again = rebuild(game, parse(text))
    assert again.record() == text
    assert again.same_as(match) == ""
    without = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("Secret"))
    assert rebuild(game, parse(without)).position() == match.position()
    assert verify(game, text) > 0
    return match


def check_positions(game: Game, table: Table, seed: int, every: int = 1) -> None:
    """Every position loads back to the same position, offers the same, and goes on to the same
    game.
    """
    seed = fresh(seed)
    choice = Random(seed)
    match = table.match(game, seed)
    step = 0
    while not match.over:
        if step % every == 0:
            position = json.loads(json.dumps(match.position()))
            loaded = game.load(position)
            assert game.position(loaded) == match.position(), f"{table} seed {seed} decision {step}"
            for seat in match.pending:
                offered = game.legal_ids(loaded, seat)
                assert offered == game.legal_ids(match.state, seat), f"{table} seed {seed} decision {step}"
                assert game.prompt(loaded, seat) == game.prompt(match.state, seat)
            on, original = loaded.clone(), match.state.clone()
            on.rng = original.rng = 99
            for _ in range(6):
                if not game.law.pending(on):
                    break
                seat = min(p for p in range(8) if game.law.pending(on) >> p & 1)
                action = choice.choice(game.legal_ids(on, seat))
                for state in (on, original):
                    game.driver.play(state, seat, action, game.mask())
                assert game.position(on) == game.position(original), f"{table} seed {seed} decision {step}"
        play_on(match, choice, 1)
        step += 1
    assert game.position(game.load(match.position())) == match.position()


def check_left_out(game: Game, table: Table, seed: int, keys: tuple[str, ...], every: int) -> None:
    """Each of some keys follows from the others: left out of a position of a match, it comes back
    as it was.
    """
    seed = fresh(seed)
    choice = Random(seed)
    match = table.match(game, seed)
    while not match.over:
        position = json.loads(json.dumps(match.position()))
        for key in keys:
            rest = {k: v for k, v in position.items() if k != key}
            assert game.position(game.load(rest)) == match.position(), f"{table} seed {seed} without {key}"
        play_on(match, choice, every)


def check_partial_positions(game: Game, table: Table, seed: int, every: int) -> None:
    """With any keys left out a position is refused with a message, or goes on; what is said of the
    cards stays as it is.
    """
    seed = fresh(seed)
    choice = Random(seed)
    match = table.match(game, seed)
    while not match.over:
        position = json.loads(json.dumps(match.position()))
        keys = [k for k in position if k not in ("game", "players", "options", "edition")]
        for _ in range(4):
            gone = choice.sample(keys, choice.randint(1, 9))
            rest = {k: v for k, v in position.items() if k not in gone}
            try:
                loaded = game.load(rest)
            except TafelrundeError as error:
                assert str(error)
                continue
            for seat in range(loaded.players):
                if game.law.pending(loaded) >> seat & 1:
                    assert game.legal_ids(loaded, seat)
            again = game.position(loaded)
            assert game.position(game.load(again)) == again, f"{table} seed {seed} without {gone}"
            if again["phase"] == position["phase"] and again["round"] == position["round"]:
                for key in {"hands", "decks", "discards", "open_cards", "set_aside", "used", "box"} & rest.keys():
                    assert again[key] == rest[key], f"{table} seed {seed} without {gone}: {key}"
        play_on(match, choice, every)


def check_texts(game: Game, table: Table, seed: int, languages: tuple[str, ...]) -> None:
    """Every prompt and event of a match is a sentence in every language: no key left over, no
    brace.
    """
    seed = fresh(seed)
    choice = Random(seed)
    match = table.match(game, seed)
    while not match.over:
        for seat in match.pending:
            for lang in languages:
                sentence = match.prompt(seat, lang)
                assert " " in sentence, sentence
                assert "{" not in sentence, sentence
        play_on(match, choice, 1)
    for lang in languages:
        for event in match.events(lang=lang):
            assert " " in event["text"], event
            assert "{" not in event["text"], event


def check_undo(game: Game, table: Table, seed: int) -> int:
    """Whatever can be taken back leads back to the exact position before it.  Returns how often
    that happened.
    """
    seed = fresh(seed)
    from tafelrunde import CannotUndo

    choice = Random(seed)
    match = table.match(game, seed)
    undone = 0
    while not match.over:
        before, record = match.position(), match.record()
        seat = choice.choice(match.pending)
        action = choice.choice(match.legal(seat))
        match.play(action, seat=seat)
        try:
            match.undo(seat)
        except CannotUndo:
            continue
        undone += 1
        assert match.position() == before
        assert match.record() == record
        match.play(action, seat=seat)
    return undone


def option_sets(game: Game, mixed: int = 4) -> list[Table]:
    """Tables that between them use every value of every option: alone, and some mixed at random."""
    low, high = game.seats
    choice = Random(game.name)

    def with_needed(options: dict[str, Any]) -> dict[str, Any]:
        return {"players_edition": True, **options} if options.get("blank_cards") else options

    def mixture() -> dict[str, Any]:
        return with_needed({o.name: choice.choice(o.others()) for o in game.options if o.others() and choice.random() < 0.5})

    wanted = [with_needed({o.name: v}) for o in game.options for v in o.others()] + [mixture() for _ in range(40)]
    found = [Table(players) for players in range(low, high + 1)]
    alone = len(wanted) - 40
    for i, options in enumerate(wanted):
        for players in choice.sample(range(low, high + 1), high - low + 1):
            try:
                game.configured(players, options)
            except BadOptions:
                continue
            found.append(Table(players, options))
            break
        if i >= alone and len(found) >= high - low + 1 + alone + mixed:
            break
    return found


def check_taking_back(game: Game, table: Table, seed: int, times: int) -> dict[str, set[str]]:
    """An undo that is offered never follows a step that told anybody anything: every decision of a
    whole game is tried in so many worlds of every seat.  What stood in the way of taking back, by
    verb.
    """
    choice = Random(seed)
    match, worlds = table.match(game, seed), Worlds(game)
    found: dict[str, set[str]] = {}
    while not match.over:
        seat = choice.choice(match.pending)
        legal = match.legal(seat)
        if choice.random() < 0.5:  # any verb, so that rare ones are tried too
            verb = choice.choice(sorted({name.split()[0] for name in legal}))
            legal = [name for name in legal if name.split()[0] == verb]
        name = choice.choice(legal)
        before, action = match.state, game.actions.id(name)
        events = len(match.history.events())
        match.play(name, seat=seat)
        reason = match.undo_barrier(seat)
        assert match.barriers(seat, match.decisions - 1) == [reason]
        if match.over:
            break
        found.setdefault(name.split()[0], set()).add(reason)
        if not reason:
            veiled = any(game.events[e[0]].veils for e in match.history.events()[events:])
            kept = bool(game.actions.verb_of[action].secret) or veiled
            worlds.check_nobody_learned(before, seat, action, match.state, kept, -(-times // table.players))
    return found


def check_fuzzed_records(game: Game, text: str, seed: int, times: int) -> None:
    """Broken records are refused with the line, or replay to the game's end; nothing else
    happens.
    """
    seed = fresh(seed)
    choice = Random(seed)
    rows = text.splitlines()
    for _ in range(times):
        broken = rows[:]
        for _ in range(choice.randint(1, 3)):
            i = choice.randrange(len(broken))
            kind = choice.randrange(6)
            if kind == 0:
                del broken[i]
            elif kind == 1:
                broken.insert(i, choice.choice(rows))
            elif kind == 2 and broken[i]:
                at = choice.randrange(len(broken[i]))
                broken[i] = broken[i][:at] + chr(choice.randrange(1, 0x250)) + broken[i][at + 1:]
            elif kind == 3:
                broken[i] = broken[i].swapcase()
            elif kind == 4:
                del broken[i:]
            else:
                words = broken[i].split() or [""]
                words[choice.randrange(len(words))] = choice.choice(["-1", "999999999999", "", "x", "*", ";", "5"])
                broken[i] = " ".join(words)
            if not broken:
                break
        try:
            rebuild(game, parse("\n".join(broken)))
        except TafelrundeError as error:
            assert str(error)


def check_fuzzed_positions(game: Game, position: dict[str, Any], seed: int, times: int) -> None:
    """Mangled positions are refused with a message, or load to a match that can be played."""
    seed = fresh(seed)
    choice = Random(seed)
    values: list[Any] = [None, -1, 0, 1, 31, 99, 2**70, "", "x", "granada", [], {}, [1], {"x": 1}, True, 1.5,
                         ["castillo"] * 9]
    for _ in range(times):
        mangled = json.loads(json.dumps(position))
        for _ in range(choice.randint(1, 3)):
            spot, key = _somewhere(mangled, choice)
            if spot is None:
                continue
            if choice.random() < 0.3:
                del spot[key]
            else:
                spot[key] = choice.choice(values)
        try:
            s = game.load(mangled)
            game.driver.settle(s, game.mask())
            for seat in range(s.players):
                if game.law.pending(s) >> seat & 1:
                    assert game.legal_ids(s, seat)
            game.position(s)
        except TafelrundeError as error:
            assert str(error)


def _somewhere(value: Any, choice: Random) -> tuple[Any, Any]:
    spot, key = None, None
    while isinstance(value, (dict, list)) and value:
        spot = value
        key = choice.choice(list(value)) if isinstance(value, dict) else choice.randrange(len(value))
        value = value[key]
        if choice.random() < 0.4:
            break
    return spot, key


def golden(folder: Path) -> list[Path]:
    """The golden records of a game."""
    found = sorted(folder.glob("*.txt"))
    assert found, f"no golden records in {folder}"
    return found


def check_golden(game: Game, path: Path, draws: int) -> Match:
    """A golden record is a whole game, replays byte for byte, and all its draws (more than a
    minimum) verify.
    """
    text = path.read_text("utf-8")
    match = rebuild(game, parse(text))
    assert match.record() == text
    assert match.over
    assert verify(game, text) > draws
    return match


def keep_golden(folder: Path, games: list[tuple[Table, int, set[str], Match]], missing: set[str]) -> None:
    """Write the records of a few games (table, number, what it shows) that together show
    everything, on every table.
    """
    chosen: list[tuple[Table, int, set[str], Match]] = []
    while missing:
        best = max(games, key=lambda game: len(game[2] & missing) / (200 + game[3].decisions))
        if not best[2] & missing:
            raise SystemExit(f"no game shows {sorted(missing)}")
        chosen.append(best)
        missing = missing - best[2]
    for game in games:
        if not any(str(game[0]) == str(other[0]) for other in chosen):
            chosen.append(game)
    for old in folder.glob("*.txt"):
        old.unlink()
    for table, number, found, match in sorted(chosen, key=lambda game: game[1]):
        (folder / f"{table.players}_players_{number:03}.txt").write_text(match.record(), "utf-8")
        print(table, number, match.decisions, match.scores, len(found))


def check_laws(game: Game, table: Table, seed: int, check: Callable[[Any], None],
               between: Callable[[Any, Any], None]) -> tuple[Any, list[int]]:
    """A random game in which a check holds at every decision and another between before and after.

    Only real decisions are asked, points are never lost.  The last state, and the rounds in the
    order they were played.
    """
    seed = fresh(seed)
    choice = Random(seed)
    s = table.state(game, seed)
    mask = game.mask()
    game.driver.begin(s, mask)
    rounds = [s.marker]
    scores = s.score[:]
    while (seats := game.law.pending(s)):
        check(s)
        seat = choice.choice([p for p in range(8) if seats >> p & 1])
        assert seat < table.players
        actions = game.legal_ids(s, seat)
        assert actions
        assert len(actions) > 1 or game.law.asks(s, seat), "a decision that is none was asked"
        before = s.clone()
        game.law.apply(s, seat, choice.choice(actions))
        between(before, s)
        game.driver.settle(s, mask)
        if s.marker != rounds[-1]:
            rounds.append(s.marker)
        assert all(a <= b for a, b in zip(scores, s.score, strict=True)), "points are never lost"
        scores = s.score[:]
    check(s)
    assert not any(s.score[table.players:])
    return s, [n for n in rounds if n]


def rule_ids_in_tests(folder: Path) -> set[str]:
    """Every id that a test of the folder carries in its `rule` mark."""
    import re

    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for mark in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text("utf-8"), re.S):
            found |= set(re.findall(r'"([^"]+)"', mark))
    return found
