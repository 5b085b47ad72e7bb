"""Draws König & Intrigant: El Grande's chart with the marks of its cards, and action cards instead
of power cards.

>>> draw({"players": 4, "king": "toledo", "castillo_at": "granada", "protected": ["aragon"]}, parts="board")[:4]
'<svg'
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, TypeAlias, Unpack, cast

from ...drawing.panels import Player, heading, panel, pill, pill_width, small_card
from ...drawing.picture import Block, Look, Maker, Parts, View
from ...drawing.svg import Node, group, node, rect
from ...drawing.type import fit, line, text_width, wrap
from ...match.texts import Texts
from .. import find
from ..el_grande.chart import REGIONS, Badge, Pieces
from ..el_grande.picture import ChartPicture
from .blanks import court_on, number_on, words_of
from .notes import marks, order

Value: TypeAlias = int | str  # a card: its value, "joker", or "blank_1"


def draw(view: View, *, parts: Parts = "table", **how: Unpack[Look]) -> str:
    """An SVG document of a view: what the seat may know, and nothing else."""
    return KingAndIntriguerPicture(view, **how).draw(parts)


class KingAndIntriguerPicture(ChartPicture):
    """The roles, this round's cards and a hand of action cards."""

    game: ClassVar[str] = "king_and_intriguer"
    folder: ClassVar[Path] = Path(__file__).parent

    def __init__(self, view: View, **how: Unpack[Look]) -> None:
        own = words_of(view.get("options") or {})
        texts = Texts(find(self.game), how.get("lang", "en"), own=own)
        said = {key: texts.named(*key.split(".")) for key in own}
        how["words"] = {**said, **(how.get("words") or {})}
        super().__init__(view, **how)

    def pieces(self) -> Pieces:
        """El Grande's pieces with the castillo where it was slid, what stands beside it, and the
        marks of cards.
        """
        collapse = bool(self.view.get("collapse"))
        return replace(
            super().pieces(),
            badges=self._badges(),
            turned=frozenset(map(str, self.items("turned"))),
            castillo_at=place if (place := self.view.get("castillo_at")) in REGIONS else None,
            beside=[count or 0 for count in self.per_seat("beside")],
            castillo_note=self.words("ki.collapse_short") if collapse else "",
        )

    def notes(self) -> dict[str, Any]:
        """What follows from the view: the order of the round and the marks on regions; a view may
        leave things out.
        """
        cards = self.per_seat("played")
        lie = [seat for seat, card in enumerate(cards) if card is not None and card != "joker"]
        told = [seat for seat in self.items("laid") if seat in lie]
        known = {
            "players": self.players, "played": cards, "laid": told if len(told) == len(lie) else lie,
            "roles": self.per_seat("roles"), "doubles": self.per_seat("doubles"), "regions": dict.fromkeys(REGIONS),
            "options": {"players_edition": False, **self.mapping("options")},
            "alliances": [pair for pair in self.items("alliances") if pair and None not in pair],
            "lying": [card for card in self.items("lying") if card],
            "protected": [region for region in self.items("protected") if region],
            "castillo_at": self.view.get("castillo_at"),
        }  # fmt: skip
        return {"order": order(known), "marks": marks(known)}

    def _badges(self) -> dict[str, tuple[Badge, ...]]:
        signs = {"protected": "crown", "limit": "≤6", "double": "×2", "allied": "&"}
        found: dict[str, tuple[Badge, ...]] = {}
        for region, listed in self.notes()["marks"].items():
            shown = [mark for mark in listed if mark["mark"] in signs]
            if shown:
                found[region] = tuple(
                    Badge(signs[mark["mark"]] + mark.get("group", ""), self.words(f"ki.{mark['mark']}")) for mark in shown
                )
        return found

    def role(self, seat: int) -> str:
        """king, intriguer or nothing."""
        return next((row.get("role") or "" for row in self.notes()["order"] if row["seat"] == seat), "")

    def played(self, seat: int) -> Value | None:
        """The card the seat has laid this round."""
        return self.per_seat("played")[seat]

    def order(self) -> list[int]:
        """Turn order: highest card first; seats that have laid none yet follow clockwise from the
        start player.
        """
        start, laid = self.number("start_player") or 0, [int(row["seat"]) for row in self.notes()["order"]]
        waiting = [seat for seat in range(self.seats) if seat not in laid]
        return laid + sorted(waiting, key=lambda seat: (seat - start) % self.seats)

    def player(self, seat: int) -> Player:
        """The common player card with the card laid, the role and the number of cards in hand."""
        player, card = super().player(seat), self.played(seat)
        player.card = "" if card is None else self.card_value(card)
        player.word = self.words(f"ki.{self.role(seat)}") if self.role(seat) else ""
        player.badges += [str(card["value"]) for card in self.items("lying") if card and card.get("seat") == seat]
        return player

    def card_value(self, card: Value) -> str:
        """The text on a card."""
        return self.card_name(card)[:1] if card == "joker" else str(number_on(self.view, card))

    def card_name(self, card: Value) -> str:
        """The short name of an action card."""
        return self.words.find(f"card.{card}.short") or str(card)

    def note(self) -> str:
        """The common note, or that the queen takes the king's bonus away."""
        return self.words("ki.queen") if self.view.get("queen") and not self.is_over() else super().note()

    # this round

    def right(self) -> list[Maker]:
        """This round's cards, highest first, with roles and caballero cards."""
        rows = self.notes()["order"]

        def title(x: float, y: float, w: float) -> Block:
            words = self.words
            return [heading(self.sheet, words("ki.this_round"), x + 2, y + 16, w - 4, words("ki.caballero_hint"))], 18

        def maker(row: dict[str, Any]) -> Maker:
            return lambda x, y, w: self._row(row, x, y, w)

        return [*([title] if rows else []), *map(maker, rows)]

    def _row(self, row: dict[str, Any], x: float, y: float, w: float) -> Block:
        theme, seat, card, role = self.theme, row["seat"], row["card"], row.get("role") or ""
        acts = row.get("acts_as") in ("king", "intriguer")
        says = self.words.find(f"role.{role}.says" if acts else f"card.{card}.says") or ""
        name = self.words(f"ki.{role}") if role else ""
        rows = wrap(says, 13, w - 112, lines=3)
        h = max(62.0, 36 + 16 * len(rows))
        now, own = self.is_now(seat), self.sheet.seat(seat)
        edge = theme.purpure if now else theme.edge
        nodes = [
            node("title", f"{self.names[seat]}: {self.card_value(card)}. {name} {says}"),
            rect(x, y, w, h, rx=7, fill=theme.panel3),
            rect(x + 52, y, w - 52, h, rx=7, fill=theme.card),
            rect(x + 52, y, 12, h, fill=theme.card),
            rect(x, y, 5, h, rx=2.5, fill=own.base),
            rect(x, y, w, h, rx=7, fill="none", stroke=edge, stroke_width=2.5 if now else 1),
            line(self.card_value(card), x + 29, y + 30, 21, theme.ink, "display", "middle"),
            *self._cubes(card, x + 29, y + 38, own.base),
            self.sheet.piece("shield", x + 62, y + 8, 15, 17.5, seat=seat),
            line(fit(self.names[seat], 15.5, w - 200, "display"), x + 83, y + 22, 15.5, theme.ink, "display"),
            *(line(text, x + 62, y + 41 + 16 * k, 13, theme.ink2) for k, text in enumerate(rows)),
        ]
        if "caballeros" in row:
            nodes.append(small_card(self.sheet, str(row["caballeros"]), x + w - 38, y + 9, 30, seat)[0])
        if role:
            width = pill_width(name, 11.5) + 22
            left = x + w - 46 - width
            dark = role == "intriguer"
            badge, _ = pill(self.sheet, name, left + 22, y + 17, 11.5, "#FFF6FB" if dark else theme.purpure, "none")
            ground = rect(left, y + 7, width, 20, rx=10, fill="#241A20" if dark else theme.purpure_soft)
            icon = "mask" if dark else "crown"
            nodes += [ground, self.sheet.piece(icon, left + 6, y + 11, 18, 12, ink="#FFF6FB", hole="#241A20"), badge]
        return [group(nodes, role="group", data_card=str(card))], h

    def _cubes(self, card: Value | None, middle: float, y: float, colour: str, side: float = 6) -> Iterable[Node]:
        """As many small cubes as a card brings to court."""
        count = court_on(self.view, card) if card else 0
        for k in range(count):
            row, column = divmod(k, 3)
            left = middle + (column - min(3, count - row * 3) / 2) * (side + 1.6) + 0.8
            yield rect(left, y + row * (side + 2), side, side, rx=1.4, fill=colour)

    # the hand

    def below(self) -> list[Maker]:
        """All cards of the viewing seat: those in hand, and the outlines of the used ones."""
        seat, hand = self.seat, self.own_hand()
        if seat is None or hand is None:
            return []
        used = [card for card in cast("list[Value] | None", self.per_seat("used")[seat]) or [] if card is not None]
        laid = self.played(seat)
        there = {*hand, *used, *([] if laid is None else [laid])}
        cards = sorted(there, key=lambda card: (card == "joker", number_on(self.view, card)))

        def make(x: float, y: float, w: float) -> Block:
            per_row = min(max(1, len(cards)), max(1, int((w - 24) // 60)))
            rows = max(1, -(-len(cards) // per_row))
            note = self.words("table.left", n=len(hand))
            height = 40.0 + 92 * rows
            title = heading(self.sheet, self.words("ki.your_cards"), x + 12, y + 24, w - 24, note)
            nodes = [panel(self.sheet, x, y, w, height), title]
            step = min(84.0, (w - 24 + 5) / per_row)
            for k, card in enumerate(cards):
                row, column = divmod(k, per_row)
                held = card in hand
                nodes += self._card(card, seat, held, x + 12 + column * step, y + 36 + row * 92, step - 5)
            return [group(nodes, role="group", aria_label=self.words("ki.your_cards"))], height

        return [make]

    def _card(self, card: Value, seat: int, held: bool, x: float, y: float, w: float) -> list[Node]:
        theme, colour, middle = self.theme, self.sheet.seat(seat).base, x + w / 2
        value = self.card_value(card)
        if not held:
            now = self.played(seat) == card
            edge = theme.purpure if now else theme.rule2
            return [
                rect(x, y, w, 84, rx=6, fill="none", stroke=edge, stroke_width=2 if now else 1.4),
                line(value, middle, y + 25, 18, theme.ink3, "display", "middle", opacity=None if now else 0.55),
            ]
        name = self.card_name(card)
        small = max(8.5, min(11.0, *((w - 5) / text_width(word, 1) for word in name.split())))
        names = wrap(name, small, w - 4, lines=2)
        size = min(20.0, (w - 6) / max(0.1, text_width(value, 1, "display")))
        return [
            rect(x, y, w, 84, rx=6, fill=theme.card, stroke=theme.edge),
            rect(x, y, w, 4, rx=2, fill=colour),
            line(value, middle, y + 26, size, theme.ink, "display", "middle"),
            *(line(row, middle, y + 42 + 12 * k, small, theme.ink2, anchor="middle") for k, row in enumerate(names)),
            *self._cubes(card, middle, y + 62, colour, 7),
        ]
