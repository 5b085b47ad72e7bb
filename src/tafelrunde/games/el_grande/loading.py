"""Positions read back (docs/notation.md §1).

What is left out is derived so that the pieces add up; what cannot be derived is drawn with seed 0; contradictions are
refused by name.
"""
from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

from ...kernel import BadOptions, Game
from ...kernel.reading import entries, listed, mapping, of_game, refuse, row, whole, word
from .board import stand_king
from .cards_loading import load_cards
from .hands_loading import load_hands
from .laying_out import clear_board
from .open_loading import WORDS, load_decision
from .options import MODULES
from .setup import setup
from .state import Shared, State
from .tables import (
    ALL_REGIONS,
    BESIDE,
    CABALLEROS,
    CARD_IDS,
    CASTILLO,
    DUMMY,
    EDITIONS,
    PLACE_IDS,
    REGION_IDS,
    REGIONS,
    SETS,
    TILE_IDS,
)
from .turn_loading import IN_TURN, any_given, phase_of_position, with_open

KEYS = (
    "game", "edition", "players", "options", "phase", "round", "turn", "over", "acted", "start_player",
    "king", "regions", "castillo", "court", "province", "grandes", "tiles", "scores", "hands", "played",
    "modifiers", "played_modifiers", "modifier_discards", "open_cards", "decks", "box", "discards", "vetoes",
    "region_cards", "dials", "open", "menu", "knowledge", "pending", "seat",
)
BOARD = ("king", "grandes", "regions", "castillo", "court")
"""If one of these is given, the board is what is given; else it is that of a fresh game."""
PHASES = ("setup", "power", "turns", "scoring", "over")
BELONGS = {"pass": ("setup",), "power": ("power",), "modifier": ("power",), "dial": ("turns", "scoring")}
"""The phases of the decisions that are not only made in turns."""
SEED_ZERO = int.from_bytes(hmac.new(hashlib.sha256(b"tafelrunde 0").digest(), b"0", "sha256").digest()[:6], "big")
"""The generator with which a match of seed 0 is set up."""


def load(game: Game, given: Mapping[str, Any]) -> Any:
    """A state from a position that may be partial; BadPosition names what is wrong."""
    of_game(given, "el_grande", KEYS)
    given = with_open(given)
    s = configured(game, given)
    fresh = s.clone()
    fresh.rng = s.rng = SEED_ZERO
    setup(fresh)
    clear_board(s)
    load_board(s, fresh, given)
    check_regent(s)
    load_province(s, given, [0] * s.colours)
    load_tiles(s, given)
    load_scores(s, given)
    phase = phase_of_position(given, PHASES, WORDS, BELONGS, phase_guessed)
    load_round(s, given, phase, ("setup",))
    load_hands(s, fresh, given, phase)
    load_cards(s, given, phase)
    load_region_cards(s, given)
    load_decision(s, given, phase)
    return s


# ------------------------------------------------------------ options


def configured(game: Game, given: Mapping[str, Any]) -> Any:
    """Players and options; what is left out follows from the cards that are named, as far as it does."""
    options = mapping(given.get("options", {}), "options")
    if "edition" in given:
        options["edition"] = EDITIONS[word(given["edition"], "edition", EDITIONS, "edition")]
    named = [c for c in cards_named(given) if isinstance(c, str) and c in CARD_IDS]
    if options.get("edition", "2023") == "2023":
        sets = {c: SETS[CARD_IDS.index(c)] for c in named}
        if "modules" not in options:
            regent = "new_regent" in sets.values() or given.get("king") in ("france", "portugal", "castillo") \
                or "castillo" in listed(given.get("grandes"))
            shift = any(k in given for k in ("modifiers", "played_modifiers", "modifier_discards")) \
                and any(map(any, (map(bool, entries(given.get(k, []), k)) for k in
                                  ("modifiers", "played_modifiers", "modifier_discards"))))
            options["modules"] = [m for m, on in zip(MODULES, (regent, shift), strict=True) if on]
        if "alternatives" not in options:
            vetoes = len(given.get("vetoes") or []) if isinstance(given.get("vetoes"), list) else 0
            alternatives = sorted({c for c, kind in sets.items() if kind == "alternative" and c != "veto"})
            options["alternatives"] = alternatives + ["veto"] * min(2, vetoes + named.count("veto"))
    players = given.get("players", players_in(given))
    try:
        return game.configured(players, options)
    except BadOptions as error:
        refuse(str(error))


def cards_named(given: Mapping[str, Any]) -> list[Any]:
    """Every card that a position names somewhere."""
    found = [*listed(given.get("open_cards")), *listed(given.get("discards")), given["open"].get("card")]
    decks = given.get("decks")
    if isinstance(decks, Mapping):
        found += [card for deck in decks.values() for card in listed(deck)]
    return found


def players_in(given: Mapping[str, Any]) -> int:
    """The number of players, where the position does not say it: as many as its lists have entries; else four.

    Lists with an entry for the dummy, which has no grande, are of two players.
    """
    regions = given.get("regions")
    lists = [given.get(k) for k in ("castillo", "court", "province", "grandes", "scores", "hands", "played")]
    lists += list(regions.values()) if isinstance(regions, Mapping) else []
    dummy = listed(given.get("grandes"))[2:] == [None] or "region_cards" in given
    return 2 if dummy else next((len(v) for v in lists if isinstance(v, (list, tuple))), 4)


# ------------------------------------------------------------ the board


def load_board(s: Shared, fresh: Any, given: Mapping[str, Any]) -> None:
    """King, grandes, caballeros: those of a fresh game where nothing is said of them."""
    if not any(key in given for key in BOARD):
        for p in range(s.colours):
            s.court[p], s.grande[p] = fresh.court[p], fresh.grande[p]
            for r in range(REGIONS):
                s.regions[r][p] = fresh.regions[r][p] if p < s.players else 0
    else:
        load_caballeros(s, given)
        load_grandes(s, fresh, given)
    king = fresh.king
    if "king" in given:
        king = word(given["king"], "king", PLACE_IDS, "place for the king")
    stand_king(s, king)


def check_regent(s: State) -> None:
    """EG-11: the king abroad or at the castillo, and a grande inside it, are New Regent's."""
    if s.king >= CASTILLO and not s.regent:
        refuse(f"king: only New Regent sends him to {PLACE_IDS[s.king]}; add it to the modules")
    for p in range(s.players):
        if s.grande[p] == CASTILLO and not s.regent:
            refuse(f"grandes: only New Regent throws a grande into the castillo (seat {p}); add it to the modules")


def load_province(s: Shared, given: Mapping[str, Any], elsewhere: Sequence[int]) -> None:
    """The province is what is left of the 30; some may stand elsewhere."""
    for p in range(s.colours):
        rest = CABALLEROS - s.court[p] - s.castillo[p] - sum(s.regions[r][p] for r in range(REGIONS)) - elsewhere[p]
        if rest < 0:
            refuse(f"caballeros: seat {p} has {CABALLEROS - rest} in regions, castillo and court; there are 30")
        s.province[p] = rest
    if "province" in given:
        for p, n in enumerate(row(given["province"], "province", s.colours)):
            whole(n, f"province: seat {p}", 0, CABALLEROS)
            if n != s.province[p]:
                total = CABALLEROS - s.province[p] + n
                refuse(f"caballeros: seat {p} has {total} with its province of {n}; there are 30")


def load_caballeros(s: Shared, given: Mapping[str, Any]) -> None:
    """Caballeros in regions, castillo and courts."""
    for id_, counts in mapping(given.get("regions", {}), "regions").items():
        r = word(id_, "regions", REGION_IDS, "region")
        for p, n in enumerate(row(counts, f"regions: {id_}", s.colours)):
            s.regions[r][p] = whole(n, f"regions: {id_}: seat {p}", 0, 99)
    for key, target in (("castillo", s.castillo), ("court", s.court)):
        for p, n in enumerate(row(given.get(key, [0] * s.colours), key, s.colours)):
            target[p] = whole(n, f"{key}: seat {p}", 0, 99)
    if s.colours > s.players and s.court[DUMMY]:
        refuse("court: the dummy has no court")


def load_grandes(s: Shared, fresh: Any, given: Mapping[str, Any]) -> None:
    """Each player's grande stands in a region or in the castillo; the dummy has none."""
    if "grandes" not in given:
        s.grande[:] = fresh.grande[:]
        return
    for p, place in enumerate(row(given["grandes"], "grandes", s.colours)):
        if p >= s.players:
            if place is not None:
                refuse("grandes: the dummy has no grande")
        else:
            s.grande[p] = word(place, f"grandes: seat {p}", PLACE_IDS[:CASTILLO + 1], "region")


def load_tiles(s: Shared, given: Mapping[str, Any]) -> None:
    """Scoring tiles: beside the board, or one to a table."""
    for id_, place in mapping(given.get("tiles", {}), "tiles").items():
        t = word(id_, "tiles", TILE_IDS, "scoring tile")
        s.tile_at[t] = BESIDE if place is None else word(place, f"tiles: {id_}", PLACE_IDS[:CASTILLO + 1], "place")
    if s.tile_at[0] >= 0 and s.tile_at[0] == s.tile_at[1]:
        refuse(f"tiles: both lie on {PLACE_IDS[s.tile_at[0]]}; a table has room for one")


def load_scores(s: State, given: Mapping[str, Any]) -> None:
    """Points; the dummy has none."""
    for p, points in enumerate(row(given.get("scores", [0] * s.colours), "scores", s.colours)):
        s.score[p] = whole(points, f"scores: seat {p}", 0, 9999)
    if s.colours > s.players and s.score[DUMMY]:
        refuse("scores: the dummy scores nothing")


def load_round(s: State, given: Mapping[str, Any], phase: str, before: Sequence[str]) -> None:
    """The number of the round; in the phases before the first one the marker has not moved yet."""
    s.marker = whole(given.get("round", 2 if s.short_game else 1), "round", 0 if phase in before else 1, 9)
    if s.short_game and s.marker in (1, 4, 7):
        refuse(f"round: the short game has no round {s.marker}")
    if phase in ("scoring", "over") and s.marker % 3:
        if "round" in given:
            refuse(f"round: a general scoring comes after rounds 3, 6 and 9, not after {s.marker}")
        s.marker = 9 if phase == "over" else 3
    if phase in before:
        s.marker = 0


def load_region_cards(s: State, given: Mapping[str, Any]) -> None:
    """EG-9.5: the dummy's region cards that are left; all of them where nothing is said."""
    if s.players != 2:
        if given.get("region_cards"):
            refuse("region_cards: only the game for 2 players has them")
        return
    if "region_cards" in given:
        cards = [word(c, "region_cards", REGION_IDS, "region") for c in entries(given["region_cards"], "region_cards")]
        if len(set(cards)) < len(cards):
            refuse("region_cards: a region stands there twice; there is one card of each")
        s.region_cards = sum(1 << c for c in cards)
    else:
        s.region_cards = ALL_REGIONS


def phase_guessed(given: Mapping[str, Any]) -> str:
    """What the other keys say about the phase."""
    what = given["open"]
    decision = what.get("decision")
    if (decision == "dial" and "card" not in what) or (not what and any_given(given.get("dials"))):
        return "scoring"
    if what:
        return BELONGS.get(decision, IN_TURN)[0]
    played = listed(given.get("played"))
    if given.get("acted") or (played and None not in played):
        return "turns"
    if given.get("turn") is not None and not any(v is not None for v in played):
        return "turns"
    return "power"
