"""Reading records: replay to the same match, byte for byte, and verify that its chance was fair."""
from __future__ import annotations

import json
from typing import Any

from ..errors import BadRecord, Unverified
from ..kernel import BadOptions, BadPosition, Game, ImpossibleOutcome
from .chance import OLD, SCHEME, SCHEMES, Draw, Noted
from .fairness import commitment, secret_from
from .history import Decision, chance_line
from .match import Match
from .records import Parsed, decision_of, outcome_of, parse


def rebuild(game: Game, record: Parsed, secret: bytes | None = None, decisions: int | None = None) -> Match:
    """Replay a record, taking every outcome of chance from it; stop after `decisions` if given."""
    if "View" in record.header:
        raise record.fail("View", "this is what one seat could see; only the full record can be replayed")
    match = _beginning(game, record, secret)
    rest = list(record.lines)
    if "Position" not in record.header:
        _follow(match, rest, lambda: match.tell(lambda s: game.driver.begin(s, game.mask())))
    while rest and (decisions is None or match.decisions < decisions):
        line, row = rest.pop(0)
        if row.startswith(";"):
            match.history.comment(row[1:].strip())
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
    players = header.get("Players", "")
    if not (players.isascii() and players.isdigit() and len(players) < 3):
        raise record.fail("Players", f"the number of players is missing or wrong: {players!r}")
    try:
        options = json.loads(header.get("Options", "{}"))
    except ValueError as error:
        raise record.fail("Options", f"the header's JSON cannot be read: {error}") from None
    seeds = _player_seeds(record, int(players))
    if "Chance" in header and (header["Chance"] == OLD or header["Chance"] not in SCHEMES):
        raise record.fail("Chance", f"the chance is drawn in a way that is not known here: {header['Chance'][:60]!r} "
                                    f"(known: {SCHEME})")
    if header.get("Cards", header.get("Edition")) != header.get("Edition"):
        raise record.fail("Cards", f"the cards are named as in the edition {header['Cards'][:60]!r}, which is not the one played")
    secret = _secret(record, secret)
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


def _player_seeds(record: Parsed, players: int) -> dict[int, str]:
    """The seeds that players added, by seat."""
    try:
        found = json.loads(record.header.get("Player seeds", "{}"))
    except ValueError as error:
        raise record.fail("Player seeds", f"the header's JSON cannot be read: {error}") from None
    seats = {str(seat): seat for seat in range(players)}
    if not isinstance(found, dict) or any(k not in seats or not isinstance(v, str) for k, v in found.items()):
        raise record.fail("Player seeds", "expected a JSON object with a text for each seat that added a seed")
    try:
        "".join(found.values()).encode()
    except UnicodeEncodeError:
        raise record.fail("Player seeds", "a seed holds half of a character") from None
    return {seats[k]: v for k, v in found.items()}


def _secret(record: Parsed, known: bytes | None) -> bytes | None:
    """The secret: the one that is known already, or the one in the record; checked
    against the commitment.
    """
    revealed, secret = record.header.get("Secret", ""), known
    if revealed and secret is None:
        try:
            secret = bytes.fromhex(revealed)
        except ValueError:
            raise record.fail("Secret", "the secret is not hexadecimal") from None
    if secret is not None and record.header.get("Seed commitment", commitment(secret)) != commitment(secret):
        raise record.fail("Secret" if revealed else "Seed commitment", "the secret does not fit the seed commitment")
    return secret


def _of_its_time(game: Game, position: Any) -> Any:
    """A position with the options that were played when it was written down."""
    if not isinstance(position, dict):
        raise ValueError("position: expected a JSON object")
    if isinstance(position.get("options", {}), dict):
        return {**position, "options": game.recorded(position.get("options", {}))}
    return position


def _with_edition(game: Game, header: dict[str, str], options: dict[str, Any]) -> dict[str, Any]:
    """The edition is an option that has its own line in the header."""
    if "Edition" in header and any(o.name == "edition" for o in game.options):
        return {"edition": header["Edition"], **options}
    return options


def _follow(match: Match, rest: list[tuple[int, str]], do: Any) -> None:
    """Play with the outcomes of the next chance lines, and compare the lines."""
    game = match.game
    given: list[tuple[int, str]] = []
    while rest and rest[0][1].startswith("*"):
        if not game.certain(match.state, rest[0][1]):
            given.append(rest[0])
        rest.pop(0)
    at = len(match.history.events())
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
    told = [e for e in match.history.events()[at:] if game.events[e[0]].chance]
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
    """Recompute every draw of a finished record from its secret and count them; Unverified says
    what is wrong.
    """
    return len(recomputed(game, text))


def recomputed(game: Game, text: str) -> list[tuple[Draw, str]]:
    """Recompute every draw of a finished record from its secret, each with its line; Unverified
    says what is wrong.
    """
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
    if fair.chance is None:
        raise Unverified("the record does not reveal its secret")
    fair.chance = noted = Noted(fair.chance)
    told = [e for e in match.history.entries if not isinstance(e, str)]
    fair.tell(lambda s: game.driver.begin(s, game.mask()))
    same = _compare(fair, told, 0)
    for entry in match.history.decisions():
        fair.decide(Decision(entry.seat, entry.action))
        same = _compare(fair, told, same)
    if same != len(told):
        raise Unverified("the record has more draws than the secret gives")
    lines = [chance_line(game, e) for e in told if isinstance(e, tuple) and game.events[e[0]].chance]
    return list(zip(noted.draws, lines, strict=True))


def drawn_shown(draw: Draw, line: str) -> dict[str, Any]:
    """A draw for other programs: with the secret and the seeds, this is all they need to recompute
    it.
    """
    return {"decision": draw.decision, "draw": draw.number, "of": draw.of, "value": draw.value, "line": line}


def _compare(fair: Match, told: list[Any], since: int) -> int:
    """Compare what the secret gives with the record, starting at an entry; returns how many entries
    agree.
    """
    game, entries = fair.game, fair.history.entries
    for n in range(since, len(entries)):
        ours, theirs = entries[n], told[n] if n < len(told) else None
        if ours != theirs:
            if isinstance(ours, tuple) and isinstance(theirs, tuple) and game.events[ours[0]].chance:
                raise Unverified(f"the secret gives {chance_line(game, ours)!r}, "
                                 f"the record has {chance_line(game, theirs)!r}")
            raise Unverified("the secret gives another course of the game than the record")
    return len(entries)
