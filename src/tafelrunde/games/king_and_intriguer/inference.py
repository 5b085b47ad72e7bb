"""What a position typed by hand may leave out (docs/notation.md §1).

The board, the round and the order of turns are El Grande's; here is what its own cards are and have
left on the table.
"""
from __future__ import annotations

from ...kernel import random_below
from ...kernel.dealing import drawn
from ...kernel.opening import Given, Said
from ...kernel.reading import refuse
from ..el_grande.inference import FIRST_ROUND, find_next, find_turn, settle_board
from ..el_grande.inferring_open import open_turn
from ..el_grande.tables import REGIONS
from .cards import above, deed_of, highest, may_choose_role, role_of
from .closing import close_regions, find_limited, note_changes
from .fields import Next, Part, Role
from .inferring_open import BEGIN, OPENING, open_phase
from .lying import unseen_cards
from .rounds import go_on
from .state import State
from .tables import HAND, JOKER, SPY, STRANGER, WHIRLWIND
from .vetoes import veto_holders


def infer(s: State, given: Given, fresh: State) -> None:
    """Everything that the keys leave open, in the order in which it is drawn."""
    what = given.get("open", Said())
    phase = OPENING.phase_said(given)
    stand_pieces(s, given, fresh)
    rank_doubles(s, given)
    s.marker = 0 if phase in ("discard", "dial") else given.get("round", FIRST_ROUND.get(phase, 1 + s.short_game))
    if phase not in ("cards", "turns"):
        s.played[:] = [0] * len(s.played)
    if phase != "turns":
        s.role[:], s.acted, s.vetoed = [0] * len(s.role), 0, 0
    if given.keys() >= {"laid", "hands", "set_aside"}:
        find_laid(s, given)
    find_actor(s, given, phase)
    hold_cards(s, given, phase)
    settle_roles(s, what, phase)
    close_regions(s)
    note_changes(s)
    if phase != "turns":
        open_phase(s, given, what, phase)
    elif what:
        s.step = deed_of(s, s.actor)
        open_turn(s, given, what, OPENING, BEGIN, veto_holders(s), "free")
    else:
        go_on(s, Next.TURN)
    note_changes(s)


# ------------------------------------------------------------ the board


def stand_pieces(s: State, given: Given, fresh: State) -> None:
    """Pieces on the board, beside the castillo and on cards; KI-5.3: cards that stay face up."""
    for card in given.get("lying", ()):
        if card["value"] == SPY:
            s.spies |= 1 << card["seat"]
        elif card["value"] == STRANGER:
            s.strangers[card["seat"]] = 1
        else:
            s.limit_at[card["seat"]] = card["region"] + 1 if "region" in card else refuse("lying: say the region of a 66")
    find_limited(s)
    s.inside[:s.players] = [n or 0 for n in given.get("castillo", [0] * s.players)]
    s.castillo[:] = [a + b for a, b in zip(s.inside, s.beside, strict=True)]
    settle_board(s, given, fresh, s.strangers)
    s.inside[:] = [(a - b) * s.collapse for a, b in zip(s.castillo, s.beside, strict=True)]


def rank_doubles(s: State, given: Given) -> None:
    """KI-C-130, KI-C-53: regions that count double, in the order of choice; allied regions."""
    order = given.get("knowledge", {}).get("doubles", [])
    for p in dict.fromkeys([*order, *(p for p in range(s.players) if s.double_at[p])]):
        s.double_rank[p] = max(s.double_rank) + 1
        if not s.double_at[p]:
            left = [r for r in range(REGIONS) if r + 1 not in s.double_at]
            s.double_at[p] = left[random_below(s, len(left))] + 1
    pairs = given.get("alliances", [])
    if len(pairs) > s.players or any(pair.bit_count() != 2 for pair in pairs):
        refuse(f"alliances: expected pairs of two different regions, at most {s.players} of them")
    s.allies[:len(pairs)] = pairs


# ------------------------------------------------------------ the cards


def find_actor(s: State, given: Given, phase: str) -> None:
    """KI-2.1, KI-2.3: who lays a card, or whose turn it is; KI-5.4: who has laid in which order."""
    order = [(s.starter + k) % s.players for k in range(s.players)]
    counted = [p for p in order if s.played[p] not in (0, JOKER + 1)]
    for k, p in enumerate(p for p in given.get("laid", counted) if p in counted):
        s.laid[p] = k + 1
    if phase == "turns":
        find_turn(s, given, lambda p, q: bool(above(s, p, q)), lambda: int(highest(s, (1 << s.players) - 1 & ~s.acted)))
    elif phase == "cards":
        following = find_next(s, (p for p in order if s.played[p]))
        s.actor = following if 0 in s.played[:s.players] else next((p for p in order if p not in counted), following)


def find_laid(s: State, given: Given) -> None:
    """A card that was laid and is not named is the one that is neither held, used nor set aside."""
    for p in given["laid"]:
        card = s.offered & ~((given["hands"][p] or 0) | (given["set_aside"][p] or 0) | s.used[p])
        if not s.played[p] and card.bit_count() == 1:
            s.played[p] = card.bit_length()


def hold_cards(s: State, given: Given, phase: str) -> None:
    """KI-1.1: hands are whole before the discards, and must be given after them.

    One that is hidden is drawn: of the thirteen cards it lacks those that were shown.
    """
    if "hands" not in given and phase not in ("discard", "over"):
        refuse(f"hands: they must be given in the phase {phase!r}")
    for p, hand in enumerate(given.get("hands", [s.offered if phase == "discard" else 0] * s.players)):
        shown = (s.offered & ~unseen_cards(s, p)).bit_count()
        s.hand[p] = hand if hand is not None else s.offered if phase == "discard" else drawn(s, unseen_cards(s, p), HAND - shown)


def settle_roles(s: State, what: Given, phase: str) -> None:
    """KI-3.3: who has acted took the role, who is past the choice left it; both unless it is said.

    KI-6.7: a region dialled for a 113 is drawn until it has swept.
    """
    past = what.get("decision", "court") not in ("court", "recall", "role")
    for p in range(s.players if phase == "turns" else 0):
        role, acted, now = role_of(s, p), s.acted >> p & 1, past and p == s.actor
        if s.role[p] == Role.OPEN != role and (acted or now):
            s.role[p] = Role.CARD if now and may_choose_role(s, s.played[p] - 1) else role
        swept = acted or (now and not what.get("parts", Part.ACTION) & Part.ACTION)
        if s.played[p] == WHIRLWIND + 1 and not s.whirlwind[p] and not swept:
            s.whirlwind[p] = random_below(s, REGIONS) + 1
