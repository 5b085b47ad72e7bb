"""Loading a position, in both titles of the board: what `phase`, `turn`, `acted` and `open` say about each other."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...kernel import random_below
from ...kernel.reading import entries, flag, listed, mapping, refuse, row, shown, whole, word
from .state import Shared

IN_TURN = ("turns",)


def with_open(given: Mapping[str, Any]) -> dict[str, Any]:
    """The position with its open decision under `open`; `menu` is another name for one that is a menu."""
    found = dict(given)
    what = mapping(found["open"], "open") if found.get("open") is not None else {}
    if found.get("menu") is not None:
        menu = {"decision": "menu", **mapping(found["menu"], "menu")}
        for key in menu.keys() & what.keys():
            if menu[key] != what[key]:
                refuse(f"menu: its {key} is {shown(menu[key])}, but that of 'open' is {shown(what[key])}")
        what = menu | what
    found["open"] = what
    return found


def any_given(value: Any) -> bool:
    """Whether a key says anything: something that is not null, 0, false or empty."""
    return any(value) if isinstance(value, (list, tuple)) else bool(value)


def any_inside(given: Mapping[str, Any]) -> bool:
    """Whether a piece is said to be in the castillo."""
    return any_given(given.get("castillo")) or "castillo" in listed(given.get("grandes"))


def phase_of_position(given: Mapping[str, Any], phases: Sequence[str], words: Sequence[str],
                      belongs: Mapping[str, Sequence[str]], guess: Callable[[Mapping[str, Any]], str]) -> str:
    """The phase as it is given, else as the other keys tell; the open decision must belong to it."""
    what = given["open"]
    if what.get("decision") is not None:
        word(what["decision"], "open: decision", words, "decision")
    over = flag(given["over"], "over") if given.get("over") is not None else None
    if "phase" in given:
        phase = phases[word(given["phase"], "phase", phases, "phase")]
    else:
        phase = "over" if over else guess(given)
    if over is not None and over != (phase == "over"):
        refuse(f"over: {str(over).lower()} does not go with the phase {phase!r}")
    if what and phase == "over":
        refuse("open: the game is over, so no decision is open")
    if what.get("decision") is not None:
        fitting = belongs.get(what["decision"], IN_TURN)
        if phase not in fitting:
            refuse(f"open: {what['decision']!r} is decided in the phase {' or '.join(map(repr, fitting))}, not in {phase!r}")
    if what.get("card") is not None and phase != "turns":
        refuse(f"open: card: nobody is using one in the phase {phase!r}")
    return phase


# ------------------------------------------------------------ whose turn it is


def of_another(what: Mapping[str, Any]) -> bool:
    """Whether the open decision may be another seat's than that on turn."""
    decision = what.get("decision")
    if decision in ("return", "score"):
        return "of" not in what if decision == "return" else "regions" in what
    return decision in ("veto", "dial", "stranger")


def turn_given(s: Shared, given: Mapping[str, Any], phase: str) -> int | None:
    """The seat on turn, if `turn` or the open decision says it."""
    turn, what = given.get("turn"), given["open"]
    if turn is not None:
        whole(turn, "turn", 0, s.players - 1)
    seat = what.get("seat")
    if seat is None:
        return turn
    whole(seat, "open: seat", 0, s.players - 1)
    if phase not in ("power", "cards", "turns") or of_another(what):
        return turn
    if turn not in (None, seat):
        refuse(f"open: seat: it is the turn of seat {turn}, not of seat {seat}")
    return int(seat)


def load_acted(s: Shared, given: Mapping[str, Any], phase: str) -> None:
    """Who has had a turn.  After the round that is everybody, and no longer matters."""
    acted = {whole(p, "acted", 0, s.colours - 1) for p in entries(given.get("acted") or [], "acted")}
    if acted and phase in ("scoring", "over"):
        late = sorted(set(range(s.players)) - acted)
        if late:
            refuse(f"acted: seat {late[0]} has not had its turn, so the phase is 'turns', not {phase!r}")
        acted = set()
    if acted and phase != "turns":
        refuse(f"acted: nobody has had a turn in the phase {phase}")
    s.acted = sum(1 << p for p in acted)


def may_be_before(s: Shared, given: Mapping[str, Any], turn: int | None) -> list[int]:
    """Who may have had a turn before the seat on turn, where `acted` does not say it: anybody before the seat that `turn`
    names; before that of the open decision only who has not been said to have played something."""
    if "acted" in given or turn is None:
        return []
    played = row(given.get("played", [None] * s.colours), "played", s.colours)
    return [p for p in range(s.colours) if p != turn and (given.get("turn") is not None or played[p] is None)]


def starts_given(s: Shared, given: Mapping[str, Any], done: Sequence[int], turn: int | None) -> list[int]:
    """EG-2.3, KI-2.1: who can have started, with these seats done, clockwise; who starts if nobody has is on turn."""
    start = given.get("start_player")
    if start is not None:
        starts = [whole(start, "start_player", 0, s.players - 1)]
    elif done:
        starts = sorted(range(s.players), key=lambda p: (p - s.starter) % s.players)
    else:
        starts = [s.starter if turn is None else turn]
    return [first for first in starts if {(first + i) % s.players for i in range(len(done))} == set(done)]


def draw_played(s: Shared, seats: Sequence[int], choices: Callable[[int], list[int]], fits: Callable[[], bool]) -> bool:
    """Draw what some seats have played, so that it fits; nothing is played where nothing does."""
    if not seats:
        return True
    left = choices(seats[0])
    while left:
        s.played[seats[0]] = left.pop(random_below(s, len(left)))
        if fits() and draw_played(s, seats[1:], choices, fits):
            return True
    s.played[seats[0]] = 0
    return False


def comes_to_court(given: Mapping[str, Any]) -> int:
    """How many the seat on turn must be allowed to take to court by what it has played: 0 where nothing is said of it."""
    what = given["open"]
    if what.get("decision") not in ("court", "recall") or what.get("part", "court") != "court":
        return 0
    return what["left"] if isinstance(what.get("left"), int) else 1


def check_asked(s: Shared, given: Mapping[str, Any], phase: str) -> None:
    """The seat of the open decision is one that must decide; dials are given only where some are set."""
    if any_given(given.get("dials")) and phase != "scoring" and max(s.dial) < 0:
        refuse("dials: none are being set here; if a card asks for them, 'open' says so")
    seat = given["open"].get("seat")
    if seat is not None and not s.waiting >> whole(seat, "open: seat", 0, s.players - 1) & 1:
        refuse(f"open: seat: seat {seat} has nothing to decide here")
