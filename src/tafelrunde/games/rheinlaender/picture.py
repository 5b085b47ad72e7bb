"""Draws Rheinländer: the river, or the whole table as one seat sees it.

>>> draw({"players": 3, "knights": {"L5": 0, "L6": 1}}, parts="board", layout="north")[:4]
'<svg'
"""

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Unpack

from ...drawing.panels import Count, Player, heading, panel, rule
from ...drawing.picture import Block, Look, Maker, Parts, Picture, View
from ...drawing.svg import Box, Node, group, path, rect
from ...drawing.type import fit, line, text_width
from .duchy import Duchy, duchies
from .river import LAYOUTS, PIGMENTS, LayoutName, River, Standing


def draw(view: View, *, parts: Parts = "table", layout: LayoutName = "panorama", **how: Unpack[Look]) -> str:
    """An SVG document of a view: what the seat may know, and nothing else."""
    if layout not in LAYOUTS:
        raise ValueError(f"layout: {layout!r} is not one of {', '.join(LAYOUTS)}")
    picture = RheinlaenderPicture(view, **how)
    picture.layout = layout
    return picture.draw(parts)


class RheinlaenderPicture(Picture):
    """The river with its duchies, the players, the ledger of duchies, and a hand of number
    cards.
    """

    game: ClassVar[str] = "rheinlaender"
    folder: ClassVar[Path] = Path(__file__).parent
    columns: ClassVar[tuple[float, float]] = (240, 0)
    layout: LayoutName = "panorama"

    def _standing(self) -> Standing:
        def known(key: str) -> dict[str, Any]:
            return {name: value for name, value in self.mapping(key).items() if value is not None}

        return Standing(known("knights"), known("forts"), known("tiles"), known("castle_knights"), self.duchies)

    @cached_property
    def duchies(self) -> list[Duchy]:
        """The duchies of the view."""
        return duchies(self.view)

    def board_nodes(self, *, compact: bool) -> tuple[list[Node], Box]:
        """The river; a small panorama is cut in two halves, one below the other."""
        river = River(self.sheet, self.words, self.names, self._standing(), self.layout)
        nodes = river.draw()
        if compact and self.layout == "panorama":
            return self.halves(nodes, river.frame, 890)
        return nodes, river.frame

    def summary(self) -> str:
        """Every duchy in words."""
        said = [self.words("table.over") + "." if self.is_over() else "", self.words("rh.reconstructed") + "."]
        return " ".join(filter(None, (*said, *(duchy.describe(self.words, self.names) for duchy in self.duchies))))

    def note(self) -> str:
        """The state of the game: over, last round, or the number of players."""
        if self.view.get("last_round") and not self.is_over():
            return self.words("table.last_round")
        return super().note()

    def player(self, seat: int) -> Player:
        """Coins if they are known, knights left, duchies, forts; the archbishop."""
        say = self.words
        coins, supply, forts = (self.per_seat(key)[seat] for key in ("coins", "supply", "forts_left"))
        now = self.is_now(seat)
        duchies_owned = sum(duchy.owner == seat for duchy in self.duchies)
        counts = [] if supply is None else [Count("knight", supply, say("rh.knights"), 16, 17)]
        counts.append(Count("duke", duchies_owned, say("rh.duchies"), 15, 19))
        counts += [] if forts is None else [Count("fortress", forts, say("rh.forts"), 17, 17)]
        badges = [say("table.start")] if self.number("start_player") == seat else []
        archbishop = say("rh.archbishop") if self.number("archbishop") == seat else ""
        return Player(
            seat=seat,
            name=self.names[seat],
            status=" · ".join(filter(None, (say("table.now") if now else "", archbishop))),
            score="" if coins is None else str(coins),
            main="" if supply is None else str(supply),
            note="" if coins is None else say("rh.coins"),
            you=say("table.you") if seat == self.seat else "",
            now=now,
            badges=badges,
            counts=counts,
        )

    def below(self) -> list[Maker]:
        """The hand and the ledger of duchies, side by side if there is room."""
        hand = self.own_hand()

        def make(x: float, y: float, w: float) -> Block:
            hand_w = 0.0 if hand is None else w if w < 700 else 410.0
            cards = self._hand(x, y, hand_w, hand) if hand is not None else []
            if hand is None or w >= 700:
                ledger, height = self._ledger(x + (hand_w + 10 if hand_w else 0), y, w - (hand_w + 10 if hand_w else 0))
                return cards + ledger, max(height, 168.0 if cards else 0)
            ledger, height = self._ledger(x, y + 178, w)
            return cards + ledger, 168 + (10 + height if height else 0)

        return [make]

    def _hand(self, x: float, y: float, w: float, hand: list[Any]) -> list[Node]:
        theme, colours = self.theme, PIGMENTS[self.theme.name]
        nodes = [panel(self.sheet, x, y, w, 168), heading(self.sheet, self.words("table.hand"), x + 12, y + 24, w - 24)]
        step = (w - 24) / max(5, len(hand))
        for k, card in enumerate(sorted(hand)):
            left, wide = x + 12 + k * step, step - 8
            wave = f"M{left + 1:g} {y + 108:g}c{wide * 0.3:g} 8 {wide * 0.4:g}-8 {wide - 2:g} 2"
            back = f"v18c{-wide * 0.4:g}-8-{wide * 0.6:g} 4-{wide - 2:g}-2z"
            nodes += [
                rect(left, y + 38, wide, 116, rx=7, fill=theme.card, stroke=theme.edge),
                path(wave + back, fill=colours["water"]),
                line(card, left + wide / 2, y + 82, 34, theme.ink, "display", "middle"),
            ]
        return [group(nodes, role="group", aria_label=self.words("table.hand"))]

    def _ledger(self, x: float, y: float, w: float) -> Block:
        """Every duchy in a line: duke, centres, knights, value now and at the end."""
        theme = self.theme
        listed = sorted(self.duchies, key=lambda duchy: (duchy.owner is None, -duchy.final, duchy.spaces))
        if not listed:
            return [], 0
        columns = 2 if w > 620 and len(listed) > 5 else 1
        rows = -(-len(listed) // columns)
        row, each = 24.0, (w - 24 - 20 * (columns - 1)) / columns
        height = max(168.0, 62 + row * rows)
        title = heading(self.sheet, self.words("rh.duchies"), x + 12, y + 24, w - 24, self.words("rh.ledger_note"))
        nodes = [panel(self.sheet, x, y, w, height), title]
        for k, duchy in enumerate(listed):
            column, down = divmod(k, rows)
            left, top = x + 12 + column * (each + 20), y + 36 + down * row
            nodes += [rule(self.sheet, left, top, each), *self._ledger_row(duchy, left, top, each)]
        nodes.append(line(fit(self.words("rh.reconstructed") + ".", 11.5, w - 24), x + 12, y + height - 9, 11.5, theme.ink3))
        return nodes, height

    def _ledger_row(self, duchy: Duchy, x: float, y: float, w: float) -> list[Node]:
        theme = self.theme
        nodes: list[Node] = []
        if duchy.owner is not None:
            nodes.append(self.sheet.piece("duke", x, y + 3, 15, 19, seat=duchy.owner))
            nodes.append(line(duchy.value, x + w - 34, y + 17, 13.5, theme.ink, anchor="end"))
            nodes.append(line(duchy.final, x + w, y + 17, 13.5, theme.ink, "bold", "end"))
        across = x + w - 66
        for seat, count in reversed(duchy.knights):
            across -= text_width(count, 13.5, "bold") + 4
            nodes.append(line(count, across, y + 17, 13.5, theme.ink, "bold"))
            across -= 15
            nodes.append(self.sheet.piece("knight", across, y + 5, 13, 14, seat=seat))
            across -= 8
        name = duchy.beside(self.words, " & ") or duchy.spaces[0]
        nodes.append(line(fit(name, 13.5, across - x - 24, "bold"), x + 22, y + 17, 13.5, theme.ink, "bold"))
        return nodes
