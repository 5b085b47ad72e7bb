"""What is drawn around a board in every game: card stock, player cards, score track, rounds, pills.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .pieces import Sheet
from .svg import Node, Value, circle, group, node, path, rect
from .type import fit, line, text_width

CARD_HEIGHT, CHIP_HEIGHT = 86.0, 108.0


def panel(sheet: Sheet, x: float, y: float, w: float, h: float, *, fill: str | None = None, now: bool = False) -> Node:
    """A piece of matt card stock; `now` rings it in the table's own colour."""
    ring = sheet.theme.purpure if now else None
    width = 2.5 if now else None
    return rect(x, y, w, h, rx=10, fill=fill or sheet.theme.panel, stroke=ring, stroke_width=width)


def pill(sheet: Sheet, content: str, x: float, y: float, size: float, ink: str, fill: str) -> tuple[Node, float]:
    """A word on a small rounded ground, its middle line at y; returns the node and its width."""
    width, height = pill_width(content, size), size * 1.55
    ground = rect(x, y - height / 2, width, height, rx=4, fill=fill)
    return node("g", ground, line(content, x + size / 2, y + size * 0.34, size, ink, "bold")), width


def pill_width(content: str, size: float) -> float:
    return text_width(content, size, "bold") + size


def heading(sheet: Sheet, content: str, x: float, y: float, w: float, note: str = "") -> Node:
    """The title of a panel, with a quiet note at its right end."""
    room = w - text_width(content, 15, "display") - 12
    return node(
        "g",
        line(content, x, y, 15, sheet.theme.ink, "display"),
        line(fit(note, 12.5, room), x + w, y, 12.5, sheet.theme.ink2, anchor="end") if note else None,
    )


def rule(sheet: Sheet, x: float, y: float, w: float) -> Node:
    return path(f"M{x:g} {y:g}h{w:g}", stroke=sheet.theme.rule, stroke_width=1)


@dataclass(slots=True)
class Count:
    """A piece and its count: `piece` is a shape of `pieces.svg`, or "slot" for an outlined square.
    """

    piece: str
    value: str | int
    title: str = ""
    w: float = 17
    h: float = 17


@dataclass(slots=True)
class Player:
    """What a player card shows: name, status and score above; card, word and counts below."""

    seat: int
    name: str
    status: str = ""
    score: str = ""
    note: str = ""  # below the score
    main: str = ""  # the number that a small screen shows large; empty means the score
    you: str = ""
    now: bool = False
    done: bool = False
    badges: list[str] = field(default_factory=list[str])
    card: str = ""
    word: str = ""
    counts: list[Count] = field(default_factory=list[Count])
    more: list[Node] = field(default_factory=list[Node])  # a last row, drawn from 0, 0
    more_height: float = 0

    @property
    def title(self) -> str:
        """Everything in one sentence."""
        counts = [f"{count.title} {count.value}" for count in self.counts if count.title]
        return ". ".join(filter(None, (self.name, self.status, self.score, *self.badges, *counts)))


def counts_row(sheet: Sheet, counts: Iterable[Count], y: float, seat: int, size: float = 15) -> tuple[Node, float]:
    """Pieces with their counts in a row from 0, middle line at y; returns the row and its width."""
    nodes: list[Node] = []
    x, gap = 0.0, size * 0.8
    for count in counts:
        w, h = count.w * size / 15, count.h * size / 15
        if count.piece == "slot":
            side = 12 * size / 15
            w = side + 2
            colour = sheet.seat(seat).label
            ink: dict[str, Value] = {"fill": "none", "stroke": colour, "stroke_width": size / 7.5}
            mark = rect(x + 1, y - side / 2, side, side, rx=size / 6, **ink)
        else:
            mark = sheet.piece(count.piece, x, y - h / 2, w, h, seat=seat)
        value = line(count.value, x + w + 4, y + size * 0.34, size, sheet.theme.ink, "bold")
        nodes.append(node("g", node("title", count.title) if count.title else None, mark, value))
        x += w + 4 + text_width(count.value, size, "bold") + gap
    return group(nodes), max(0.0, x - gap)


def player_card(sheet: Sheet, player: Player, x: float, y: float, w: float) -> tuple[list[Node], float]:
    """A player card and its height."""
    theme, inner = sheet.theme, x + 12
    height = (CARD_HEIGHT if player.counts or player.card else 55) + player.more_height
    quiet = player.done and not player.now
    nodes = [
        node("title", player.title),
        panel(sheet, x, y, w, height, fill=theme.panel2 if quiet else None, now=player.now),
        sheet.piece("shield", inner, y + 9, 31, 36, seat=player.seat),
    ]
    room = w - 24 - 41 - text_width(player.score, 27, "display") - 8
    badges = [(player.you, theme.purpure, theme.purpure_soft)] if player.you else []
    badges += [(badge, theme.ink2, theme.panel3) for badge in player.badges]
    taken = sum(pill_width(badge[0], 11) + 5 for badge in badges)
    name = fit(player.name, 17, max(40, room - taken), "display")
    nodes.append(line(name, inner + 41, y + 24, 17, theme.ink, "display"))
    across = inner + 41 + text_width(name, 17, "display") + 7
    for word, ink, fill in badges:
        badge, width = pill(sheet, word, across, y + 18.5, 11, ink, fill)
        nodes.append(badge)
        across += width + 5
    nodes.append(line(fit(player.status, 12.5, room), inner + 41, y + 41, 12.5, theme.ink2))
    nodes.append(line(player.score, x + w - 12, y + 34, 27, theme.ink, "display", "end"))
    if player.note:
        nodes.append(line(player.note, x + w - 12, y + 48, 11.5, theme.ink2, anchor="end"))
    if player.counts or player.card:
        nodes.append(rule(sheet, inner, y + 53, w - 24))
        row, length = counts_row(sheet, player.counts, y + 69, player.seat)
        start = inner
        if player.card:
            card, width = small_card(sheet, player.card, inner, y + 57, 24, player.seat)
            left = inner + width + 6
            word = fit(player.word, 13, w - 24 - width - length - 16, "bold") if player.word else ""
            nodes += [card, line(word, left, y + 73.5, 13, theme.ink, "bold")]
            start = x + w - 12 - length
        nodes.append(group([row], transform=f"translate({start:.4g} 0)"))
    if player.more:
        nodes.append(group(player.more, transform=f"translate({inner:g} {y + CARD_HEIGHT - 4:g})"))
    return [group(nodes, role="group")], height


def chip(sheet: Sheet, player: Player, x: float, y: float, w: float) -> tuple[Node, float]:
    """A small player card for small screens: score, name, card and the first counts."""
    theme, quiet = sheet.theme, player.done and not player.now
    main = player.main or player.score
    row, length = counts_row(sheet, player.counts[:2], 81, player.seat, 22)
    if length > w - 16:
        row, length = counts_row(sheet, player.counts[:1], 81, player.seat, 22)
    nodes = [
        node("title", player.title),
        panel(sheet, x, y, w, CHIP_HEIGHT, now=player.now, fill=theme.panel2 if quiet else None),
        sheet.piece("shield", x + 10, y + 10, 36, 42, seat=player.seat),
        line(main, x + 54, y + 34, 30, theme.ink, "display"),
        line(fit(player.you or player.name, 20, w - 62), x + 54, y + (56 if main else 40), 20, theme.ink2),
        group([row], transform=f"translate({x + 10:.4g} {y:.4g})"),
    ]
    if player.card:
        nodes.append(small_card(sheet, player.card, x + w - 42, y + 8, 32, player.seat)[0])
    return group(nodes, role="group"), CHIP_HEIGHT


def small_card(sheet: Sheet, value: str, x: float, y: float, h: float, seat: int) -> tuple[Node, float]:
    """A small card with a number on it, edged in the seat's colour; returns the node and its
    width.
    """
    size = h * 0.62
    width = max(h * 0.86, text_width(value, size, "display") + 8)
    return (
        node(
            "g",
            rect(x, y, width, h, rx=4, fill=sheet.theme.card, stroke=sheet.seat(seat).base, stroke_width=1.4),
            line(value, x + width / 2, y + h * 0.71, size, sheet.theme.ink, "display", "middle"),
        ),
        width,
    )


def score_track(sheet: Sheet, scores: Sequence[tuple[int, int]], x: float, y: float, w: float) -> Node:
    """The scale bar of a chart with the seats' shields on it, 44 high; it grows in tens."""
    theme = sheet.theme
    start = min([0, *(score for _, score in scores)]) // 10 * 10
    end = -(-max([60, *(score for _, score in scores)]) // 10) * 10
    unit = w / (end - start)
    every = 10 if end - start <= 130 else 20
    bar = y + 26
    nodes = [
        rect(x + k * unit, bar, 5 * unit, 8, fill=theme.track_b if k // 5 % 2 else theme.track_a)
        for k in range(0, end - start, 5)
    ]
    nodes.append(rect(x, bar, w, 8, fill="none", stroke=theme.track_a, stroke_width=1.2))
    nodes += [
        line(start + k, x + k * unit, bar + 18, 11, theme.ink2, anchor="middle")
        for k in range(0, end - start + 1, every)
    ]
    ranked = sorted(scores, key=lambda item: (item[1], item[0]))
    places = [x + (score - start) * unit for _, score in ranked]
    for (seat, score), place, middle in zip(ranked, places, spread(places, 19.4), strict=True):
        mark = path(f"M{place:.1f} {bar:.1f}L{middle:.1f} {bar - 4:.1f}", stroke=theme.track_a, stroke_width=1.4)
        shield = sheet.piece("shield", middle - 9.5, bar - 24, 19, 22, seat=seat)
        marker = [node("title", str(score)), mark, shield]
        nodes.append(group(marker, data_piece="score", data_seat=seat, data_count=score))
    return group(nodes)


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Moves ascending places apart as little as possible, until each has enough room.

    >>> spread([10, 12, 40], 6)
    [8.0, 14.0, 40.0]
    """
    clusters: list[tuple[float, int]] = []  # middle, members
    for place in places:
        clusters.append((place, 1))
        while len(clusters) > 1 and clusters[-1][0] - clusters[-2][0] < gap * (clusters[-1][1] + clusters[-2][1]) / 2:
            (middle, members), (other, more) = clusters.pop(), clusters.pop()
            clusters.append(((middle * members + other * more) / (members + more), members + more))
    return [middle + gap * (k - (members - 1) / 2) for middle, members in clusters for k in range(members)]


def rounds(
    sheet: Sheet, now: int | None, played: Sequence[int], scorings: Sequence[int], end: float, y: float, size: float
) -> Node:
    """The rounds of a game in a row, with a tower after each general scoring; the row ends at
    `end`, its middle is y.
    """
    theme = sheet.theme
    nodes: list[Node] = []
    x = end - size * 1.08 * (len(played) + len(scorings)) + size * 0.54
    for count in played:
        past = now is not None and count < now
        if count == now:
            nodes.append(circle(x, y, size * 0.5, fill=theme.purpure))
        ink = theme.on_purpure if count == now else theme.ink2 if past else theme.ink3
        nodes.append(line(count, x, y + size * 0.18, size * 0.54, ink, "bold", "middle"))
        x += size * 1.08
        if count in scorings:
            colour = theme.bronze if past else theme.ink3
            nodes.append(sheet.piece("tower", x - size * 0.36, y - size * 0.4, size * 0.72, size * 0.78, ink=colour))
            x += size * 1.08
    return group(nodes)
