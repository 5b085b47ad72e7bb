"""Any position finds room: measured with the exact polygons."""

from collections.abc import Iterator
from random import Random

import pytest

from tafelrunde.drawing.geometry import corners, inside
from tafelrunde.drawing.type import text_width
from tafelrunde.games.el_grande.chart import REGIONS, Furniture, chart_data, layout
from tafelrunde.games.el_grande.towers import Layout, Standing

Box = tuple[float, float, float, float]
RINGS = {name: chart_data()["regions"][name]["ring"] for name in REGIONS}


def numbers_and_bodies(plan: Layout, standing: Standing) -> tuple[list[Box], list[Box], list[Box]]:
    """Boxes of the numbers, of whole pieces, and of their feet."""
    sizes, scale = plan.sizes, standing.scale
    cube = sizes.cube * scale
    numbers, bodies, feet = [], [], []
    for tower in standing.towers:
        x, y, size = tower.number
        half = text_width(tower.cubes, size, "bold") / 2 + 2
        numbers.append((x - half, y - 0.7 * size, x + half, y + 1))
        left, right = tower.x - cube / 2, tower.x + cube / 2
        bodies.append((left, tower.y - cube - (tower.cubes - 1) * tower.step, right, tower.y))
        feet.append((left, tower.y - cube * 0.6, right, tower.y))
    for kind, _, x, y in standing.figures:
        w, h = (side * scale for side in sizes.figure(kind))
        bodies.append((x - w / 2, y - h, x + w / 2, y))
        feet.append((x - w * 0.4, y - 20 * scale, x + w * 0.4, y))
    return numbers, bodies, feet


def hit(a: Box, b: Box) -> bool:
    slack = 0.01
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def check(furniture: Furniture, region: str, standing: Standing) -> None:
    plan, ring = layout(furniture), RINGS[region]
    assert standing.fits
    numbers, bodies, feet = numbers_and_bodies(plan, standing)
    for box in (*numbers, *feet):
        assert all(inside(corner, ring) for corner in corners(box)), "inside its region"
    solid = [*numbers, *bodies]
    for k, box in enumerate(solid):
        assert not any(hit(box, other) for other in solid[:k]), "apart from each other"
        for name in REGIONS:
            assert not any(hit(box, other) for other in furniture.boxes(name)), "off names and tables"
    for left, top, right, bottom in bodies:
        edge = 3  # pieces are drawn a little smaller than their boxes
        for name in set(REGIONS) - {region}:
            steps = [top + edge + k * (bottom - top - edge) / 8 for k in range(9)]
            sides = (left + edge, right - edge)
            assert not any(inside((x, y), RINGS[name]) for x in sides for y in steps), "over no other region"
        assert top >= chart_data()["frame"][1], "below the upper edge"
    order = [(-tower.cubes, tower.seat) for tower in standing.towers]
    assert order == sorted(order)


def positions(count: int, seed: int) -> Iterator[tuple[str, tuple[int, ...], tuple[int, ...], bool]]:
    """Regions of random five-player positions with clustered grandes."""
    random = Random(seed)
    for k in range(count):
        skew = [0.2 + random.random() * random.random() * 3 for _ in REGIONS]
        board = {name: [0] * 5 for name in REGIONS}
        for seat in range(5):
            own = [weight * (0.2 + random.random() * 2) for weight in skew]
            for name in random.choices(REGIONS, own, k=8 + random.randrange(20)):
                board[name][seat] += 1
        homes = [
            random.choice(REGIONS) if random.random() < 0.3 else REGIONS[(random.randrange(3) + k) % 9]
            for _ in range(5)
        ]
        king = random.choice(REGIONS)
        for name in REGIONS:
            yield name, tuple(board[name]), tuple(s for s, home in enumerate(homes) if home == name), king == name


@pytest.mark.parametrize("compact", [False, True], ids=["normal", "compact"])
def test_random_positions_keep_every_promise(compact: bool) -> None:
    furniture = Furniture(compact=compact)
    for region, counts, grandes, king in positions(20, seed=7):
        standing = layout(furniture).standing(region, counts, grandes, ("king",) if king else ())
        assert {(tower.seat, tower.cubes) for tower in standing.towers} == {(s, n) for s, n in enumerate(counts) if n}
        assert sorted(figure.seat for figure in standing.figures if figure.seat is not None) == sorted(grandes)
        if not compact:
            check(furniture, region, standing)
        assert standing.fits


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("edition", ["2023", "1995"])
def test_the_worst_load_still_finds_room(region: str, edition: str) -> None:
    furniture = Furniture(edition)
    standing = layout(furniture).standing(region, (24, 18, 15, 12, 10), (0, 1, 2, 3, 4), ("king",))
    check(furniture, region, standing)


def test_twenty_cubes_in_cataluna() -> None:
    furniture = Furniture()
    standing = layout(furniture).standing("cataluna", (5, 4, 4, 4, 3), (0, 1), ("king",))
    check(furniture, "cataluna", standing)
    assert standing.scale >= 0.72


def test_one_more_caballero_seldom_moves_anything() -> None:
    """Towers stay where they are within a class of three cubes."""
    plan = layout(Furniture())
    before, after = plan.standing("toledo", (4, 2, 7, 0, 1)), plan.standing("toledo", (5, 3, 8, 0, 1))
    assert [(t.x, t.y) for t in before.towers] == [(t.x, t.y) for t in after.towers]


def test_nothing_stands_nowhere() -> None:
    assert layout(Furniture()).standing("aragon", (0, 0, 0)) == Standing(1, (), (), fits=True)


def test_furniture_lies_within_its_region_or_in_the_sea() -> None:
    furniture = Furniture()
    for region in REGIONS:
        for left, top, right, bottom in furniture.boxes(region):
            points = [(left + (right - left) * k / 8, y) for k in range(9) for y in (top, (top + bottom) / 2, bottom)]
            own = [inside(point, RINGS[region]) for point in points]
            assert all(own) or not any(own), region
            for other in set(REGIONS) - {region}:
                assert not any(inside(point, RINGS[other]) for point in points), (region, other)
