"""A picture of a view: what every game's picture has in common, wide for a desk, tall for a phone.

A game defines its board, its players and its panels; this module lays them out.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias, TypedDict, cast

from .panels import Player, chip, player_card
from .pieces import Sheet
from .svg import Box, Node, Raw, document, group, node, number, rect
from .theme import THEMES, ThemeName
from .type import ROOT, embedded, fit, line, text_width
from .words import Words, readable

Parts: TypeAlias = Literal["board", "table"]
View: TypeAlias = Mapping[str, Any]
Block: TypeAlias = tuple[list[Node], float]  # nodes and their height; height 0: nothing to draw
Maker: TypeAlias = Callable[[float, float, float], Block]  # draws at x, y with a width

# Lists that show how many seats there are
PER_SEAT = ("scores", "court", "coins", "pawns", "supply", "hands")
NARROW = 1080  # a narrower table is set in one column (pixels)
COMPACT = 620  # a narrower board shows less, and larger (pixels)
WIDE, TALL, LARGER = 1440.0, 720.0, 1.6


class Look(TypedDict, total=False):
    """How a picture is asked for: viewer, language, screen width; missing values are as in
    `Picture`.
    """

    seat: int | None
    lang: str
    theme: ThemeName
    width: int | None
    words: Mapping[str, str] | None
    names: Sequence[str] | None
    fonts: bool


class Picture(ABC):
    """One drawing of one view, seen from a seat or, with None, from outside.

    `words` lies over the texts by key, `names` are the players', `fonts` puts our fonts into the
    document.
    """

    game: ClassVar[str]
    folder: ClassVar[Path]  # the game's own, with its texts
    credit: ClassVar[str] = ""
    # Left and right of the board; 0: no such column
    columns: ClassVar[tuple[float, float]] = (244, 308)

    def __init__(
        self,
        view: View,
        *,
        seat: int | None = None,
        lang: str = "en",
        theme: ThemeName = "light",
        width: int | None = None,
        words: Mapping[str, str] | None = None,
        names: Sequence[str] | None = None,
        fonts: bool = False,
    ) -> None:
        if theme not in THEMES:
            raise ValueError(f"theme: {theme!r} is not one of {', '.join(THEMES)}")
        if width is not None and not 64 <= width <= 16000:
            raise ValueError(f"width: {width} is not between 64 and 16000")
        self.view, self.seat, self.width, self.fonts = view, seat, width, fonts
        self.theme = THEMES[theme]
        self.sheet = Sheet(self.game, self.theme)
        folders = [base.__dict__["folder"] for base in type(self).__mro__ if "folder" in base.__dict__]
        self.words = Words(self.folder, lang, words, folders[1:])
        self.players = self.number("players") or max([3, *(len(self.items(key)) for key in PER_SEAT)])
        self.seats = self.count_seats()
        given = [*(names or ())] + [""] * self.seats
        self.names = [given[k] or self.words.seat(k) for k in range(self.seats)]
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"seat: {seat} is not one of 0 to {self.seats - 1}")

    # reading the view: every key may be missing or null

    def number(self, key: str) -> int | None:
        """A number of the view."""
        value: object = self.view.get(key)
        return value if isinstance(value, int) else None

    def items(self, key: str) -> list[Any]:
        """A list of the view; empty when unknown."""
        value: object = self.view.get(key)
        return list(cast("list[Any]", value)) if isinstance(value, list | tuple) else []

    def mapping(self, key: str) -> dict[str, Any]:
        """An object of the view; empty when unknown."""
        value: object = self.view.get(key)
        return {str(k): v for k, v in cast("dict[Any, Any]", value).items()} if isinstance(value, Mapping) else {}

    def per_seat(self, key: str) -> list[Any]:
        """A list of the view with an entry per seat, None where nothing is known."""
        return (self.items(key) + [None] * self.seats)[: self.seats]

    def own_hand(self) -> list[Any] | None:
        """The viewing seat's cards; None if it holds none or they are hidden."""
        hand: object = self.per_seat("hands")[self.seat] if self.seat is not None else None
        if not isinstance(hand, list | tuple):
            return None
        known = [card for card in cast("list[Any]", hand) if card is not None]
        return known if known or not hand else None

    def is_over(self) -> bool:
        return bool(self.view.get("over")) or self.view.get("phase") == "over"

    def is_now(self, seat: int) -> bool:
        """Whether the seat must decide."""
        pending: object = self.view.get("pending")
        waits = seat in cast("list[int]", pending) if isinstance(pending, list | tuple) else self.number("turn") == seat
        return waits and not self.is_over()

    # what a game says of itself

    @property
    def title(self) -> str:
        return self.words.find("game.name") or readable(self.game)

    def count_seats(self) -> int:
        """How many colours are in play."""
        return self.players

    @abstractmethod
    def board_nodes(self, *, compact: bool) -> tuple[list[Node], Box]:
        """The board in its own units, and the part of it that is shown."""

    @abstractmethod
    def player(self, seat: int) -> Player:
        """The content of a player card."""

    @abstractmethod
    def summary(self) -> str:
        """The position in sentences, for people who cannot see it."""

    def order(self) -> list[int]:
        """The seats in the order of the player cards."""
        start = self.number("start_player") or 0
        return [(start + k) % self.seats for k in range(self.seats)]

    def note(self) -> str:
        """A small remark next to the name of the game."""
        return self.words("table.over") if self.is_over() else self.words("table.players", n=self.players)

    def progress(self, x: float, y: float, size: float) -> Node | None:
        """The progress of the game, ending at x."""
        return None

    def left(self) -> list[Maker]:
        """Panels below the players."""
        return []

    def above(self) -> list[Maker]:
        """What lies above the board."""
        return []

    def below(self) -> list[Maker]:
        """What lies below the board: the hand."""
        return []

    def right(self) -> list[Maker]:
        """Panels to the right of the board."""
        return []

    # whole pictures

    def draw(self, parts: Parts) -> str:
        """The document."""
        if parts not in ("board", "table"):
            raise ValueError(f"parts: {parts!r} is neither board nor table")
        if parts == "board":
            return self._board()
        return self._tall() if self.width is not None and self.width < NARROW else self._wide()

    def _board(self) -> str:
        natural = 1544
        nodes, (left, top, right, bottom) = self.board_nodes(compact=(self.width or natural) < COMPACT)
        return self._finish(nodes, (left, top, right - left, bottom - top), natural)

    def _wide(self) -> str:
        left_w, right_w = self.columns
        middle_x = 12 + left_w + 12
        middle_w = WIDE - middle_x - 12 - (right_w + 12 if right_w else 0)
        top = 52.0
        players: list[Maker] = [self._player_maker(seat) for seat in self.order()]
        left, left_h = stack([*players, *self.left()], 12, top, left_w, 7)
        centre: list[Maker] = [*self.above(), self._board_maker(compact=False), *self.below()]
        middle, middle_h = stack(centre, middle_x, top, middle_w, 10)
        right, right_h = stack(self.right(), WIDE - right_w - 12, top, right_w, 10)
        height = top + max(left_h, middle_h, right_h) + 12
        body = [rect(0, 0, WIDE, height, fill=self.theme.ground), *self._header(WIDE, 21, 620)]
        return self._finish([*body, *left, *middle, *right], (0, 0, WIDE, height), round(WIDE))

    def _tall(self) -> str:
        compact = self.width is not None and self.width < COMPACT
        makers: list[Maker] = [self._chips, self._board_maker(compact=compact, bleed=12)]
        owners = [seat for seat in self.order() if self.player(seat).more]
        cards = [self._player_maker(seat) for seat in owners]
        makers += [larger(maker) for maker in (*self.above(), *self.below(), *cards, *self.right(), *self.left())]
        nodes, height = stack(makers, 12, 64, TALL - 24, 14)
        total = 64 + height + 16
        body = [rect(0, 0, TALL, total, fill=self.theme.ground), *self._header(TALL, 32, None)]
        return self._finish([*body, *nodes], (0, 0, TALL, total), round(TALL))

    def _header(self, w: float, size: float, progress_x: float | None) -> list[Node]:
        theme, title = self.theme, self.title
        nodes = [line(title, 16, size * 1.5, size, theme.ink, "display")]
        after = 16 + text_width(title, size, "display") + 12
        progress = self.progress(w - 16, size * 1.25, min(size * 1.25, (w - 16 - after) / 13))
        if progress_x is not None or progress is None:
            room = (progress_x or w - 16) - after
            nodes.append(line(fit(self.note(), size * 0.68, room), after, size * 1.5, size * 0.68, theme.ink2))
        return [*nodes, progress] if progress else nodes

    def _player_maker(self, seat: int) -> Maker:
        return lambda x, y, w: player_card(self.sheet, self.player(seat), x, y, w)

    def _chips(self, x: float, y: float, w: float) -> Block:
        """The players side by side."""
        order, gap = self.order(), 8.0
        each = (w - gap * (len(order) - 1)) / len(order)
        chips = [chip(self.sheet, self.player(seat), x + k * (each + gap), y, each) for k, seat in enumerate(order)]
        return [drawn for drawn, _ in chips], max(height for _, height in chips)

    def _board_maker(self, *, compact: bool, bleed: float = 0) -> Maker:
        """The board with rounded corners; `bleed` lets it extend beyond its column to the edges of
        the picture.
        """

        def make(x: float, y: float, w: float) -> Block:
            nodes, (left, top, right, bottom) = self.board_nodes(compact=compact)
            scale = (w + 2 * bleed) / (right - left)
            corner = 0.0 if bleed else 8 / scale
            self.sheet.add("frame", node("clipPath", rect(left, top, right - left, bottom - top, rx=corner)))
            move = f"translate({number(x - bleed - left * scale)} {number(y - top * scale)}) scale({scale:.5f})"
            board = group([group(nodes, clip_path=self.sheet.url("frame"))], transform=move)
            return [board], (bottom - top) * scale

        return make

    def halves(self, nodes: list[Node], frame: Box, half: float) -> tuple[list[Node], Box]:
        """A wide board cut in two for a small screen: the left part above the right part, with some
        overlap.
        """
        _, _, w, h = frame
        gap = half / 64
        whole = self.sheet.add("whole", group(nodes))
        drawn: list[Node] = []
        for k, left in enumerate((0.0, w - half)):
            self.sheet.add(f"half-{k}", node("clipPath", rect(left, 0, half, h)))
            part = node("use", href=f"#{whole}", clip_path=self.sheet.url(f"half-{k}"))
            drawn.append(group([part], transform=f"translate({number(-left)} {number(k * (h + gap))})"))
        return [*drawn, rect(0, h, half, gap, fill=self.theme.ground)], (0, 0, half, 2 * h + gap)

    def _finish(self, body: list[Node], box: Box, width: int) -> str:
        return document(
            [node("style", Raw(embedded())), *body] if self.fonts else body,
            self.sheet,
            box=box,
            width=self.width or width,
            title=self.title,
            description=self.summary(),
            language=self.words.language,
            credit=self.credit,
            **ROOT,
        )


def stack(makers: Sequence[Maker], x: float, y: float, w: float, gap: float) -> Block:
    """Blocks below each other; those without height leave no gap."""
    nodes: list[Node] = []
    start = y
    for maker in makers:
        more, height = maker(x, y, w)
        if height:
            nodes += more
            y += height + gap
    return nodes, max(0.0, y - gap - start)


def larger(maker: Maker, size: float = LARGER) -> Maker:
    """A block drawn `size` times as large in the same width."""

    def make(x: float, y: float, w: float) -> Block:
        nodes, height = maker(0, 0, w / size)
        move = f"translate({number(x)} {number(y)}) scale({size:g})"
        return ([group(nodes, transform=move)], height * size) if height else ([], 0)

    return make
