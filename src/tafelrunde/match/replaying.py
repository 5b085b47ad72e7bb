"""Reading records back: replay to the same match, byte for byte, and verify that its chance was fair."""
from __future__ import annotations

import json
from typing import Any

from ..errors import BadRecord, Unverified
from ..kernel import BadOptions, BadPosition, Game, ImpossibleOutcome
from .fairness import commitment, secret_from
from .history import Decision, chance_line
from .match import Match
from .records import Parsed, decision_of, outcome_of, parse


def rebuild(game: Game, record: Parsed, secret: bytes | None = None, decisions: int | None = None) -> Match:
    """Play a record again, taking every outcome of chance from it; stop after `decisions` when given."""
    if "View" in record.header:
        raise record.fail("View", "this is what one seat could see; only the full record can be replayed")
    match = _beginning(game, record, secret)
    rest = list(record.lines)
    if "Position" not in record.header:
        _follow(match, rest, lambda: match.tell(lambda s: game.driver.begin(s, game.mask())))
    while rest and (decisions is None or match.decisions < decisions):
        line, row = rest.pop(0)
        if row.startswith(";"):
            match.history.entries.append(row[1:].strip())
            continue
        if row.startswith("*"):
            raise BadRecord(line, f"no chance is drawn here: {row!r}")
        decision = decision_of(game, line, row)
        name = game.actions.name(decision.action)
        reason = match.why_not(name, decision.seat)
        if reason is not None:
            raise BadRecord(line, f"{row!r} is not legal here: {reason}")
        _follow(match, rest, lambda d=decision: match.decide(d))
    if decisions is None:
        _check_end(match, record)
    if secret is None and match.secret is None:
        match.borrow_secret(secret_from(None))
    return match


def _beginning(game: Game, record: Parsed, secret: bytes | None) -> Match:
    header = record.header
    try:
        options = json.loads(header.get("Options", "{}"))
        seeds = {int(k): str(v) for k, v in json.loads(header.get("Player seeds", "{}")).items()}
    except (ValueError, AttributeError) as error:
        raise record.fail("Options", f"the header's JSON cannot be read: {error}") from None
    players = header.get("Players", "")
    if not (players.isascii() and players.isdigit() and len(players) < 3):
        raise record.fail("Players", f"the number of players is missing or wrong: {players!r}")
    revealed = header.get("Secret", "")
    if revealed and secret is None:
        try:
            secret = bytes.fromhex(revealed)
        except ValueError:
            raise record.fail("Secret", "the secret is not hexadecimal") from None
    if secret is not None and "Seed commitment" in header and commitment(secret) != header["Seed commitment"]:
        raise record.fail("Secret" if revealed else "Seed commitment", "the secret does not fit the seed commitment")
    try:
        if "Position" in header:
            state = game.load(_of_its_time(game, json.loads(header["Position"])))
        elif isinstance(options, dict):
            state = game.configured(int(players), game.recorded(_with_edition(game, header, options)))
        else:
            raise BadOptions("options: expected a JSON object")
    except (BadOptions, BadPosition, ValueError) as error:
        raise record.fail("Position" if "Position" in header else "Options", str(error)) from None
    if state.players != int(players):
        raise record.fail("Players", f"the position has {state.players} players, not {players}")
    kept = {k: v for k, v in header.items() if k not in ("Secret",)}
    kept["Result"] = "*"
    return Match(game, state, secret, kept, seeds)


def _of_its_time(game: Game, position: Any) -> Any:
    """A position with the options that were played when it was written down."""
    if isinstance(position, dict) and isinstance(position.get("options", {}), dict):
        return {**position, "options": game.recorded(position.get("options", {}))}
    return position


def _with_edition(game: Game, header: dict[str, str], options: dict[str, Any]) -> dict[str, Any]:
    """The edition is an option that the header names in a line of its own."""
    if "Edition" in header and any(o.name == "edition" for o in game.options):
        return {"edition": header["Edition"], **options}
    return options


def _follow(match: Match, rest: list[tuple[int, str]], do: Any) -> None:
    """Let something happen with the outcomes of the chance lines that come next, and compare the lines."""
    game = match.game
    given: list[tuple[int, str]] = []
    while rest and rest[0][1].startswith("*"):
        if not game.certain(match.state, rest[0][1]):
            given.append(rest[0])
        rest.pop(0)
    at = len(match.history.entries)
    last = given[-1][0] if given else (rest[0][0] if rest else 0)
    script = [outcome_of(game, line, row) for line, row in given]
    match.state.script = list(script)
    try:
        do()
    except ImpossibleOutcome as error:
        left = len(match.state.script or [])
        where = given[max(0, min(len(given) - 1, len(given) - left - 1))][0] if given else last
        raise BadRecord(where or 1, str(error)) from None
    left = match.state.script
    match.state.script = None
    told = [e for e in match.history.entries[at:] if isinstance(e, tuple) and game.events[e[0]].chance]
    for (line, row), event in zip(given, told, strict=False):
        words = row.split()
        words[-1] = game.aliases.get(game.events[event[0]].names()[-1][1], {}).get(words[-1], words[-1])
        if " ".join(words) != chance_line(game, event):
            raise BadRecord(line, f"expected {chance_line(game, event)!r}, found {row!r}")
    if left:
        raise BadRecord(given[len(given) - len(left)][0], "no more chance is drawn here")


def _check_end(match: Match, record: Parsed) -> None:
    result = record.header.get("Result", "*")
    actual = match.header["Result"]
    if result != actual:
        if actual == "*":
            raise BadRecord(record.end, f"the record ends before the game does, but its result says {result!r}")
        raise record.fail("Result", f"the result is {actual!r}, the record says {result!r}")


def verify(game: Game, text: str) -> int:
    """Recompute every draw of a finished record from its secret: how many there were; Unverified says what is wrong."""
    record = parse(text)
    match = rebuild(game, record)
    if "Secret" not in record.header:
        raise Unverified("the record does not reveal its secret; it can be verified when the game is over")
    if "Seed commitment" not in record.header:
        raise Unverified("the record has no seed commitment")
    if "Position" in record.header:
        raise Unverified("the record begins from a position that was set up, not from a shuffled start")
    secret = bytes.fromhex(record.header["Secret"])
    fair = _beginning(game, record, secret)
    fair.reseed()
    fair.tell(lambda s: game.driver.begin(s, game.mask()))
    for entry in match.history.decisions():
        fair.decide(Decision(entry.seat, entry.action))
    drawn = [e for e in fair.history.entries if not isinstance(e, str)]
    told = [e for e in match.history.entries if not isinstance(e, str)]
    for ours, theirs in zip(drawn, told, strict=False):
        if ours != theirs and isinstance(theirs, tuple) and isinstance(ours, tuple):
            drawn_line, told_line = chance_line(game, ours), chance_line(game, theirs)
            raise Unverified(f"the secret gives {drawn_line!r}, the record has {told_line!r}")
    if drawn != told:
        raise Unverified("the secret gives another course of the game than the record")
    return sum(1 for e in told if isinstance(e, tuple) and game.events[e[0]].chance)

