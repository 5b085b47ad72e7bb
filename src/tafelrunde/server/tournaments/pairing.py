"""Pairings: rounds at tables of two to five, in which people meet evenly and sit evenly.

Entrants are numbers.  Everything here follows from what it is given, so the same round is drawn
again after a crash.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations

Group = tuple[int, ...]
"""The entrants at one table, by seat."""

AGAIN = 1_000_000
"""The cost of a second meeting; no difference in points is worth one."""
PASSES = 50
"""How often all exchanges are tried at most before a round is good enough."""
BEGINNINGS = 12
"""How many starting points are tried for a round of an all-play-all."""
Cost = Callable[[int, int], float]
"""The cost of putting two entrants at one table."""


@dataclass(frozen=True)
class Round:
    """One round: its tables, and those who sit out."""

    tables: tuple[Group, ...]
    out: tuple[int, ...] = ()


@dataclass
class Past:
    """What the earlier rounds have brought: who met whom, who sat where, who sat out."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    sat: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    out: Counter[int] = field(default_factory=Counter[int])

    def add(self, played: Round) -> None:
        """One more round."""
        for table in played.tables:
            self.met.update(pair(a, b) for a, b in combinations(table, 2))
            self.sat.update((entrant, seat) for seat, entrant in enumerate(table))
        self.out.update(played.out)


def pair(a: int, b: int) -> tuple[int, int]:
    """Two entrants, regardless of their order."""
    return (a, b) if a < b else (b, a)


def past_of(rounds: Iterable[Round]) -> Past:
    """What some rounds have brought."""
    past = Past()
    for one in rounds:
        past.add(one)
    return past


def sizes(entrants: int, seats: int, least: int) -> list[int]:
    """How many sit at each table: as few tables as possible, as even as possible, none below
    `least`.

    Everybody else sits out.

    >>> sizes(10, 4, 2), sizes(7, 2, 2), sizes(5, 3, 3)
    ([4, 3, 3], [2, 2, 2], [3])
    """
    tables = -(-entrants // seats)
    if tables and entrants // tables >= least:
        return [entrants // tables + (n < entrants % tables) for n in range(tables)]
    return [seats] * (entrants // seats)


# ------------------------------------------------------------ the two systems


def swiss(order: Sequence[int], points: Mapping[int, float], past: Past, seats: int, least: int) -> Round:
    """The next round: people with about the same points who have not met yet.

    `order` has the best first; among equals the stronger come first.  The last entrant who has not
    sat out yet sits out.
    """
    chosen, out = sitting_out(order, past, sizes(len(order), seats, least))
    groups = first_groups(chosen, sizes(len(chosen), seats, least), spread=not past.met)

    def against(a: int, b: int) -> float:
        again = past.met[pair(a, b)]
        return AGAIN * again * again + (points[a] - points[b]) ** 2

    return seated(improved(groups, against), out, past)


def round_robin(entrants: Sequence[int], past: Past, number: int, seats: int, least: int) -> Round:
    """The next round of an all-play-all; two at a table meet by the circle, as long as nobody came
    late.
    """
    if seats == 2 and not past.met.keys() & circle_pairs(entrants, number):
        tables, out = circle(entrants, number)
        return seated(tables, out, past)
    chosen, out = sitting_out(entrants, past, sizes(len(entrants), seats, least))

    def against(a: int, b: int) -> float:
        again = past.met[pair(a, b)]
        return AGAIN + again * again if again else 0.0

    found: list[list[Group]] = []
    for turn in range(number, number + min(BEGINNINGS, len(chosen))):
        turned = [*chosen[turn % len(chosen):], *chosen[:turn % len(chosen)]]
        found.append(improved(first_groups(turned, sizes(len(turned), seats, least), spread=turn % 2 == 0), against))
    best = min(found, key=lambda groups: whole_cost(groups, against), default=[])
    return seated(best, out, past)


def rounds_needed(entrants: int, seats: int) -> int:
    """The smallest possible number of rounds in which everybody meets everybody.

    >>> rounds_needed(8, 2), rounds_needed(7, 2), rounds_needed(16, 4)
    (7, 7, 5)
    """
    if seats == 2:
        return entrants - 1 + entrants % 2
    return max(1, -(-(entrants - 1) // (seats - 1)))


def all_met(entrants: Sequence[int], past: Past) -> bool:
    """Whether everybody has met everybody."""
    return all(past.met[pair(a, b)] for a, b in combinations(entrants, 2))


def circle(entrants: Sequence[int], number: int) -> tuple[list[Group], tuple[int, ...]]:
    """Round `number` (from 0) of the circle: the first stays, the others go round; whoever meets
    nobody sits out.

    >>> circle([1, 2, 3, 4], 0), circle([1, 2, 3], 1)
    (([(1, 4), (2, 3)], ()), ([(1, 3)], (2,)))
    """
    ring: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    if not ring:
        return [], ()
    turn = number % (len(ring) - 1)
    others = ring[1:]
    placed = [ring[0], *others[len(others) - turn:], *others[:len(others) - turn]]
    tables: list[Group] = []
    out: tuple[int, ...] = ()
    for a, b in zip(placed[:len(placed) // 2], reversed(placed), strict=False):
        if a is None or b is None:
            out = tuple(x for x in (a, b) if x is not None)
        else:
            tables.append((a, b))
    return tables, out


def circle_pairs(entrants: Sequence[int], number: int) -> set[tuple[int, int]]:
    """Who meets whom in a round of the circle."""
    return {pair(a, b) for a, b in circle(entrants, number)[0]}


# ------------------------------------------------------------ groups


def sitting_out(order: Sequence[int], past: Past, tables: Sequence[int]) -> tuple[list[int], tuple[int, ...]]:
    """Who plays and who sits out: those who have sat out least often, from the end."""
    left_over = len(order) - sum(tables)
    place = {entrant: n for n, entrant in enumerate(order)}
    out = sorted(order, key=lambda entrant: (past.out[entrant], -place[entrant]))[:left_over]
    return [entrant for entrant in order if entrant not in out], tuple(sorted(out, key=place.__getitem__))


def first_groups(order: Sequence[int], tables: Sequence[int], spread: bool) -> list[list[int]]:
    """Groups to begin with: neighbours together, or, `spread`, the strong and the weak at every
    table alike.
    """
    if not spread:
        ends = [sum(tables[:n]) for n in range(len(tables) + 1)]
        return [[*order[a:b]] for a, b in pairwise(ends)]
    groups: list[list[int]] = [[] for _ in tables]
    # To the table that has the fewest, so that every pot is shared out before the next
    for entrant in order:
        open_ = [n for n, size in enumerate(tables) if len(groups[n]) < size]
        groups[min(open_, key=lambda n: (len(groups[n]), n))].append(entrant)
    return groups


def improved(groups: list[list[int]], against: Cost) -> list[Group]:
    """The groups after every exchange of two people that improves them."""

    def cost(entrant: int, others: Iterable[int]) -> float:
        return sum(against(entrant, other) for other in others)

    for _ in range(PASSES):
        better = False
        for here, there in combinations(groups, 2):
            for i in range(len(here)):
                for j in range(len(there)):
                    a, b = here[i], there[j]
                    left, right = [*here[:i], *here[i + 1:]], [*there[:j], *there[j + 1:]]
                    if cost(b, left) + cost(a, right) < cost(a, left) + cost(b, right) - 1e-9:
                        here[i], there[j], better = b, a, True
        if not better:
            break
    return [tuple(group) for group in groups]


def whole_cost(groups: Iterable[Group], against: Cost) -> float:
    """The total cost of all groups of a round."""
    return sum(against(a, b) for group in groups for a, b in combinations(group, 2))


# ------------------------------------------------------------ seats


def seated(groups: Iterable[Sequence[int]], out: tuple[int, ...], past: Past) -> Round:
    """The groups with everybody at a seat that they have had least often."""
    return Round(tuple(seats_of(group, past) for group in groups), out)


def seats_of(group: Sequence[int], past: Past) -> Group:
    """The order in which a group sits: the sum of what everybody has had of their seats is the
    least possible.
    """
    turn = sum(past.sat[entrant, 0] for entrant in group) % len(group)
    # If nobody has sat anywhere yet, the first entrant is not always seated first
    turned = [*group[turn:], *group[:turn]]

    def had(order: Group) -> tuple[int, int]:
        counts = [past.sat[entrant, seat] for seat, entrant in enumerate(order)]
        return sum(counts), max(counts)

    return min(permutations(turned), key=had)
