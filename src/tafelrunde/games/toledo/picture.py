"""Draws Toledo: the city, or the whole table as one seat sees it.

>>> draw({"players": 2, "pawns": [[0, 0, 3], [0, 20]], "shops": {"3": ["smith", 2, 0]}}, parts="board")[:4]
'<svg'
"""

from collections import Counter
from pathlib import Path
from typing import Any, ClassVar, Unpack, cast

from ...drawing.panels import Count, Player, heading, panel
from ...drawing.picture import Block, Look, Maker, Parts, Picture, View
from ...drawing.svg import Box, Node, group, node, path, rect
from ...drawing.type import line, text_width
from .city import City, Standing
from .tables import COMPONENTS, FIRST_GATE, PAWNS_TO_END

FENCING = {"purple": "#6A4C93", "brown": "#7A5230", "teal": "#1F7A80", "movement": "#55504F"}
FENCERS = {
    "attacker": "M12 30c-4 2-6 6-8 12M12 30l4 13M12 18v12M12 20 30 17M12 22l-7 4m4-12a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
    "defender": "M52 30c4 2 6 6 8 12M52 30l-4 13M52 18v12M52 21 36 16M52 22l7 4m-10-12a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
}


def draw(view: View, *, parts: Parts = "table", **how: Unpack[Look]) -> str:
    """An SVG document of a view: what the seat may know, and nothing else."""
    return ToledoPicture(view, **how).draw(parts)


class ToledoPicture(Picture):
    """The city with its shops, the players, the supplies, and a hand of money cards."""

    game: ClassVar[str] = "toledo"
    folder: ClassVar[Path] = Path(__file__).parent
    columns: ClassVar[tuple[float, float]] = (252, 308)

    def board_nodes(self, *, compact: bool) -> tuple[list[Node], Box]:
        """The city; on a small screen cut in two halves, one below the other."""
        city = City(self.sheet, self.words, self.names, Standing.of(self.view, self.seats))
        return self.halves(city.draw(), city.frame, 560) if compact else (city.draw(), city.frame)

    def summary(self) -> str:
        """Where the pawns of every seat stand, in words."""
        said = [self.words("table.over") if self.is_over() else ""]
        for seat, steps in enumerate(self.per_seat("pawns")):
            places = Counter(cast("list[int]", steps or []))
            where = ", ".join(f"{step} × {count}" for step, count in sorted(places.items()))
            said.append(f"{self.names[seat]}: {where}" if places else "")
        return " ".join(f"{sentence}." for sentence in said if sentence)

    def note(self) -> str:
        """The state of the game: over, last round, or the number of players."""
        if self.view.get("last_round") is not None and not self.is_over():
            return self.words("table.last_round")
        return super().note()

    def order(self) -> list[int]:
        """Clockwise from the first seat."""
        return list(range(self.seats))

    def _listed(self, key: str, seat: int) -> list[Any]:
        value = cast("list[Any] | None", self.per_seat(key)[seat])
        return [item for item in value or () if item is not None]

    def player(self, seat: int) -> Player:
        """Pawns in the Alcazar, metal, gems, cards; below what the seat has forged, learned and
        bought.
        """
        say = self.words
        inside = sum(step >= FIRST_GATE for step in self._listed("pawns", seat))
        metal, gems, hand = (self.per_seat(key)[seat] for key in ("metal", "gems", "hands"))
        now = self.is_now(seat)
        counts = [] if metal is None else [Count("metal", metal, say("to.metal"), 21, 14)]
        counts += [] if gems is None else [Count("gem", gems, say("to.gems"), 17, 14.5)]
        counts += [Count("hand", len(hand), say("to.cards"), 17, 17)] if isinstance(hand, list | tuple) else []
        more = self._holdings(seat)
        return Player(
            seat=seat,
            name=self.names[seat],
            status=say("table.now") if now else "",
            score=f"{inside}/{PAWNS_TO_END}",
            note=say("to.alcazar"),
            you=say("table.you") if seat == self.seat else "",
            now=now,
            counts=counts,
            more=more,
            more_height=36 if more else 0,
        )

    def _holdings(self, seat: int) -> list[Node]:
        """Swords (delivered ones behind battlements), paintings and fencing tiles, in a row."""
        theme = self.theme
        nodes: list[Node] = []
        x, room = 0.0, self.columns[0] - 24
        kept = [("delivered", value) for value in self._listed("delivered", seat)]
        kept += [("swords", value) for value in self._listed("swords", seat)]
        kept += [("paintings", value) for value in self._listed("paintings", seat)]
        masters = [str(kind) for kind in self._listed("masters", seat)]
        step = min(28.0, (room - 26 * len(masters) - 4) / max(1, len(kept)))
        for key, value in kept:
            title = node("title", f"{self.words(f'to.{key}')} {value}")
            edge = theme.bronze if key == "delivered" else theme.rule2
            ground = "#B98A5C" if key == "paintings" else theme.panel3
            cell = rect(x, 4, step - 3, 28, rx=4, fill=ground, stroke=edge, stroke_width=2 if key == "delivered" else 1)
            mark = self.sheet.piece("sword", x + 2, 6, 6.6, 24) if key != "paintings" and step > 22 else None
            ink = "#FFFDF8" if key == "paintings" else theme.ink
            middle = x + (step - 3) / 2 + (4 if mark else 0)
            size = 14.0 if step > 22 else 11.0
            nodes.append(node("g", title, cell, mark, line(value, middle, 23, size, ink, "display", "middle")))
            x += step
        for k, kind in enumerate(reversed(masters)):
            nodes.append(self._master(kind, room - 24 - 26 * k, 5, 24))
        return nodes

    def _master(self, kind: str, x: float, y: float, size: float) -> Node:
        """A fencing tile: crossed foils on its colour, or a boot."""
        icon = self.sheet.piece(
            "boot" if kind == "movement" else "foils", x + size * 0.14, y + size * 0.14, size * 0.72, size * 0.72,
            ink="#FFFFFF", hole=FENCING.get(kind, "#55504F"),
        )  # fmt: skip
        title = node("title", self.words.named(f"master.{kind}.name"))
        return node("g", title, rect(x, y, size, size, rx=size * 0.22, fill=FENCING.get(kind, "#55504F")), icon)

    def right(self) -> list[Maker]:
        """The sword rack and the supplies."""
        return [self._rack, self._supplies]

    def _rack(self, x: float, y: float, w: float) -> Block:
        """Every kind of sword: its value, its materials, how many are left."""
        theme = self.theme
        known = self.view.get("swords_left")
        left = Counter(self.items("swords_left"))
        swords = sorted(set(COMPONENTS.swords), key=lambda sword: sword.value)
        step = (w - 24) / max(1, len(swords))
        nodes = [panel(self.sheet, x, y, w, 180), heading(self.sheet, self.words("to.rack"), x + 12, y + 24, w - 24)]
        for k, sword in enumerate(swords):
            middle = x + 12 + (k + 0.5) * step
            gone = known is not None and not left[sword.value]
            cell = [
                line(sword.value, middle, y + 52, 17, theme.ink, "display", "middle"),
                self.sheet.piece("sword", middle - 9, y + 58, 18, 65),
            ]
            for row, (count, colour) in enumerate(((sword.metal, "#7C8A95"), (sword.gems, "#B23A7A"))):
                for j in range(count):
                    across, down = middle + (j - (count - 1) / 2) * 5.6, y + 132 + row * 11
                    shape = f"M{across - 2.2:.1f} {down - 3.5:.1f}h4.4v7h-4.4z"
                    gem = f"M{across:.1f} {down - 4:.1f}l2.7 4-2.7 4-2.7-4z"
                    cell.append(path(gem if row else shape, fill=colour))
            count_left = f"×{left[sword.value]}" if known is not None else ""
            cell.append(line(count_left, middle, y + 167, 12.5, theme.ink2, anchor="middle"))
            nodes.append(group(cell, opacity=0.3 if gone else None))
        return [group(nodes, role="group", aria_label=self.words("to.rack"))], 180

    def _supplies(self, x: float, y: float, w: float) -> Block:
        """Metal and gems in stock, fencing tiles, and the paintings, the next one first."""
        theme, say = self.theme, self.words
        stock, masters = self.mapping("stock"), self.mapping("masters_left")
        nodes = [panel(self.sheet, x, y, w, 128), heading(self.sheet, say("to.stock"), x + 12, y + 24, w - 24)]
        for k, (key, piece, high) in enumerate((("metal", "metal", 20), ("gems", "gem", 22))):
            if stock.get(key) is not None:
                across = x + 12 + k * 78
                nodes.append(self.sheet.piece(piece, across, y + 47 - high / 2, 28, high))
                nodes.append(line(stock[key], across + 34, y + 53, 17, theme.ink, "bold"))
        across = x + w - 9 - 24 * len(self.items("paintings_left"))
        for k, value in enumerate(self.items("paintings_left")):
            left = across + 24 * k
            frame = rect(left, y + 34, 21, 26, rx=2, fill="#B98A5C", stroke=theme.bronze, stroke_width=2.4)
            nodes += [frame, line(value, left + 10.5, y + 52, 16, "#FFFDF8", "display", "middle")]
        for k, (kind, count) in enumerate(masters.items()):
            left = x + 12 + k * 70
            nodes.append(self._master(kind, left, y + 76, 32))
            nodes.append(line("?" if count is None else count, left + 38, y + 98, 17, theme.ink, "bold"))
        return nodes, 128

    def below(self) -> list[Maker]:
        """The hand of the viewing seat."""
        hand = self.own_hand()
        if hand is None:
            return []

        def make(x: float, y: float, w: float) -> Block:
            per_row = max(1, min(len(hand), int((w - 24) // 62)))
            rows = max(1, -(-len(hand) // per_row))
            height = 46.0 + 116 * rows
            note = str(len(hand))
            title = heading(self.sheet, self.words("table.hand"), x + 12, y + 24, w - 24, note)
            nodes = [panel(self.sheet, x, y, w, height), title]
            step = min(90.0, (w - 24) / per_row)
            for k, card in enumerate(sorted(hand, key=str)):
                row, column = divmod(k, per_row)
                nodes.append(self._money(card, x + 12 + column * step, y + 38 + row * 116, step - 8))
            return [group(nodes, role="group", aria_label=self.words("table.hand"))], height

        return [make]

    def _money(self, card: str | int, x: float, y: float, w: float) -> Node:
        """A money card: its value, and the duel picture with the deciding fencer drawn clearly."""
        theme = self.theme
        face = next((known for known in COMPONENTS.cards if known.id == card), None)
        value = face.value if face else card
        nodes = [rect(x, y, w, 106, rx=7, fill=theme.card, stroke=theme.edge)]
        nodes.append(line(value, x + 9, y + 29, 26, theme.ink, "display"))
        if face:
            ground = FENCING.get(face.background, theme.panel3)
            ink = "#FFFFFF" if face.background in FENCING else theme.ink
            nodes.append(rect(x, y + 38, w, 68, rx=7, fill=ground))
            nodes.append(rect(x, y + 38, w, 14, fill=ground))
            scale = min(1.0, (w - 8) / 64)
            fencers = [path(shape, opacity=None if who == face.clear else 0.25) for who, shape in FENCERS.items()]
            move = f"translate({x + w / 2 - 32 * scale:.1f} {y + 74 - 26 * scale:.1f}) scale({scale:.3g})"
            line_up = {"fill": "none", "stroke": ink, "stroke_linecap": "round"}
            nodes.append(group(fencers, transform=move, stroke_width=3, **line_up))
            word = self.words.named(f"background.{face.background}")
            if text_width(word, 11) < w - 30:
                nodes.append(line(word, x + w - 7, y + 17, 11, theme.ink2, anchor="end"))
        title = ". ".join(map(str, (value, face.background, face.clear))) if face else str(value)
        return group([node("title", title), *nodes], data_card=str(card))
