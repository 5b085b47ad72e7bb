"""The data files as numbers that rules can use: pieces, points, and the board's graph as tables."""
from __future__ import annotations

import tomllib
from pathlib import Path

from ...kernel import table
from ..switches import Switches
from .board import BOARD, LANDS

DATA = Path(__file__).parent / "data"
COMPONENTS = tomllib.loads((DATA / "components.toml").read_text("utf-8"))
SWITCHES = Switches(DATA / "options.toml")

SEATS = 5
HAND = COMPONENTS["cards"]["hand"]["value"]
CARDS = COMPONENTS["cards"]["numbers"]["value"]
SHUFFLE = CARDS
"""The reshuffle card, after the number cards, which rules count from 0."""
EVERY_CARD = (1 << CARDS) - 1
KNIGHTS = table(COMPONENTS["pieces"]["knights"]["value"].get(str(n), 0) for n in range(SEATS + 1))
"""Knights of a player, by the number of players."""
FORTS = COMPONENTS["pieces"]["fortresses"]["value"]

TILES = tuple(COMPONENTS["tiles"])
"""The kinds of realm centres, by number."""
TILE_KINDS = len(TILES)
TILE_COUNT = table(COMPONENTS["tiles"][kind]["count"] for kind in TILES)
TILE_POINTS = table(COMPONENTS["tiles"][kind]["points"] for kind in TILES)
CASTLE = TILES.index("castle")
BISHOPRIC = TILES.index("bishopric")
DUKE = COMPONENTS["points"]["duke"]["value"]
DUKE_AT_THE_END = COMPONENTS["points"]["duke_at_the_end"]["value"]
ARCHBISHOP_AT_THE_END = COMPONENTS["points"]["archbishop_at_the_end"]["value"]

SPACES = len(BOARD.spaces)
BANKS = BOARD.banks
SITES = len(BOARD.sites)
BANK_OF = table(land.banks for land in BOARD.lands)
RIVER_OF = table(land.river for land in BOARD.lands)
DEGREE = table(len(row) for row in BOARD.adjacent)
_WIDTH = max(len(row) for row in BOARD.adjacent)
NEIGHBOUR = table((*row, *[-1] * (_WIDTH - len(row))) for row in BOARD.adjacent)
"""NEIGHBOUR[space][i] for i below DEGREE[space]."""
BESIDE = table(site.spaces for site in BOARD.sites)
"""The two spaces next to a site."""
_SITES_OF = [BOARD.sites_of(space) for space in range(SPACES)]
SITE_COUNT = table(len(row) for row in _SITES_OF)
_MOST = max(len(row) for row in _SITES_OF)
SITE_OF = table((*row, *[-1] * (_MOST - len(row))) for row in _SITES_OF)
"""SITE_OF[space][i] for i below SITE_COUNT[space]."""

BANK_WORD = LANDS
"""Banks in one word of a set of banks; two words hold the banks of any board."""
BANK_WORDS = 2
WORD_OF = table(0 if space < BANK_WORD else 1 for space in range(SPACES))
BIT_OF = table(1 << space % BANK_WORD if space < BANKS else 0 for space in range(SPACES))
"""A bank's bit in its word; 0 for a river space."""
BANKS_IN = table((1 << max(0, min(BANK_WORD, BANKS - word * BANK_WORD))) - 1 for word in range(BANK_WORDS))
"""All banks of a word."""

DUCHIES = max(KNIGHTS[n] * n for n in range(SEATS + 1)) // 2
"""More duchies there can never be: each has two knights.  RH-6.4: there are as many dukes as
duchies.
"""
