"""Views of König & Intrigant to draw."""

from typing import Any

from pictures.el_grande_views import FIVE

OTHERS = ("open_cards", "menu", "vetoes", "modifiers", "region_cards")
ROUND: dict[str, Any] = {key: value for key, value in FIVE.items() if key not in OTHERS} | {
    "game": "king_and_intriguer", "options": {"short": False, "players_edition": True, "extra_cards": True},
    "king": "toledo", "played": [160, 120, 90, 30, 40],
    "hands": [None, [10, 20, 40, 60, 80, 110, 150], None, None, None],
    "used": [[], [50, 100, 120], [], [], []], "set_aside": None, "laid": None, "roles": {"king": 0, "intriguer": 3},
    "vetoed": None, "whirlwind": None, "doubles": None, "alliances": [], "turned": [], "lying": [], "strangers": None,
    "protected": [], "queen": False, "castillo_at": None, "collapse": False, "beside": None,
}  # fmt: skip
EVERYTHING: dict[str, Any] = ROUND | {
    "castillo_at": "granada", "collapse": True, "beside": [1, 0, 2, 0, 3], "protected": ["aragon"],
    "doubles": [None, "castilla", None, None, None], "alliances": [["galicia", "navarra"]], "turned": ["8-4-0"],
    "lying": [{"seat": 2, "value": 66, "region": "valencia"}, {"seat": 4, "value": 75, "region": None}], "queen": True,
    "hands": [None, [10, 20, 40, 60, 66, 75, 80, 110, 150, "joker"], None, None, None],
}  # fmt: skip
CHOOSING: dict[str, Any] = ROUND | {
    "players": 2, "phase": "discard", "round": None, "turn": None, "pending": [0, 1], "roles": None,
    "played": [None, None],
    "regions": {"galicia": [2, 0], "aragon": [0, 2]}, "grandes": ["galicia", "aragon"], "court": [7, 7],
    "province": [21, 21], "scores": [0, 0], "hands": [list(range(10, 181, 10)), None], "used": [[], []], "acted": [],
    "tiles": {"8-4-0": None, "4-0-0": None}, "start_player": 0,
}  # fmt: skip

VIEWS: dict[str, tuple[dict[str, Any], int | None]] = {
    "round": (ROUND, 1),
    "everything": (EVERYTHING, 1),
    "choosing": (CHOOSING, 0),
}
