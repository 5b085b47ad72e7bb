"""Views of El Grande to draw."""

from typing import Any

HANDS = [[3, 4, 6, 9, 11], [3, 4, 6, 9, 11], [1, 2, 12], [5, 7], [8, 10]]

FIVE: dict[str, Any] = {
    "game": "el_grande", "edition": "2023", "players": 5, "options": {"short": False, "modules": []},
    "phase": "turns", "round": 8, "turn": 1, "over": False, "acted": [0, 4], "start_player": 3, "king": "castilla",
    "regions": {
        "galicia": [2, 1, 2, 0, 5], "navarra": [1, 4, 2, 5, 1], "aragon": [1, 2, 6, 3, 2], "cataluna": [9, 4, 2, 2, 1],
        "castilla": [4, 9, 2, 2, 1], "toledo": [2, 3, 5, 2, 9], "sevilla": [4, 0, 1, 2, 3],
        "granada": [1, 1, 4, 2, 4], "valencia": [0, 1, 2, 7, 1],
    },
    "castillo": None, "court": [2, 3, 3, 4, 1], "province": [4, 2, 1, 1, 2],
    "grandes": ["cataluna", "cataluna", "sevilla", "navarra", "toledo"],
    "tiles": {"8-4-0": "galicia", "4-0-0": None}, "scores": [83, 74, 78, 71, 69],
    "hands": [None, HANDS[1], None, None, None], "played": [13, 8, 6, 3, 11],
    "modifiers": [None] * 5, "played_modifiers": [None] * 5, "modifier_discards": [None] * 5,
    "open_cards": ["civil_war", "fiesta", "intrigue"], "menu": {"seat": 1, "card": "legislation", "parts": ["action"]},
    "decks": None, "box": None, "discards": None, "vetoes": [{"seat": 4, "until_round": 9}], "region_cards": None,
    "open": {"phase": "menu"}, "dials": None,
}  # fmt: skip

START: dict[str, Any] = FIVE | {
    "players": 4, "phase": "power", "round": 1, "turn": 2, "acted": [], "start_player": 2, "king": "toledo",
    "regions": {"galicia": [2, 0, 0, 0], "navarra": [0, 2, 0, 0], "aragon": [0, 0, 2, 0], "granada": [0, 0, 0, 2]},
    "court": [7, 7, 7, 7], "province": [21, 21, 21, 21], "grandes": ["galicia", "navarra", "aragon", "granada"],
    "tiles": {"8-4-0": None, "4-0-0": None}, "scores": [0, 0, 0, 0], "played": [None] * 4, "menu": None,
    "hands": [None, None, list(range(1, 14)), None], "vetoes": [],
    "open_cards": ["conspiracy", "coup", "levy", "supremacy", "your_majesty"],
}  # fmt: skip

# twenty cubes and five grandes in Cataluña, everything else empty
CROWDED: dict[str, Any] = FIVE | {
    "king": "cataluna", "regions": {"cataluna": [5, 4, 4, 4, 3]}, "grandes": ["cataluna"] * 5, "menu": None,
}  # fmt: skip
ABROAD: dict[str, Any] = FIVE | {"king": "portugal", "tiles": {"8-4-0": "castillo", "4-0-0": "toledo"}}
REVOLT: dict[str, Any] = FIVE | {
    "king": "castillo", "castillo": [3, 1, 2, 0, 4],
    "grandes": ["castillo", "castillo", "sevilla", "castillo", "castillo"],
}  # fmt: skip
DUMMY: dict[str, Any] = START | {
    "players": 2, "turn": 0, "start_player": 0, "king": "france", "court": [7, 7, 0], "province": [21, 21, 26],
    "regions": {"galicia": [2, 0, 0], "navarra": [0, 2, 2], "valencia": [0, 0, 2]},
    "grandes": ["galicia", "navarra", None],
    "scores": [0, 0, 0], "played": [None, None, 7], "hands": [list(range(1, 14)), None, None],
    "options": {"short": True, "modules": ["power_shift"]}, "round": 2,
    "modifiers": [["mod_plus_1_a", "mod_minus_2_place", "mod_minus_3_send"], None, None],
    "tiles": {"8-4-0": "granada", "4-0-0": None}, "open_cards": ["coup", "crown_lands", "your_majesty"],
}  # fmt: skip
OLD: dict[str, Any] = FIVE | {"edition": "1995"}
OVER: dict[str, Any] = FIVE | {
    "over": True,
    "phase": "over",
    "round": 9,
    "turn": None,
    "open_cards": [],
    "menu": None,
}

# name: view, the seat that looks
VIEWS: dict[str, tuple[dict[str, Any], int | None]] = {
    "five": (FIVE, 1),
    "start": (START, 2),
    "crowded": (CROWDED, None),
    "abroad": (ABROAD, None),
    "revolt": (REVOLT, None),
    "dummy": (DUMMY, 0),
    "old": (OLD, None),
    "over": (OVER, None),
}
