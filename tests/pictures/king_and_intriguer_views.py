"""Views of König & Intrigant to draw."""

from typing import Any

from pictures.el_grande_views import FIVE

OTHERS = ("open_cards", "menu", "vetoes", "modifiers", "region_cards")
ROUND: dict[str, Any] = {key: value for key, value in FIVE.items() if key not in OTHERS} | {
    "game": "king_and_intriguer", "options": {"short": False, "players_edition": True, "extra_cards": True},
    "king": "toledo", "phase": "turns", "turn": 1, "pending": [1], "acted": [0], "played": [160, 120, 90, 30, 40],
    "laid": [3, 4, 0, 1, 2], "roles": ["king", None, None, None, None],
    "hands": [None, [10, 20, 40, 60, 80, 110, 150], None, None, None],
    "used": [[], [50, 100, 140], [], [], []], "set_aside": [None, [13, 30, 70, 90, 130, 160, 170, 180], None, None, None],
    "vetoed": [], "whirlwind": [None] * 5, "doubles": [None] * 5, "alliances": [], "turned": [], "lying": [],
    "strangers": [0] * 5, "protected": [], "queen": False, "castillo_at": None, "collapse": False, "beside": [0] * 5,
}  # fmt: skip
EVERYTHING: dict[str, Any] = ROUND | {
    "castillo_at": "granada", "collapse": True, "beside": [1, 0, 2, 0, 3], "protected": ["aragon"],
    "doubles": [None, "castilla", None, None, None], "alliances": [["galicia", "navarra"]], "turned": ["8-4-0"],
    "lying": [{"seat": 2, "value": 66, "region": "valencia"}, {"seat": 4, "value": 75}], "strangers": [0, 0, 0, 0, 1],
    "queen": True, "hands": [None, [10, 20, 40, 60, 66, 75, 80, 110, 150, "joker"], None, None, None],
}  # fmt: skip
CHOOSING: dict[str, Any] = ROUND | {
    "players": 2, "phase": "discard", "round": 1, "turn": None, "pending": [0, 1], "roles": [None, None], "laid": [],
    "played": [None, None], "doubles": [None, None], "strangers": [0, 0], "beside": [0, 0], "whirlwind": [None, None],
    "regions": {"galicia": [2, 0], "aragon": [0, 2]}, "grandes": ["galicia", "aragon"], "court": [7, 7],
    "province": [21, 21], "scores": [0, 0], "hands": [list(range(10, 181, 10)), None], "used": [[], []], "acted": [],
    "set_aside": [[], None], "tiles": {"8-4-0": None, "4-0-0": None}, "start_player": 0,
}  # fmt: skip
SECOND_CARDS: dict[str, Any] = ROUND | {
    "phase": "cards", "turn": 2, "pending": [2], "acted": [], "played": [160, 120, "joker", 30, "joker"], "laid": [3, 0, 1],
    "roles": [None] * 5,
}  # fmt: skip

VIEWS: dict[str, tuple[dict[str, Any], int | None]] = {
    "round": (ROUND, 1),
    "everything": (EVERYTHING, 1),
    "choosing": (CHOOSING, 0),
    "second": (SECOND_CARDS, 2),
}
