"""The invariants of every title: they hold in random games, interpreted and compiled, and they
notice what is broken.
"""
from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from harness import Table
from helpers import checking
from helpers.fuzzing import fresh

import tafelrunde as tr
from tafelrunde.kernel import driver, proving, seed_generator
from tafelrunde.kernel.interpreting import Bound
from tafelrunde.kernel.targets.numba import Compiled

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def prove() -> ModuleType:
    spec = importlib.util.spec_from_file_location("prove", ROOT / "tools" / "prove.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["prove"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def advanced(title: str, players: int, options: dict[str, Any], decisions: int) -> Any:
    """A state some random decisions into a game."""
    game = tr.game(title)
    s = Table(players, options).state(game, 3)
    game.driver.begin(s, game.mask())
    for n in range(decisions):
        seats = game.law.pending(s)
        seat = (seats & -seats).bit_length() - 1
        actions = game.legal_ids(s, seat)
        game.driver.play(s, seat, actions[n * 7 % len(actions)], game.mask())
    assert game.broken(s) == 0
    return s


def first(s: Any, field: str, wanted: Any) -> int:
    """The first cell of a field for which a condition holds."""
    return next(i for i, value in enumerate(getattr(s, field)) if wanted(value))


def words(title: str) -> dict[str, Any]:
    """What the examples call kinds of decisions and cards."""
    fields = importlib.import_module(f"tafelrunde.games.{title}.fields")
    tables = importlib.import_module(f"tafelrunde.games.{title}.tables")
    return {"PHASE": fields.Phase,
            "VETO": getattr(tables, "VETO", None), "KING_CARD": getattr(tables, "YOUR_MAJESTY", None),
            "JOKER": getattr(tables, "JOKER", None)}


BREAKS: list[tuple[str, int, dict[str, Any], int, str, str]] = [
    # title, players, options, decisions, what is broken, how
    ("el_grande", 4, {}, 60, "CABALLEROS", "s.court[1] += 1"),
    ("el_grande", 3, {}, 60, "COLOURS", "s.regions[2][4] = 1"),
    ("el_grande", 4, {}, 60, "CARDS", "s.discard[0] += 1"),
    ("el_grande", 4, {}, 60, "TILES", "s.tile_at[0] = s.tile_at[1] = 3"),
    ("el_grande", 4, {}, 60, "KING", "s.king = 9"),
    ("el_grande", 4, {}, 60, "CLOSED", "s.no_exit = 0"),
    ("el_grande", 4, {}, 60, "GRANDES", "s.grande[2] = 9"),
    ("el_grande", 4, {"modules": ["power_shift"]}, 60, "MODIFIERS", "s.modifiers[0] |= s.modifiers[1] | s.modifier_discard[1]"),
    ("el_grande", 4, {}, 60, "POWER_CARDS", "s.hand[0] |= 1"),
    ("el_grande", 4, {}, 60, "ROUND", "s.short_game, s.marker = 1, 4"),
    ("el_grande", 4, {}, 60, "IDLE", "s.phase, s.parts = PHASE.MENU, 0"),
    ("el_grande", 4, {}, 60, "ABILITY", "s.phase = PHASE.ABILITY"),
    ("el_grande", 4, {}, 60, "CARD_TAKEN", "s.phase, s.parts, s.card = PHASE.MENU, 1, -1"),
    ("el_grande", 2, {}, 60, "DUMMY", "s.score[2] = 1"),
    ("el_grande", 2, {}, 60, "DUMMY_POWER", "s.hand[2] |= 1 << s.played[2]"),
    ("el_grande", 4, {}, 0, "OPEN_CARDS", "c = first(s, 'deck', bool); s.deck[c] -= 1; s.open |= 1 << c"),
    ("el_grande", 4, {}, 0, "KING_CARD", "s.open ^= 1 << KING_CARD; s.discard[KING_CARD] = 1"),
    ("el_grande", 4, {}, 0, "BOX", "c = first(s, 'deck', bool); s.deck[c] -= 1; s.boxed[c] += 1"),
    ("el_grande", 4, {"alternatives": ["veto"]}, 0, "VETOES", "s.deck[VETO] -= 1; s.vetoes = 1; s.veto_until[0] = 9"),
    ("el_grande", 4, {"modules": ["power_shift"]}, 0, "PASSING", "s.modifiers[0] &= s.modifiers[0] - 1"),
    ("el_grande", 4, {"modules": ["power_shift"]}, 0, "PASSING", "s.waiting = 0"),
    ("el_grande", 4, {"modules": ["power_shift"]}, 60, "THREE_MODIFIERS", "s.modifiers[0] = s.modifier_discard[0] = 0"),
    ("el_grande", 4, {"modules": ["power_shift"]}, 4, "CHOOSING", "s.phase = PHASE.MODIFIER"),
    ("el_grande", 4, {}, 0, "WITHOUT_POWER", "s.played_modifier[0] = 1"),
    ("el_grande", 4, {}, 60, "EQUAL_SUMS", "s.played[0] = s.played[1] = 5; s.shown[0] = s.shown[1] = (1 << 14) - 2"),
    ("king_and_intriguer", 4, {}, 80, "CABALLEROS", "s.province[1] -= 1"),
    ("king_and_intriguer", 4, {}, 80, "COLOURS", "s.court[4] = 1"),
    ("king_and_intriguer", 4, {}, 80, "GRANDES", "s.grande[0] = -1"),
    ("king_and_intriguer", 4, {}, 80, "BESIDE", "s.beside[0] += 1"),
    ("king_and_intriguer", 4, {}, 80, "HANDS", "s.hand[0] |= s.used[0]"),
    ("king_and_intriguer", 4, {}, 2, "DISCARDS", "s.hand[0] &= 3"),
    ("king_and_intriguer", 4, {}, 80, "KING", "s.king = 9"),
    ("king_and_intriguer", 4, {}, 80, "CLOSED", "s.no_entry |= 511"),
    ("king_and_intriguer", 4, {}, 80, "LIMITS", "s.no_room |= 1"),
    ("king_and_intriguer", 4, {}, 80, "TILES", "s.tile_at[0] = 9"),
    ("king_and_intriguer", 4, {}, 80, "SUMS", "s.sums[3] = 1"),
    ("king_and_intriguer", 4, {}, 80, "DOUBLES", "s.double_rank[0] += 1"),
    ("king_and_intriguer", 4, {}, 80, "ROUND", "s.short_game, s.marker = 1, 4"),
    ("king_and_intriguer", 4, {}, 80, "IDLE", "s.phase, s.parts = PHASE.MENU, 0"),
    ("king_and_intriguer", 4, {}, 2, "NOBODY", "s.waiting = 0"),
    ("king_and_intriguer", 4, {}, 80, "SWEPT", "s.phase, s.left = PHASE.RESTORE, 30"),
    ("king_and_intriguer", 4, {}, 80, "OFFERED", "s.used[0] |= 1 << JOKER"),
    ("king_and_intriguer", 4, {}, 24, "CHOSEN", "s.hand[0] = s.offered & ~s.used[0] & ~(1 << s.played[0] >> 1)"),
    ("king_and_intriguer", 4, {}, 24, "LAID", "s.hand[0], s.used[0] = 0, s.offered & -s.offered"),
    ("king_and_intriguer", 4, {}, 24, "NEEDED", "s.hand[:] = s.played[:] = [0] * 5; s.offered &= 63"),
    ("king_and_intriguer", 4, {}, 80, "PLAYERS_EDITION", "s.queen = 1"),
    ("king_and_intriguer", 4, {}, 80, "EXTRA_CARDS", "s.spies = 1"),
    ("king_and_intriguer", 4, {"players_edition": True}, 2, "OVER", "s.queen = 1"),
    ("king_and_intriguer", 4, {}, 80, "VETOED", "s.vetoed = 15"),
    ("rheinlaender", 4, {}, 80, "KNIGHTS", "s.supply[0] += 1"),
    ("rheinlaender", 4, {}, 80, "CARD_PLAYED", "s.card, s.phase = 0, PHASE.KNIGHT"),
    ("rheinlaender", 4, {}, 80, "LAST_ROUND", "s.card, s.phase = 0, PHASE.OVER"),
    ("rheinlaender", 4, {}, 0, "FORT_LAID", "s.fort_laid = 1"),
    ("rheinlaender", 4, {}, 80, "FORTS", "s.forts_left[0] += 1"),
    ("rheinlaender", 4, {}, 80, "TILES", "s.tiles_left[0] += 1"),
    ("rheinlaender", 4, {}, 80, "CARDS", "s.discards ^= s.pile & -s.pile"),
    ("rheinlaender", 4, {}, 80, "FREE", "s.free[0] ^= s.free[0] & -s.free[0]"),
    ("rheinlaender", 4, {}, 80, "SUPPORT", "s.reach[0][0] ^= s.free[0]"),
    ("rheinlaender", 4, {}, 80, "DUCHIES", "s.duchy[first(s, 'duchy', bool)] += 1"),
    ("rheinlaender", 4, {}, 80, "OWNERS", "s.duchy[first(s, 'duchy', bool)] |= 7 << 25"),
    ("rheinlaender", 4, {}, 80, "BISHOPS", "s.bishops[0] += 1"),
    ("rheinlaender", 4, {}, 80, "ARCHBISHOP", "s.archbishop = -1 if s.archbishop >= 0 else 0"),
    ("toledo", 4, {}, 90, "CARDS", "s.discards[0] |= s.pile[0] | s.hand[0][0] | s.hand[1][0]"),
    ("toledo", 4, {}, 90, "HANDS", "s.held[1] += 1"),
    ("toledo", 4, {}, 90, "PILE", "s.pile_left += 1"),
    ("toledo", 4, {}, 90, "KNOWN", "s.known[first(s, 'known', lambda k: k >= 0)] = -4; s.known[:] = [-4] * 84"),
    ("toledo", 4, {}, 90, "METAL", "s.metal_left -= 1"),
    ("toledo", 4, {}, 90, "GEMS", "s.gems[0] += 1"),
    ("toledo", 4, {}, 90, "PAINTINGS", "s.easel += 1"),
    ("toledo", 4, {}, 90, "SWORDS", "s.rack &= s.rack - 1"),
    ("toledo", 4, {}, 20, "DELIVERED", "s.delivered[0], s.rack = s.rack & -s.rack, s.rack & s.rack - 1"),
    ("toledo", 4, {}, 90, "MASTERS", "s.masters_left[0] += 1"),
    ("toledo", 4, {}, 20, "MASTER_LIMIT", "s.masters[0][:] = s.masters_left[:]; s.masters_left[:] = [0] * 4"),
    ("toledo", 4, {}, 0, "OPENING", "s.opening = 3"),
    ("toledo", 4, {}, 0, "BEGUN", "s.series = 3"),
    ("toledo", 4, {}, 0, "SPOT", "s.spot = 5"),
    ("toledo", 4, {}, 0, "FULL", "s.phase, s.series, s.spot, s.home[s.turn] = PHASE.FULL, 3, 5, 4"),
    ("toledo", 4, {}, 0, "LANDED", "s.phase, s.series, s.spot = PHASE.BUSINESS, 3, 5"),
    ("toledo", 4, {}, 0, "LAST_ROUND", "s.last_round = 1"),
    ("toledo", 4, {}, 90, "PAWNS", "s.home[0] += 1"),
    ("toledo", 4, {}, 90, "CIRCLES", "s.built = s.double = s.room = 0"),
    ("toledo", 4, {}, 90, "ROOM", "s.room ^= s.built & -s.built"),
]


@pytest.mark.parametrize(("title", "players", "options", "decisions", "what", "how"), BREAKS,
                         ids=[f"{row[0]}-{row[4]}" for row in BREAKS])
def test_what_is_broken_is_named(title: str, players: int, options: dict[str, Any], decisions: int, what: str, how: str) -> None:
    s = advanced(title, players, options, decisions)
    exec(how, {"s": s, "first": first, **words(title)})
    assert tr.game(title).laws[tr.game(title).broken(s)] == what


@pytest.mark.slow
@pytest.mark.parametrize("title", tr.games())
def test_compiled_invariants_say_what_interpreted_ones_say(title: str) -> None:
    game = tr.game(title)
    fast = Compiled(game, checking, {proving.broken: game.broken}, keep=False)
    for _, players, options, decisions, what, how in (row for row in BREAKS if row[0] == title):
        s = advanced(title, players, options, decisions)
        assert fast.broken_at(fast.template(s), 0) == 0
        exec(how, {"s": s, "first": first, **words(title)})
        assert game.laws[fast.broken_at(fast.template(s), 0)] == what


def test_a_duchy_in_two_pieces_is_noticed() -> None:
    """RH-6.1: ALONE, NEIGHBOURS, CONNECTED and CASTLES, each made on the board."""
    from tafelrunde.games.rheinlaender.fields import ALONE, DUCHY_AT, FREE, SEAT_AT, knight_cell
    from tafelrunde.games.rheinlaender.invariants import Broken, broken_connection, broken_neighbours
    from tafelrunde.games.rheinlaender.tables import BANKS, DEGREE, NEIGHBOUR

    s = advanced("rheinlaender", 4, {}, 80)
    inside = next(x for x in range(BANKS) if DUCHY_AT[s.cell[x]] != ALONE
                  and any(SEAT_AT[s.cell[NEIGHBOUR[x][i]]] >= 0 for i in range(DEGREE[x])))
    other = s.clone()
    other.cell[inside] = knight_cell(0, ALONE)
    assert broken_neighbours(other) == Broken.ALONE
    other.cell[inside] = knight_cell(0, next(d for d in range(ALONE) if not s.duchy[d]))
    assert broken_neighbours(other) == Broken.NEIGHBOURS
    far = next(x for x in range(BANKS) if s.cell[x] == FREE
               and not any(SEAT_AT[s.cell[NEIGHBOUR[x][i]]] >= 0 for i in range(DEGREE[x])))
    other = s.clone()
    other.cell[far] = s.cell[inside]
    assert broken_connection(other) == Broken.CONNECTED


@pytest.mark.parametrize("title", tr.games())
def test_every_law_is_named_once(title: str) -> None:
    laws = tr.game(title).laws
    assert laws[0] == "NOTHING"
    assert len(set(laws)) == len(laws) > 8


@pytest.mark.property
@pytest.mark.parametrize("title", tr.games())
def test_random_tables_keep_every_law(title: str, prove: ModuleType) -> None:
    """Interpreted, with the option sets that `run.py prove` draws."""
    game = tr.game(title)
    for k in range(6):
        number = fresh(k)
        players, options, s = prove.random_table(game, number)
        s.rng = seed_generator(number)
        game.law.setup(s)
        found = [0] * 4
        what = prove_interpreted(game).play_checked(s, game.mask(), 1, found)
        assert what == 0, f"{game.laws[what]}: batch {number}, {players} players, {options}"
        assert found[proving.DECISIONS] > 30


def prove_interpreted(game: Any) -> Any:
    """The template bound to a game, interpreted."""
    return Bound(proving, game.law, {proving.broken: game.broken}, bases=(driver,))


@pytest.mark.slow
def test_the_command_proves_a_few_games_and_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """With the title whose rules compile fastest."""
    def proved(*arguments: str) -> str:
        done = subprocess.run([sys.executable, ROOT / "tools/prove.py", "toledo", "--cores", "1", "--kept", tmp_path, *arguments],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "toledo: 300 of 300 games" in proved("--games", "300")
    path = tmp_path / "toledo-checked.json"
    kept = json.loads(path.read_text("utf-8"))
    assert (kept["batch"], kept["games"]) == (1, 300)
    path.write_text(json.dumps({**kept, "decisions": 7}), "utf-8")
    assert " 7 decisions" in proved("--games", "300")  # nothing was left to play
    path.write_text(json.dumps({**kept, "decisions": 7, "rules": "older"}), "utf-8")
    # With other rules all counts for nothing
    assert f" {kept['decisions']:,} decisions" in proved("--games", "300")


@pytest.mark.slow
def test_what_was_proved_counts_for_the_very_rules_alone(prove: ModuleType) -> None:
    known = {title: prove.home(title) for title in tr.games()}
    assert len(set(known.values())) == len(known), "every title's rules have a name of their own"
    for title, name in known.items():
        digest, compiler = name.split()
        assert prove.compiled(title).home.parts[-2:] == (digest, compiler)


def test_an_unknown_title_is_refused() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools/prove.py", "chess"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no title 'chess'" in done.stderr
