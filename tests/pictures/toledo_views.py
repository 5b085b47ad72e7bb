"""Views of Toledo to draw."""

from typing import Any

FOUR: dict[str, Any] = {
    "game": "toledo", "players": 4, "options": {}, "turn": 1, "over": False,
    "pawns": [[0, 0, 6, 10, 20], [0, 2, 8, 13, 21], [0, 5, 18, 20, 20], [0, 0, 1, 6, 11]],
    "shops": {
        "1": ["fencing", 1, 3], "2": ["metal", 2, 1], "3": ["metal", 1, 0], "4": ["smith", 1, 1], "6": ["gem", 2, 2],
        "8": ["gem", 1, 1], "10": ["smith", 2, 0], "11": ["metal", 1, 3], "13": ["fencing", 2, 2], "16": ["gem", 1, 0],
        "17": ["fencing", 2, 1], "18": ["smith", 1, 2],
    },
    "circles": {"1": [3], "2": [1], "5": [2], "6": [0, 3], "8": [1], "10": [0], "11": [3], "13": [1], "18": [2]},
    "hands": [[None] * 5, ["M1-01", "M2-07", "M4-03", "M4-13", "M5-14", "M6-05"], [None] * 3, ["M3-01", None]],
    "draw_pile": [None] * 30, "discards": ["M1-02"], "metal": [2, 1, 3, 4], "gems": [0, 2, 1, 3],
    "stock": {"metal": 13, "gems": 14}, "swords_left": [2, 2, 3, 3, 4, 5, 6, 6, 7, 7, 8, 13, 15],
    "swords": [[12], [4, 5], [], []], "delivered": [[], [8], [4, 10], []],
    "masters": [["brown", "purple"], ["movement", "teal"], ["brown"], ["movement", "purple", "teal"]],
    "masters_left": {"purple": 2, "brown": 2, "teal": 2, "movement": 2}, "paintings_left": [2, 1, 1, 1],
    "paintings": [[3], [], [2], []], "first_card": None, "extra_used": 0, "last_round": None, "open": None,
}  # fmt: skip
START: dict[str, Any] = FOUR | {
    "players": 2, "turn": 0, "pawns": [[0] * 5, [0] * 5], "shops": {}, "circles": {},
    "hands": [["M1-01", "M2-01", "M3-01", "M5-01", "M6-01"], [None] * 5], "metal": [0, 0], "gems": [0, 0],
    "stock": {"metal": 23, "gems": 20}, "swords_left": [2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 7, 8, 10, 12, 13, 15],
    "swords": [[], []], "delivered": [[], []], "masters": [[], []], "paintings": [[], []],
    "masters_left": {"purple": 4, "brown": 4, "teal": 4, "movement": 4}, "paintings_left": [3, 2, 2, 1, 1, 1],
}  # fmt: skip
# a pawn of Blue has landed on 6, where both circles are taken
DUEL: dict[str, Any] = FOUR | {
    "pawns": [[0, 0, 6, 10, 20], [0, 6, 8, 13, 21], [0, 5, 18, 20, 20], [0, 0, 1, 6, 11]],
    "circles": {step: seats for step, seats in FOUR["circles"].items() if step != "2"},
    "open": {"phase": "full", "pawn": 6, "front": "M4-01", "opening": None, "old_tiles": None},
}  # fmt: skip
LATE: dict[str, Any] = FOUR | {
    "last_round": 2, "pawns": [[20] * 5, [21] * 5, [20, 20, 21, 21, 21], [20] * 5], "circles": {},
    "swords": [[2, 2, 2, 3, 3, 4], [4, 4], [], []], "delivered": [[5, 5, 6, 6, 7], [7, 8], [10, 12], []],
    "paintings": [[3, 2, 2, 1], [], [1], [1]], "paintings_left": [], "swords_left": [13, 15],
    "hands": [[None] * 9, [f"M{value}-{k:02}" for value in range(1, 7) for k in range(1, 6)], [], []],
}  # fmt: skip

VIEWS: dict[str, tuple[dict[str, Any], int | None]] = {
    "four": (FOUR, 1),
    "start": (START, 0),
    "duel": (DUEL, None),
    "late": (LATE, 1),
}
