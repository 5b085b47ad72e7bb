"""What a position leaves out (docs/notation.md §1): derived so that the pieces add up, else drawn with seed 0.

The first part, about the board and whose turn it is, is König & Intrigant's too.
"""
from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import Any

from ...kernel.dealing import Deal, bits, draw_each, members
from ...kernel.opening import Said
from ...kernel.reading import listed, mapping, refuse, said_in, word
from . import tables
from .board import stand_king
from .fields import SHOWN_MODIFIERS, Next
from .inferring_cards import place_cards
from .inferring_open import open_phase, open_turn, stand_in_turn
from .laying_out import clear_board
from .options import MODULES
from .powers import lowest, total
from .rounds import go_on
from .setup import setup
from .state import Shared, State
from .tables import CARD_IDS, CASTILLO, DUMMY, FULL_HAND, MODIFIER_IDS, POWERS

Given = dict[str, Any]
BOARD = {"king", "grandes", "regions", "castillo", "court"}
"""If one of these is given, the board is what is given; else it is that of a fresh game."""
ENDING = ("scoring", "over")
"""The phases after a round; its cards may still be given there."""
SEED_ZERO = int.from_bytes(hmac.new(hashlib.sha256(b"tafelrunde 0").digest(), b"0", "sha256").digest()[:6], "big")
"""The generator with which a match of seed 0 is set up."""


# ------------------------------------------------------------ in both titles of the board


def begin_with(s: Any, setup: Callable[[Any], Any], clear: Callable[[Any], Any]) -> Any:
    """An empty board; what it would be set up as with seed 0."""
    s.rng = SEED_ZERO
    fresh = s.clone()
    setup(fresh)
    clear(s)
    s.starter = fresh.starter
    return fresh


def settle_board(s: Shared, given: Given, fresh: Shared, elsewhere: Sequence[int]) -> None:
    """The board is a fresh game's where nothing is said of it.  The province is the rest of the 30, so it tells what a
    hidden castillo holds.  `elsewhere` counts caballeros that stand in neither."""
    if not BOARD & given.keys():
        s.court[:] = fresh.court
        s.regions[:] = [[*row[:s.players], *[0] * (len(row) - s.players)] for row in fresh.regions]
    if "grandes" not in given:
        s.grande[:] = fresh.grande
    stand_king(s, given.get("king", fresh.king))
    inside = given.get("castillo", s.castillo)
    for p in range(s.colours):
        left = tables.CABALLEROS - s.court[p] - s.castillo[p] - sum(row[p] for row in s.regions) - elsewhere[p]
        s.province[p] = given["province"][p] if inside[p] is None and "province" in given else left
        s.castillo[p] += left - s.province[p]


def settle_round(s: Shared, given: Given, phase: str, before: Sequence[str]) -> None:
    """EG-2.1, EG-9.1: the number of the round; in the phases before the first one the marker has not moved yet."""
    rounds = [n for n in range(1, 10) if not (s.short_game and n % 3 == 1) and not (phase in ENDING and n % 3)]
    s.marker = 0 if phase in before else given.get("round", 9 if phase == "over" else rounds[0])
    if phase not in before and s.marker not in rounds:
        refuse(f"round: in the phase {phase!r} expected one of {rounds}, not {s.marker}")


def turn_told(given: Given, what: Given) -> int | None:
    """The seat on turn: `turn`, or that of the open decision where it cannot be another's."""
    decision = what.get("decision")
    another = decision in ("veto", "dial", "stranger") or (decision == "return" and "of" not in what) \
        or (decision == "score" and "regions" in what)
    return given.get("turn", None if another else what.get("seat"))


def draw_in_order(s: Shared, turn: int | None, choices: Callable[[int], list[int]], worth: Callable[[int], int],
                  told: bool) -> None:
    """Draw cards that were played and are not named: the seats that have acted come before the one on turn, the others
    after it.  Where `acted` is not `told` and that is impossible, any cards do."""
    missing = sorted((p for p in range(s.colours) if not s.played[p]), key=lambda p: p != turn)
    ordered = range(s.colours) if told or turn is None else [p for p in missing if p < s.players]

    def fits() -> bool:
        known = [p for p in ordered if s.played[p]]
        before, after = ([p for p in known if s.acted >> p & 1 == acted] for acted in (1, 0))
        return all(worth(p) > worth(q) for p in before for q in after) and (
            turn is None or not s.played[turn] or all(worth(turn) >= worth(q) for q in after))

    if not draw_each(s, s.played, missing, choices, fits) and (told or not draw_each(s, s.played, missing, choices, lambda: True)):
        refuse("played: nothing that was not named fits the order of turns; say what was played")


def find_turn(s: Shared, turn: int | None, above: Callable[[Any, int, int], bool], seats: int) -> None:
    """EG-3.1, KI-2.3: the highest card that has not acted is on turn, and everything above it has; -1 when all have."""
    waiting = [p for p in range(seats) if not s.acted >> p & 1]
    s.actor = next((p for p in waiting if not any(above(s, q, p) for q in waiting)), -1) if turn is None else turn
    if s.actor >= 0:
        s.acted = bits(p for p in range(s.colours) if above(s, p, s.actor))


def find_start(s: Shared, done: Sequence[int], turn: int | None, following: Callable[[int], int]) -> int:
    """EG-2.3, KI-2.1: cards are played clockwise.  Find the start player from what is played, and give the next seat."""
    for first in ((s.starter + k) % s.players for k in range(s.players)):
        if {(first + i) % s.players for i in range(len(done))} == {*done} and turn in (None, following(first)):
            s.starter = first
            return following(first)
    return refuse(f"played: cards are played clockwise from the start player; {done} have played, and it is the turn of {turn}")


def end_round(s: Shared, given: Given, lowest: Callable[[Any], int], lay: Callable[[int], None], keys: Sequence[str]) -> None:
    """EG-6.3, KI-2.4: a round that is over may still have its cards: they are laid aside, and the lowest starts."""
    done, everybody = sum(value > 0 for value in s.played[:s.players]), (1 << s.players) - 1
    if s.acted & everybody not in (0, everybody) or done not in (0, s.players):
        refuse("acted, played: when a round is over, all have had their turn; when it has not begun, nobody has")
    if done:
        s.starter = given.get("start_player", lowest(s))
        for p in range(s.colours):
            lay(p)
    for key in ("acted", *(keys if done else ())):
        given.pop(key, None)
    s.acted, s.played[:] = 0, [0] * len(s.played)


# ------------------------------------------------------------ El Grande


def prepare(given: Given) -> Given:
    """Players and options that are left out follow from the cards that are named, as far as they do."""
    options = mapping(given.get("options", {}), "options")
    if "edition" in given:
        options["edition"] = tables.EDITIONS[word(given["edition"], "edition", tables.EDITIONS, "edition")]
    if options.get("edition", "2023") == "2023":
        named = [c for c in said_in([given.get(key) for key in ("open_cards", "discards", "decks", "open")]) if c in CARD_IDS]
        sets = {c: tables.SETS[CARD_IDS.index(c)] for c in named}
        regent = "new_regent" in sets.values() or given.get("king") in tables.PLACE_IDS[CASTILLO:] \
            or "castillo" in listed(given.get("grandes"))
        shift = any(said_in(given.get(key)) for key in ("modifiers", "played_modifiers", "modifier_discards"))
        options.setdefault("modules", [m for m, on in zip(MODULES, (regent, shift), strict=True) if on])
        vetoes = min(2, len(listed(given.get("vetoes"))) + named.count("veto") - said_in(given.get("open")).count("veto"))
        options.setdefault("alternatives", [*sorted({c for c, kind in sets.items() if kind == "alternative" and c != "veto"}),
                                            *["veto"] * vetoes])
    dummy = listed(given.get("grandes"))[2:] == [None] or "region_cards" in given
    return {**({"players": 2} if dummy else {}), **given, "options": options}


def begin(s: State) -> State:
    """An empty board; what it would be set up as with seed 0."""
    return begin_with(s, setup, clear_board)


def infer(s: State, given: Given, fresh: State) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    what = given.get("open", Said())
    settle_board(s, given, fresh, [0] * s.colours)
    phase = given["phase"] if "phase" in given else "over" if given.get("over") else phase_guessed(given, what)
    settle_round(s, given, phase, ("setup",))
    share_modifiers(s, given)
    find_actor(s, given, what, phase)
    hold_cards(s, given, phase)
    place_cards(s, given, what, phase)
    s.region_cards = given.get("region_cards", s.region_cards)
    if phase == "turns":
        open_turn(s, given, what, stand_in_turn, go_on, Next.TURN)
    else:
        open_phase(s, given, what, phase)


def phase_guessed(given: Given, what: Said) -> str:
    """What the other keys say about the phase."""
    decision, played = what.get("decision"), given.get("played", [])
    if (decision == "dial" and "card" not in what) or (not what and any(region >= 0 for region in given.get("dials", ()))):
        return "scoring"
    if what:
        return {"pass": "setup", "power": "power", "modifier": "power"}.get(str(decision), "turns")
    return "turns" if given.get("acted") or (played and 0 not in played) or ("turn" in given and not any(played)) else "power"


def find_actor(s: State, given: Given, what: Said, phase: str) -> None:
    """EG-2.3, EG-3.1: who plays a power card, or whose turn it is."""
    s.acted = s.acted if phase == "turns" or phase in ENDING else 0
    turn, chooses = turn_told(given, what), what.get("decision") == "modifier"
    hands, done = given.get("hands", [None] * s.colours), [p for p in range(s.players) if s.played[p]]
    comes = what.get("left", 1) if what.get("decision") in ("court", "recall") and "card" not in what else 0

    def choices(p: int) -> list[int]:
        """Values that a seat can have played: nobody has the sum, and the hand that is given does not hold it, unless
        Empowerment has brought it back; but nothing comes back into the dummy's deck."""
        taken = {total(s, q) for q in range(s.colours) if s.played[q] and q != p}
        free = [v for v in range(1, POWERS + 1) if v not in taken and (p != turn or tables.TO_COURT[v] >= comes)]
        return [v for v in free if not (hands[p] or 0) >> v & 1] or (free if p < s.players else [])

    if phase == "turns":
        draw_in_order(s, turn, choices, lambda p: int(total(s, p)), "acted" in given)
        find_turn(s, turn, lambda s, p, q: total(s, p) > total(s, q), s.players if what else s.colours)
    elif phase == "power":
        s.actor = find_start(s, done, turn, lambda first: (first + len(done) - chooses) % s.players)
        if s.colours > s.players and not s.played[DUMMY] and not draw_each(s, s.played, [DUMMY], choices, lambda: True):
            refuse("hands: the dummy's deck has all the values that are not on the table, so it has played none of them")


def hold_cards(s: State, given: Given, phase: str) -> None:
    """EG-2.3, EG-6.3: hands are all but what was played; what everybody has seen; after a round its cards are laid aside."""
    known = given.get("knowledge", {})
    for p, hand in enumerate(given.get("hands", [None] * s.colours)):
        s.hand[p] = FULL_HAND & ~(1 << s.played[p]) if hand is None else hand
        out = s.modifier_discard[p] | (1 << s.played_modifier[p] >> 1)
        s.shown[p] = FULL_HAND & ~s.hand[p] | 1 << s.played[p] & ~1 | out << SHOWN_MODIFIERS
    s.passed[:s.players] = known.get("passed", [0] * s.players)
    for p, pools in enumerate(known.get("regained", ())):
        for k, cards in enumerate(pools[:2]):
            s.pool[p][k] = bits(set(cards))
            s.shown[p] |= s.pool[p][k]

    def lay(p: int) -> None:
        s.modifier_discard[p] |= 1 << s.played_modifier[p] >> 1 & ~s.modifiers[p]

    if phase not in ("power", "turns"):
        end_round(s, given, lowest, lay, ("played", "played_modifiers", "modifier_discards"))
        s.played_modifier[:] = [0] * len(s.played_modifier)


def share_modifiers(s: State, given: Given) -> None:
    """EG-12.1: three to each, each in one place; those not named are drawn."""
    deal, wanted = Deal(s, tables.MODIFIERS, MODIFIER_IDS.__getitem__), list[Any]()
    held, gone = (given.get(key, [None] * s.colours) for key in ("modifiers", "modifier_discards"))
    for p in range(s.players if s.shift else 0):
        s.modifier_discard[p] = gone[p] or 0
        out = members((1 << s.played_modifier[p] >> 1 | s.modifier_discard[p]) & ~(held[p] or 0))
        wanted += [((p, "gone"), "modifier_discards", m) for m in out]
        wanted += [(p, "modifiers", m) for m in ([None] * (3 - len(out)) if held[p] is None else members(held[p]))]
    deal.fill(wanted)
    for p in range(s.players):
        s.modifiers[p] = bits(deal.at(p))
