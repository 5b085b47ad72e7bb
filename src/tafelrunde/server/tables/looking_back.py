"""Looking back at a match: any step of it, the record and its verification."""
from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import tafelrunde

from ...match.match import Match
from ...match.records import compact
from ...match.replaying import drawn_shown, recomputed
from ..errors import Refused
from ..saying import say
from .showing import notes_shown, points_known, steps_shown
from .table import Step, Table

if TYPE_CHECKING:
    from .live import Live


def stages_of(table: Table) -> list[Match]:
    """One match per number of decisions."""
    whole = table.match
    if whole is None:
        return []
    made = whole.history.decisions()
    walking = table.begun()
    stages = [_photograph(walking)]
    for decision in made:
        walking.decide(decision)
        stages.append(_photograph(walking))
    return stages


def _photograph(match: Match) -> Match:
    """The current position; the table's own match knows what led to it."""
    return Match(match.game, match.state, None, {})


def step_at(table: Table, at: int) -> Step | None:
    """The step that led to a number of decisions."""
    return next((s for s in table.steps if s.decisions == at and s.kind in ("decide", "start")), None)


def replay_shown(live: Live, stages: list[Match], at: int, seat: int | None, lang: str) -> dict[str, Any]:
    """The table after some decisions: through a seat's eyes, or open to all when the game is
    over.
    """
    table = live.table
    if not 0 <= at < len(stages):
        raise Refused("not_found", "bad_at", field="query.at", n=len(stages) - 1)
    match = stages[at]
    everything = seat is None and table.status == "over"
    view = match.view(seat)
    if everything:
        view = match.position() | {"pending": list(match.pending), "seat": None}
    asked = seat if seat is not None else (match.pending[0] if everything and len(match.pending) == 1 else None)
    step = step_at(table, at)
    shown = steps_shown(table, [step], seat, lang) if step is not None else []
    return {"at": at, "decisions": len(stages) - 1, "steps": shown, "state": {
        "view": view, "notes": notes_shown(match.game.name, view), "prompt": match.prompt(asked, lang),
        "pending": list(match.pending), "over": match.over,
        "scores": match.scores if everything else points_known(match, seat),
        "legal": match.legal(asked) if asked is not None else []}}


def seat_of_file(table: Table, user: str) -> int | None:
    """The seat whose view a file shows somebody; None: a spectator's, also where several people
    share a device while they play.
    """
    mine = table.seats_of(user)
    return mine[0] if len(mine) == 1 or (mine and table.status == "over") else None


def record_of(live: Live, seat: int | None) -> str:
    """The record: whole when the game is over, else what the reader may know; with the people's
    names of today.
    """
    return with_names(nameless_record(live.table, seat), [_name(live, i) for i in range(len(live.table.seats))])


def nameless_record(table: Table, seat: int | None) -> str:
    """The record without the names of its people."""
    if table.match is None:
        raise Refused("conflict", f"status_{table.status}")
    text = table.match.record("all" if table.status == "over" else seat)
    head, _, rest = text.partition("\n\n")
    lines = [line for line in head.split("\n") if not line.startswith(("Date: ", "Version: ", "Seats: "))]
    lines.append(f"Date: {datetime.fromtimestamp((table.started_at or 0) / 1000, UTC).strftime('%Y-%m-%d')}")
    lines.append(f"Version: {table.rules.partition('+')[0]}")
    return "\n".join(lines) + "\n\n" + rest


def with_names(text: str, names: list[str]) -> str:
    """A nameless record with a name for each seat."""
    head, _, rest = text.partition("\n\n")
    lines = head.split("\n")
    at = next((i for i, line in enumerate(lines) if line.startswith("Options: ")), len(lines) - 1) + 1
    lines.insert(at, f"Seats: {compact({str(i): name for i, name in enumerate(names)})}")
    return "\n".join(lines) + "\n\n" + rest


def picture_of(table: Table, seat: int | None, lang: str) -> str:
    """The table as an SVG document: what the reader may see, with our fonts and the names that
    people are called by.
    """
    match = table.match
    if match is None:
        raise Refused("conflict", f"status_{table.status}")
    words = match.texts(lang)
    names = [match.names.get(i) or words.word("seat", i) for i in range(len(table.seats))]
    return match.svg(seat, lang, names=names, fonts=True)


def _name(live: Live, seat: int) -> str:
    holder = live.table.seats[seat]
    if holder.kind == "bot":
        return f"bot {holder.level}"
    return holder.name or live.people.get(holder.user or "", {}).get("name", "")


def verified(live: Live, lang: str) -> dict[str, Any]:
    """Whether every draw of the finished game follows from the secret that was fixed before."""
    table = live.table
    if table.status != "over":
        raise Refused("conflict", "verify_later")
    shown: dict[str, Any] = {"chance": table.scheme or None, "commitment": table.config.commitment,
                             "secret": table.secret.hex(),
                             "seeds": {str(i): s.seed for i, s in enumerate(table.seats) if s.seed}}
    try:
        found = recomputed(tafelrunde.game(table.config.game), record_of(live, None))
    except (tafelrunde.Unverified, tafelrunde.BadRecord) as error:
        return shown | {"verified": False, "draws": 0, "drawn": [], "text": str(error)}
    drawn = [drawn_shown(draw, line) for draw, line in found]
    return shown | {"verified": True, "draws": len(found), "drawn": drawn, "text": say(lang, "verified", n=len(found))}


__all__ = ["record_of", "replay_shown", "seat_of_file", "stages_of", "verified"]
