"""Draws El Grande: the board, or the whole table as one seat sees it.

>>> draw({"players": 4, "king": "castilla", "regions": {"granada": [0, 2, 3, 0]}}, parts="board")[:4]
'<svg'
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Unpack, cast

from ...drawing.panels import Count, Player, heading, panel, rounds, rule, score_track
from ...drawing.picture import Block, Look, Maker, Parts, Picture, View
from ...drawing.svg import Box, Node, group, node, rect
from ...drawing.type import fit, line, text_width, wrap
from .chart import PLACES, REGIONS, Chart, Pieces, chart_data, region_name
from .notes import by_sum, points_of_tile
from .sources import printed


def draw(view: View, *, parts: Parts = "table", **how: Unpack[Look]) -> str:
    """An SVG document of a view: what the seat may know, and nothing else."""
    return ElGrandePicture(view, **how).draw(parts)


class ChartPicture(Picture):
    """What El Grande and König & Intrigant share: the chart, the track, the players, the
    majorities.
    """

    folder: ClassVar[Path] = Path(__file__).parent
    credit: ClassVar[str] = " ".join(chart_data()["attribution"])

    def pieces(self) -> Pieces:
        """What is on the board."""
        return Pieces.of(self.view, self.players, self.seats)

    def _chart(self, *, compact: bool) -> Chart:
        return Chart(self.sheet, self.words, self.names, self.pieces(), compact=compact)

    def board_nodes(self, *, compact: bool) -> tuple[list[Node], Box]:
        """The chart with its pieces."""
        chart = self._chart(compact=compact)
        return chart.draw(), chart.frame

    def summary(self) -> str:
        """Round, scores and every region in words."""
        known = [(seat, score) for seat, score in enumerate(self._scores()) if score is not None]
        scores = [f"{self.names[seat]} {score}" for seat, score in known]
        count = self.number("round")
        said = [self.words("table.over") if self.is_over() else self.words("table.round", round=count) if count else ""]
        said.append(", ".join(scores))
        chart = self._chart(compact=False)
        return " ".join([*(f"{sentence}." for sentence in said if sentence), *map(chart.describe, REGIONS)])

    def is_dummy(self, seat: int) -> bool:
        """Whether a colour has no player."""
        return seat >= self.players

    def _scores(self) -> list[int | None]:
        return [None if self.is_dummy(seat) else score for seat, score in enumerate(self.per_seat("scores"))]

    def progress(self, x: float, y: float, size: float) -> Node | None:
        """The rounds, with the current one marked."""
        short = bool(self.mapping("options").get("short"))
        played = (2, 3, 5, 6, 8, 9) if short else tuple(range(1, 10))
        return rounds(self.sheet, self.number("round"), played, (3, 6, 9), x, y, size)

    def above(self) -> list[Maker]:
        scores = [(seat, score) for seat, score in enumerate(self._scores()) if score is not None]
        return [lambda x, y, w: ([score_track(self.sheet, scores, x + 26, y - 2, w - 60)], 36)]

    def left(self) -> list[Maker]:
        return [self._majorities]

    def _majorities(self, x: float, y: float, w: float) -> Block:
        """Every region in one line, ties marked by an equals sign."""
        theme, pieces, row = self.theme, self.pieces(), 26.0
        height = 40 + row * len(REGIONS)
        title = heading(self.sheet, self.words("eg.majorities"), x + 12, y + 24, w - 24)
        nodes = [panel(self.sheet, x, y, w, height), title]
        for k, region in enumerate(REGIONS):
            top = y + 34 + k * row
            name = fit(region_name(region, pieces.edition), 13, 64)
            nodes += [rule(self.sheet, x + 12, top, w - 24), line(name, x + 12, top + 17.5, 13, theme.ink)]
            across, before = x + 80, None
            for count, seat in pieces.ranking(region):
                if count == before:
                    nodes.append(line("=", across - 4.5, top + 17, 12, theme.ink3, "bold", "middle"))
                nodes.append(self.sheet.piece("shield", across, top + 6, 12, 14, seat=seat))
                nodes.append(line(count, across + 14, top + 17.5, 13, theme.ink, "bold"))
                across += 14 + text_width(count, 13, "bold") + 8
                before = count
        return nodes, height

    def player(self, seat: int) -> Player:
        """Score, court and province, and the seat's cards of this round."""
        say, dummy = self.words, self.is_dummy(seat)
        court, province = self.per_seat("court")[seat], self.per_seat("province")[seat]
        now = self.is_now(seat)
        acted = seat in self.items("acted")
        counts = [] if court is None or dummy else [Count("caballero", court, say("eg.court"))]
        counts += [] if province is None else [Count("slot", province, say("eg.province"))]
        score = self._scores()[seat]
        return Player(
            seat=seat,
            name=self.names[seat],
            status=say("table.dummy") if dummy else say("table.now") if now else say("table.done") if acted else "",
            score="" if score is None else str(score),
            you=say("table.you") if seat == self.seat else "",
            now=now,
            done=acted,
            badges=[say("table.start")] if self.number("start_player") == seat else [],
            counts=counts,
        )

    def court_panel(self, x: float, y: float, w: float, h: float, seat: int) -> list[Node]:
        """All caballeros that a player can place."""
        court = int(self.per_seat("court")[seat] or 0)
        nodes = [
            panel(self.sheet, x, y, w, h),
            heading(self.sheet, self.words("eg.your_court"), x + 12, y + 22, w - 24, str(court)),
        ]
        columns = 5 if court <= 10 else 8
        step = (w - 24) / columns
        cube = min(26.0, step - 3)
        for k in range(court):
            row, column = divmod(k, columns)
            down = min(step, 58 / max(1, -(-court // columns) - 0.4))
            left, top = x + 12 + column * step, y + 34 + row * down
            nodes.append(self.sheet.piece("caballero", left, top, cube, cube, seat=seat))
        return nodes


class ElGrandePicture(ChartPicture):
    """The five action cards, and power cards in hand and on the table."""

    game: ClassVar[str] = "el_grande"

    def count_seats(self) -> int:
        """With two players a third colour, the dummy, is in play."""
        return 3 if self.players == 2 else self.players

    def played(self, seat: int) -> int | None:
        """The seat's sum this round: power card and modifier."""
        value, modifier = self.per_seat("played")[seat], self.per_seat("played_modifiers")[seat]
        return None if value is None else value + (_modifier(modifier)["value"] if modifier else 0)

    def order(self) -> list[int]:
        """Turn order: highest value first; seats that have laid none yet follow clockwise from the
        start player.
        """
        start, played = self.number("start_player") or 0, self.per_seat("played")
        waiting = [seat for seat in range(self.seats) if played[seat] is None]
        return by_sum(played, self.per_seat("played_modifiers")) + sorted(waiting, key=lambda seat: (seat - start) % self.seats)

    def player(self, seat: int) -> Player:
        """The common player card with the power card, the action card in use and vetoes."""
        player, (user, card) = super().player(seat), self._in_use()
        value = self.played(seat)
        player.card = "" if value is None else str(value)
        player.word = self.card_name(card) if card and user == seat else ""
        player.badges += [self.words("eg.veto") for veto in self.items("vetoes") if veto.get("seat") == seat]
        return player

    def _in_use(self) -> tuple[int | None, str | None]:
        """Who uses which action card now."""
        for key in ("menu", "open"):
            menu = self.mapping(key)
            if menu.get("card"):
                return menu.get("seat", self.number("turn")), str(menu["card"])
        return None, None

    def card_name(self, card: str) -> str:
        """The name of an action card."""
        return self.words.named(f"card.{card}.name", _entry("card", "id", card).get("name"))

    def right(self) -> list[Maker]:
        """The open action cards, and the tiles that lie on no table."""
        user, used = self._in_use()
        open_cards = [str(card) for card in self.items("open_cards")]
        cards = open_cards + ([used] if used and used not in open_cards else [])
        cards.sort(key=lambda card: (-_entry("card", "id", card).get("place", 0), card))

        def title(x: float, y: float, w: float) -> Block:
            words = self.words
            return [heading(self.sheet, words("eg.action_cards"), x + 2, y + 16, w - 4, words("eg.number_hint"))], 18

        def maker(card: str) -> Maker:
            return lambda x, y, w: self._action_card(card, user if card == used else None, x, y, w)

        return [*([title] if cards else []), *(maker(card) for card in cards), self._beside]

    def _action_card(self, card: str, user: int | None, x: float, y: float, w: float) -> Block:
        """Left how many caballeros it places, right its name and what it does; ringed while
        somebody uses it.
        """
        theme, used = self.theme, user is not None
        effect = self.words.find(f"card.{card}.says") or ""
        rows = wrap(effect, 13.2, w - 70, lines=3)
        h = max(60, 34 + 16.5 * len(rows))
        ring = {"stroke": theme.purpure, "stroke_width": 2.5} if used else {"stroke": theme.edge}
        name = fit(self.card_name(card), 16.5, w - (96 if used else 70), "display")
        nodes = [
            node("title", f"{name}. {effect}"),
            rect(x, y, w, h, rx=7, fill=theme.purpure2 if used else theme.panel3),
            rect(x + 50, y, w - 50, h, rx=7, fill=theme.card),
            rect(x + 50, y, 12, h, fill=theme.card),
            rect(x, y, w, h, rx=7, fill="none", **ring),
            line(name, x + 60, y + 21, 16.5, theme.ink, "display"),
            *(line(row, x + 60, y + 38 + 16.5 * k, 13.2, theme.ink2) for k, row in enumerate(rows)),
        ]
        place = _entry("card", "id", card).get("place")
        if place is not None:
            nodes.append(line(place, x + 25, y + h / 2 + 4, 27, "#FFF6FB" if used else theme.ink, "display", "middle"))
            pip = "#FFD98A" if used else theme.ink2
            nodes += [rect(x + 26 + (k - place / 2) * 8, y + h / 2 + 10, 6, 6, rx=1.5, fill=pip) for k in range(place)]
        if user is not None:
            nodes.append(self.sheet.piece("shield", x + w - 26, y + 7, 15, 17.5, seat=user))
        return [group(nodes, role="group", data_card=card)], h

    def _beside(self, x: float, y: float, w: float) -> Block:
        """Scoring tiles beside the board."""
        free = [tile for tile, place in self.mapping("tiles").items() if place is None]
        if not free:
            return [], 0
        nodes, across = [panel(self.sheet, x, y, w, 52)], x + w - 12
        for tile in reversed(free):
            points = points_of_tile(tile, self.players)
            wide = len(points) * 22 + 7
            across -= wide
            nodes.append(rect(across, y + 11, wide, 30, rx=6, fill="#54203F", stroke="#FFE7B0", stroke_width=2))
            for k, value in enumerate(points):
                left = across + 4.5 + 22 * k
                nodes.append(rect(left, y + 14.5, 20, 23, rx=3, fill=PLACES[k]))
                nodes.append(line(value, left + 10, y + 32, 18, "#2a1a10", "display", "middle"))
            across -= 8
        title = fit(self.words("eg.tiles_beside"), 13.5, across - x - 12)
        return [*nodes, line(title, x + 12, y + 31, 13.5, self.theme.ink2)], 52

    def below(self) -> list[Maker]:
        """The court and the power cards of the viewing seat."""
        seat, hand = self.seat, self.own_hand()
        if seat is None or hand is None:
            return []

        def make(x: float, y: float, w: float) -> Block:
            nodes: list[Node] = []
            if w > 600:
                nodes = self.court_panel(x, y, 176, 104, seat)
                x, w = x + 186, w - 186
            return [group([*nodes, *self._power_cards(x, y, w, seat, hand)], role="group")], 104

        return [make]

    def _power_cards(self, x: float, y: float, w: float, seat: int, hand: list[Any]) -> list[Node]:
        theme, say = self.theme, self.words
        modifiers = cast("list[str]", self.per_seat("modifiers")[seat] or [])
        step = (w - 24) / (13 + len(modifiers))
        nodes = [
            panel(self.sheet, x, y, w, 104),
            heading(self.sheet, say("eg.power_cards"), x + 12, y + 22, w - 24, say("table.left", n=len(hand))),
        ]
        for value in range(1, 14):
            left = x + 12 + (value - 1) * step
            now = self.per_seat("played")[seat] == value
            nodes += self._power_card(value, seat, value in hand, now, left, y + 32, step - 5)
        for k, modifier in enumerate(modifiers):
            left, entry = x + 12 + (13 + k) * step, _modifier(modifier)
            middle = left + (step - 5) / 2
            sign = f"{entry['value']:+d}".replace("-", "−")
            nodes.append(rect(left, y + 32, step - 5, 62, rx=6, fill=theme.panel3, stroke=theme.edge))
            nodes.append(line(sign, middle, y + 60, min(20, step * 0.6), theme.ink, "display", "middle"))
            if entry["ability"]:
                nodes.append(line("+", middle, y + 84, 18, theme.bronze, "bold", "middle"))
        return nodes

    def _power_card(self, value: int, seat: int, held: bool, now: bool, x: float, y: float, w: float) -> list[Node]:
        """A card in hand with the caballeros it brings to court, or the outline of a used one."""
        theme, colour, middle = self.theme, self.sheet.seat(seat).base, x + w / 2
        if not held:
            ink = theme.purpure if now else theme.ink3
            edge = theme.purpure if now else theme.rule2
            return [
                rect(x, y, w, 62, rx=6, fill="none", stroke=edge, stroke_width=2 if now else 1.4),
                line(value, middle, y + 28, min(21, w * 0.7), ink, "display", "middle", opacity=None if now else 0.55),
            ]
        cubes: int = _entry("power", "value", value)["court"]
        side = min(8.0, (w - 8) / 3 - 1)
        nodes = [
            rect(x, y, w, 62, rx=6, fill=theme.card, stroke=theme.edge),
            rect(x, y, w, 4, rx=2, fill=colour),
            line(value, middle, y + 28, min(23, w * 0.75), theme.ink, "display", "middle"),
        ]
        for k in range(cubes):
            row, column = divmod(k, 3)
            left = middle + (column - min(3, cubes - row * 3) / 2) * (side + 1.6) + 0.8
            nodes.append(rect(left, y + 36 + row * (side + 2), side, side, rx=1.5, fill=colour))
        if not cubes:
            nodes.append(line("–", middle, y + 47, 12, theme.ink2, anchor="middle"))
        return nodes


def _modifier(modifier: str) -> Mapping[str, Any]:
    return _entry("modifier", "id", modifier) or {"value": 0, "ability": []}


def _entry(table: str, by: str, name: str | int) -> dict[str, Any]:
    """An entry of the data files; empty if there is none."""
    return _entries(table, by).get(name, {})


@cache
def _entries(table: str, by: str) -> dict[str | int, dict[str, Any]]:
    return {entry[by]: entry for entry in printed()[table]}
