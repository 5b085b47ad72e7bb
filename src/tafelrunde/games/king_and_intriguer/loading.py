"""Positions read back (docs/notation.md §1): the board and what cards have left on it.

What is left out is derived so that the pieces add up; what cannot be derived is drawn with seed 0; contradictions are
refused by name.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...kernel import BadOptions, Game, random_below
from ...kernel.reading import entries, flag, known_keys, listed, mapping, of_game, refuse, row, shown, whole, word
from ..el_grande.laying_out import clear_pieces
from ..el_grande.loading import SEED_ZERO, load_board, load_province, load_round, load_scores, load_tiles, players_in
from ..el_grande.tables import CASTILLO, EDITIONS, REGION_IDS, REGIONS, TILE_IDS
from ..el_grande.turn_loading import any_given, phase_of_position, with_open
from .closing import close_regions, find_limited, note_changes
from .hands_loading import load_played, round_of_used
from .open_loading import WORDS_OF_DECISIONS, load_decision
from .phase_loading import BEFORE, BELONGS, PHASES, phase_guessed
from .setup import setup
from .state import State
from .tables import CARD_IDS, LYING_IDS, SETS
from .turn_loading import load_hands

KEYS = (
    "game", "edition", "players", "options", "phase", "round", "turn", "over", "acted", "start_player", "king", "regions",
    "castillo", "court", "province", "grandes", "tiles", "scores", "hands", "set_aside", "used", "played", "laid", "roles",
    "vetoed", "whirlwind", "doubles", "alliances", "turned", "lying", "strangers", "protected", "queen", "castillo_at",
    "collapse", "beside", "dials", "open", "menu", "knowledge", "pending", "seat",
)
NEEDS = {"castillo_at": "players_edition", "collapse": "players_edition", "beside": "players_edition", "queen": "players_edition",
         "whirlwind": "players_edition", "alliances": "players_edition", "turned": "players_edition", "lying": "extra_cards",
         "strangers": "extra_cards", "protected": "extra_cards"}
"""Keys that can only hold something with a set of cards."""


def load(game: Game, given: Mapping[str, Any]) -> Any:
    """A state from a position that may be partial; BadPosition names what is wrong."""
    of_game(given, "king_and_intriguer", KEYS)
    if "edition" in given:
        word(given["edition"], "edition", EDITIONS, "edition")
    given = with_open(given)
    s = configured(game, given)
    phase = phase_of_position(given, PHASES, WORDS_OF_DECISIONS, BELONGS, lambda keys: phase_guessed(s, keys))
    fresh = s.clone()
    fresh.rng = s.rng = SEED_ZERO
    setup(fresh)
    if phase not in BEFORE:
        add_third(fresh)
    clear_pieces(s)
    s.castillo_at = -1
    load_pieces(s, fresh, given, phase)
    load_scores(s, given)
    load_marks(s, given, phase)
    load_played(s, given, phase)
    load_round(s, round_of_used(s, given, phase), phase, BEFORE)
    load_hands(s, fresh, given, phase)
    close_regions(s)
    note_changes(s)
    load_decision(s, given, phase)
    note_changes(s)
    return s


def configured(game: Game, given: Mapping[str, Any]) -> Any:
    """Players and options; sets of cards that are left out follow from the cards and marks that are named."""
    options = mapping(given.get("options", {}), "options")
    named = cards_named(given)
    if "castillo" in listed(given.get("grandes")):
        options.setdefault("extra_cards", True)
    for kind in ("players_edition", "extra_cards"):
        if kind not in options:
            options[kind] = any(SETS[CARD_IDS.index(c)] == kind for c in named) or \
                any(any_given(given.get(key)) for key, needed in NEEDS.items() if needed == kind)
    try:
        return game.configured(given.get("players", players_in(given)), options)
    except BadOptions as error:
        refuse(str(error))


def cards_named(given: Mapping[str, Any]) -> set[str]:
    """Every card that a position names somewhere."""
    found = {str(given["open"].get("card"))}
    for key in ("hands", "set_aside", "used", "played"):
        for entry in listed(given.get(key)):
            found |= {str(c) for c in (entry if isinstance(entry, (list, tuple)) else [entry])}
    return found & set(CARD_IDS)


# ------------------------------------------------------------ the board


def add_third(s: State) -> None:
    """KI-1.3: a fresh game beyond its first dials, which are drawn."""
    for p in range(s.players):
        r = random_below(s, REGIONS)
        if r == s.king:
            s.court[p] += 1
        else:
            s.regions[r][p] += 1


def load_pieces(s: State, fresh: Any, given: Mapping[str, Any], phase: str) -> None:
    """Pieces on the board, beside the castillo and on cards."""
    load_board(s, fresh, given)
    if s.king >= CASTILLO:
        refuse("king: he stands in a region")
    for p in range(s.players):
        if s.grande[p] == CASTILLO and not options_with(s, "extra_cards"):
            refuse(f"grandes: only an extra card throws a grande into the castillo (seat {p}); add extra_cards to the options")
    load_tiles(s, given)
    if CASTILLO in s.tile_at:
        refuse("tiles: in this game they lie on regions only")
    s.collapse = int(flag(given.get("collapse", any_given(given.get("beside"))), "collapse"))
    s.inside[:] = s.castillo[:] if s.collapse else [0] * len(s.inside)
    for p, n in enumerate(row(given.get("beside", [0] * s.players), "beside", s.players)):
        s.beside[p] = whole(n, f"beside: seat {p}", 0, 30)
        s.castillo[p] += s.beside[p]
    if any(s.beside) and not s.collapse:
        refuse("beside: something stands beside the castillo only while a collapse threatens ('collapse')")
    for p, n in enumerate(row(given.get("strangers", default_strangers(s, given)), "strangers", s.players)):
        s.strangers[p] = whole(n, f"strangers: seat {p}", 0, 1)
    load_province(s, given, s.strangers)


def default_strangers(s: State, given: Mapping[str, Any]) -> list[int]:
    """A 75 that lies has its caballero."""
    lying = given.get("lying")
    rows = [r for r in lying if isinstance(r, Mapping) and r.get("value") == 75] if isinstance(lying, (list, tuple)) else []
    return [int(any(r.get("seat") == p for r in rows)) for p in range(s.players)]


def options_with(s: State, kind: str) -> bool:
    """Whether a set of cards is in use."""
    return any(s.offered >> i & 1 for i, name in enumerate(SETS) if name == kind)


# ------------------------------------------------------------ what cards have left


def load_marks(s: State, given: Mapping[str, Any], phase: str) -> None:
    """Marks of cards: lying ones, alliances, doubles, protection, the queen, turned tiles, where the castillo stands."""
    for key, kind in NEEDS.items():
        if any_given(given.get(key)) and not options_with(s, kind):
            refuse(f"{key}: that comes with {kind} only; add it to the options")
    if phase in BEFORE:
        for key in (*NEEDS, "doubles", "scores"):
            if any_given(given.get(key)):
                refuse(f"{key}: nothing has happened yet in the phase {phase}")
    load_lying(s, given)
    load_doubles(s, given)
    pairs = entries(given.get("alliances") or [], "alliances")
    if len(pairs) > s.players:
        refuse(f"alliances: there are at most {s.players}, one of each player")
    for k, pair in enumerate(pairs):
        regions = {word(r, "alliances", REGION_IDS, "region") for r in entries(pair, "alliances")}
        if len(regions) != 2:
            refuse(f"alliances: expected two different regions, not {shown(pair)}")
        s.allies[k] = sum(1 << r for r in regions)
    for tile in entries(given.get("turned") or [], "turned"):
        t = word(tile, "turned", TILE_IDS, "scoring tile")
        if s.tile_at[t] < 0:
            refuse(f"turned: the tile {tile} lies beside the board")
        s.turned |= 1 << t
    for region in entries(given.get("protected") or [], "protected"):
        s.protected |= 1 << word(region, "protected", REGION_IDS, "region")
    if s.protected and phase != "turns":
        refuse(f"protected: protection ends with the round; there is none in the phase {phase}")
    s.queen = int(flag(given.get("queen", False), "queen"))
    if s.queen and phase not in ("turns", "scoring"):
        refuse(f"queen: she is not there in the phase {phase}")
    if given.get("castillo_at") is not None:
        s.castillo_at = word(given["castillo_at"], "castillo_at", REGION_IDS, "region")


def load_lying(s: State, given: Mapping[str, Any]) -> None:
    """KI-5.3: cards that stay face up."""
    for entry in entries(given.get("lying") or [], "lying"):
        card = mapping(entry, "lying")
        seat = whole(card.get("seat"), "lying: seat", 0, s.players - 1)
        which = word(str(card.get("value")), "lying: value", LYING_IDS, "card that stays face up")
        if LYING_IDS[which] == "25":
            s.spies |= 1 << seat
        elif LYING_IDS[which] == "66":
            s.limit_at[seat] = word(card.get("region"), "lying: region", REGION_IDS, "region") + 1
        elif not s.strangers[seat]:
            refuse(f"lying: the 75 of seat {seat} lies there without its caballero ('strangers')")
    there = {e.get("seat") for e in entries(given.get("lying") or [], "lying") if str(e.get("value")) == "75"}
    for p in range(s.players):
        if s.strangers[p] and p not in there and given.get("lying") is not None:
            refuse(f"strangers: seat {p} has one, but its 75 does not lie there ('lying')")
    find_limited(s)
    for r in range(REGIONS):
        if s.limited >> r & 1 and sum(s.regions[r]) > 6:
            refuse(f"lying: {REGION_IDS[r]} has a 66 and more than six caballeros")


def load_doubles(s: State, given: Mapping[str, Any]) -> None:
    """KI-C-130: regions that will count double; null for what is not known, which is drawn."""
    known = mapping(given.get("knowledge") or {}, "knowledge")
    known_keys(known, ("doubles",), "knowledge")
    doubles = row(given.get("doubles") or [None] * s.players, "doubles", s.players)
    for p, region in enumerate(doubles):
        if region is not None:
            s.double_at[p] = word(region, f"doubles: seat {p}", REGION_IDS, "region") + 1
    chosen = [at for at in s.double_at if at]
    if len(set(chosen)) < len(chosen):
        refuse("doubles: two seats have the same region; there is one card of each")
    order = [whole(p, "knowledge: doubles", 0, s.players - 1) for p in entries(known.get("doubles", []), "knowledge: doubles")]
    if len(set(order)) < len(order):
        refuse("knowledge: doubles: a seat stands there twice")
    order += [p for p in range(s.players) if s.double_at[p] and p not in order]
    for k, p in enumerate(order):
        s.double_rank[p] = k + 1
        if not s.double_at[p]:
            left = [r for r in range(REGIONS) if r + 1 not in s.double_at]
            s.double_at[p] = left[random_below(s, len(left))] + 1
