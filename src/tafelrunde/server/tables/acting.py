"""What a person may do at a running table.  Each function checks it and makes the log's next
entry.
"""
from __future__ import annotations

from typing import Any

from ...errors import Reason
from ..errors import Refused
from ..storage.entries import Entry
from .table import Step, Table


def entry(table: Table, kind: str, at: int, seat: int | None = None, user: str | None = None,
          key: str | None = None, /, **body: Any) -> Entry:
    """The next entry of a table's log."""
    before = table.digest() if kind in ("decide", "undo", "answer", "adopt") else None
    return Entry(table.version + 1, kind, at, seat, user, body, key, before)


def own_seat(table: Table, user: str, seat: int | None) -> int:
    """The seat that a person means; Refused if it is not theirs or not clear."""
    mine = table.seats_of(user)
    if not mine:
        raise Refused("forbidden", "not_seated")
    if seat is None:
        asked = [p for p in mine if p in table.pending] if len(mine) > 1 else mine
        if len(asked) != 1:
            raise Refused("bad_request", "which_seat", field="seat")
        return asked[0]
    if seat not in mine:
        raise Refused("forbidden", "not_your_seat", field="seat")
    return seat


def playing_seat(table: Table, user: str, seat: int | None) -> int:
    """The same, at a running table, if no bot plays for the person."""
    mine = own_seat(table, user, seat)
    if table.status != "running":
        raise Refused("conflict", f"status_{table.status}")
    if table.seats[mine].standin:
        raise Refused("conflict", "take_seat_first")
    return mine


def check_version(table: Table, seat: int, version: int) -> None:
    """Refuse an action meant for another situation: the question must still be the one the person
    saw.
    """
    if version < table.asked_at[seat] or version > table.version:
        raise Refused("stale", more={"version": table.version})


def illegal(action: str, reason: Reason) -> Refused:
    """The refusal of an action that the rules forbid."""
    return Refused("illegal_action", field="action", rule=reason.rule, text=reason.text)


def decide(table: Table, user: str, seat: int | None, action: str, version: int, at: int, key: str | None, lang: str,
           by: str = "person") -> Entry:
    """A person's decision."""
    mine = playing_seat(table, user, seat)
    if mine in table.clocks.out(at):
        raise Refused("conflict", "clock_out")
    if mine in table.pending:
        check_version(table, mine, version)
    return decided(table, mine, action, at, by, lang, user, key)


def decided(table: Table, seat: int, action: str, at: int, by: str, lang: str = "en", user: str | None = None,
            key: str | None = None) -> Entry:
    """A decision of a seat, by its person or a bot."""
    if table.match is None:
        raise Refused("conflict", f"status_{table.status}")
    reason = table.match.why_not(action, seat, lang)
    if reason is not None:
        raise illegal(action, reason)
    return entry(table, "decide", at, seat, user, key, action=" ".join(action.split()), by=by)


def undo(table: Table, user: str, seat: int | None, version: int, at: int, key: str | None, lang: str) -> Entry:
    """Take the last decision back, if nobody has learned anything since.

    If no other person is affected, take back one's own last decision, whatever has happened since.
    """
    mine = playing_seat(table, user, seat)
    match = table.match
    if match is None:
        raise Refused("conflict", f"status_{table.status}")
    reason = match.undo_barrier(mine)
    if reason and table.takes_back_freely(user) and match.history.made(mine):
        own = _last_own(table, mine)
        if version < own.version:
            raise Refused("stale", more={"version": table.version})
        return entry(table, "undo", at, mine, user, key, to=own.decisions - 1)
    if reason:
        raise Refused("cannot_undo", text=match.texts(lang).say(f"undo.{reason}"), more={"reason": reason})
    if version < _last_decision(table):
        raise Refused("stale", more={"version": table.version})
    return entry(table, "undo", at, mine, user, key, to=match.decisions - 1)


def _last_decision(table: Table) -> int:
    return next((s.version for s in reversed(table.steps) if s.kind == "decide"), 0)


def _last_own(table: Table, seat: int) -> Step:
    return next(s for s in reversed(table.steps) if s.kind == "decide" and s.seat == seat)


def ask_undo(table: Table, user: str, seat: int | None, decisions: int | None, at: int, key: str | None) -> Entry:
    """Ask the others to take back to a number of decisions (default: before one's own last); at
    once if nobody must agree.

    In a strict game only what the rule allows is taken back, decision by decision, whatever the
    others would agree to.
    """
    mine = playing_seat(table, user, seat)
    if table.match is None:
        raise Refused("conflict", f"status_{table.status}")
    made = table.match.history.decisions()
    if decisions is None:
        own = [i for i, d in enumerate(made) if d.seat == mine]
        if not own:
            raise Refused("conflict", "nothing_to_undo")
        decisions = own[-1]
    if not 0 <= decisions < len(made):
        raise Refused("bad_request", "bad_decisions", field="decisions")
    if table.config.strict and any(table.match.barriers(mine, decisions)):
        raise Refused("conflict", "rated_undo")
    others = table.must_agree(user)
    if not others or table.config.strict:
        return entry(table, "undo", at, mine, user, key, to=decisions)
    if table.ask is not None:
        raise Refused("conflict", "ask_open")
    return entry(table, "ask", at, mine, user, key, to=decisions, asked=others)


def answer(table: Table, user: str, ask: int, yes: bool, at: int, key: str | None) -> Entry:
    """Answer a request to take something back; the asker may withdraw it, and somebody who has
    resigned has no say.
    """
    mine = table.seats_of(user)
    if not mine:
        raise Refused("forbidden", "not_seated")
    if table.status != "running":
        raise Refused("conflict", f"status_{table.status}")
    if table.ask is None or table.ask.version != ask or all(table.seats[i].away == "resigned" for i in mine):
        raise Refused("conflict", "no_ask")
    if table.seats[table.ask.seat].user == user and yes:
        raise Refused("conflict", "own_ask")
    return entry(table, "answer", at, None, user, key, ask=ask, yes=yes)


def leave(table: Table, user: str, resign: bool, level: str, at: int, key: str | None) -> Entry:
    """Stand up before the start; in a running game a bot plays on."""
    if not table.seats_of(user):
        raise Refused("forbidden", "not_seated")
    if table.config.exercise:  # nobody waits there, and it can be restarted at any time
        raise Refused("conflict")
    if table.status == "open":
        if table.config.tournament:  # to stop playing, withdraw from the tournament
            raise Refused("conflict", "tournament_table")
        return entry(table, "leave", at, None, user, key)
    if table.status != "running":
        raise Refused("conflict", f"status_{table.status}")
    if all(table.seats[i].away == "resigned" for i in table.seats_of(user)):
        raise Refused("conflict", "resigned")
    kind, away = ("resign", "resigned") if resign else ("standin", "left")
    return entry(table, kind, at, None, user, key, level=level, away=away)


def take_back_seat(table: Table, user: str, at: int, key: str | None) -> Entry:
    """Take the seat back from the bot."""
    mine = table.seats_of(user)
    if not mine:
        raise Refused("forbidden", "not_seated")
    if table.status != "running":
        raise Refused("conflict", f"status_{table.status}")
    if not any(table.seats[i].standin for i in mine):
        raise Refused("conflict", "seat_is_yours")
    if all(table.seats[i].away == "resigned" for i in mine):
        raise Refused("conflict", "resigned")
    for i in [i for i in mine if table.seats[i].standin and table.clocks.flagged(i)]:
        if table.config.clock.kind == "live" and not table.config.clock.increment_ms:
            raise Refused("conflict", "flag_over")
        if i in table.pending:
            raise Refused("conflict", "flag_asked")
    return entry(table, "return", at, None, user, key)
